import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { personalisedLimits as limits } from '#shared/model/personalised.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { recordsOf } from './records.ts';
import { outcomesOf, type StoredBatch, type StoredOutcome } from './store.ts';
import { downloadKey, fileKey, filenameOf } from './use-cases.ts';

/** A fixed date: the same batch gives the same bytes. */
const mtime = new Date('2026-01-01T00:00:00Z');
/** Videos that are fetched ahead while others are packed. */
const ahead = 6;

interface Packed extends StoredOutcome {
  filename: string;
}

/** The videos one after another as a zip, of which a few at a time are in memory. Videos are packed as they are. */
async function* zipOf(batchId: string, items: readonly Packed[]): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    failure ??= error;
    ready.push(Buffer.from(bytes));
  });
  const fetched: Promise<Buffer | undefined>[] = [];
  const fetchNext = () => {
    const item = items[fetched.length];
    if (!item) return;
    const work = item.file ? exportFiles().get(fileKey(batchId, item.file)) : Promise.resolve(undefined);
    // A failure is met where the file is packed; until then nobody waits for it.
    work.catch(() => undefined);
    fetched.push(work);
  };
  for (let i = 0; i < ahead; i++) fetchNext();
  for (const [at, { filename, errorMessage }] of items.entries()) {
    const bytes = await fetched[at];
    fetched[at] = Promise.resolve(undefined);
    fetchNext();
    const entry = new ZipPassThrough(bytes ? filename : `${filename}.error.txt`);
    entry.mtime = mtime;
    zip.add(entry);
    entry.push(bytes ?? Buffer.from(errorMessage ?? 'This video is not there.'), true);
    if (failure) throw failure;
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/** Writes the zip of a batch into the bucket, piece by piece; answers 'links' where it would be too large. */
export async function packBatch(batch: StoredBatch): Promise<'zip' | 'links'> {
  const { batchId, total } = batch;
  const outcomes = await outcomesOf(batchId, 0, total);
  const bytes = outcomes.reduce((sum, { fileSize }) => sum + (fileSize ?? 0), 0);
  if (bytes > limits.zipBytes) return 'links';
  const records = await recordsOf(batch);
  const items = outcomes.map((outcome) => ({
    ...outcome,
    filename: filenameOf(batch, records[Number(outcome.place)], Number(outcome.place)),
  }));
  const pieces = zipOf(batchId, items);
  await exportFiles().upload(
    downloadKey(batchId, 'zip'),
    Readable.from(pieces, { objectMode: false }),
    'application/zip',
  );
  return 'zip';
}
