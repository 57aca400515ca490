import { describe, expect, it } from 'vitest';
import type { DueEntry, Looked } from '#functions/kernel/due.ts';
import { type RoundPosition, sweepRound } from './round.ts';

const many = Array.from({ length: 5_000 }, (_, n) => n + 1);
const start: RoundPosition = { after: 0, places: [] };

const entryOf = (tenantId: number, id: string, at: number): DueEntry => ({
  pk: `${tenantId}`,
  sk: id,
  duepk: '',
  duesk: '',
  at: new Date(at).toISOString(),
  tenantId,
  kind: 'export',
  failures: 0,
  id,
});

/**
 * Minutes of a sweeper whose every look takes 40 ms of a clock of its own. Each item is due again half a minute after a
 * look, so that everybody always has something due.
 */
function world(due: () => readonly { tenantId: number; id: string }[]) {
  const looks = new Map<string, number[]>();
  const dueAt = new Map<string, number>();
  let position = start;
  let now = 0;
  const nameOf = (tenantId: number, id: string) => `${tenantId}/${id}`;
  return {
    looks,
    of: (tenantId: number, id = 'one') => looks.get(nameOf(tenantId, id)) ?? [],
    /** One minute's run; `killedAfter` looks it dies. */
    async minute(killedAfter = Number.POSITIVE_INFINITY) {
      const deadline = now + 45_000;
      let left = killedAfter;
      await sweepRound({
        position,
        atOnce: 1,
        atOnceOfTenant: 1,
        deadline,
        now: () => now,
        read: async () => ({
          entries: due()
            .map(({ tenantId, id }) => entryOf(tenantId, id, dueAt.get(nameOf(tenantId, id)) ?? 0))
            .filter(({ at }) => Date.parse(at) <= now),
          places: [''],
        }),
        note: async (next) => {
          if (left > 0) position = next;
        },
        look: async ({ tenantId, id }): Promise<Looked> => {
          if (left-- <= 0) return 'overtaken';
          now += 40;
          const name = nameOf(tenantId, id);
          dueAt.set(name, now + 30_000);
          looks.set(name, [...(looks.get(name) ?? []), now]);
          return 'looked';
        },
      });
      now = Math.max(now, deadline) + 15_000;
    },
  };
}

const oneEach = () => many.map((tenantId) => ({ tenantId, id: 'one' }));

describe('a sweep of 5,000 tenants, each with something due', () => {
  it('gives nobody a second look before all have had their first, and so on', async () => {
    const { minute, of } = world(oneEach);
    for (let minutes = 1; minutes <= 20; minutes++) {
      await minute();
      const counts = many.map((tenant) => of(tenant).length);
      expect(Math.max(...counts) - Math.min(...counts), `after minute ${minutes}`).toBeLessThanOrEqual(1);
    }
    // 1,125 looks of 40 ms in 45 s: 20 minutes are four and a half rounds.
    expect(Math.min(...many.map((tenant) => of(tenant).length))).toBe(4);
  });

  it('lets nobody wait for a second round longer than the others, by more than a minute', async () => {
    const { minute, looks } = world(oneEach);
    for (let minutes = 0; minutes < 20; minutes++) await minute();
    const waits = [...looks.values()].flatMap((at) => at.slice(1).map((one, n) => one - at[n]!));
    expect(Math.max(...waits) - Math.min(...waits)).toBeLessThanOrEqual(60_000);
  });

  it('reaches each within the first round though one of them has 100,000 items due before', async () => {
    const heavy = Array.from({ length: 100_000 }, (_, n) => ({ tenantId: 17, id: `i${n}` }));
    const { minute, of, looks } = world(() => [...heavy, ...oneEach()]);
    for (let minutes = 0; minutes < 5; minutes++) await minute();
    // 5 × 1,125 looks are one for each tenant, and 625 of the second round.
    expect(many.filter((tenant) => tenant !== 17 && of(tenant).length === 0)).toEqual([]);
    const ofHeavy = [...looks.keys()].filter((name) => name.startsWith('17/')).length;
    expect(ofHeavy).toBeLessThanOrEqual(2);
  });

  it('goes on where it was when a run was killed, and repeats 200 looks at most', async () => {
    const { minute, of } = world(oneEach);
    await minute(730);
    await minute();
    const counts = many.map((tenant) => of(tenant).length);
    expect(counts.filter((count) => count === 2).length).toBeLessThanOrEqual(200);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1_125 + 730 - 200);
  });

  it('is not kept by tenants that come and go in between', async () => {
    let tenants = many;
    const { minute, of } = world(() => tenants.map((tenantId) => ({ tenantId, id: 'one' })));
    await minute();
    tenants = many.filter((tenant) => tenant % 7 !== 0).concat(5_001, 5_002);
    for (let minutes = 0; minutes < 4; minutes++) await minute();
    expect(of(5_002)).toHaveLength(1);
    expect(tenants.every((tenant) => of(tenant).length > 0)).toBe(true);
  });
});

describe('one run of the sweeper', () => {
  /** A run over some entries, each of which is there until it has been looked at. */
  function run(entries: DueEntry[], look: (entry: DueEntry) => Promise<Looked>, withinMs = 60_000) {
    const left = new Set(entries);
    const noted: RoundPosition[] = [];
    const done = sweepRound({
      read: async () => ({ entries: [...left], places: [''] }),
      look: (entry) => {
        left.delete(entry);
        return look(entry);
      },
      position: start,
      atOnce: 16,
      atOnceOfTenant: 4,
      deadline: Date.now() + withinMs,
      note: async (position) => noted.push(position),
    });
    return { done, noted, left };
  }

  it('looks at several items at once, and at no more than four of one tenant', async () => {
    const under = new Map<number, number>();
    let most = 0;
    let mostOfOne = 0;
    const entries = many.slice(0, 40).map((n) => entryOf(n <= 20 ? 1 : n, `i${n}`, 0));
    const { done } = run(entries, async ({ tenantId }) => {
      under.set(tenantId, (under.get(tenantId) ?? 0) + 1);
      most = Math.max(
        most,
        [...under.values()].reduce((sum, one) => sum + one, 0),
      );
      mostOfOne = Math.max(mostOfOne, under.get(1) ?? 0);
      await new Promise((resolve) => setImmediate(resolve));
      under.set(tenantId, under.get(tenantId)! - 1);
      return 'looked';
    });
    expect(await done).toEqual({ looked: 40, failed: 0, isCut: false });
    expect([most, mostOfOne]).toEqual([16, 4]);
  });

  it('is not kept from the others by items whose look fails', async () => {
    const entries = [1, 1, 1, 2, 3].map((tenant, n) => entryOf(tenant, `i${n}`, 0));
    const { done } = run(entries, async ({ tenantId }) => (tenantId === 1 ? 'failed' : 'looked'));
    expect(await done).toEqual({ looked: 5, failed: 3, isCut: false });
  });

  it('notes where it is without waiting for a look that never ends', async () => {
    const entries = [1, 2, 3].map((tenant) => entryOf(tenant, 'one', 0));
    const { done, noted } = run(
      entries,
      ({ tenantId }) => (tenantId === 1 ? new Promise(() => {}) : Promise.resolve('looked')),
      50,
    );
    await expect.poll(() => noted.at(-1)?.after).toBe(3);
    expect(await Promise.race([done, Promise.resolve('still at it')])).toBe('still at it');
  });

  it('goes on reading behind what it has read, over several runs', async () => {
    const entries = Array.from({ length: 30 }, (_, n) => entryOf(n, 'one', 0));
    const seen: number[] = [];
    let now = 0;
    let position = start;
    for (let minute = 0; minute < 5; minute++)
      await sweepRound({
        // Ten entries are a stretch; nothing that is due ever goes.
        read: async ([place = '']) => {
          const from = Number(place || 0);
          return { entries: entries.slice(from, from + 10), places: [from + 10 < 30 ? `${from + 10}` : ''] };
        },
        look: async ({ tenantId }) => {
          now++;
          seen.push(tenantId);
          return 'looked';
        },
        position,
        atOnce: 1,
        atOnceOfTenant: 1,
        now: () => now,
        deadline: now + 10,
        note: async (next) => {
          position = next;
        },
      });
    expect(new Set(seen).size).toBe(30);
  });
});
