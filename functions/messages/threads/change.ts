import { isDeepStrictEqual } from 'node:util';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { type ConversationRecord, conversationWrites, findConversation } from './conversation-store.ts';

/** Changes a conversation, also while texts come in. @returns whether anything changed */
export const changeConversation = (
  conversationId: string,
  to: (before: ConversationRecord) => ConversationRecord,
): Promise<boolean> =>
  retryOnConflict(
    async () => {
      const before = await findConversation(conversationId);
      if (!before) return false;
      const after = to(before);
      if (isDeepStrictEqual(after, before)) return false;
      await commit(conversationWrites(before, after));
      return true;
    },
    { tries: 7 },
  );
