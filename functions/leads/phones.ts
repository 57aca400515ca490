import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { connection, keys, model, orElse } from '#functions/kernel/table.ts';
import type { LeadRecord } from './store.ts';

/**
 * Which live lead a number belongs to. Where a tenant allows no duplicates, the item is the reservation: who
 * writes it first has the number. Otherwise the lead is part of the key, and several may stand beside each other.
 */
const Phones = new Entity(
  {
    model: model('leadPhone'),
    attributes: {
      tenantId: { type: 'number', required: true },
      number: { type: 'string', required: true },
      /** 'one', or the lead's own id where duplicates are allowed. */
      slot: { type: 'string', required: true },
      leadId: { type: 'string', required: true },
    },
    indexes: {
      byNumber: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'number'] },
        sk: { ...keys.primary.sk, composite: ['slot'] },
      },
    },
  },
  connection,
);

const numbersOf = (lead: LeadRecord | undefined) =>
  new Set(lead?.state === 'live' ? lead.phones.map(({ number }) => number) : []);

/** The leads that a number belongs to, the oldest first. */
export async function leadsOfNumber(number: string): Promise<string[]> {
  const { data } = await Phones.query
    .byNumber({ tenantId: tenantOf(), number })
    .go({ consistent: true, pages: 'all' });
  return [...new Set(data.map(({ leadId }) => leadId))].sort();
}

/**
 * The lead of each of many numbers, the oldest where several have it; a number of nobody is left out.
 * `mayBeShared`: the tenant allows duplicates, or once did.
 */
export async function leadsOfNumbers(
  numbers: readonly string[],
  mayBeShared: boolean,
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const unique = [...new Set(numbers)];
  const asked = unique.map((number) => ({ tenantId: tenantOf(), number, slot: 'one' }));
  const { data } = await Phones.get(asked).go({ concurrency: 4, consistent: true });
  const found = new Map(data.map(({ number, leadId }) => [number, leadId]));
  if (mayBeShared)
    for (const number of unique) {
      const [oldest] = await leadsOfNumber(number);
      if (oldest) found.set(number, oldest);
    }
  return found;
}

/**
 * Refuses numbers that a lead would newly have while another live one has them from the time when the tenant allowed
 * duplicates: those have no reservation that a transaction would meet. @throws 409 'phone_taken'
 */
export async function assertFree(before: LeadRecord | undefined, after: LeadRecord): Promise<void> {
  const had = numbersOf(before);
  for (const number of numbersOf(after))
    if (!had.has(number) && (await leadsOfNumber(number)).some((id) => id !== after.id)) throw taken(number);
}

const taken = (number: string) =>
  conflict(`Another lead has the number ${number}.`, { field: 'phones', number }, 'phone_taken');

/**
 * Which of a lead's numbers it holds alone after a change. Those it held stay so; of new ones all or none, by the
 * tenant's rule at the time: the rule may change while leads from before it are there.
 */
export function heldAfter(
  before: LeadRecord | undefined,
  after: LeadRecord,
  allowDuplicates: boolean,
): string[] {
  const had = numbersOf(before);
  const held = new Set(before?.heldPhones);
  return [...numbersOf(after)].filter((number) => (had.has(number) ? held.has(number) : !allowDuplicates));
}

/** The writes that give a lead its numbers and free those it no longer has. `after` knows what it holds. */
export function phoneWrites(before: LeadRecord | undefined, after: LeadRecord | undefined): object[] {
  const had = numbersOf(before);
  const has = numbersOf(after);
  const { id } = (after ?? before)!;
  const item = (number: string, holder: LeadRecord) => ({
    tenantId: tenantOf(),
    number,
    slot: holder.heldPhones.includes(number) ? 'one' : id,
    leadId: id,
  });
  const release = [...had]
    .filter((number) => !has.has(number))
    .map((number) => Phones.delete(item(number, before!)).params());
  const reserve = [...has]
    .filter((number) => !had.has(number))
    .map((number) => orElse(Phones.create(item(number, after!)).params(), taken(number)));
  return [...release, ...reserve];
}
