import type { PersonalisedRecord } from '#shared/model/personalised.ts';
import { exportFiles } from '../exports/use-cases.ts';
import type { StoredBatch } from './store.ts';

/** Chunks of a batch: with the batch and its event they fit into one transaction. */
const maxChunks = 97;
/** Records that one message should hold. */
const chunkRecords = 10;
/** Files that are written or read at once. */
const atOnce = 12;

/** How many records a chunk of a batch of that many has; its last one may have fewer. */
export const chunkSizeOf = (total: number): number => Math.max(chunkRecords, Math.ceil(total / maxChunks));

/** The ranges of records that are rendered together. */
export function chunksOf(total: number): { from: number; to: number }[] {
  const size = chunkSizeOf(total);
  return Array.from({ length: Math.ceil(total / size) }, (_, n) => ({
    from: n * size,
    to: Math.min(total, (n + 1) * size),
  }));
}

const recordsKey = (batchId: string, chunk: number) => `${batchId}/records/${chunk}.json`;

/** Runs `work` for each, some at a time; answers in their order. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const run = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  return results;
}

/** Stores the records of a batch in a file for each chunk, so that a page of a list reads only what it shows. */
export async function storeRecords(batchId: string, records: readonly PersonalisedRecord[]): Promise<void> {
  const chunks = chunksOf(records.length).map(({ from, to }, n) => ({
    n,
    text: JSON.stringify(records.slice(from, to)),
  }));
  await inTurns(chunks, ({ n, text }) => exportFiles().put(recordsKey(batchId, n), text, 'application/json'));
}

/** The records from `from` up to, but without, `to`. */
export async function recordsOf(
  { batchId, total }: Pick<StoredBatch, 'batchId' | 'total'>,
  from = 0,
  to = total,
): Promise<PersonalisedRecord[]> {
  if (to <= from) return [];
  const size = chunkSizeOf(total);
  const first = Math.floor(from / size);
  const chunks = Array.from({ length: Math.ceil(to / size) - first }, (_, i) => first + i);
  const files = await inTurns(chunks, async (n): Promise<PersonalisedRecord[]> => {
    const stored = await exportFiles().get(recordsKey(batchId, n));
    return stored ? JSON.parse(stored.toString()) : [];
  });
  return files.flat().slice(from - first * size, to - first * size);
}
