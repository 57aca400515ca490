import { expect, it } from 'vitest';
import { moved } from './order.ts';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
])('a disposition moved from place %i to %i leaves the others in their order', (from, to, order) => {
  expect(moved([...'abc'], from, to).join('')).toBe(order);
});
