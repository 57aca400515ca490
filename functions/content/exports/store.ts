import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems, notDue } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { ExportOptions } from '#shared/model/content.ts';

const Exports = new Entity(
  {
    model: model('export'),
    attributes: {
      tenantId: { type: 'number', required: true },
      exportId: { type: 'string', required: true },
      projectId: { type: 'string', required: true },
      filename: { type: 'string', required: true },
      options: { type: 'any', required: true },
      status: { type: ['processing', 'completed', 'failed'] as const, required: true },
      stage: { type: 'string', required: true },
      progress: { type: 'number', required: true },
      message: { type: 'string', required: true },
      progressAt: { type: 'string', required: true },
      errorMessage: { type: 'string' },
      fileSize: { type: 'number' },
      contentType: { type: 'string' },
      /** A renderer holds the export until then (milliseconds since 1970); past it another may take it. */
      leaseUntil: { type: 'number', required: true },
      /** How many renderers have taken it. */
      attempts: { type: 'number', required: true },
      /** Parts of a video, and how many of them are still to be rendered. */
      partsTotal: { type: 'number' },
      partsLeft: { type: 'number' },
      /** MediaConvert's job that joins the parts. */
      jobId: { type: 'string' },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'exportId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      ofProject: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.gsi1.sk, composite: ['createdAt', 'exportId'] },
      },
      /** By it those that an earlier version began are found: only exports that are not finished are few. */
      byStatus: {
        index: keys.gsi2.index,
        pk: { ...keys.gsi2.pk, composite: ['tenantId', 'status'] },
        sk: { ...keys.gsi2.sk, composite: ['createdAt'] },
      },
    },
  },
  connection,
);

export interface StoredExport {
  exportId: string;
  projectId: string;
  filename: string;
  options: ExportOptions;
  status: 'processing' | 'completed' | 'failed';
  stage: string;
  progress: number;
  message: string;
  progressAt: string;
  errorMessage?: string;
  fileSize?: number;
  contentType?: string;
  leaseUntil: number;
  attempts: number;
  partsTotal?: number;
  partsLeft?: number;
  jobId?: string;
  createdAt: string;
  updatedAt: string;
}

const own = (exportId: string) => ({ tenantId: tenantOf(), exportId });

export async function findExport(exportId: string): Promise<StoredExport | undefined> {
  const { data } = await Exports.get(own(exportId)).go({ consistent: true });
  return data ? ofTenant<StoredExport>(data) : undefined;
}

/** A project's exports, newest first; they are kept 30 days, as the bucket keeps their files. */
export async function exportsOf(projectId: string): Promise<StoredExport[]> {
  const { data } = await Exports.query
    .ofProject({ tenantId: tenantOf(), projectId })
    .go({ order: 'desc', pages: 'all' });
  return data.map(ofTenant<StoredExport>);
}

export const earlierExports = () =>
  earlierItems(Exports.query.byStatus({ tenantId: tenantOf(), status: 'processing' }), 'exportId');

export const insertExport = (item: StoredExport) =>
  Exports.create({ tenantId: tenantOf(), ...item, ...dueAt('export', item.exportId) }).params();

/** Takes the export for one renderer; refused while another holds it or when it is finished. */
export const takeExport = (exportId: string, now: number, leaseUntil: number) =>
  Exports.patch(own(exportId))
    .set({ leaseUntil })
    .add({ attempts: 1 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

/** Writes progress; refused once the export is finished. */
export const noteProgress = (
  exportId: string,
  note: Pick<StoredExport, 'stage' | 'progress' | 'message' | 'progressAt' | 'leaseUntil'>,
) =>
  Exports.patch(own(exportId))
    .set({ ...note, updatedAt: note.progressAt })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();

/** Notes into how many parts a video is divided; refused when it has been divided or has ended. */
export const divideExport = (exportId: string, parts: number) =>
  Exports.patch(own(exportId))
    .set({ partsTotal: parts, partsLeft: parts, leaseUntil: 0 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.notExists(at.partsTotal)}`)
    .params();

/** Counts one part less; with the part's own write in one transaction, each part counts once. */
export const countPart = (exportId: string) =>
  Exports.patch(own(exportId))
    .add({ partsLeft: -1 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.gt(at.partsLeft, 0)}`)
    .params();

/** Takes the joining of a video whose parts are all there, for one caller. */
export const takeJoining = (exportId: string, now: number, leaseUntil: number) =>
  Exports.patch(own(exportId))
    .set({ leaseUntil })
    .where(
      (at, op) =>
        `${op.eq(at.status, 'processing')} AND ${op.eq(at.partsLeft, 0)} AND ${op.notExists(at.jobId)} AND ${op.lt(at.leaseUntil, now)}`,
    )
    .params();

/** Notes the job that joins the parts. */
export const noteJob = (exportId: string, jobId: string) =>
  Exports.patch(own(exportId))
    .set({ jobId, leaseUntil: 0 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.notExists(at.jobId)}`)
    .params();

/** Tells how far the parts or the joining are, without touching the lease; never goes back. */
export const noteVideoProgress = (
  exportId: string,
  note: Pick<StoredExport, 'stage' | 'progress' | 'message' | 'progressAt'>,
) =>
  Exports.patch(own(exportId))
    .set({ ...note, updatedAt: note.progressAt })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lte(at.progress, note.progress)}`)
    .params();

/** Ends an export once: refused when it has ended already. */
export const finishExport = (
  { exportId, createdAt }: StoredExport,
  end: Pick<StoredExport, 'status' | 'stage' | 'progress' | 'message' | 'progressAt'> &
    Partial<Pick<StoredExport, 'errorMessage' | 'fileSize' | 'contentType' | 'filename'>>,
) =>
  Exports.patch(own(exportId))
    .set({ ...end, updatedAt: end.progressAt, leaseUntil: 0 })
    .remove(notDue)
    .composite({ createdAt })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();

export const deleteExport = (exportId: string) => Exports.remove(own(exportId)).params();
