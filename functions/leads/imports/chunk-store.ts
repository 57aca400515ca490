import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { accepted, commit, connection, keys, model, ofTenant, orElse } from '#functions/kernel/table.ts';

const Chunks = new Entity(
  {
    model: model('leadImportChunk'),
    attributes: {
      tenantId: { type: 'number', required: true },
      importId: { type: 'string', required: true },
      /** 'open' while rows are to be worked, 'refused' when it ended with rows that were not brought in. */
      list: { type: ['open', 'refused'] as const, required: true },
      n: { type: 'number', required: true, padding: { length: 8, char: '0' } },
      /** Bytes of the file, `end` not among them. */
      start: { type: 'number', required: true },
      end: { type: 'number', required: true },
      firstRow: { type: 'number', required: true },
      /** Why its one row cannot be read. */
      refused: { type: 'string' },
      /** Rows that have been worked, counted from its first. */
      done: { type: 'number', required: true },
      /** `[row, reason]` of those that were not brought in. */
      failures: { type: 'any', required: true },
      /** Who works it, and until when nobody else may. */
      token: { type: 'string', required: true },
      leaseUntil: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      inOrder: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'importId', 'list'] },
        sk: { ...keys.primary.sk, composite: ['n'] },
      },
    },
  },
  connection,
);

export type Failure = [row: number, reason: string];

export interface StoredChunk {
  importId: string;
  list: 'open' | 'refused';
  n: number;
  start: number;
  end: number;
  firstRow: number;
  refused?: string;
  done: number;
  failures: Failure[];
  token: string;
  leaseUntil: number;
  expiresAt: number;
}

const chunkKey = (
  { importId, n }: Pick<StoredChunk, 'importId' | 'n'>,
  list: 'open' | 'refused' = 'open',
) => ({
  tenantId: tenantOf(),
  importId,
  list,
  n,
});

export const putChunk = (chunk: StoredChunk) => Chunks.put({ tenantId: tenantOf(), ...chunk }).params();

/** Chunks that are to be worked, in the order of the file; at most `limit`. */
export async function openChunks(importId: string, limit: number): Promise<StoredChunk[]> {
  const { data } = await Chunks.query
    .inOrder({ tenantId: tenantOf(), importId, list: 'open' })
    .go({ limit, consistent: true });
  return data.map(ofTenant<StoredChunk>);
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
    const query = Chunks.query.inOrder({ tenantId: tenantOf(), importId, list });
    const page: Awaited<ReturnType<typeof query.go>> = await query.go({
      cursor,
      limit: 50,
      consistent: true,
    });
    yield* page.data.map(ofTenant<StoredChunk>);
    cursor = page.cursor;
  } while (cursor);
}

/** Another worker has the chunk. */
export class LostChunk extends Error {}
const lost = () => new LostChunk('Another worker has this chunk.');

export const takeChunk = (chunk: StoredChunk, token: string, now: number, leaseUntil: number) =>
  orElse(
    Chunks.patch(chunkKey(chunk))
      .set({ token, leaseUntil })
      .where(({ leaseUntil: until, done }, { lt, eq }) => `${lt(until, now)} AND ${eq(done, chunk.done)}`)
      .params(),
    lost(),
  );

const isMine =
  (token: string, done: number) =>
  (at: { token: string; done: number }, op: { eq(name: unknown, value: unknown): string }) =>
    `${op.eq(at.token, token)} AND ${op.eq(at.done, done)}`;

/** Rows up to `done` have been worked; goes with what they wrote, so none is ever worked twice. */
export const noteChunk = (chunk: StoredChunk, next: Pick<StoredChunk, 'done' | 'failures' | 'leaseUntil'>) =>
  orElse(
    Chunks.patch(chunkKey(chunk))
      .set(next)
      .where(isMine(chunk.token, chunk.done) as never)
      .params(),
    lost(),
  );

/** Ends a chunk; it is kept where rows of it were refused. */
export const endChunk = (chunk: StoredChunk) => [
  orElse(
    Chunks.delete(chunkKey(chunk))
      .where(isMine(chunk.token, chunk.done) as never)
      .params(),
    lost(),
  ),
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
  const { data } = await Chunks.query
    .inOrder({ tenantId: tenantOf(), importId, list: 'open' })
    .go({ pages: 'all', consistent: true });
  for (const chunk of data.filter(({ token }) => token !== '-'))
    await accepted(commit(Chunks.patch(chunkKey(chunk)).set({ token: '-', leaseUntil: 0 }).params()));
}
