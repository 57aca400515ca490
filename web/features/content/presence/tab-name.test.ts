import { expect, it } from 'vitest';
import { takeTab } from './tab-name.ts';

const storageOf = (held: Map<string, string>) => ({
  getItem: (key: string) => held.get(key) ?? null,
  removeItem: (key: string) => void held.delete(key),
});

it('a reloaded tab has the name that it had, and a duplicated one another', () => {
  const held = new Map([['dealbell-presence:prj_1', 'before']]);
  expect(takeTab('prj_1', storageOf(held))).toBe('before');
  expect(takeTab('prj_1', storageOf(held))).not.toBe('before');
});

it('what is no name is not taken', () => {
  const held = new Map([['dealbell-presence:prj_1', 'a b']]);
  expect(takeTab('prj_1', storageOf(held))).toMatch(/^[\w-]{36}$/);
});
