import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { send } from '#functions/kernel/queue.ts';
import { segmentsOf } from '#functions/messageTemplates/api.ts';
import type { TextKind } from '#shared/model/message.ts';
import { calendar } from '../calendar.ts';
import { kindOf } from '../opt-out/keywords.ts';
import { optIn, optOut } from '../opt-out/opt-out.ts';
import type { InboundText, SmsAccount } from '../providers/types.ts';
import { findMessage, type MessageRecord } from '../record/message-store.ts';
import type { Outgoing } from '../send/send.ts';
import { findConversation } from '../threads/conversation-store.ts';
import { leadsWith, type Recipient, recipientOf } from '../threads/recipient.ts';
import { storeInbound } from './store-inbound.ts';

/** What is answered to STOP, START and HELP: who it is from, and how to go on (CTIA 5.1.3). */
const answers: Record<Exclude<TextKind, 'text'>, (name: string) => string> = {
  stop: (name) =>
    `${name}: You have been unsubscribed and will get no more texts. Reply START to get them again.`,
  start: (name) => `${name}: You will get our texts again. Reply STOP to end them, HELP for help.`,
  help: (name) => `${name}: Reply STOP to get no more texts. Message and data rates may apply.`,
};

const said: Record<'stop' | 'start', string> = { stop: 'STOP by text', start: 'START by text' };

function recordOf(
  text: InboundText,
  account: SmsAccount,
  party: Recipient,
  kind: TextKind,
  id: string,
): MessageRecord {
  const body = text.body.slice(0, 5_000);
  return {
    id,
    key: `in ${account.provider} ${text.providerId}`,
    conversationId: party.conversationId,
    channel: 'sms',
    direction: 'inbound',
    leadId: party.lead?.id ?? null,
    address: party.address,
    ownAddress: toE164(text.to) ?? text.to,
    provider: account.provider,
    sandbox: account.sandbox,
    subject: '',
    body,
    mediaUrls: text.mediaUrls.filter((url) => url.startsWith('https://')),
    status: 'received',
    error: null,
    errorCode: null,
    kind,
    segments: segmentsOf(body),
    source: { kind: 'reply', id: null },
    templateId: null,
    sentBy: party.lead?.id ?? party.address,
    at: clock.iso(),
    sentAt: null,
    deliveredAt: null,
    failedAt: null,
    providerId: text.providerId,
    leaseUntil: 0,
    asked: 'no',
    version: 1,
  };
}

/** Asks the worker to answer; it may answer after the provider has had its 2xx. */
async function answer(message: MessageRecord, kind: Exclude<TextKind, 'text'>): Promise<void> {
  const { name } = await calendar();
  const outgoing: Outgoing = {
    channel: 'sms',
    leadId: message.leadId,
    to: message.address,
    body: answers[kind](name),
    from: message.ownAddress,
    source: { kind: 'system', id: null },
    key: `answer ${message.id}`,
  };
  await send('MESSAGES', tenantOf(), { outgoing });
}

/**
 * Takes a text that came in. STOP is heard before anything else is done with it, so that whatever fails afterwards,
 * nothing more goes out. The same text told of twice changes nothing.
 */
export const receive = (text: InboundText, account: SmsAccount): Promise<void> =>
  asSystem(tenantOf(), 'messages', async () => {
    if (text.from === '') return;
    const number = toE164(text.from);
    const address = number ?? text.from;
    const [lead] = await leadsWith('sms', address);
    const party = recipientOf('sms', lead, address);
    const messageId = deterministicId('msg', 'inbound', account.provider, text.providerId);
    if (await findMessage(messageId)) return;
    const wasOut = (await findConversation(party.conversationId))?.optedOut.includes('sms') ?? false;
    // Names and short codes cannot be texted, so there is nothing for them to stop.
    const kind = number ? (text.answered ?? kindOf(text.body, wasOut)) : 'text';
    const who = { leadId: party.lead?.id ?? null, address };
    if (kind === 'stop') await optOut(who, 'sms', said.stop);
    if (kind === 'start') await optIn(who, 'sms', said.start);
    const message = recordOf(text, account, party, kind, messageId);
    if (!(await storeInbound(party, message)) || kind === 'text') return;
    // One confirmation: none where the provider has sent its own, or to somebody who had said so before.
    if (text.answered === null && !(kind === 'stop' && wasOut)) await answer(message, kind);
  });
