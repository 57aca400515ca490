import { agentGroupsThere } from '#functions/agentGroups/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import {
  addNote,
  assign,
  changeMany,
  close,
  inboxConversationOf,
  inboxCounts,
  inboxView,
  listInbox,
  recordPresence,
  reopen,
  savedInboxViews,
  setTags,
  snooze,
  tagNames,
  takeNoteAway,
} from '#functions/messages/api.ts';
import { conversations } from '#shared/api/conversations.ts';

const r = routesOf(conversations, { lookUps: { agentGroup: agentGroupsThere } });

/** The thread as it is when what was asked for is done. */
async function shownAfter(id: string, work: Promise<void>) {
  await work;
  return inboxView(id);
}

export const routes = r.router({
  list: r.list.handler(({ input }) => listInbox(input)),
  counts: r.counts.handler(() => inboxCounts()),
  tags: r.tags.handler(async () => ({ tags: await tagNames() })),
  views: r.views.handler(async () => ({ views: await savedInboxViews.list() })),
  saveView: r.saveView.handler(({ input }) => savedInboxViews.save(input)),
  updateView: r.updateView.handler(({ input: { id, version, ...kept } }) =>
    savedInboxViews.update(id, kept, version),
  ),
  removeView: r.removeView.handler(async ({ input }) => {
    await savedInboxViews.remove(input.id);
    return { message: 'The view has been removed.' };
  }),
  changeMany: r.changeMany.handler(({ input: { ids, change } }) => changeMany(ids, change)),
  get: r.get.handler(({ input }) => inboxConversationOf(input.id)),
  assign: r.assign.handler(({ input: { id, ...to } }) => shownAfter(id, assign(id, to))),
  snooze: r.snooze.handler(({ input: { id, until } }) => shownAfter(id, snooze(id, until))),
  close: r.close.handler(({ input: { id } }) => shownAfter(id, close(id))),
  open: r.open.handler(({ input: { id } }) => shownAfter(id, reopen(id))),
  setTags: r.setTags.handler(({ input: { id, tags } }) => shownAfter(id, setTags(id, tags))),
  addNote: r.addNote.handler(({ input }) => addNote(input.id, input.text, input.mentions)),
  removeNote: r.removeNote.handler(async ({ input }) => {
    await takeNoteAway(input.id, input.noteId);
    return { message: 'The note has been removed.' };
  }),
  presence: r.presence.handler(({ input: { id, ...here } }) => recordPresence(id, here)),
});
