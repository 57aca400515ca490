import { expect, it } from 'vitest';
import { allThatMatch } from './lead-choice.ts';

const filter = { all: [] };

it('all that match are those that were shown, and are refused when they are more by then', () =>
  expect(allThatMatch(filter, { count: 1988, isExact: true })).toEqual({ filter, expected: 1988 }));

it('of too many to count none is expected, so that “more than 1,500” are not refused for being more', () =>
  expect(allThatMatch(filter, { count: 1500, isExact: false })).toEqual({ filter }));
