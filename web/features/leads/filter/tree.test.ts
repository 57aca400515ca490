import { describe, expect, it } from 'vitest';
import { leadFilter } from '#shared/model/lead-filter.ts';
import { filterFieldsOf } from './fields.ts';
import { conditionOn, countOf, finished, mayNest, sentenceOf, withOperator } from './tree.ts';

const fields = filterFieldsOf({
  customFields: [{ key: 'plan', label: 'Plan', type: 'choice', choices: ['Gold', 'Silver'] }],
});
const plain = (_field: unknown, value: unknown) => String(value);

describe('a filter', () => {
  it('leaves out conditions that lack their value and the groups that are empty then', () => {
    const filter = {
      all: [
        { field: 'status', op: 'in', value: [] },
        { any: [{ field: 'brand', op: 'is', value: '' }] },
        {
          any: [
            { field: 'score', op: 'between', value: [1, 5] },
            { field: 'company', op: 'isEmpty' },
          ],
        },
        { field: 'dealAmount', op: 'between', value: [1] },
      ],
    } as const;
    const sent = finished(structuredClone(filter) as never);
    expect(sent).toEqual({
      all: [
        {
          any: [
            { field: 'score', op: 'between', value: [1, 5] },
            { field: 'company', op: 'isEmpty' },
          ],
        },
      ],
    });
    expect(leadFilter.safeParse(sent).success).toBe(true);
    expect(countOf(sent)).toBe(2);
  });

  it('with nothing left holds for every lead', () => {
    expect(finished({ any: [{ field: 'brand', op: 'is' }] })).toEqual({ all: [] });
  });

  it('keeps zero and false as values', () => {
    const filter = { all: [{ field: 'score', op: 'atMost', value: 0 }] } as const;
    expect(finished(structuredClone(filter) as never)).toEqual(filter);
  });

  it('nests no deeper than the server takes', () => {
    expect([1, 2, 3].map(mayNest)).toEqual([true, true, false]);
  });
});

describe('another operator', () => {
  it.each([
    ['in', 'NY', ['NY']],
    ['is', ['NY', 'CA'], 'NY'],
    ['isEmpty', 'NY', undefined],
    ['between', 'NY', undefined],
    ['is', [], undefined],
  ] as const)('%s makes of %j %j', (op, value, expected) => {
    expect(withOperator({ field: 'state', op: 'is', value: value as never }, op).value).toEqual(expected);
  });
});

describe('the words of a chip', () => {
  it.each([
    [{ field: 'status', op: 'in', value: ['new'] }, 'Status is new'],
    [{ field: 'status', op: 'notIn', value: ['new', 'won'] }, 'Status is none of new, won'],
    [{ field: 'score', op: 'between', value: [10, 20] }, 'Score is between 10 and 20'],
    [{ field: 'createdAt', op: 'atLeast', value: '2026-11-01' }, 'Added is on or after 2026-11-01'],
    [{ field: 'custom.plan', op: 'isEmpty' }, 'Plan is empty'],
    [
      {
        any: [
          { field: 'brand', op: 'is', value: 'A' },
          { all: [{ field: 'custom.plan', op: 'in', value: ['Gold'] }] },
        ],
      },
      'Brand is A or (Plan is Gold)',
    ],
  ])('%j: %s', (filter, words) => {
    expect(sentenceOf(filter as never, fields, plain)).toBe(words);
  });

  it('a new condition begins with the usual operator of its field', () => {
    expect(conditionOn(fields.find(({ name }) => name === 'custom.plan')!)).toEqual({
      field: 'custom.plan',
      op: 'in',
    });
  });
});
