import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client, partitionOf, readPartition, tableName } from '#functions/kernel/table.ts';
import type { LeadRecord } from './store.ts';

/**
 * How many leads there are, in all and by status, source, brand and tag, kept in each change's own transaction:
 * nobody counts when somebody asks. Each shard is one item with a number by name, so a change costs one write; there
 * are several, because two transactions cannot write one item at the same instant.
 */
const shards = 16;

/** A change of counters: name → by how much. */
export type Counts = Map<string, number>;

const partition = () => partitionOf('leadcounts');
const sortKey = (shard: number) => `shard_${String(shard).padStart(2, '0')}`;
const shardOf = (id: string) => createHash('sha1').update(id).digest()[0]! % shards;

/** Attributes of the item itself; counters have names with a colon. */
const named = /:/;

/** What a lead adds to the counters while it is live. */
function weights(lead: LeadRecord | undefined): Counts {
  const counts: Counts = new Map();
  if (!lead || lead.state === 'deleted') return counts;
  const add = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
  add('all:live');
  add(`status:${lead.status}`);
  if (lead.source) add(`source:${lead.source}`);
  if (lead.brand) add(`brand:${lead.brand}`);
  if (lead.ownerId) {
    add(`owner:${lead.ownerId}`);
    add(`owned:${lead.ownerId}/${lead.status}`);
  }
  for (const tag of lead.tags) add(`tag:${tag}`);
  for (const status of lead.reached) add(`reached:${status}`);
  if (lead.dealAmount) add(`amount:${lead.status}`, lead.dealAmount);
  return counts;
}

/** What a change of a lead does to the counters. */
export function countsOfChange(before: LeadRecord | undefined, after: LeadRecord | undefined): Counts {
  const counts = weights(after);
  for (const [name, by] of weights(before)) counts.set(name, (counts.get(name) ?? 0) - by);
  for (const [name, by] of counts) if (by === 0) counts.delete(name);
  return counts;
}

/** The table adds decimals: what binary fractions leave over must not add up there. */
const exact = (amount: number) => Number(amount.toFixed(6));

/** The write that adds to the counters, or nothing when there is nothing to add. `id` chooses the shard. */
export function addingCounts(counts: Counts, id: string): object[] {
  const changed = [...counts].map(([name, by]) => [name, exact(by)] as const).filter(([, by]) => by !== 0);
  if (changed.length === 0) return [];
  return [
    {
      TableName: tableName(),
      Key: { pk: partition(), sk: sortKey(shardOf(id)) },
      UpdateExpression: `ADD ${changed.map((_, n) => `#c${n} :c${n}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(changed.map(([name], n) => [`#c${n}`, name])),
      ExpressionAttributeValues: Object.fromEntries(changed.map(([, by], n) => [`:c${n}`, by])),
    },
  ];
}

export const countChanges = (before: LeadRecord | undefined, after: LeadRecord | undefined): object[] =>
  addingCounts(countsOfChange(before, after), (after ?? before)!.id);

/** Adds to the counters outside of a change, for who writes many leads at once. */
export async function addCounts(counts: Counts, id: string): Promise<void> {
  for (const write of addingCounts(counts, id)) await client.send(new UpdateCommand(write as never));
}

/** All counters by name. */
export async function readLeadCounts(): Promise<Counts> {
  const counts: Counts = new Map();
  for (const item of await readPartition(partition()))
    for (const [name, by] of Object.entries(item))
      if (named.test(name) && typeof by === 'number') counts.set(name, (counts.get(name) ?? 0) + by);
  return counts;
}

/** The counters of one kind, without its name: `countsOf(all, 'status')` gives `new` → 12. Empty ones are left out. */
export function countsOf(all: Counts, kind: string): Record<string, number> {
  const begin = `${kind}:`;
  return Object.fromEntries(
    [...all].flatMap(([name, by]) =>
      name.startsWith(begin) && by !== 0 ? [[name.slice(begin.length), by]] : [],
    ),
  );
}
