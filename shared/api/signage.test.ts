import { expect, it } from 'vitest';
import { signage } from './signage.ts';

it('displays are fetched up to 500', () => {
  const input = signage.displays['~orpc'].inputSchema!;
  expect(input.parse({})).toEqual({ limit: 500 });
  expect(input.safeParse({ limit: '501' }).success).toBe(false);
});
