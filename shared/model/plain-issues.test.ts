import { expect, it } from 'vitest';
import * as z from 'zod';
import './plain-issues.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  code: z.string().min(3),
  tags: z.array(z.string()).max(2),
  age: z.number().int().min(0).max(120),
  share: z.number().gt(0).lt(1),
  step: z.number().multipleOf(5),
  email: z.email(),
  at: z.iso.datetime(),
  kind: z.enum(['won', 'lost']),
  own: z.string().regex(/^x/, 'Begins with x.'),
  either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.number() })]),
});
const sound = {
  name: 'Ann',
  code: 'abc',
  tags: [],
  age: 5,
  share: 0.5,
  step: 10,
  email: 'ann@example.com',
  at: '2026-11-30T09:00:00Z',
  kind: 'won',
  own: 'x',
  either: { a: '' },
};

it.each([
  [{ name: undefined }, 'Missing.'],
  [{ name: 3 }, 'Expected a text.'],
  [{ name: '' }, 'Must not be empty.'],
  [{ name: 'too long' }, 'At most 5 characters.'],
  [{ code: 'a' }, 'At least 3 characters.'],
  [{ tags: 'a' }, 'Expected a list.'],
  [{ tags: ['a', 'b', 'c'] }, 'At most 2 entries.'],
  [{ age: 'x' }, 'Expected a number.'],
  [{ age: 1.5 }, 'Expected a whole number.'],
  [{ age: -1 }, 'At least 0.'],
  [{ age: 2_000 }, 'At most 120.'],
  [{ share: 0 }, 'More than 0.'],
  [{ share: 1 }, 'Less than 1.'],
  [{ step: 7 }, 'Must be a multiple of 5.'],
  [{ email: 'ann' }, 'Not an e-mail address.'],
  [{ at: 'noon' }, 'Not a time such as 2026-11-30T09:00:00Z.'],
  [{ kind: 'open' }, 'Must be one of won, lost.'],
  [{ own: 'y' }, 'Begins with x.'],
  [{ either: { c: 1 } }, 'Not in a form that is taken here.'],
  [{ colour: 'red' }, 'There is no field colour.'],
])('%j is told as it is', (change, sentence) => {
  expect(schema.safeParse({ ...sound, ...change }).error?.issues.map(({ message }) => message)).toEqual([
    sentence,
  ]);
});
