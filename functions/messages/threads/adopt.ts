import { setTimeout as pause } from 'node:timers/promises';
import { tenantOf } from '#functions/kernel/actor.ts';
import { send } from '#functions/kernel/queue.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { findLead, type LeadRecord, timelineEvent } from '#functions/leads/api.ts';
import { joinedDesk } from '../desk/desk.ts';
import { moveNotes } from '../desk/notes-store.ts';
import { type MessageRecord, replaceMessage, someOfConversation } from '../record/message-store.ts';
import { type ConversationRecord, conversationJoinWrites, findConversation } from './conversation-store.ts';
import { conversationIdOf } from './recipient.ts';
import { patient } from './retry.ts';

/*
 * Somebody writes who is no lead, and becomes one later: what was said with the address is the lead's from then on.
 */

const pageSize = 50;
const pagesOfTurn = 40;

/** Seconds after which it is looked once more: the index tells of the newest messages late. */
const lookAgainSeconds = 60;

const later = <T extends string | null>(a: T, b: T): T => ((a ?? '') > (b ?? '') ? a : b);
const earlier = (a: string | null, b: string | null) => (a && b ? (a < b ? a : b) : (a ?? b));

/** The lead's thread with what a stranger's held. */
function joined(
  from: ConversationRecord,
  into: ConversationRecord | undefined,
  lead: LeadRecord,
): ConversationRecord {
  const id = conversationIdOf(lead.id, '');
  const own = { id, leadId: lead.id, ownerId: lead.ownerId };
  if (!into) return { ...from, ...own };
  const newer = into.last.at >= from.last.at ? into : from;
  return {
    ...into,
    ...own,
    // A text's address before a mail's: it is what is texted from the thread.
    address: into.smsAt === null && from.smsAt !== null ? from.address : into.address,
    ownAddress: into.ownAddress ?? from.ownAddress,
    provider: into.provider ?? from.provider,
    campaignId: into.campaignId ?? from.campaignId,
    last: newer.last,
    lastSource: newer.lastSource ?? into.lastSource ?? from.lastSource,
    unread: into.unread + from.unread,
    messages: into.messages + from.messages,
    optedOut: [...new Set([...into.optedOut, ...from.optedOut])],
    waitingSince: earlier(into.waitingSince, from.waitingSince),
    lastInboundAt: later(into.lastInboundAt, from.lastInboundAt),
    at: later(into.at, from.at),
    smsAt: later(into.smsAt, from.smsAt),
    ...joinedDesk(from, into),
  };
}

/** Puts a stranger's thread into the lead's, in one transaction, so that it is in lists and counts once. */
const joinThread = (lead: LeadRecord, address: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const from = await findConversation(conversationIdOf(null, address));
    if (!from) return false;
    const into = await findConversation(conversationIdOf(lead.id, ''));
    const count = from.messages === 1 ? 'One message' : `${from.messages} messages`;
    await commit(
      conversationJoinWrites(from, into, joined(from, into, lead)),
      timelineEvent(
        lead.id,
        address.startsWith('+') ? 'sms' : 'email',
        `${count} with ${address} from before it was a lead`,
        { conversationId: conversationIdOf(lead.id, '') },
      ),
    );
    return true;
  }, patient);

const moved = (message: MessageRecord, leadId: string): MessageRecord => ({
  ...message,
  leadId,
  conversationId: conversationIdOf(leadId, ''),
  version: message.version + 1,
});

/** Moves the messages of a stranger's thread; false when more are left than one turn moves. */
async function moveMessages(leadId: string, address: string): Promise<boolean> {
  for (let page = 0; page < pagesOfTurn; page++) {
    const messages = await someOfConversation(conversationIdOf(null, address), pageSize);
    if (messages.length === 0) return true;
    for (const message of messages)
      await commit(replaceMessage(message, moved(message, leadId))).catch((error) => {
        // It has changed meanwhile, or the index is behind: the next page tells.
        if (!(error instanceof ConditionFailed)) throw error;
      });
    if (page > 0) await pause(50);
  }
  return false;
}

/**
 * Gives a lead the threads that there were with its numbers and addresses before it was one. It bears being asked
 * twice and being killed in between.
 */
export async function adoptThreads(leadId: string, isLast = false): Promise<void> {
  const lead = await findLead(leadId);
  if (lead?.state !== 'live') return;
  let found = false;
  let all = true;
  for (const address of [...lead.phones.map(({ number }) => number), ...lead.emails]) {
    found = (await joinThread(lead, address)) || found;
    // Also where no thread was found: a kill between the thread and its messages leaves messages alone.
    all = (await moveMessages(leadId, address)) && all;
    await moveNotes(conversationIdOf(null, address), conversationIdOf(leadId, ''));
  }
  if (!all) await send('THREADS', tenantOf(), { join: leadId, isLast });
  else if (found && !isLast)
    await send('THREADS', tenantOf(), { join: leadId, isLast: true }, lookAgainSeconds);
}
