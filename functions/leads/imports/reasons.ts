import { createHash } from 'node:crypto';
import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { reasonGroup } from '#shared/model/import-reasons.ts';
import type { ImportReason } from '#shared/model/lead-import.ts';
import { beginning } from '#shared/model/text.ts';
import { type Failure, failuresOf, openChunks, refusedChunks, type StoredChunk } from './chunk-store.ts';
import type { StoredImport } from './store.ts';

/*
 * Why rows did not come in, counted by reason. A chunk's are added in the transaction that ends it, so none is ever
 * counted twice, and the page can tell them while the import runs.
 */

type Example = ImportReason['examples'][number];

const examplesOfEach = 3;
/** Columns of a row that is shown, and characters of each. */
const shown = { columns: 6, characters: 60 };
/** Reasons that one chunk counts by themselves; the others are one. */
const mostOfChunk = 40;
const others = 'Other reasons';
/** Items of one reason: two transactions cannot write one at the same instant. */
const shards = 16;
/** Chunks that are looked into where no transaction has counted them. */
const mostChunks = 200;

const Reasons = entity('leadImportReason', {
  fields: z.object({
    importId: z.string(),
    key: z.string(),
    shard: z.number(),
    reason: z.string(),
    count: z.number().default(0),
    examples: z.custom<Example[]>(),
    expiresAt: z.number(),
  }),
  key: { partition: ['importId'], sort: ['key', 'shard'] },
});

const keyOf = (group: string): string =>
  createHash('sha256').update(group).digest('base64url').slice(0, 16).replace(/[-_]/g, 'x');

/** What a call names a refused row's reason by. */
export const reasonKey = (reason: string): string => keyOf(reasonGroup(reason));

type ValuesOf = (row: number) => readonly string[];

function groupsOf(failures: readonly Failure[], valuesOf: ValuesOf): Omit<ImportReason, 'key'>[] {
  const groups = new Map<string, Omit<ImportReason, 'key'>>();
  for (const [row, reason] of failures) {
    const own = reasonGroup(reason);
    const name = groups.has(own) || groups.size < mostOfChunk ? own : others;
    const group = groups.get(name) ?? { reason: name, rows: 0, examples: [] };
    groups.set(name, group);
    group.rows++;
    if (group.examples.length < examplesOfEach)
      group.examples.push({
        row,
        reason: beginning(reason, 200),
        values: valuesOf(row)
          .slice(0, shown.columns)
          .map((value) => beginning(value, shown.characters)),
      });
  }
  return [...groups.values()];
}

/** Counts the reasons of a chunk that ends. */
export const addReasons = ({ importId, n, failures, expiresAt }: StoredChunk, valuesOf: ValuesOf): object[] =>
  groupsOf(failures, valuesOf).map(({ reason, rows, examples }) =>
    Reasons.update({ importId, key: keyOf(reason), shard: n % shards })
      .add({ count: rows })
      .set({ reason, examples, expiresAt })
      .params(),
  );

/** Why rows did not come in, the most frequent first. Chunks that are being worked count when they end. */
export async function reasonsOf({ importId, status }: StoredImport): Promise<ImportReason[]> {
  const counted = (await Reasons.all('key', { importId })).map(({ count, ...rest }) => ({
    ...rest,
    rows: count,
  }));
  const uncounted: Failure[][] = [];
  // One that was stopped keeps what it had begun, and one that did not begin what it found in its first look.
  if (status === 'cancelled')
    uncounted.push(...(await openChunks(importId, mostChunks)).map(({ failures }) => failures));
  if (status === 'failed' && counted.length === 0)
    for await (const chunk of refusedChunks(importId))
      if (uncounted.push(failuresOf(chunk)) >= mostChunks) break;
  const begun = uncounted.flatMap((failures) => groupsOf(failures, () => []));
  const parts = [...counted, ...begun];
  const sums = new Map<string, ImportReason>();
  for (const { reason, rows, examples } of parts) {
    const key = keyOf(reason);
    const sum = sums.get(key) ?? { key, reason, rows: 0, examples: [] };
    sum.rows += rows;
    sum.examples = [...sum.examples, ...examples].sort((a, b) => a.row - b.row).slice(0, examplesOfEach);
    sums.set(key, sum);
  }
  return [...sums.values()].sort((a, b) => b.rows - a.rows);
}

export type StoredReason = Stored<typeof Reasons>;

export const storedReasons = (importId: string): Promise<StoredReason[]> => Reasons.all('key', { importId });

/** The write of other words for a reason and its examples. */
export const exampleWrite = (
  { importId, key, shard }: StoredReason,
  reason: string,
  examples: Example[],
): object => Reasons.patch({ importId, key, shard }).set({ reason, examples }).params();
