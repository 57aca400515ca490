import { setTimeout as pause } from 'node:timers/promises';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { send } from '#functions/kernel/queue.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { segmentsOf } from '#functions/messageTemplates/segments.ts';
import type { InboundKind } from '#shared/model/message.ts';
import { onTimeline } from './advance.ts';
import { calendar } from './calendar.ts';
import { type ConversationRecord, conversationWrites, findConversation } from './conversation-store.ts';
import { counting } from './counter-store.ts';
import { findMessage, insertMessage, type MessageRecord } from './message-store.ts';
import { optIn, optOut } from './opt-out.ts';
import { leadsWith, type Party, partyOf } from './party.ts';
import type { InboundText, SmsAccount } from './providers/types.ts';
import type { Outgoing } from './send.ts';
import { kindOf } from './words.ts';

const tries = 10;

/** What is answered to STOP, START and HELP: who it is from, and how to go on (CTIA 5.1.3). */
const answers: Record<Exclude<InboundKind, 'text'>, (name: string) => string> = {
  stop: (name) =>
    `${name}: You have been unsubscribed and will get no more texts. Reply START to get them again.`,
  start: (name) => `${name}: You will get our texts again. Reply STOP to end them, HELP for help.`,
  help: (name) => `${name}: Reply STOP to get no more texts. Message and data rates may apply.`,
};

const said: Record<'stop' | 'start', string> = { stop: 'STOP by text', start: 'START by text' };

function recordOf(
  text: InboundText,
  account: SmsAccount,
  party: Party,
  kind: InboundKind,
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

function optedOutAfter(
  before: ConversationRecord | undefined,
  kind: InboundKind,
): ConversationRecord['optedOut'] {
  const was = before?.optedOut ?? [];
  if (kind === 'stop') return [...new Set([...was, 'sms' as const])];
  return kind === 'start' ? was.filter((channel) => channel !== 'sms') : was;
}

function conversationAfter(
  before: ConversationRecord | undefined,
  party: Party,
  message: MessageRecord,
): ConversationRecord {
  const { id, at, body, kind, mediaUrls } = message;
  const isText = kind === 'text';
  return {
    id: party.conversationId,
    leadId: party.lead?.id ?? null,
    address: party.address,
    ownerId: party.lead?.ownerId ?? null,
    // An answer goes out from the number that was written to.
    ownAddress: message.ownAddress,
    provider: message.provider,
    // What they answer is what they were sent last.
    campaignId: before?.lastSource?.kind === 'blast' ? before.lastSource.id : (before?.campaignId ?? null),
    last: {
      id,
      channel: 'sms',
      direction: 'inbound',
      text: (body || (mediaUrls.length > 0 ? 'A picture' : '')).slice(0, 160),
      at,
    },
    lastSource: before?.lastSource ?? null,
    unread: (before?.unread ?? 0) + Number(isText),
    messages: (before?.messages ?? 0) + 1,
    optedOut: optedOutAfter(before, kind),
    waitingSince: isText ? (before?.waitingSince ?? at) : (before?.waitingSince ?? null),
    lastInboundAt: at,
    at,
    smsAt: at,
    version: before?.version ?? 0,
  };
}

/** Writes a text down with all that tells of it; false when it is there already. */
async function keep(party: Party, message: MessageRecord): Promise<boolean> {
  const { day } = await calendar();
  const { id: messageId, leadId, address, conversationId, kind } = message;
  for (let tried = 0; ; tried++) {
    if (await findMessage(messageId)) return false;
    const before = await findConversation(conversationId);
    const isNews = kind === 'stop' && !before?.optedOut.includes('sms');
    try {
      await commit(
        insertMessage(message),
        conversationWrites(before, conversationAfter(before, party, message)),
        event('message.received', messageId, {
          messageId,
          leadId,
          channel: 'sms',
          address,
          conversationId,
          kind,
          source: (before?.lastSource ?? null) as never,
        }),
        onTimeline(message, 'received'),
        counting('sms', day, { received: 1, ...(isNews ? { optedOut: 1 } : {}) }, messageId),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailed) || tried >= tries) throw error;
      await pause(Math.random() * 15 * 2 ** Math.min(tried, 5));
    }
  }
}

/** Asks the worker to answer; it may answer after the provider has had its 2xx. */
async function answer(message: MessageRecord, kind: Exclude<InboundKind, 'text'>): Promise<void> {
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
    const party = partyOf('sms', lead, address);
    const messageId = deterministicId('msg', 'inbound', account.provider, text.providerId);
    if (await findMessage(messageId)) return;
    const wasOut = (await findConversation(party.conversationId))?.optedOut.includes('sms') ?? false;
    // Names and short codes cannot be texted, so there is nothing for them to stop.
    const kind = number ? (text.answered ?? kindOf(text.body, wasOut)) : 'text';
    const who = { leadId: party.lead?.id ?? null, address };
    if (kind === 'stop') await optOut(who, 'sms', said.stop);
    if (kind === 'start') await optIn(who, 'sms', said.start);
    const message = recordOf(text, account, party, kind, messageId);
    if (!(await keep(party, message)) || kind === 'text') return;
    // One confirmation: none where the provider has sent its own, or to somebody who had said so before.
    if (text.answered === null && !(kind === 'stop' && wasOut)) await answer(message, kind);
  });
