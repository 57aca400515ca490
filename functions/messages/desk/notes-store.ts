import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';

/** What a colleague noted on a thread. */
const Notes = entity('conversationNote', {
  fields: z.object({
    conversationId: z.string(),
    noteId: z.string(),
    text: z.string(),
    by: z.string(),
    mentions: z.array(z.string()),
    at: z.string(),
  }),
  // Its id sorts by time.
  key: { partition: ['conversationId'], sort: ['noteId'], casing: 'none' },
});
export type StoredNote = Stored<typeof Notes>;

/** Somebody was named in a note of a thread and has not looked since. */
const Mentions = entity('conversationMention', {
  fields: z.object({ userId: z.string(), conversationId: z.string(), noteId: z.string() }),
  key: { partition: ['userId'], sort: ['conversationId'], casing: 'none' },
});

export const notesOf = (conversationId: string): Promise<StoredNote[]> =>
  Notes.all('key', { conversationId });

export const findNote = (conversationId: string, noteId: string): Promise<StoredNote | undefined> =>
  Notes.find({ conversationId, noteId });

export const mentionsOf = async (userId: string): Promise<Set<string>> =>
  new Set((await Mentions.all('key', { userId })).map(({ conversationId }) => conversationId));

const mentionWrites = ({ conversationId, noteId, mentions }: StoredNote): object[] =>
  mentions.map((userId) => Mentions.put({ userId, conversationId, noteId }));

/** Writes a note down, and tells those whom it names. */
export const putNote = (note: StoredNote): Promise<void> => commit(Notes.insert(note), mentionWrites(note));

/** They have looked. */
export async function forgetMention(userId: string, conversationId: string): Promise<void> {
  if (await Mentions.find({ userId, conversationId }))
    await writeOne(Mentions.remove({ userId, conversationId }));
}

/** Removes a note, and what tells of it where no other note has named the same person since. */
export async function removeNote(note: StoredNote): Promise<void> {
  const { conversationId, noteId, mentions } = note;
  const told = await Mentions.findMany(mentions.map((userId) => ({ userId, conversationId })));
  await commit(
    Notes.remove({ conversationId, noteId }),
    told
      .filter((one) => one.noteId === noteId)
      .map(({ userId }) => Mentions.remove({ userId, conversationId })),
  );
}

/** Removes all notes of a thread that is gone. It bears being asked twice. */
export async function removeNotes(conversationId: string): Promise<void> {
  for (const note of await notesOf(conversationId)) await removeNote(note);
}

/** Moves the notes of a thread that was put into another. It bears being asked twice, and being killed in between. */
export async function moveNotes(from: string, into: string): Promise<void> {
  for (const note of await notesOf(from)) {
    const { noteId, mentions } = note;
    const told = await Mentions.findMany(mentions.map((userId) => ({ userId, conversationId: from })));
    const unseen = told.filter((one) => one.noteId === noteId);
    await commit(
      Notes.remove({ conversationId: from, noteId }),
      Notes.put({ ...note, conversationId: into }),
      unseen.flatMap(({ userId }) => [
        Mentions.remove({ userId, conversationId: from }),
        Mentions.put({ userId, conversationId: into, noteId }),
      ]),
    );
  }
}
