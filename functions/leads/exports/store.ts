import { z } from 'zod';
import { dueAt, earlierItems, notDue } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { JobRange } from '#functions/kernel/job-list.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import type { Role } from '#shared/api/contract.ts';
import type { ExportRequest } from '#shared/model/lead-import.ts';

interface Plan {
  request: ExportRequest;
  of: number | null;
  customFields: { key: string; label: string }[];
  by: { userId: string; role: Role; username: string };
}

const Exports = entity('leadExport', {
  fields: z.object({
    exportId: z.string(),
    /** What is exported, of how many leads, which columns, and who asked. */
    plan: z.custom<Plan>(),
    status: z.enum(['running', 'completed', 'failed']),
    open: z.enum(['yes', 'no']),
    /** Files of leads that are written, and leads in them. */
    parts: z.number(),
    leads: z.number(),
    cursor: z.string().optional(),
    /** All leads lie in parts. */
    read: z.boolean(),
    fileSize: z.number().nullable(),
    error: z.string().nullable(),
    beatAt: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    expiresAt: z.number(),
  }),
  key: { partition: ['exportId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'exportId'] },
    byOpen: { index: 'gsi2', partition: ['open'], sort: ['createdAt'] },
  },
  due: true,
});
export type StoredExport = Stored<typeof Exports>;

export const findExport = (exportId: string) => Exports.find({ exportId });

export async function exportsPage(limit: number, cursor?: string) {
  const query = Exports.query('byTime');
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { exports: page.data, nextCursor: page.cursor };
}

/** Exports that began in a stretch of time. */
export const exportsIn = ({ from, before }: JobRange) =>
  Exports.query('byTime').between({ createdAt: from }, { createdAt: before.at, exportId: before.id });

export const earlierExports = () => earlierItems(Exports.query('byOpen', { open: 'yes' }), 'exportId');

export const insertExport = (item: StoredExport) =>
  Exports.insert({ ...item, ...dueAt('leadExport', item.exportId) });

/** Changes an export that is running and has as many parts as was read; refused otherwise. */
export const noteExport = (
  { exportId, createdAt, parts }: StoredExport,
  change: Partial<Omit<StoredExport, 'exportId' | 'plan' | 'createdAt' | 'expiresAt'>>,
) =>
  Exports.patch({ exportId })
    .set(change)
    .remove(change.open === 'no' ? notDue : [])
    .composite({ createdAt })
    .where((at, { eq }) => `${eq(at.status, 'running')} AND ${eq(at.parts, parts)}`)
    .params();
