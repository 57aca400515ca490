import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
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
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
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
      /** What the sweeper looks through: only exports that are not finished are few. */
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

export async function unfinishedExports(): Promise<StoredExport[]> {
  const { data } = await Exports.query
    .byStatus({ tenantId: tenantOf(), status: 'processing' })
    .go({ pages: 'all' });
  return data.map(ofTenant<StoredExport>);
}

export const insertExport = (item: StoredExport) =>
  Exports.create({ tenantId: tenantOf(), ...item }).params();

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

/** Ends an export once: refused when it has ended already. */
export const finishExport = (
  { exportId, createdAt }: StoredExport,
  end: Pick<StoredExport, 'status' | 'stage' | 'progress' | 'message' | 'progressAt'> &
    Partial<Pick<StoredExport, 'errorMessage' | 'fileSize' | 'contentType' | 'filename'>>,
) =>
  Exports.patch(own(exportId))
    .set({ ...end, updatedAt: end.progressAt, leaseUntil: 0 })
    .composite({ createdAt })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();

export const deleteExport = (exportId: string) => Exports.remove(own(exportId)).params();
