import { addingCounts, type Counts } from './counter-items.ts';
import type { LeadRecord } from './store.ts';

export { addingCounts, type Counts, countWrites, readLeadCounts } from './counter-items.ts';

/*
 * How many leads there are, in all and by status, source, brand, owner and tag, kept in each change's own transaction:
 * nobody counts when somebody asks.
 */

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

/** Two changes of counters as one. */
export function sumOfCounts(some: Counts, more: Counts): Counts {
  const sum = new Map(some);
  for (const [name, by] of more) sum.set(name, (sum.get(name) ?? 0) + by);
  return sum;
}

/** The writes that count a change of a lead; see `addingCounts` for `room`. */
export const countChanges = (
  before: LeadRecord | undefined,
  after: LeadRecord | undefined,
  room: number,
): object[] => addingCounts(countsOfChange(before, after), (after ?? before)!.id, room);

/** The counters of one kind, without its name: `countsOf(all, 'status')` gives `new` → 12. Empty ones are left out. */
export function countsOf(all: Counts, kind: string): Record<string, number> {
  const begin = `${kind}:`;
  return Object.fromEntries(
    [...all].flatMap(([name, by]) =>
      name.startsWith(begin) && by !== 0 ? [[name.slice(begin.length), by]] : [],
    ),
  );
}
