import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { Guard } from '#functions/kernel/entity-types.ts';
import { accepted, commit, orElse } from '#functions/kernel/table.ts';

export type Failure = [row: number, reason: string];

const Chunks = entity('leadImportChunk', {
  fields: z.object({
    importId: z.string(),
    /** 'open' while rows are to be worked, 'refused' when it ended with rows that were not brought in. */
    list: z.enum(['open', 'refused']),
    n: z.number(),
    /** Bytes of the file, `end` not among them. */
    start: z.number(),
    end: z.number(),
    firstRow: z.number(),
    /** Why its one row cannot be read. */
    refused: z.string().optional(),
    /** Rows that have been worked, counted from its first. */
    done: z.number(),
    /** `[row, reason]` of those that were not brought in. */
    failures: z.custom<Failure[]>(),
    /** Who works it, and until when nobody else may. */
    token: z.string(),
    leaseUntil: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['importId', 'list'], sort: ['n'] },
  padded: { n: 8 },
});
export type StoredChunk = Stored<typeof Chunks>;

/** The rows of a chunk that were not brought in: one that cannot be read is a chunk of its own. */
export const failuresOf = ({ refused, firstRow, failures }: StoredChunk): Failure[] =>
  refused ? [[firstRow, refused]] : failures;

/** Where a chunk lies while its rows are to be worked. */
const openAt = ({ importId, n }: Pick<StoredChunk, 'importId' | 'n'>) =>
  ({ importId, list: 'open', n }) as const;

export const putChunk = (chunk: StoredChunk) => Chunks.put(chunk);

/** Chunks that are to be worked, in the order of the file; at most `limit`. */
export async function openChunks(importId: string, limit: number): Promise<StoredChunk[]> {
  const { data } = await Chunks.query('key', { importId, list: 'open' }).go({ limit, consistent: true });
  return data;
}

/**
 * Chunks with rows that were not brought in, in the order of the file; those in the middle of which an import was
 * cancelled come last.
 */
export async function* refusedChunks(importId: string): AsyncGenerator<StoredChunk> {
  yield* chunksOf(importId, 'refused');
  for await (const chunk of chunksOf(importId, 'open')) if (chunk.failures.length > 0) yield chunk;
}

async function* chunksOf(importId: string, list: StoredChunk['list']): AsyncGenerator<StoredChunk> {
  let cursor: string | null = null;
  do {
    const query = Chunks.query('key', { importId, list });
    const page: Awaited<ReturnType<typeof query.go>> = await query.go({
      cursor,
      limit: 50,
      consistent: true,
    });
    yield* page.data;
    cursor = page.cursor;
  } while (cursor);
}

/** Another worker has the chunk. */
export class LostChunk extends Error {}
const lost = () => new LostChunk('Another worker has this chunk.');

export const takeChunk = (chunk: StoredChunk, token: string, now: number, leaseUntil: number) =>
  orElse(
    Chunks.patch(openAt(chunk))
      .set({ token, leaseUntil })
      .where(({ leaseUntil: until, done }, { lt, eq }) => `${lt(until, now)} AND ${eq(done, chunk.done)}`)
      .params(),
    lost(),
  );

const isMine = ({ token, done }: StoredChunk): Guard<StoredChunk> => ({
  where: (at, { eq }) => `${eq(at.token, token)} AND ${eq(at.done, done)}`,
  error: lost(),
});

/** Rows up to `done` have been worked; goes with what they wrote, so none is ever worked twice. */
export const noteChunk = (chunk: StoredChunk, next: Pick<StoredChunk, 'done' | 'failures' | 'leaseUntil'>) =>
  orElse(Chunks.patch(openAt(chunk)).set(next).where(isMine(chunk).where).params(), lost());

/** Ends a chunk; it is kept where rows of it were refused. */
export const endChunk = (chunk: StoredChunk) => [
  Chunks.remove(openAt(chunk), isMine(chunk)),
  ...(chunk.failures.length > 0 ? [putChunk({ ...chunk, list: 'refused' })] : []),
];

/** Gives a chunk up, for whoever takes it next. */
export const releaseChunk = (chunk: StoredChunk) =>
  noteChunk(chunk, { done: chunk.done, failures: chunk.failures, leaseUntil: 0 });

/**
 * Takes the chunks that workers have out of their hands: what one of them is writing at this moment is refused.
 * Whoever takes one later asks first whether the import still runs.
 */
export async function revokeChunks(importId: string): Promise<void> {
  const open = await Chunks.all('key', { importId, list: 'open' });
  for (const chunk of open.filter(({ token }) => token !== '-'))
    await accepted(commit(Chunks.patch(openAt(chunk)).set({ token: '-', leaseUntil: 0 }).params()));
}

/** The write of other texts of why rows were refused; refused where the chunk has come on since it was read. */
export const chunkTextWrite = (
  { importId, list, n, done }: StoredChunk,
  texts: Partial<Pick<StoredChunk, 'failures' | 'refused'>>,
): object =>
  Chunks.patch({ importId, list, n })
    .set(texts)
    .where((at, { eq }) => eq(at.done, done))
    .params();
