import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { personalData } from './registry.ts';
import { withoutPersons } from './without-persons.ts';

const stored = globSync('functions/**/*.ts', { exclude: (path) => String(path).endsWith('.test.ts') })
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/= entity\(\s*'(\w+)'/g)])
  .map(([, name]) => name!);

it('knows every stored thing: whose data it holds, or why it holds nobody’s', () => {
  const named = new Set([...personalData.flatMap((one) => one.stored), ...Object.keys(withoutPersons)]);
  expect([...new Set(stored)].filter((name) => !named.has(name))).toEqual([]);
  const there = new Set([...stored, 'event']);
  expect([...named].filter((name) => !there.has(name))).toEqual([]);
});

it('says of each kind what it is called, and of what is not erased why', () => {
  expect(new Set(personalData.map(({ kind }) => kind)).size).toBe(personalData.length);
  for (const { kind, title, erase, kept } of personalData) {
    expect(title, kind).toMatch(/^[A-Z]/);
    if (!erase) expect(kept, kind).toMatch(/CFR|U\.S\.C\.|GDPR/);
  }
});
