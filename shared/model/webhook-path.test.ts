import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldMapping } from './webhook.ts';
import { guessField, suggestionsOf } from './webhook-guess.ts';
import { partsOfPath, pathOf, pathsOf, textAt, valueAt } from './webhook-path.ts';
import { samplePayload } from './webhook-sample.ts';

describe('a path', () => {
  it.each([
    ['data.contact.phone_number', ['data', 'contact', 'phone_number']],
    ['contacts[0].email', ['contacts', 0, 'email']],
    ['["e.mail"][1]', ['e.mail', 1]],
    ['a b', ['a b']],
  ])('%s has its parts', (path, parts) => expect(partsOfPath(path)).toEqual(parts));

  it.each(['.', 'a..b', 'a[', 'a[x]', 'a]'])('%s is none', (path) =>
    expect(partsOfPath(path)).toBeUndefined(),
  );

  it('is written so that it is read back', () => {
    const part = fc.oneof(fc.string({ minLength: 1, maxLength: 10 }), fc.integer({ min: 0, max: 999_999 }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        expect(partsOfPath(pathOf(parts))).toEqual(parts);
      }),
    );
  });

  it('leads to a payload’s own values only', () => {
    const payload = { list: [{ a: 1 }], text: ' x ', none: null, many: ['a', 2, {}, ''] };
    expect(valueAt(payload, 'list[0].a')).toBe(1);
    expect(valueAt(payload, 'constructor')).toBeUndefined();
    expect(valueAt(payload, '__proto__.toString')).toBeUndefined();
    expect(valueAt(payload, 'list.length')).toBe(1);
    expect(textAt(payload, 'text')).toBe('x');
    expect(textAt(payload, 'many')).toBe('a, 2');
    expect(textAt(payload, 'none')).toBe('');
  });

  it('is found for every value of a payload, and leads there', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (payload) => {
        for (const { path, sample } of pathsOf(payload))
          expect(String(valueAt(payload, path)).slice(0, 80)).toBe(sample);
      }),
    );
  });
});

describe('a guess', () => {
  it.each([
    ['data.contact.phone_number', '+13055550142', 'phone'],
    ['Mobile Phone', '(305) 555-0142', 'phone'],
    ['customer.fullName', 'Ada Lovelace', 'name'],
    ['lead.first_name', 'Ada', 'firstName'],
    ['E-Mail', 'ada@example.com', 'email'],
    ['contact', 'ada@example.com', 'email'],
    ['utm_source', 'fair', 'source'],
    ['zip', '33101', 'postcode'],
  ])('of %s (%s) is %s', (path, sample, field) => expect(guessField({ path, sample })?.field).toBe(field));

  it('is given to one path of each field, the likeliest', () => {
    const found = suggestionsOf([
      { id: 'x@example.com', email: 'ada@example.com', phone: 'no', cell: '305 555 0142' },
    ]);
    expect(found.filter(({ guess }) => guess).map(({ path, guess }) => [path, guess])).toEqual([
      ['email', 'email'],
      ['cell', 'phone'],
    ]);
  });
});

describe('a sample', () => {
  it('has its values where the mapping looks for them', () => {
    expect(samplePayload('go', fieldMapping.parse({}))).toEqual({
      phone: '+13055550142',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
    expect(Object.keys(samplePayload('stop', fieldMapping.parse({})))).toEqual([
      'phone',
      'tenantId',
      'stopReason',
    ]);
    expect(
      samplePayload('go', fieldMapping.parse({ phone: 'a.b[0].c', name: '', email: '["e.mail"]' })),
    ).toEqual({
      a: { b: [{ c: '+13055550142' }] },
      'e.mail': 'ada@example.com',
    });
  });
});
