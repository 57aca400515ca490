import { describe, expect, it } from 'vitest';
import { contextsOf, draftsOf, valueFrom } from './contexts.ts';

describe('the values of a context', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['null', null],
    ['12', 12],
    ['-3.5', -3.5],
    ['0', 0],
    ['007', '007'],
    ['+15551234567', '+15551234567'],
    ['12345678901234567890', '12345678901234567890'],
    ['"12"', '12'],
    ['"broken', '"broken'],
    ['9 to 5', '9 to 5'],
    ['', ''],
  ])('%j is %j', (text, value) => {
    expect(valueFrom(text)).toBe(value);
  });

  it('come back from the form as they went in', () => {
    const contexts = {
      brand: { name: 'Acme', code: '12', open: true, limit: 3, none: null, quoted: '"hi"', word: 'true' },
      dialling: {},
    };
    expect(contextsOf(draftsOf(contexts))).toEqual({ contexts });
  });
});

describe('contexts that cannot be saved', () => {
  const draft = (name: string, ...values: [string, string][]) => ({
    key: 1,
    name,
    values: values.map(([field, text]) => ({ key: 2, name: field, text })),
  });

  it.each([
    [[draft('brand'), draft('brand ')], 'There are two contexts called brand.'],
    [[draft('brand', ['a', '1'], ['a', '2'])], 'brand holds a twice.'],
    [[draft('brand', ['', '1'])], 'A value of brand has no name.'],
    [[draft('1st')], 'A context is named by letters, digits, _ and -.'],
  ])('say why', (drafts, problem) => {
    expect(contextsOf(drafts)).toEqual({ problem });
  });

  it('leave out rows that were never filled in', () => {
    expect(contextsOf([draft('brand', ['', ''])])).toEqual({ contexts: { brand: {} } });
  });
});
