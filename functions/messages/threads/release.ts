import { assignedUpTo } from '../desk/assigned-store.ts';
import { deskOf } from '../desk/desk.ts';
import { changeConversation } from './change.ts';

const pageSize = 100;

/**
 * Gives the threads of somebody who has left back to the leads' owners, or to nobody, so that a colleague finds them. It
 * bears being asked twice and being killed in between: what was given back is in the list no more.
 */
export async function releaseThreadsOf(userId: string): Promise<void> {
  const from = { at: '9', conversationId: '' };
  for (let changed = 1; changed > 0; ) {
    const { ids } = await assignedUpTo(userId, from.at, from.conversationId, pageSize);
    changed = 0;
    for (const id of ids)
      changed += Number(
        await changeConversation(id, (before) =>
          deskOf(before).assigneeId === userId
            ? { ...before, desk: { ...deskOf(before), assigneeId: null } }
            : before,
        ),
      );
  }
}
