import { createHash } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { jobWork, startHeartbeat } from '#functions/kernel/job.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import type { PersonalisedRecord } from '#shared/model/personalised.ts';
import { type ExportSource, exportFiles } from '../exports/use-cases.ts';
import { isLost } from '../exports/video/revive.ts';
import {
  findPart,
  finishPart,
  notePart,
  partsOf,
  type StoredPart,
  takePart,
} from '../exports/video/store.ts';
import { sendParts } from '../exports/video/work.ts';
import { leaseMs } from '../exports/work.ts';
import { packBatch } from './pack.ts';
import { recordsOf } from './records.ts';
import {
  countOutcome,
  earlierBatches,
  findBatch,
  finishBatch,
  insertOutcome,
  keepPacking,
  outcomesOf,
  placeOf,
  type StoredBatch,
  takePacking,
} from './store.ts';
import { fileKey } from './use-cases.ts';

/** A chunk that renderers die of again and again is left to fail record by record after so many. */
export const maxChunkAttempts = 5;

export interface TakenChunk {
  batch: StoredBatch;
  source: ExportSource;
  chunk: StoredPart;
  /** Records without an outcome, with their places. */
  open: { n: number; record: PersonalisedRecord }[];
}

export async function takeChunk(batchId: string, n: number): Promise<TakenChunk | 'finished' | 'held'> {
  const [batch, chunk] = await Promise.all([findBatch(batchId), findPart(batchId, n)]);
  if (batch?.status !== 'processing' || chunk?.status !== 'waiting') return 'finished';
  const now = clock.now();
  if (!(await accepted(commit(takePart(batchId, n, now, now + leaseMs))))) return 'held';
  const source = await exportFiles().get(`${batchId}/source.json`);
  const records = await recordsOf(batch, chunk.from, chunk.to);
  const known = new Set((await outcomesOf(batchId, chunk.from, chunk.to)).map(({ place }) => place));
  const open = records
    .map((record, i) => ({ n: chunk.from + i, record }))
    .filter((one) => !known.has(placeOf(one.n)));
  if (!source) return 'finished';
  return { batch, source: JSON.parse(source.toString()) as ExportSource, chunk, open };
}

/** Keeps a chunk; answers false when its batch has ended. */
export async function keepChunk({ exportId, n }: StoredPart): Promise<boolean> {
  if (!(await accepted(commit(notePart(exportId, n, { leaseUntil: clock.now() + leaseMs }))))) return false;
  return (await findBatch(exportId))?.status === 'processing';
}

/** Names a record's file by what it shows, so that records of the same data are rendered once. */
export function fileOf(batch: StoredBatch, { data }: PersonalisedRecord): string {
  const text = JSON.stringify(data, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${hash}.${batch.options.videoFormat}`;
}

/** The size of a file that another record of the same data has got already. */
export const existingFile = async (batchId: string, file: string): Promise<number | undefined> =>
  (await exportFiles().stat(fileKey(batchId, file)))?.size;

type Outcome = { file: string; fileSize: number } | { errorMessage: string };

/** Notes what became of a record, once; the file of a batch that was removed meanwhile goes, too. */
export async function noteOutcome(
  { batchId, expiresAt }: Pick<StoredBatch, 'batchId' | 'expiresAt'>,
  n: number,
  outcome: Outcome,
): Promise<void> {
  const status = 'file' in outcome ? 'completed' : 'failed';
  const noted = await accepted(
    commit(
      insertOutcome(batchId, { place: placeOf(n), status, ...outcome }, expiresAt),
      countOutcome(batchId, status, clock.iso()),
    ),
  );
  if (!noted && 'file' in outcome && !(await findBatch(batchId)))
    await exportFiles().remove(fileKey(batchId, outcome.file));
}

/** Ends a chunk all of whose records have their outcome. */
export const endChunk = ({ exportId, n, from, to }: StoredPart): Promise<boolean> =>
  accepted(commit(finishPart(exportId, n, to - from)));

/** Gives a chunk back to the queue, with what is left of it. */
export async function passOn(chunk: StoredPart): Promise<void> {
  await accepted(commit(notePart(chunk.exportId, chunk.n, { leaseUntil: 0 })));
  await sendParts([chunk], 'chunk');
}

/** Whether every record has its outcome. */
const isRendered = ({ done, failed, total }: StoredBatch): boolean => done + failed >= total;

/** Packs the download and ends the batch when every record has its outcome: once, whoever asks. */
export async function finishWhenComplete(batchId: string): Promise<void> {
  const batch = await findBatch(batchId);
  if (batch?.status !== 'processing' || !isRendered(batch)) return;
  const now = clock.now();
  if (!(await accepted(commit(takePacking(batchId, now, now + leaseMs))))) return;
  const heartbeat = startHeartbeat(leaseMs / 4, () =>
    accepted(commit(keepPacking(batchId, clock.now() + leaseMs))),
  );
  try {
    const download = await packBatch(batch);
    const { projectId, done, failed } = batch;
    await accepted(
      commit(
        finishBatch(batch, { status: 'completed', download, updatedAt: clock.iso() }),
        event('content.personalised.finished', batchId, { projectId, batchId, done, failed }),
      ),
    );
  } finally {
    await heartbeat.stop();
  }
}

/** Puts the chunks of a batch on the queue that are not there yet. */
export async function sendChunks(batchId: string): Promise<void> {
  const chunks = await partsOf(batchId);
  await sendParts(
    chunks.filter(({ status, sentAt }) => status === 'waiting' && sentAt === 0),
    'chunk',
  );
}

/** The sweeper's part for batches: chunks whose renderer died go on, and so does the packing. */
export const batchWork = jobWork({
  find: findBatch,
  isOpen: ({ status }) => status === 'processing',
  quietAt: (batch) => (isRendered(batch) ? batch.leaseUntil : 0),
  revive: async (batch, batchId) => {
    // Packing takes a renderer's time and storage: any chunk's message brings one.
    const lost = isRendered(batch) ? [{ exportId: batchId, n: 0 }] : (await partsOf(batchId)).filter(isLost);
    await sendParts(lost, 'chunk');
  },
  againMs: leaseMs,
  earlier: earlierBatches,
});
