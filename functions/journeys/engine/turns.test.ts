import { expect, it } from 'vitest';
import { inTurns } from './turns.ts';

/** A clock of its own, and for each what is left to do, in seconds. */
function atWork(left: Record<string, number>) {
  let now = 0;
  const turn = async (one: string, until: number) => {
    const done = Math.min(left[one]!, (until - now) / 1000);
    left[one]! -= done;
    now += done * 1000;
    return left[one] === 0;
  };
  return {
    left,
    work: (seconds: number) => inTurns(Object.keys(left), turn, now + seconds * 1000, () => now),
  };
}

it('one who has more to do than there is time for keeps nobody else waiting', async () => {
  const { left, work } = atWork({ big: 1_000, small: 1, other: 6 });
  await work(45);
  expect(left).toEqual({ big: 1_000 - 38, small: 0, other: 0 });
});

it('all come to a turn in the end, though the time is too short for all of them', async () => {
  const { left, work } = atWork(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`t${n}`, 10_000])));
  for (let minute = 0; minute < 200; minute++) await work(45);
  expect(Math.max(...Object.values(left))).toBeLessThan(10_000);
});
