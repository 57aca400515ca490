import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems, notDue } from '#functions/kernel/due.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { Role } from '#shared/api/contract.ts';
import type { LeadSettings } from '#shared/model/lead.ts';
import {
  type Delimiter,
  type ImportMapping,
  type ImportOptions,
  type ImportStatus,
  importStatuses,
} from '#shared/model/lead-import.ts';
import type { Encoding } from './encoding.ts';

const Imports = new Entity(
  {
    model: model('leadImport'),
    attributes: {
      tenantId: { type: 'number', required: true },
      importId: { type: 'string', required: true },
      /** What never changes: file, mapping, options, settings of the time, who began it. */
      plan: { type: 'any', required: true },
      status: { type: [...importStatuses], required: true },
      /** 'yes' while a worker has to do with it. */
      open: { type: ['yes', 'no'] as const, required: true },
      /** How far the first look has come: place in the file, row there, rows that hold something, chunks. */
      checked: { type: 'any', required: true },
      error: { type: 'string' },
      kept: { type: 'number' },
      hasRejected: { type: 'boolean', required: true },
      /** When a worker was at it last (milliseconds since 1970). */
      beatAt: { type: 'number', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'importId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byTime: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['createdAt', 'importId'] },
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

export interface Plan {
  file: string;
  filename: string;
  fileSize: number;
  encoding: Encoding;
  delimiter: Delimiter;
  headers: string[];
  /** Where the first row below the head begins. */
  dataStart: number;
  /** Its number as a spreadsheet counts. */
  firstRow: number;
  mapping: ImportMapping;
  options: ImportOptions;
  settings: LeadSettings;
  by: { userId: string; role: Role; username: string };
}

export interface Checked {
  offset: number;
  row: number;
  rows: number;
  invalid: number;
  chunks: number;
}

export interface StoredImport {
  importId: string;
  plan: Plan;
  status: ImportStatus;
  open: 'yes' | 'no';
  checked: Checked;
  error?: string;
  kept?: number;
  hasRejected: boolean;
  beatAt: number;
  createdAt: string;
  updatedAt: string;
  expiresAt: number;
}

const own = (importId: string) => ({ tenantId: tenantOf(), importId });

export async function findImport(importId: string): Promise<StoredImport | undefined> {
  const { data } = await Imports.get(own(importId)).go({ consistent: true });
  return data ? ofTenant<StoredImport>(data) : undefined;
}

export async function importsPage(limit: number, cursor?: string) {
  const query = Imports.query.byTime({ tenantId: tenantOf() });
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { imports: page.data.map(ofTenant<StoredImport>), nextCursor: page.cursor };
}

export const earlierImports = () =>
  earlierItems(Imports.query.byOpen({ tenantId: tenantOf(), open: 'yes' }), 'importId');

export const insertImport = (item: StoredImport) =>
  Imports.create({ tenantId: tenantOf(), ...item, ...dueAt('leadImport', item.importId) }).params();

type Change = Partial<
  Pick<StoredImport, 'status' | 'open' | 'checked' | 'error' | 'kept' | 'hasRejected' | 'beatAt'>
>;

/** Changes an import that is still in one of some states; refused otherwise. */
export const noteImport = (
  { importId, createdAt }: Pick<StoredImport, 'importId' | 'createdAt'>,
  from: readonly ImportStatus[],
  change: Change & { updatedAt: string },
) =>
  Imports.patch(own(importId))
    .set({ ...change, ...(change.open === 'yes' ? dueAt('leadImport', importId) : {}) })
    .remove(change.open === 'no' ? notDue : [])
    .composite({ createdAt })
    .where(({ status }, { eq }) => from.map((one) => eq(status, one)).join(' OR '))
    .params();

/** Notes that the first look has come on; refused when another worker was there already. */
export const noteChecked = (
  importId: string,
  before: Checked,
  checked: Checked,
  at: string,
  beatAt: number,
) =>
  Imports.patch(own(importId))
    .set({ checked, updatedAt: at, beatAt })
    .where(
      ({ status, checked: stored }, { eq }) =>
        `${eq(status, 'checking')} AND ${eq((stored as unknown as { offset: never }).offset, before.offset as never)}`,
    )
    .params();

/** How many rows came to which end, in several items: two transactions cannot write one at the same instant. */
const Tallies = new Entity(
  {
    model: model('leadImportTally'),
    attributes: {
      tenantId: { type: 'number', required: true },
      importId: { type: 'string', required: true },
      shard: { type: 'number', required: true },
      created: { type: 'number' },
      updated: { type: 'number' },
      skipped: { type: 'number' },
      failed: { type: 'number' },
      removed: { type: 'number' },
      expiresAt: { type: 'number' },
    },
    indexes: {
      ofImport: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'importId'] },
        sk: { ...keys.primary.sk, composite: ['shard'] },
      },
    },
  },
  connection,
);

export interface Tally {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** By an undo. */
  removed: number;
}
export const noTally = (): Tally => ({ created: 0, updated: 0, skipped: 0, failed: 0, removed: 0 });
const shards = 16;

export const addTally = (importId: string, n: number, tally: Tally, expiresAt: number) =>
  Tallies.update({ ...own(importId), shard: n % shards })
    .add(tally)
    .set({ expiresAt })
    .params();

export async function tallyOf(importId: string): Promise<Tally> {
  const { data } = await Tallies.query.ofImport(own(importId)).go({ consistent: true, pages: 'all' });
  const sum = noTally();
  for (const item of data)
    for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += item[name] ?? 0;
  return sum;
}
