import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { inboxLimits } from '#shared/model/inbox.ts';
import { closed, deskOf, opened } from '../desk/desk.ts';
import { changeConversation } from '../threads/change.ts';
import { type ConversationRecord, findConversation } from '../threads/conversation-store.ts';
import { seen } from '../threads/threads.ts';
import { activeGroups, colleaguesOf } from './colleagues.ts';

const dayMs = 86_400_000;

async function changed(id: string, to: (before: ConversationRecord) => ConversationRecord): Promise<void> {
  const { conversation } = await seen('all', id);
  await changeConversation(conversation.id, to);
}

/** Puts a thread off: it comes back at that time, or when the person writes. @throws 400, 404 */
export async function snooze(id: string, until: string) {
  await seen('all', id);
  const at = Date.parse(until);
  if (at <= clock.now()) throw badRequest('Please choose a time that is still to come.', { field: 'until' });
  if (at > clock.now() + inboxLimits.snoozeDays * dayMs)
    throw badRequest('A conversation can be put off for a year at most.', { field: 'until' });
  const snoozedUntil = new Date(at).toISOString();
  return changed(id, (before) => ({
    ...before,
    desk: { ...deskOf(before), state: 'snoozed', snoozedUntil, returnedAt: null },
  }));
}

/** It needs no answer. @throws 404 */
export const close = (id: string) => changed(id, closed);

/** It is to be worked again. @throws 404 */
export const reopen = (id: string) =>
  changed(id, (before) => ({ ...before, desk: { ...deskOf(before), ...opened } }));

/**
 * Gives a thread to a person or to a group, or back to whose lead it is. @throws 404; 400 for somebody who would not
 * see it, or a group that is out of use
 */
export async function assign(id: string, to: { assigneeId: string | null; groupId: string | null }) {
  const { lead } = await seen('all', id);
  if (to.assigneeId && !(await colleaguesOf(lead)).some((one) => one.id === to.assigneeId))
    throw badRequest(
      lead
        ? 'They do not see this conversation, because the lead is somebody else’s. Hand the lead over to them instead.'
        : 'They do not see the inbox.',
      { field: 'assigneeId' },
    );
  if (to.groupId && lead?.ownerId)
    throw badRequest(
      'This lead has an owner, and the others of a group do not see it. Release the lead first.',
      { field: 'groupId' },
    );
  if (to.groupId && !(await activeGroups()).some((one) => one.id === to.groupId))
    throw badRequest('This group is not active.', { field: 'groupId' });
  return changed(id, (before) => ({ ...before, desk: { ...deskOf(before), ...to } }));
}

/** The sweeper's part: a thread whose snooze is over is open again, and stands at the top. */
export const snoozedConversationWork: DueWork = {
  async look(id) {
    const conversation = await findConversation(id);
    const { state, snoozedUntil } = deskOf(conversation);
    if (state !== 'snoozed' || !snoozedUntil) return undefined;
    if (Date.parse(snoozedUntil) > clock.now()) return snoozedUntil;
    await changeConversation(id, (before) =>
      // Put off again meanwhile: it has another time.
      deskOf(before).snoozedUntil === snoozedUntil
        ? { ...before, desk: { ...deskOf(before), ...opened, returnedAt: snoozedUntil } }
        : before,
    );
    return undefined;
  },
  earlier: async () => [],
};
