import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { personalisedLimits as limits } from '#shared/model/personalised.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { outcomesOf, type StoredBatch, type StoredOutcome } from './store.ts';
import { downloadKey, fileKey, filenameOf, recordsOf } from './use-cases.ts';

/** Links of a list work this long: a week, the most that a presigned address may; seconds. */
const linkSeconds = 7 * 24 * 3600;
/** A fixed date: the same batch gives the same bytes. */
const mtime = new Date('2026-01-01T00:00:00Z');

interface Packed extends StoredOutcome {
  filename: string;
}

/** The videos one after another as a zip, of which one video at a time is in memory. Videos are packed as they are. */
async function* zipOf(batchId: string, items: Iterable<Packed>): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    failure ??= error;
    ready.push(Buffer.from(bytes));
  });
  for (const { filename, file, errorMessage } of items) {
    const bytes = file ? await exportFiles().get(fileKey(batchId, file)) : undefined;
    const name = bytes ? filename : `${filename}.error.txt`;
    const entry = new ZipPassThrough(name);
    entry.mtime = mtime;
    zip.add(entry);
    entry.push(bytes ?? Buffer.from(errorMessage ?? 'This video is not there.'), true);
    if (failure) throw failure;
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

const field = (value: string) => `"${value.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`;

async function* linksOf(batchId: string, items: Iterable<Packed>): AsyncGenerator<Buffer> {
  yield Buffer.from('file,status,link,error\r\n');
  for (const { filename, status, file, errorMessage } of items) {
    const link = file ? await exportFiles().downloadUrl(fileKey(batchId, file), filename, linkSeconds) : '';
    yield Buffer.from(`${[filename, status, link, errorMessage ?? ''].map(field).join(',')}\r\n`);
  }
}

/** Writes the download of a batch into the bucket, piece by piece. */
export async function packBatch(batch: StoredBatch): Promise<'zip' | 'csv'> {
  const { batchId, total } = batch;
  const records = await recordsOf(batchId);
  const items = (await outcomesOf(batchId, 0, total)).map((outcome) => ({
    ...outcome,
    filename: filenameOf(batch, records[Number(outcome.place)], Number(outcome.place)),
  }));
  const bytes = items.reduce((sum, { fileSize }) => sum + (fileSize ?? 0), 0);
  const kind = bytes > limits.zipBytes ? 'csv' : 'zip';
  const pieces = kind === 'zip' ? zipOf(batchId, items) : linksOf(batchId, items);
  const type = kind === 'zip' ? 'application/zip' : 'text/csv';
  await exportFiles().upload(downloadKey(batchId, kind), Readable.from(pieces, { objectMode: false }), type);
  return kind;
}
