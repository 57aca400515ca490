import { expect, it } from 'vitest';
import { personalData } from '../registry.ts';
import { termErasers } from './erasers.ts';
import { fixedLives, ofRecordings, termKinds } from './kinds.ts';

it('says of each kind of personal data how long it lives, and names none that there is not', () => {
  const covered = [...termKinds, ...fixedLives].flatMap(({ covers }) => covers);
  const named = new Set<string>([...covered, ...ofRecordings]);
  const there = personalData.map(({ kind }) => kind);
  expect(there.filter((kind) => !named.has(kind))).toEqual([]);
  expect([...named].filter((kind) => !there.includes(kind))).toEqual([]);
  for (const { covers } of fixedLives)
    expect(covers.filter((kind) => termKinds.some((one) => one.covers.includes(kind)))).toEqual([]);
});

it('has somebody erase each kind that can have a term', () => {
  const ids = termKinds.filter((kind) => !kind.isOfPersons).map(({ kind }) => kind);
  expect(Object.keys(termErasers).toSorted()).toEqual(ids.toSorted());
  expect(new Set(termKinds.map(({ kind }) => kind)).size).toBe(termKinds.length);
});

it('cites the law where that has something kept', () => {
  for (const { why, byLaw } of fixedLives) if (byLaw) expect(why).toMatch(/CFR|U\.S\.C\./);
  for (const { least } of termKinds) if (least) expect(least.why).toMatch(/CFR/);
  expect(fixedLives.filter(({ byLaw }) => byLaw)).toHaveLength(4);
});
