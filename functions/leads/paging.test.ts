import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import type { Lead } from '#shared/model/lead.ts';
import type { LeadSort } from '#shared/model/lead-filter.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/*
 * Up to 1,000 leads are sorted in memory and more are read in the order of an index. The pages of both have to fit
 * together, as leads may come to be too many between one page and the next.
 */

const { leads } = api;
type Admin = ReturnType<typeof as>;

/** Names, scores and amounts that many share, so that an order has to tell them apart by more than the value. */
const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => from + n).map((n) => ({
    firstName: `Ann ${n % 7}`,
    lastName: `Miller ${n % 11}`,
    score: n % 13,
    ...(n % 3 === 0 ? {} : { dealAmount: (n % 5) * 1_000 }),
  }));

async function add(admin: Admin, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 250) {
    const { body } = await admin.call(leads.bulkCreate, { leads: people(at, Math.min(to, at + 250)) });
    expect(body.summary.failed).toBe(0);
  }
}

/** What an order compares, with what has no value at the end of either direction. */
const comparedBy: Record<LeadSort['field'], (lead: Lead) => string | number | null> = {
  createdAt: ({ id }) => id,
  updatedAt: ({ updatedAt }) => updatedAt,
  lastName: ({ lastName, firstName }) => `${lastName}\u0001${firstName}`.toLowerCase(),
  score: ({ score }) => score,
  dealAmount: ({ dealAmount }) => dealAmount,
};

function expectSorted(list: Lead[], { field, direction }: LeadSort): void {
  const values = list.map((lead) => comparedBy[field](lead));
  for (const [at, value] of values.entries()) {
    const before = at > 0 ? values[at - 1]! : value;
    if (value === null) continue;
    expect(before).not.toBeNull();
    if (before !== value) expect(before! < value).toBe(direction === 'asc');
  }
}

describe('the pages of a list', () => {
  let admin: Admin;
  const sorts = (['createdAt', 'updatedAt', 'lastName', 'score', 'dealAmount'] as const).flatMap((field) =>
    (['asc', 'desc'] as const).map((direction): LeadSort => ({ field, direction })),
  );
  /** Of each order its first page, read while there were few enough to be sorted in memory. */
  const firstPages = new Map<LeadSort, { leads: Lead[]; nextCursor: string | null }>();
  let early: string[];

  const page = async (sort: LeadSort, cursor: string | null, limit: number) =>
    (await admin.call(leads.query, { sort, limit, ...(cursor && { cursor }) })).body;
  async function pages(sort: LeadSort, first?: { leads: Lead[]; nextCursor: string | null }) {
    let { leads: list, nextCursor } = first ?? (await page(sort, null, 300));
    for (; nextCursor; ) {
      const next = await page(sort, nextCursor, 300);
      list = [...list, ...next.leads];
      nextCursor = next.nextCursor;
    }
    return list;
  }

  beforeAll(async () => {
    admin = as((await freshTenant()).admin);
    await add(admin, 0, 990);
    for (const sort of sorts) firstPages.set(sort, await page(sort, null, 500));
    early = (await pages({ field: 'createdAt', direction: 'asc' })).map(({ id }) => id);
    expect(new Set(early).size).toBe(990);
    await add(admin, 990, 1_010);
  }, 120_000);

  it.each(sorts)('hold every lead once, by $field $direction', { timeout: 60_000 }, async (sort) => {
    const list = await pages(sort);
    expect([list.length, new Set(list.map(({ id }) => id)).size]).toEqual([1_010, 1_010]);
    expectSorted(list, sort);
  });

  it.each(sorts)(
    'go on where there are too many to be sorted by now, by $field $direction',
    { timeout: 60_000 },
    async (sort) => {
      const list = await pages(sort, firstPages.get(sort));
      expectSorted(list, sort);
      const ids = list.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set([...early, ...ids]));
    },
  );
});
