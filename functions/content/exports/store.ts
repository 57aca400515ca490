import { z } from 'zod';
import { dueAt, earlierItems, notDue } from '#functions/kernel/due.ts';
import { entity, ifThere, type Stored } from '#functions/kernel/entity.ts';
import type { Guard } from '#functions/kernel/entity-types.ts';
import { exportOptions } from '#shared/model/content.ts';

const Exports = entity('export', {
  fields: z.object({
    exportId: z.string(),
    projectId: z.string(),
    filename: z.string(),
    options: exportOptions,
    status: z.enum(['processing', 'completed', 'failed']),
    stage: z.string(),
    progress: z.number(),
    message: z.string(),
    progressAt: z.string(),
    errorMessage: z.string().optional(),
    fileSize: z.number().optional(),
    contentType: z.string().optional(),
    /** A renderer holds the export until then (milliseconds since 1970); past it another may take it. */
    leaseUntil: z.number(),
    /** How many renderers have taken it. */
    attempts: z.number(),
    /** Parts of a video, and how many of them are still to be rendered. */
    partsTotal: z.number().optional(),
    partsLeft: z.number().optional(),
    /** MediaConvert's job that joins the parts. */
    jobId: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  key: { partition: ['exportId'], sort: [] },
  indexes: {
    ofProject: { index: 'gsi1', partition: ['projectId'], sort: ['createdAt', 'exportId'] },
    /** By it those that an earlier version began are found: only exports that are not finished are few. */
    byStatus: { index: 'gsi2', partition: ['status'], sort: ['createdAt'] },
  },
  due: true,
});
export type StoredExport = Stored<typeof Exports>;

const whileProcessing: Guard<StoredExport> = { where: ({ status }, { eq }) => eq(status, 'processing') };

export const findExport = (exportId: string): Promise<StoredExport | undefined> => Exports.find({ exportId });

/** A project's exports, newest first; they are kept 30 days, as the bucket keeps their files. */
export const exportsOf = (projectId: string): Promise<StoredExport[]> =>
  Exports.all('ofProject', { projectId }, { order: 'desc' });

export const earlierExports = () =>
  earlierItems(Exports.query('byStatus', { status: 'processing' }), 'exportId');

export const insertExport = (item: StoredExport) =>
  Exports.insert({ ...item, ...dueAt('export', item.exportId) });

/** Takes the export for one renderer; refused while another holds it or when it is finished. */
export const takeExport = (exportId: string, now: number, leaseUntil: number) =>
  Exports.patch({ exportId })
    .set({ leaseUntil })
    .add({ attempts: 1 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

/** Writes progress; refused once the export is finished. */
export const noteProgress = (
  exportId: string,
  note: Pick<StoredExport, 'stage' | 'progress' | 'message' | 'progressAt' | 'leaseUntil'>,
) =>
  Exports.patch({ exportId })
    .set({ ...note, updatedAt: note.progressAt })
    .params(whileProcessing);

/** Notes into how many parts a video is divided; refused when it has been divided or has ended. */
export const divideExport = (exportId: string, parts: number) =>
  Exports.patch({ exportId })
    .set({ partsTotal: parts, partsLeft: parts, leaseUntil: 0 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.notExists(at.partsTotal)}`)
    .params();

/** Counts one part less; with the part's own write in one transaction, each part counts once. */
export const countPart = (exportId: string) =>
  Exports.patch({ exportId })
    .add({ partsLeft: -1 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.gt(at.partsLeft, 0)}`)
    .params();

/** Takes the joining of a video whose parts are all there, for one caller. */
export const takeJoining = (exportId: string, now: number, leaseUntil: number) =>
  Exports.patch({ exportId })
    .set({ leaseUntil })
    .where(
      (at, op) =>
        `${op.eq(at.status, 'processing')} AND ${op.eq(at.partsLeft, 0)} AND ${op.notExists(at.jobId)} AND ${op.lt(at.leaseUntil, now)}`,
    )
    .params();

/** Notes the job that joins the parts. */
export const noteJob = (exportId: string, jobId: string) =>
  Exports.patch({ exportId })
    .set({ jobId, leaseUntil: 0 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.notExists(at.jobId)}`)
    .params();

/** Tells how far the parts or the joining are, without touching the lease; never goes back. */
export const noteVideoProgress = (
  exportId: string,
  note: Pick<StoredExport, 'stage' | 'progress' | 'message' | 'progressAt'>,
) =>
  Exports.patch({ exportId })
    .set({ ...note, updatedAt: note.progressAt })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lte(at.progress, note.progress)}`)
    .params();

/** Ends an export once: refused when it has ended already. */
export const finishExport = (
  { exportId, createdAt }: StoredExport,
  end: Pick<StoredExport, 'status' | 'stage' | 'progress' | 'message' | 'progressAt'> &
    Partial<Pick<StoredExport, 'errorMessage' | 'fileSize' | 'contentType' | 'filename'>>,
) =>
  Exports.patch({ exportId })
    .set({ ...end, updatedAt: end.progressAt, leaseUntil: 0 })
    .remove(notDue)
    .composite({ createdAt })
    .params(whileProcessing);

export const deleteExport = (exportId: string) => Exports.remove({ exportId }, ifThere());
