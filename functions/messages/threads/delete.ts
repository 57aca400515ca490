import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { send } from '#functions/kernel/queue.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { leadLimits } from '#shared/model/lead.ts';
import { removeNotes } from '../desk/notes-store.ts';
import { deleteMessages, someOfConversation } from '../record/message-store.ts';
import { conversationRemovalWrites, findConversation } from './conversation-store.ts';
import {
  earlierThreadDeletions,
  scheduleThreadDeletion,
  threadDeletionAt,
  unscheduleThreadDeletion,
} from './deletion-store.ts';
import { conversationIdOf } from './recipient.ts';
import { patient } from './retry.ts';

/*
 * A lead that goes for good takes its thread along: at once when it is deleted with force, else when it cannot be had
 * back any more. Opt-outs stay, because they are the person's and not the lead's.
 */

const dayMs = 86_400_000;
/** The table removes what has expired within some days. */
const expiryMs = 3 * dayMs;

/** Messages removed at once, and of one turn; a longer thread goes on by a message of its own. */
const pageSize = 100;
const pagesOfTurn = 50;

/** Seconds after which it is looked once more: the index tells of the newest messages late, others were on their way. */
const lookAgainSeconds = 60;

/** Takes a thread from lists and counts. It bears being asked twice. */
export const removeConversation = (conversationId: string): Promise<void> =>
  retryOnConflict(async () => {
    const before = await findConversation(conversationId);
    if (before) await commit(conversationRemovalWrites(before));
  }, patient);

/** A lead was deleted: its thread goes with it, now or when it cannot be had back. */
export async function leadDeleted(leadId: string, force: boolean): Promise<void> {
  if (force) return forgetThread(leadId);
  if (!(await findConversation(conversationIdOf(leadId, '')))) return;
  const due = clock.now() + leadLimits.restoreDays * dayMs + expiryMs;
  await scheduleThreadDeletion(leadId, new Date(due).toISOString());
}

/**
 * Removes the thread of a lead that is gone: first from lists and counts, then its messages. It bears being asked
 * twice and being killed in between, and changes nothing of a lead that is there.
 */
export async function forgetThread(leadId: string, isLast = false): Promise<void> {
  if (await findLead(leadId)) return;
  const conversationId = conversationIdOf(leadId, '');
  await removeConversation(conversationId);
  await removeNotes(conversationId);
  for (let page = 0; page < pagesOfTurn; page++) {
    const messages = await someOfConversation(conversationId, pageSize);
    if (messages.length === 0) {
      await unscheduleThreadDeletion(leadId);
      if (!isLast) await send('THREADS', tenantOf(), { forget: leadId, isLast: true }, lookAgainSeconds);
      return;
    }
    await deleteMessages(messages.map(({ id }) => id));
  }
  await send('THREADS', tenantOf(), { forget: leadId, isLast });
}

/** A thread that is not done by then is looked at again; ms. */
const againMs = 3_600_000;

/** The sweeper's part: the thread of a lead that cannot be had back any more. One that was had back keeps its own. */
export const threadDeletionWork: DueWork = {
  async look(leadId) {
    const at = await threadDeletionAt(leadId);
    if (at === undefined || Date.parse(at) > clock.now()) return at;
    const lead = await findLead(leadId);
    if (lead?.state === 'live') {
      await unscheduleThreadDeletion(leadId);
      return undefined;
    }
    // One that has not expired yet can still be had back.
    const next = new Date(clock.now() + (lead ? dayMs : againMs)).toISOString();
    await scheduleThreadDeletion(leadId, next);
    if (!lead) await send('THREADS', tenantOf(), { forget: leadId, isLast: true });
    return next;
  },
  earlier: earlierThreadDeletions,
};
