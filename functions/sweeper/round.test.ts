import { describe, expect, it } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { sweepRound } from './round.ts';
import { notePosition, readPosition } from './store.ts';

const many = Array.from({ length: 5_000 }, (_, n) => n + 1);

/** Minutes of a sweeper whose every turn takes 40 ms of a clock of its own. */
function world(tenants: () => readonly number[]) {
  const turns = new Map<number, number[]>();
  let after = 0;
  let now = 0;
  return {
    turns,
    /** One minute's run; `killedAfter` turns it dies. */
    async minute(killedAfter = Number.POSITIVE_INFINITY) {
      const deadline = now + 45_000;
      let left = killedAfter;
      const run = sweepRound({
        tenants: tenants(),
        after,
        atOnce: 1,
        deadline,
        now: () => now,
        note: async (tenant) => {
          if (left > 0) after = tenant;
        },
        turn: async (tenant) => {
          if (left-- <= 0) return;
          now += 40;
          turns.set(tenant, [...(turns.get(tenant) ?? []), now]);
        },
      });
      await run;
      now = deadline + 15_000;
    },
    counts: () => tenants().map((tenant) => turns.get(tenant)?.length ?? 0),
  };
}

describe('a sweep of 5,000 tenants, each with something due', () => {
  it('gives nobody a second turn before all have had their first, and so on', async () => {
    const { minute, counts } = world(() => many);
    for (let minutes = 1; minutes <= 20; minutes++) {
      await minute();
      const seen = counts();
      expect(Math.max(...seen) - Math.min(...seen), `after minute ${minutes}`).toBeLessThanOrEqual(1);
    }
    // 1,125 turns of 40 ms in 45 s: 20 minutes are four and a half rounds.
    expect(Math.min(...counts())).toBe(4);
  });

  it('lets nobody wait for a second round longer than the others, by more than a minute', async () => {
    const { minute, turns } = world(() => many);
    for (let minutes = 0; minutes < 20; minutes++) await minute();
    const waits = [...turns.values()].flatMap((at) => at.slice(1).map((one, n) => one - at[n]!));
    expect(Math.max(...waits) - Math.min(...waits)).toBeLessThanOrEqual(60_000);
  });

  it('goes on where it was when a run was killed, and repeats 200 turns at most', async () => {
    const { minute, counts } = world(() => many);
    await minute(730);
    await minute();
    const seen = counts();
    expect(seen.filter((count) => count === 2).length).toBeLessThanOrEqual(200);
    expect(seen.filter((count) => count > 0).length).toBeGreaterThan(1_125 + 730 - 200);
  });

  it('is not kept by tenants that come and go in between', async () => {
    let tenants = many;
    const { minute, turns } = world(() => tenants);
    await minute();
    tenants = many.filter((tenant) => tenant % 7 !== 0).concat(5_001, 5_002);
    for (let minutes = 0; minutes < 4; minutes++) await minute();
    expect(turns.get(5_002)).toHaveLength(1);
    expect(tenants.every((tenant) => turns.has(tenant))).toBe(true);
  });
});

describe('one run of the sweeper', () => {
  it('works for several tenants at once', async () => {
    let under = 0;
    let most = 0;
    const turn = async () => {
      most = Math.max(most, ++under);
      await Promise.resolve();
      under--;
    };
    const note = async () => {};
    const deadline = 60_000;
    expect(
      await sweepRound({ tenants: many, after: 0, turn, atOnce: 16, deadline, note, now: () => 0 }),
    ).toBe(5_000);
    expect(most).toBe(16);
  });

  it('notes where it is without waiting for a turn that never ends', async () => {
    const noted: number[] = [];
    const run = sweepRound({
      tenants: [1, 2, 3],
      after: 0,
      atOnce: 2,
      deadline: Date.now() + 50,
      turn: (tenant) => (tenant === 1 ? new Promise(() => {}) : Promise.resolve()),
      note: async (after) => noted.push(after),
    });
    await expect.poll(() => noted).toEqual([3]);
    expect(await Promise.race([run, Promise.resolve('still at it')])).toBe('still at it');
  });

  it('keeps its position in the table', async () => {
    const after = clock.now();
    await notePosition(after);
    expect(await readPosition()).toBe(after);
  });
});
