import { expect, test } from 'vitest';
import { type Candidate, choose } from './strategies.ts';

const candidate = (index: number, values: Partial<Candidate> = {}): Candidate => ({
  phone: `t1-10${index}`,
  penalty: 0,
  index,
  taken: 0,
  lastEnded: 0,
  ...values,
});

const indexes = (chosen: Candidate[]) => chosen.map(({ index }) => index);

test('ringall rings everybody of the lowest penalty', () => {
  const free = [candidate(0, { penalty: 2 }), candidate(1), candidate(2)];
  expect(indexes(choose('ringall', free, -1))).toEqual([1, 2]);
  expect(indexes(choose('ringall', free.slice(0, 1), -1))).toEqual([0]);
});

test('leastrecent rings who was free the longest, fewestcalls who took the fewest', () => {
  const free = [candidate(0, { taken: 1, lastEnded: 300 }), candidate(1, { taken: 3, lastEnded: 100 })];
  expect(indexes(choose('leastrecent', free, -1))).toEqual([1]);
  expect(indexes(choose('fewestcalls', free, -1))).toEqual([0]);
});

test('linear begins at the top of the list each time', () => {
  expect(indexes(choose('linear', [candidate(0), candidate(1)], 0))).toEqual([0]);
});

test.each(['rrmemory', 'rrordered'] as const)(
  '%s goes round the list from whom the last caller went to',
  (strategy) => {
    const free = [candidate(0), candidate(1), candidate(2)];
    expect([-1, 0, 1, 2].map((last) => indexes(choose(strategy, free, last))[0])).toEqual([0, 1, 2, 0]);
  },
);

test('random rings one by chance, and wrandom seldom one of a high penalty', () => {
  const free = [candidate(0), candidate(1, { penalty: 9 })];
  expect(indexes(choose('random', [candidate(0), candidate(1)], -1, () => 0.6))).toEqual([1]);
  const draws = [0.9, 0.05, 0.5, 0.5];
  const next = () => draws.shift()!;
  expect(indexes(choose('wrandom', free, -1, next))).toEqual([1]);
  expect(indexes(choose('wrandom', free, -1, next))).toEqual([0]);
});

test('with nobody free nobody is rung', () => {
  expect(choose('ringall', [], -1)).toEqual([]);
});
