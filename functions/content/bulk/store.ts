import { z } from 'zod';
import { dueAt, earlierItems, notDue } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { Guard } from '#functions/kernel/entity-types.ts';
import type { JobRange } from '#functions/kernel/job-list.ts';
import { exportOptions } from '#shared/model/content.ts';

export interface Failure {
  projectId: string;
  reason: string;
}

const BulkExports = entity('bulkexport', {
  fields: z.object({
    bulkId: z.string(),
    projectIds: z.array(z.string()),
    options: exportOptions,
    status: z.enum(['processing', 'completed', 'failed']),
    /** Whether each project's export has been asked for: one that is missing later was removed. */
    begun: z.boolean(),
    progress: z.number(),
    message: z.string(),
    failures: z.custom<Failure[]>(),
    fileSize: z.number().optional(),
    /** When a worker looked at it last (milliseconds since 1970). */
    lookedAt: z.number(),
    /** A worker packs it until then; past it another may. */
    leaseUntil: z.number(),
    attempts: z.number(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Seconds since 1970: the bucket keeps the files as long. */
    expiresAt: z.number(),
  }),
  key: { partition: ['bulkId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'bulkId'] },
    byStatus: { index: 'gsi2', partition: ['status'], sort: ['createdAt'] },
  },
  due: true,
});
export type StoredBulk = Stored<typeof BulkExports>;

const whileProcessing: Guard<StoredBulk> = { where: ({ status }, { eq }) => eq(status, 'processing') };

export const findBulk = (bulkId: string): Promise<StoredBulk | undefined> => BulkExports.find({ bulkId });

export async function latestBulks(limit: number): Promise<StoredBulk[]> {
  return (await BulkExports.query('byTime').go({ order: 'desc', limit })).data;
}

/** Bulk exports that began in a stretch of time. */
export const bulksIn = ({ from, before }: JobRange) =>
  BulkExports.query('byTime').between({ createdAt: from }, { createdAt: before.at, bulkId: before.id });

export const earlierBulks = () =>
  earlierItems(BulkExports.query('byStatus', { status: 'processing' }), 'bulkId');

export const insertBulk = (item: StoredBulk) =>
  BulkExports.insert({ ...item, ...dueAt('bulk', item.bulkId) });

/** Tells how far it is; refused once it has ended. */
export const noteBulk = (
  bulkId: string,
  note: Partial<Pick<StoredBulk, 'begun' | 'progress' | 'message' | 'lookedAt' | 'leaseUntil' | 'updatedAt'>>,
) => BulkExports.patch({ bulkId }).set(note).params(whileProcessing);

/** Takes the packing for one worker; refused while another is at it or when it has ended. */
export const takePacking = (bulkId: string, now: number, leaseUntil: number) =>
  BulkExports.patch({ bulkId })
    .set({ leaseUntil, lookedAt: now })
    .add({ attempts: 1 })
    .where((at, op) => `${op.eq(at.status, 'processing')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

/** Ends it, once. */
export const finishBulk = (
  { bulkId, createdAt }: StoredBulk,
  end: Pick<StoredBulk, 'status' | 'progress' | 'message' | 'failures' | 'updatedAt'> &
    Partial<Pick<StoredBulk, 'fileSize'>>,
) =>
  BulkExports.patch({ bulkId })
    .set({ ...end, leaseUntil: 0 })
    .remove(notDue)
    .composite({ createdAt })
    .params(whileProcessing);
