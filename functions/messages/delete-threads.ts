import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { send } from '#functions/kernel/queue.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { leadLimits } from '#shared/model/lead.ts';
import { findConversation, removingConversation } from './conversation-store.ts';
import { deleteMessages, someOfConversation } from './message-store.ts';
import { conversationIdOf } from './recipient.ts';
import { patient } from './retry.ts';
import {
  dueThreadDeletions,
  scheduleThreadDeletion,
  unscheduleThreadDeletion,
} from './thread-deletion-store.ts';

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

const removeConversation = (conversationId: string): Promise<void> =>
  retryOnConflict(async () => {
    const before = await findConversation(conversationId);
    if (before) await commit(removingConversation(before));
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

/** Threads that one look of the sweeper finds, and ms until it finds one again that is not done by then. */
const atOnce = 100;
const againMs = 3_600_000;

/** The sweeper's part: threads of leads that cannot be had back any more. One that was had back keeps its own. */
export async function forgetDeparted(): Promise<number> {
  const due = await dueThreadDeletions(atOnce);
  for (const leadId of due) {
    const lead = await findLead(leadId);
    if (lead?.state === 'live') await unscheduleThreadDeletion(leadId);
    else {
      // One that has not expired yet can still be had back.
      await scheduleThreadDeletion(leadId, new Date(clock.now() + (lead ? dayMs : againMs)).toISOString());
      if (!lead) await send('THREADS', tenantOf(), { forget: leadId, isLast: true });
    }
  }
  return due.length;
}
