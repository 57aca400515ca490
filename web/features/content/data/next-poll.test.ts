import { expect, it } from 'vitest';
import { nextPoll, quick } from './next-poll.ts';

it('an export is asked for every 2 s, 150 times, and 5 s after an error', () => {
  expect(nextPoll(quick.polls, false)).toBe(2_000);
  expect(nextPoll(quick.polls, true)).toBe(5_000);
  const asked = Array.from({ length: 1_000 }, (_, polls) => nextPoll(polls, false));
  expect(asked.filter((wait) => wait === 2_000)).toHaveLength(150);
  expect(asked.filter((wait) => wait !== undefined)).toHaveLength(150 + quick.polls);
  expect(nextPoll(150 + quick.polls, true)).toBeUndefined();
});

it('a quick export is noticed within half a second', () => {
  expect(nextPoll(0, false)).toBe(500);
});
