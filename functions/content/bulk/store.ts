import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems, notDue } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { ExportOptions } from '#shared/model/content.ts';

const BulkExports = new Entity(
  {
    model: model('bulkexport'),
    attributes: {
      tenantId: { type: 'number', required: true },
      bulkId: { type: 'string', required: true },
      projectIds: { type: 'list', items: { type: 'string' }, required: true },
      options: { type: 'any', required: true },
      status: { type: ['processing', 'completed', 'failed'] as const, required: true },
      /** Whether each project's export has been asked for: one that is missing later was removed. */
      begun: { type: 'boolean', required: true },
      progress: { type: 'number', required: true },
      message: { type: 'string', required: true },
      failures: { type: 'any', required: true },
      fileSize: { type: 'number' },
      /** When a worker looked at it last (milliseconds since 1970). */
      lookedAt: { type: 'number', required: true },
      /** A worker packs it until then; past it another may. */
      leaseUntil: { type: 'number', required: true },
      attempts: { type: 'number', required: true },
      createdBy: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      /** Seconds since 1970: the bucket keeps the files as long. */
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'bulkId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byTime: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['createdAt', 'bulkId'] },
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

export interface Failure {
  projectId: string;
  reason: string;
}

export interface StoredBulk {
  bulkId: string;
  projectIds: string[];
  options: ExportOptions;
  status: 'processing' | 'completed' | 'failed';
  begun: boolean;
  progress: number;
  message: string;
  failures: Failure[];
  fileSize?: number;
  lookedAt: number;
  leaseUntil: number;
  attempts: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: number;
}

const own = (bulkId: string) => ({ tenantId: tenantOf(), bulkId });

export async function findBulk(bulkId: string): Promise<StoredBulk | undefined> {
  const { data } = await BulkExports.get(own(bulkId)).go({ consistent: true });
  return data ? ofTenant<StoredBulk>(data) : undefined;
}

export async function latestBulks(limit: number): Promise<StoredBulk[]> {
  const { data } = await BulkExports.query.byTime({ tenantId: tenantOf() }).go({ order: 'desc', limit });
  return data.map(ofTenant<StoredBulk>);
}

export const earlierBulks = () =>
  earlierItems(BulkExports.query.byStatus({ tenantId: tenantOf(), status: 'processing' }), 'bulkId');

export const insertBulk = (item: StoredBulk) =>
  BulkExports.create({ tenantId: tenantOf(), ...item, ...dueAt('bulk', item.bulkId) }).params();

/** Tells how far it is; refused once it has ended. */
export const noteBulk = (
  bulkId: string,
  note: Partial<Pick<StoredBulk, 'begun' | 'progress' | 'message' | 'lookedAt' | 'leaseUntil' | 'updatedAt'>>,
) =>
  BulkExports.patch(own(bulkId))
    .set(note)
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();

/** Takes the packing for one worker; refused while another is at it or when it has ended. */
export const takePacking = (bulkId: string, now: number, leaseUntil: number) =>
  BulkExports.patch(own(bulkId))
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
  BulkExports.patch(own(bulkId))
    .set({ ...end, leaseUntil: 0 })
    .remove(notDue)
    .composite({ createdAt })
    .where((at, op) => op.eq(at.status, 'processing'))
    .params();
