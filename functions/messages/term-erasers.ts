import type { TermEraser } from '#functions/kernel/retention.ts';
import { ofMessage, ofThread } from './data-terms.ts';
import { removeNotes } from './desk/notes-store.ts';
import { eraseMessages } from './personal-data.ts';
import { findMessages } from './record/message-store.ts';
import { removeConversation } from './threads/delete.ts';

const idsOf = (ids: readonly string[], sort: string): string[] =>
  ids.filter((id) => id.startsWith(sort)).map((id) => id.slice(sort.length));

/** What erases each kind of data of messages, by its name in data-terms.ts. */
export const messageTermErasers: Readonly<Record<string, TermEraser>> = {
  async messages(ids) {
    await eraseMessages([...(await findMessages(idsOf(ids, ofMessage))).values()]);
    for (const threadId of idsOf(ids, ofThread)) {
      await removeConversation(threadId);
      await removeNotes(threadId);
    }
  },
};
