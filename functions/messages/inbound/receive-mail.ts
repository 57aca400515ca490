import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { findLead } from '#functions/leads/api.ts';
import type { InboundKind } from '#shared/model/message.ts';
import { asksForNoMails } from '../opt-out/keywords.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { findMessage, type MessageRecord } from '../record/message-store.ts';
import { messageNamed, type ReplyToken } from '../send/reply-token.ts';
import { findSettings } from '../settings/store.ts';
import { joinedInto } from '../threads/conversation-store.ts';
import { conversationIdOf, leadsWith, recipientOf } from '../threads/recipient.ts';
import type { ReceivedMail } from './received-mail.ts';
import { type From, storeInbound } from './store-inbound.ts';

/** Reply addresses of one mail that are looked at. */
const tokensAtMost = 10;

/** How an opt-out came to be, as people read it on the lead. */
const how = 'STOP by mail';

/**
 * Whose thread an answer belongs to: that of the mail which it answers, because its token proves that and its sender
 * proves nothing. The lead of it may be gone meanwhile, or the address may have become a lead's.
 */
async function threadOf(sent: MessageRecord | undefined, mail: ReceivedMail): Promise<From | undefined> {
  const address = sent?.address ?? mail.from;
  if (!address) return undefined;
  const own = sent?.leadId ? await findLead(sent.leadId) : undefined;
  if (own?.state === 'live') return recipientOf('email', own, address);
  // A stranger's thread that was put into a lead's tells where it went before its messages do.
  const into = sent && !sent.leadId ? await joinedInto(conversationIdOf(null, address)) : undefined;
  const leads = await leadsWith('email', address);
  const lead = leads.find(({ id }) => conversationIdOf(id, '') === into) ?? leads[0];
  return recipientOf('email', lead, address);
}

function kindOf(mail: ReceivedMail, sent: MessageRecord | undefined): InboundKind {
  if (mail.isAutomatic) return 'auto';
  return asksForNoMails(mail.subject, mail.said, sent?.subject ?? '') ? 'stop' : 'text';
}

function recordOf(
  mail: ReceivedMail,
  key: string,
  from: From,
  sent: MessageRecord | undefined,
  kind: InboundKind,
): MessageRecord {
  const { messageId, subject, said, quoted, attachments } = mail;
  return {
    id: idOf(mail, key),
    key: `in email ${messageId || key}`,
    conversationId: from.conversationId,
    channel: 'email',
    direction: 'inbound',
    leadId: from.lead?.id ?? null,
    address: mail.from || from.address,
    ownAddress: sent?.ownAddress ?? '',
    provider: sent?.provider ?? 'ses',
    sandbox: sent?.sandbox ?? false,
    subject,
    body: said,
    ...(quoted ? { quoted } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    mediaUrls: [],
    status: 'received',
    error: null,
    errorCode: null,
    kind,
    segments: null,
    source: { kind: 'reply', id: null },
    templateId: null,
    sentBy: from.lead?.id ?? from.address,
    at: clock.iso(),
    sentAt: null,
    deliveredAt: null,
    failedAt: null,
    providerId: key,
    leaseUntil: 0,
    asked: 'no',
    version: 1,
  };
}

/** The id that its sender's program gave it, so that a mail which comes twice is one. */
const idOf = ({ messageId }: ReceivedMail, key: string) =>
  deterministicId('msg', 'inbound', 'email', messageId || key);

/**
 * Puts a mail into the thread that its token names; false when the tenant has not signed the token. A wish for no more
 * mails is heard before anything else is done with it, so that whatever fails afterwards, nothing more goes out.
 */
const takeFor = (token: ReplyToken, mail: ReceivedMail, key: string): Promise<boolean> =>
  asSystem(token.tenantId, 'messages', async () => {
    const settings = await findSettings();
    const answered = settings && messageNamed(settings, token);
    if (!answered) return false;
    if (await findMessage(idOf(mail, key))) return true;
    const sent = await findMessage(answered);
    const from = await threadOf(sent, mail);
    if (!from) return true;
    const kind = kindOf(mail, sent);
    if (kind === 'stop') await optOut({ leadId: from.lead?.id ?? null, address: from.address }, 'email', how);
    await storeInbound(from, recordOf(mail, key, from, sent, kind), sent?.source ?? null);
    return true;
  });

/**
 * Takes a mail that came in; `key` names the file that it came in. The same mail twice is one message. False when no
 * tenant is to have it: it answers no mail of ours, or is spam, or carries a virus.
 */
export async function receiveMail(mail: ReceivedMail, key: string): Promise<boolean> {
  if (mail.refused) {
    log.warn('A mail that came in was not taken.', { key, refused: mail.refused });
    return false;
  }
  for (const token of mail.tokens.slice(0, tokensAtMost))
    if (token.tenantId !== platformTenant && (await takeFor(token, mail, key))) return true;
  log.info('A mail that came in answers none of ours.', { key });
  return false;
}
