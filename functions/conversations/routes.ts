import { agentGroupsThere } from '#functions/agentGroups/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import {
  addNote,
  assign,
  close,
  inboxConversationOf,
  inboxCounts,
  listInbox,
  recordPresence,
  reopen,
  snooze,
  takeNoteAway,
} from '#functions/messages/api.ts';
import { conversations } from '#shared/api/conversations.ts';

const r = routesOf(conversations, { lookUps: { agentGroup: agentGroupsThere } });

export const routes = r.router({
  list: r.list.handler(({ input }) => listInbox(input)),
  counts: r.counts.handler(() => inboxCounts()),
  get: r.get.handler(({ input }) => inboxConversationOf(input.id)),
  assign: r.assign.handler(({ input: { id, ...to } }) => assign(id, to)),
  snooze: r.snooze.handler(({ input }) => snooze(input.id, input.until)),
  close: r.close.handler(({ input }) => close(input.id)),
  open: r.open.handler(({ input }) => reopen(input.id)),
  addNote: r.addNote.handler(({ input }) => addNote(input.id, input.text, input.mentions)),
  removeNote: r.removeNote.handler(async ({ input }) => {
    await takeNoteAway(input.id, input.noteId);
    return { message: 'The note has been removed.' };
  }),
  presence: r.presence.handler(({ input: { id, ...here } }) => recordPresence(id, here)),
});
