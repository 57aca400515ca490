import { z } from 'zod';
import { dueAt, earlierItems, notDue } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { JobRange } from '#functions/kernel/job-list.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
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

const Imports = entity('leadImport', {
  fields: z.object({
    importId: z.string(),
    /** What never changes: file, mapping, options, settings of the time, who began it. */
    plan: z.custom<Plan>(),
    status: z.enum(importStatuses),
    /** 'yes' while a worker has to do with it. */
    open: z.enum(['yes', 'no']),
    /** How far the first look has come: place in the file, row there, rows that hold something, chunks. */
    checked: z.custom<Checked>(),
    error: z.string().nullable(),
    kept: z.number().optional(),
    hasRejected: z.boolean(),
    /** When a worker was at it last (milliseconds since 1970). */
    beatAt: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    expiresAt: z.number(),
  }),
  key: { partition: ['importId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'importId'] },
    byOpen: { index: 'gsi2', partition: ['open'], sort: ['createdAt'] },
  },
  due: true,
});
export type StoredImport = Stored<typeof Imports>;

export const findImport = (importId: string) => Imports.find({ importId });

export async function importsPage(limit: number, cursor?: string) {
  const query = Imports.query('byTime');
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { imports: page.data, nextCursor: page.cursor };
}

/** Imports that began in a stretch of time. */
export const importsIn = ({ from, before }: JobRange) =>
  Imports.query('byTime').between({ createdAt: from }, { createdAt: before.at, importId: before.id });

export const earlierImports = () => earlierItems(Imports.query('byOpen', { open: 'yes' }), 'importId');

export const insertImport = (item: StoredImport) =>
  Imports.insert({ ...item, ...dueAt('leadImport', item.importId) });

type Change = Partial<
  Pick<StoredImport, 'status' | 'open' | 'checked' | 'error' | 'kept' | 'hasRejected' | 'beatAt'>
>;

/** Changes an import that is still in one of some states; refused otherwise. */
export const noteImport = (
  { importId, createdAt }: Pick<StoredImport, 'importId' | 'createdAt'>,
  from: readonly ImportStatus[],
  change: Change & { updatedAt: string },
) =>
  Imports.patch({ importId })
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
  Imports.patch({ importId })
    .set({ checked, updatedAt: at, beatAt })
    .where(
      ({ status, checked: stored }, { eq }) =>
        `${eq(status, 'checking')} AND ${eq(stored.offset, before.offset)}`,
    )
    .params();

/** How many rows came to which end, in several items: two transactions cannot write one at the same instant. */
const Tallies = entity('leadImportTally', {
  fields: z.object({
    importId: z.string(),
    shard: z.number(),
    created: z.number().default(0),
    updated: z.number().default(0),
    skipped: z.number().default(0),
    failed: z.number().default(0),
    /** By an undo. */
    removed: z.number().default(0),
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['importId'], sort: ['shard'] },
});

export type Tally = Omit<Stored<typeof Tallies>, 'importId' | 'shard' | 'expiresAt'>;
export const noTally = (): Tally => ({ created: 0, updated: 0, skipped: 0, failed: 0, removed: 0 });
const shards = 16;

export const addTally = (importId: string, n: number, tally: Tally, expiresAt: number) =>
  Tallies.update({ importId, shard: n % shards })
    .add(tally)
    .set({ expiresAt })
    .params();

export async function tallyOf(importId: string): Promise<Tally> {
  const sum = noTally();
  for (const item of await Tallies.all('key', { importId }))
    for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += item[name];
  return sum;
}
