import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { type ConversationNote, inboxLimits } from '#shared/model/inbox.ts';
import { findNote, notesOf, putNote, removeNote } from '../desk/notes-store.ts';
import { seen } from '../threads/threads.ts';
import { colleaguesOf } from './colleagues.ts';

/** Notes something for colleagues. @throws 404; 400 for somebody named who does not see the thread; 409 when it is full */
export async function addNote(
  id: string,
  text: string,
  mentions: readonly string[],
): Promise<ConversationNote> {
  const { userId, username } = currentUser();
  const { conversation, lead } = await seen('all', id);
  const [colleagues, there] = await Promise.all([colleaguesOf(lead), notesOf(conversation.id)]);
  if (there.length >= inboxLimits.notes)
    throw conflict(`A conversation has at most ${inboxLimits.notes} notes.`);
  const called = new Map(colleagues.map((one) => [one.id, one.name]));
  const named = [...new Set(mentions)];
  if (!named.every((one) => called.has(one)))
    throw badRequest('A note names only people who see the conversation.', { field: 'mentions' });
  const note = {
    conversationId: conversation.id,
    noteId: newId('cno'),
    text,
    by: userId,
    mentions: named,
    at: clock.iso(),
  };
  await putNote(note);
  return {
    id: note.noteId,
    text,
    by: userId,
    byName: called.get(userId) ?? username,
    mentions: named.map((one) => ({ id: one, name: called.get(one)! })),
    at: note.at,
  };
}

/** Takes a note away. @throws 404; 403 for another's, but for who sees all */
export async function takeNoteAway(id: string, noteId: string): Promise<void> {
  const { conversation } = await seen('all', id);
  const note = await findNote(conversation.id, noteId);
  if (!note) throw notFound('The note');
  if (seesOwnLeadsOnly() && note.by !== currentUser().userId)
    throw forbidden('Only who wrote a note, or an admin, removes it.');
  await removeNote(note);
}
