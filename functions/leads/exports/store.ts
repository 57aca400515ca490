import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems, notDue } from '#functions/kernel/due.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { Role } from '#shared/api/contract.ts';
import type { ExportRequest } from '#shared/model/lead-import.ts';

const Exports = new Entity(
  {
    model: model('leadExport'),
    attributes: {
      tenantId: { type: 'number', required: true },
      exportId: { type: 'string', required: true },
      /** What is exported, of how many leads, which columns, and who asked. */
      plan: { type: 'any', required: true },
      status: { type: ['running', 'completed', 'failed'] as const, required: true },
      open: { type: ['yes', 'no'] as const, required: true },
      /** Files of leads that are written, and leads in them. */
      parts: { type: 'number', required: true },
      leads: { type: 'number', required: true },
      cursor: { type: 'string' },
      /** All leads lie in parts. */
      read: { type: 'boolean', required: true },
      fileSize: { type: 'number' },
      error: { type: 'string' },
      beatAt: { type: 'number', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'exportId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byTime: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['createdAt', 'exportId'] },
      },
      byOpen: {
        index: keys.gsi2.index,
        pk: { ...keys.gsi2.pk, composite: ['tenantId', 'open'] },
        sk: { ...keys.gsi2.sk, composite: ['createdAt'] },
      },
    },
  },
  connection,
);

export interface StoredExport {
  exportId: string;
  plan: {
    request: ExportRequest;
    of: number | null;
    customFields: { key: string; label: string }[];
    by: { userId: string; role: Role; username: string };
  };
  status: 'running' | 'completed' | 'failed';
  open: 'yes' | 'no';
  parts: number;
  leads: number;
  cursor?: string;
  read: boolean;
  fileSize?: number;
  error?: string;
  beatAt: number;
  createdAt: string;
  updatedAt: string;
  expiresAt: number;
}

const own = (exportId: string) => ({ tenantId: tenantOf(), exportId });

export async function findExport(exportId: string): Promise<StoredExport | undefined> {
  const { data } = await Exports.get(own(exportId)).go({ consistent: true });
  return data ? ofTenant<StoredExport>(data) : undefined;
}

export async function exportsPage(limit: number, cursor?: string) {
  const query = Exports.query.byTime({ tenantId: tenantOf() });
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { exports: page.data.map(ofTenant<StoredExport>), nextCursor: page.cursor };
}

export const earlierExports = () =>
  earlierItems(Exports.query.byOpen({ tenantId: tenantOf(), open: 'yes' }), 'exportId');

export const insertExport = (item: StoredExport) =>
  Exports.create({ tenantId: tenantOf(), ...item, ...dueAt('leadExport', item.exportId) }).params();

/** Changes an export that is running and has as many parts as was read; refused otherwise. */
export const noteExport = (
  { exportId, createdAt, parts }: StoredExport,
  change: Partial<Omit<StoredExport, 'exportId' | 'plan' | 'createdAt' | 'expiresAt'>>,
) =>
  Exports.patch(own(exportId))
    .set(change)
    .remove(change.open === 'no' ? notDue : [])
    .composite({ createdAt })
    .where((at, { eq }) => `${eq(at.status, 'running')} AND ${eq(at.parts, parts)}`)
    .params();
