import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeadFields, leadFields, leadLimits } from '#shared/model/lead.ts';
import { type MergeRule, mergeLead } from './merge.ts';
import type { LeadRecord } from './store.ts';

const number = (n: number) => `+1305555${String(1_000 + n)}`;
const email = (n: number) => `a${n}@example.com`;
const some = (most: number) => fc.uniqueArray(fc.nat(12), { maxLength: most });
const contacts = (most: { phones: number; emails: number; tags: number }) =>
  fc.record({ phones: some(most.phones), emails: some(most.emails), tags: some(most.tags) });
const rules: fc.Arbitrary<MergeRule> = fc.record({ first: fc.constantFrom('given', 'standing') });

type Contacts = Record<'phones' | 'emails' | 'tags', number[]>;

const address = { street: '1 Main St', city: 'Miami', state: 'FL', postalCode: '33101', country: 'CA' };
const lead = ({ phones, emails, tags }: Contacts, more: object = {}) =>
  ({
    firstName: 'Ann',
    source: '',
    brand: 'Summit',
    status: 'new',
    address,
    ...more,
    phones: phones.map((n) => ({ number: number(n), label: 'work' })),
    emails: emails.map(email),
    tags: tags.map(String),
  }) as unknown as LeadRecord;

const row = ({ phones, emails, tags }: Partial<Contacts>, more: object = {}): LeadFields =>
  leadFields.parse({
    ...more,
    // As people write them.
    phones: (phones ?? []).map((n) => `(305) 555-${1_000 + n}`),
    emails: (emails ?? []).map(email),
    tags: (tags ?? []).map(String),
  });

const keysOf = (merged: Partial<LeadFields>) => ({
  phones: merged.phones!.map((one) =>
    (typeof one === 'string' ? one : one.number).replace(/\D/g, '').slice(-4),
  ),
  emails: merged.emails!,
  tags: merged.tags!,
});
const none: Contacts = { phones: [], emails: [], tags: [] };

describe('a row that is merged into a lead', () => {
  it('loses no phone, e-mail or tag that stands, and adds as many as there is room for', () => {
    fc.assert(
      fc.property(contacts(leadLimits), contacts(leadLimits), rules, (standing, given, rule) => {
        const before = lead(standing);
        const after = keysOf(mergeLead(before, row(given), rule));
        const stood = keysOf(before as never);
        const came = keysOf(row(given));
        for (const field of ['phones', 'emails', 'tags'] as const) {
          const all = new Set([...stood[field], ...came[field]]);
          expect(after[field].filter((one) => stood[field].includes(one))).toEqual(stood[field]);
          expect(new Set(after[field]).size).toBe(after[field].length);
          expect(after[field]).toHaveLength(Math.min(all.size, leadLimits[field]));
          expect(after[field].every((one) => all.has(one))).toBe(true);
        }
      }),
    );
  });

  it('puts new phones and e-mails first where the source says so, and behind those that stand elsewhere', () => {
    fc.assert(
      fc.property(contacts({ phones: 2, emails: 2, tags: 2 }), contacts(leadLimits), (standing, given) => {
        const before = lead(standing);
        const stood = keysOf(before as never);
        for (const field of ['phones', 'emails'] as const) {
          const behind = keysOf(mergeLead(before, row(given), { first: 'standing' }))[field];
          expect(behind.slice(0, stood[field].length)).toEqual(stood[field]);
          const before_ = keysOf(mergeLead(before, row(given), { first: 'given' }))[field];
          expect(before_.slice(before_.length - stood[field].length)).toEqual(stood[field]);
        }
      }),
    );
  });

  it('changes nothing when it is merged again', () => {
    fc.assert(
      fc.property(contacts(leadLimits), contacts(leadLimits), rules, (standing, given, rule) => {
        const before = lead(standing);
        const once = mergeLead(before, row(given), rule);
        const phones = once.phones!.map((one) => {
          const { number: written } = one as { number: string };
          return { number: `+1${written.replace(/\D/g, '').slice(-10)}`, label: 'work' };
        });
        const after = { ...before, ...once, phones } as unknown as LeadRecord;
        expect(keysOf(mergeLead(after, row(given), rule))).toEqual(keysOf(once));
      }),
    );
  });

  it('empties nothing', () => {
    const { phones: _, emails: _e, tags: _t, ...rest } = mergeLead(lead(none), row({}), { first: 'given' });
    expect(rest).toEqual({});
  });

  it('keeps the parts of an address that it does not name, also the country', () => {
    const merged = mergeLead(lead(none), row({}, { address: { city: 'Orlando' } }), { first: 'standing' });
    expect(merged.address).toEqual({ ...address, city: 'Orlando' });
  });

  it('fills what is empty with the source’s own values, and writes over nothing with them', () => {
    const given = row({}, { source: 'Fair', brand: 'Other', firstName: 'Anna' });
    const rule = { first: 'standing', defaults: ['source', 'brand'] } as const;
    const { firstName, source, brand } = mergeLead(lead(none), given, rule);
    expect({ firstName, source, brand }).toEqual({ firstName: 'Anna', source: 'Fair', brand: undefined });
  });
});
