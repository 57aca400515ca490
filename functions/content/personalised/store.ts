import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems, notDue } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { ExportOptions } from '#shared/model/content.ts';

/** A batch of personalised videos. Its chunks are parts as of a video (exports/video/store.ts), of records. */
const Batches = new Entity(
  {
    model: model('batch'),
    attributes: {
      tenantId: { type: 'number', required: true },
      batchId: { type: 'string', required: true },
      projectId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      options: { type: 'any', required: true },
      status: { type: ['processing', 'completed', 'cancelled'] as const, required: true },
      total: { type: 'number', required: true },
      done: { type: 'number', required: true },
      failed: { type: 'number', required: true },
      /** The download: a zip, or a list of links; once it is there. */
      download: { type: ['zip', 'links'] as const },
      /** Who packs the download holds it until then (milliseconds since 1970). */
      leaseUntil: { type: 'number', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      /** Seconds since 1970: the bucket keeps the files as long. */
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'batchId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byTime: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['createdAt', 'batchId'] },
      },
      byStatus: {
        index: keys.gsi2.index,
        pk: { ...keys.gsi2.pk, composite: ['tenantId', 'status'] },
        sk: { ...keys.gsi2.sk, composite: ['createdAt'] },
      },
    },
  },
  connection,
);

/** What became of one record; there is none while it waits. */
const Outcomes = new Entity(
  {
    model: model('outcome'),
    attributes: {
      tenantId: { type: 'number', required: true },
      batchId: { type: 'string', required: true },
      /** The record's place, padded so that texts sort as numbers. */
      place: { type: 'string', required: true },
      status: { type: ['completed', 'failed'] as const, required: true },
      /** Names the file, which records of the same data share. */
      file: { type: 'string' },
      fileSize: { type: 'number' },
      errorMessage: { type: 'string' },
      expiresAt: { type: 'number' },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'batchId'] },
        sk: { ...keys.primary.sk, composite: ['place'] },
      },
    },
  },
  connection,
);

/** What is left of a removed batch until its files and outcomes are gone. */
const Removals = new Entity(
  {
    model: model('batchremoval'),
    attributes: {
      tenantId: { type: 'number', required: true },
      batchId: { type: 'string', required: true },
      /** Milliseconds since 1970. */
      at: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      all: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['batchId'] },
      },
    },
  },
  connection,
);

export interface StoredBatch {
  batchId: string;
  projectId: string;
  name: string;
  options: ExportOptions;
  status: 'processing' | 'completed' | 'cancelled';
  total: number;
  done: number;
  failed: number;
  download?: 'zip' | 'links';
  leaseUntil: number;
  createdAt: string;
  updatedAt: string;
  expiresAt: number;
}

export interface StoredOutcome {
  place: string;
  status: 'completed' | 'failed';
  file?: string;
  fileSize?: number;
  errorMessage?: string;
}

export const placeOf = (n: number): string => String(n).padStart(5, '0');
const own = (batchId: string) => ({ tenantId: tenantOf(), batchId });

export async function findBatch(batchId: string): Promise<StoredBatch | undefined> {
  const { data } = await Batches.get(own(batchId)).go({ consistent: true });
  return data ? ofTenant<StoredBatch>(data) : undefined;
}

export const earlierBatches = () =>
  earlierItems(Batches.query.byStatus({ tenantId: tenantOf(), status: 'processing' }), 'batchId');

/** All batches of the tenant, newest first; they are kept for some weeks only. */
export async function allBatches(): Promise<StoredBatch[]> {
  const { data } = await Batches.query.byTime({ tenantId: tenantOf() }).go({ order: 'desc', pages: 'all' });
  return data.map(ofTenant<StoredBatch>);
}

/** Outcomes of the records from `from` up to, but without, `to`. */
export async function outcomesOf(batchId: string, from: number, to: number): Promise<StoredOutcome[]> {
  const { data } = await Outcomes.query
    .one(own(batchId))
    .between({ place: placeOf(from) }, { place: placeOf(to - 1) })
    .go({ pages: 'all', consistent: true });
  return data.map(ofTenant<StoredOutcome>);
}

export const insertBatch = (batch: StoredBatch) =>
  Batches.create({ tenantId: tenantOf(), ...batch, ...dueAt('batch', batch.batchId) }).params();

export async function failedOutcomes(batchId: string): Promise<StoredOutcome[]> {
  const { data } = await Outcomes.query
    .one(own(batchId))
    .where((at, op) => op.eq(at.status, 'failed'))
    .go({ pages: 'all', consistent: true });
  return data.map(ofTenant<StoredOutcome>);
}

/** Notes what became of a record; refused when that is known. */
export const insertOutcome = (batchId: string, outcome: StoredOutcome, expiresAt: number) =>
  Outcomes.create({ ...own(batchId), ...outcome, expiresAt }).params();

/** Forgets that a record failed; refused when that has been done. */
export const deleteOutcome = (batchId: string, place: string) =>
  Outcomes.delete({ ...own(batchId), place })
    .where((at, op) => op.eq(at.status, 'failed'))
    .params();

/** Uncounts failures that are forgotten, of a batch that has ended. */
export const uncountFailed = (batchId: string, count: number) =>
  Batches.patch(own(batchId))
    .add({ failed: -count })
    .where((at, op) => op.ne(at.status, 'processing'))
    .params();

/** Lets a batch that has ended go on. */
export const reopenBatch = ({ batchId, createdAt }: StoredBatch, updatedAt: string) =>
  Batches.patch(own(batchId))
    .set({ status: 'processing', updatedAt, leaseUntil: 0, ...dueAt('batch', batchId) })
    .remove(['download'])
    .composite({ createdAt })
    .where((at, op) => op.ne(at.status, 'processing'))
    .params();

export const deleteBatch = (batchId: string) => Batches.delete(own(batchId)).params();
export const insertRemoval = (batchId: string, at: number) =>
  Removals.upsert({ ...own(batchId), at, ...dueAt('batchRemoval', batchId, at) }).params();

/** When a batch was removed of which something may be left (ms since 1970). */
export async function removedAt(batchId: string): Promise<number | undefined> {
  const { data } = await Removals.get(own(batchId)).go({ consistent: true });
  return data?.at;
}

export const earlierRemovals = () => earlierItems(Removals.query.all({ tenantId: tenantOf() }), 'batchId');

export const forgetRemoval = (batchId: string) => Removals.delete(own(batchId)).go();

export async function removeOutcomes(batchId: string): Promise<void> {
  const { data } = await Outcomes.query
    .one(own(batchId))
    .go({ pages: 'all', consistent: true, attributes: ['batchId', 'place'] });
  for (let start = 0; start < data.length; start += 25)
    await Outcomes.delete(
      data.slice(start, start + 25).map(({ place }) => ({ ...own(batchId), place })),
    ).go();
}

/** Counts an outcome; with the outcome's own write in one transaction, each counts once. */
export const countOutcome = (batchId: string, status: StoredOutcome['status'], updatedAt: string) =>
  Batches.patch(own(batchId))
    .add({ [status === 'completed' ? 'done' : 'failed']: 1 })
    .set({ updatedAt })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();

/** Takes the packing of a batch whose records all have their outcome, for one caller. */
export const takePacking = (batchId: string, now: number, leaseUntil: number) =>
  Batches.patch(own(batchId))
    .set({ leaseUntil })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

export const keepPacking = (batchId: string, leaseUntil: number) =>
  Batches.patch(own(batchId))
    .set({ leaseUntil })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();

/** Ends a batch, once. */
export const finishBatch = (
  { batchId, createdAt }: StoredBatch,
  end: Pick<StoredBatch, 'status' | 'updatedAt'> & Partial<Pick<StoredBatch, 'download'>>,
) =>
  Batches.patch(own(batchId))
    .set({ ...end, leaseUntil: 0 })
    .remove(notDue)
    .composite({ createdAt })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();
