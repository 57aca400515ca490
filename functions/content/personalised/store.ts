import { z } from 'zod';
import { dueAt, earlierItems, notDue } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { Guard } from '#functions/kernel/entity-types.ts';
import type { JobRange } from '#functions/kernel/job-list.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { exportOptions } from '#shared/model/content.ts';

/** A batch of personalised videos. Its chunks are parts as of a video (exports/video/store.ts), of records. */
const Batches = entity('batch', {
  fields: z.object({
    batchId: z.string(),
    projectId: z.string(),
    name: z.string(),
    options: exportOptions,
    status: z.enum(['processing', 'completed', 'cancelled']),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    /** The download: a zip, or a list of links; once it is there. */
    download: z.enum(['zip', 'links']).optional(),
    /** Who packs the download holds it until then (milliseconds since 1970). */
    leaseUntil: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Seconds since 1970: the bucket keeps the files as long. */
    expiresAt: z.number(),
  }),
  key: { partition: ['batchId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'batchId'] },
    byStatus: { index: 'gsi2', partition: ['status'], sort: ['createdAt'] },
  },
  due: true,
});

/** What became of one record; there is none while it waits. */
const Outcomes = entity('outcome', {
  fields: z.object({
    batchId: z.string(),
    /** The record's place, padded so that texts sort as numbers. */
    place: z.string(),
    status: z.enum(['completed', 'failed']),
    /** Names the file, which records of the same data share. */
    file: z.string().optional(),
    fileSize: z.number().optional(),
    errorMessage: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['batchId'], sort: ['place'] },
});

/** What is left of a removed batch until its files and outcomes are gone. */
const Removals = entity('batchremoval', {
  fields: z.object({
    batchId: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
  }),
  key: { partition: [], sort: ['batchId'] },
  due: true,
});

export type StoredBatch = Stored<typeof Batches>;
export type StoredOutcome = Omit<Stored<typeof Outcomes>, 'batchId' | 'expiresAt'>;

const whileProcessing: Guard<StoredBatch> = { where: ({ status }, { eq }) => eq(status, 'processing') };
const onceEnded: Guard<StoredBatch> = { where: ({ status }, { ne }) => ne(status, 'processing') };

export const placeOf = (n: number): string => String(n).padStart(5, '0');

export const findBatch = (batchId: string): Promise<StoredBatch | undefined> => Batches.find({ batchId });

export const earlierBatches = () =>
  earlierItems(Batches.query('byStatus', { status: 'processing' }), 'batchId');

/** All batches of the tenant, newest first; they are kept for some weeks only. */
export const allBatches = (): Promise<StoredBatch[]> => Batches.all('byTime', {}, { order: 'desc' });

/** Batches that began in a stretch of time. */
export const batchesIn = ({ from, before }: JobRange) =>
  Batches.query('byTime').between({ createdAt: from }, { createdAt: before.at, batchId: before.id });

/** Outcomes of the records from `from` up to, but without, `to`. */
export async function outcomesOf(batchId: string, from: number, to: number): Promise<StoredOutcome[]> {
  const { data } = await Outcomes.query('key', { batchId })
    .between({ place: placeOf(from) }, { place: placeOf(to - 1) })
    .go({ pages: 'all', consistent: true });
  return data;
}

export const insertBatch = (batch: StoredBatch) =>
  Batches.insert({ ...batch, ...dueAt('batch', batch.batchId) });

export async function failedOutcomes(batchId: string): Promise<StoredOutcome[]> {
  const { data } = await Outcomes.query('key', { batchId })
    .where((at, op) => op.eq(at.status, 'failed'))
    .go({ pages: 'all', consistent: true });
  return data;
}

/** Notes what became of a record; refused when that is known. */
export const insertOutcome = (batchId: string, outcome: StoredOutcome, expiresAt: number) =>
  Outcomes.insert({ batchId, ...outcome, expiresAt });

/** Forgets that a record failed; refused when that has been done. */
export const deleteOutcome = (batchId: string, place: string) =>
  Outcomes.remove({ batchId, place }, { where: ({ status }, { eq }) => eq(status, 'failed') });

/** Uncounts failures that are forgotten, of a batch that has ended. */
export const uncountFailed = (batchId: string, count: number) =>
  Batches.patch({ batchId }).add({ failed: -count }).params(onceEnded);

/** Lets a batch that has ended go on. */
export const reopenBatch = ({ batchId, createdAt }: StoredBatch, updatedAt: string) =>
  Batches.patch({ batchId })
    .set({ status: 'processing', updatedAt, leaseUntil: 0, ...dueAt('batch', batchId) })
    .remove(['download'])
    .composite({ createdAt })
    .params(onceEnded);

export const deleteBatch = (batchId: string) => Batches.remove({ batchId });

export const insertRemoval = (batchId: string, at: number) =>
  Removals.put({ batchId, at, ...dueAt('batchRemoval', batchId, at) });

/** When a batch was removed of which something may be left (ms since 1970). */
export const removedAt = async (batchId: string): Promise<number | undefined> =>
  (await Removals.find({ batchId }))?.at;

export const earlierRemovals = () => earlierItems(Removals.query('key'), 'batchId');

export const forgetRemoval = (batchId: string): Promise<void> => writeOne(Removals.remove({ batchId }));

export async function removeOutcomes(batchId: string): Promise<void> {
  await Outcomes.removeEvery(await Outcomes.all('key', { batchId }, { attributes: ['batchId', 'place'] }));
}

/** Counts an outcome; with the outcome's own write in one transaction, each counts once. */
export const countOutcome = (batchId: string, status: StoredOutcome['status'], updatedAt: string) =>
  Batches.patch({ batchId })
    .add({ [status === 'completed' ? 'done' : 'failed']: 1 })
    .set({ updatedAt })
    .params(whileProcessing);

/** Takes the packing of a batch whose records all have their outcome, for one caller. */
export const takePacking = (batchId: string, now: number, leaseUntil: number) =>
  Batches.patch({ batchId })
    .set({ leaseUntil })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

export const keepPacking = (batchId: string, leaseUntil: number) =>
  Batches.patch({ batchId }).set({ leaseUntil }).params(whileProcessing);

/** Ends a batch, once. */
export const finishBatch = (
  { batchId, createdAt }: StoredBatch,
  end: Pick<StoredBatch, 'status' | 'updatedAt'> & Partial<Pick<StoredBatch, 'download'>>,
) =>
  Batches.patch({ batchId })
    .set({ ...end, leaseUntil: 0 })
    .remove(notDue)
    .composite({ createdAt })
    .params(whileProcessing);
