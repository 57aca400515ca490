import { describe, expect, it } from 'vitest';
import { blankStatus, inputOf, keyFor, problemOf, valuesOf } from './form.ts';

describe('the form of a config of statuses', () => {
  it.each([
    ['Back office', 'back-office'],
    ['Café & Co.', 'cafe-co'],
    ['2nd break', 's-2nd-break'],
  ])('makes of the label %s the key %s', (label, key) => {
    expect(keyFor(label)).toBe(key);
  });

  it('leaves out rows without a label, and keeps the keys of statuses that are there', () => {
    const values = { ...valuesOf(undefined), name: 'Sales' };
    const [first] = values.statuses;
    const statuses = [{ ...first!, label: 'Rest' }, blankStatus(1), { ...blankStatus(2), label: 'E-mails' }];
    expect(inputOf({ ...values, statuses }).statuses.map(({ key, label }) => [key, label])).toEqual([
      ['break', 'Rest'],
      ['e-mails', 'E-mails'],
    ]);
  });

  it('says what keeps it from being saved', () => {
    expect(problemOf(valuesOf(undefined))).toBe('Please enter a name.');
    const twice = {
      ...valuesOf(undefined),
      name: 'A',
      statuses: ['A', 'a'].map((label) => ({ ...blankStatus(0), label })),
    };
    expect(problemOf(twice)).toBe('The key “a” is there twice.');
    expect(problemOf({ ...valuesOf(undefined), name: 'A' })).toBeUndefined();
  });
});
