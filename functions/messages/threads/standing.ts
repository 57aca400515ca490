import { deskOf } from '../desk/desk.ts';
import { type ConversationRecord, findConversations } from './conversation-store.ts';
import { conversationIdOf } from './recipient.ts';

/** Whether somebody has to answer a thread still: something waits or is unread, it was put off, or given to somebody. */
export function isOpenThread(thread: ConversationRecord): boolean {
  const { state, assigneeId, groupId } = deskOf(thread);
  if (state === 'closed') return false;
  return (
    thread.unread > 0 ||
    thread.waitingSince !== null ||
    state === 'snoozed' ||
    assigneeId !== null ||
    groupId !== null
  );
}

/** How the threads with some leads stand, by their ids: when anything was last said, and whether it is to be answered. */
export async function threadStandings(
  leadIds: readonly string[],
): Promise<Map<string, { at: string; isOpen: boolean }>> {
  const threads = await findConversations(leadIds.map((leadId) => conversationIdOf(leadId, '')));
  return new Map(
    threads.flatMap((thread) =>
      thread.leadId === null ? [] : [[thread.leadId, { at: thread.at, isOpen: isOpenThread(thread) }]],
    ),
  );
}
