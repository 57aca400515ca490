import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import type { LeadRecord } from './store.ts';

/**
 * Which live lead a number belongs to. Where a tenant allows no duplicates, the item is the reservation: who
 * writes it first has the number. Otherwise the lead is part of the key, and several may stand beside each other.
 */
const Phones = entity('leadPhone', {
  fields: z.object({
    number: z.string(),
    /** 'one', or the lead's own id where duplicates are allowed. */
    slot: z.string(),
    leadId: z.string(),
  }),
  key: { partition: ['number'], sort: ['slot'] },
});

const numbersOf = (lead: LeadRecord | undefined) =>
  new Set(lead?.state === 'live' ? lead.phones.map(({ number }) => number) : []);

/** The leads that a number belongs to, the oldest first. */
export async function leadsOfNumber(number: string): Promise<string[]> {
  const holders = await Phones.all('key', { number });
  return [...new Set(holders.map(({ leadId }) => leadId))].sort();
}

/**
 * The lead of each of many numbers, the oldest where several have it; a number of nobody is left out.
 * `mayBeShared`: the tenant allows duplicates, or once did.
 */
export async function leadsOfNumbers(
  numbers: readonly string[],
  mayBeShared: boolean,
): Promise<Map<string, string>> {
  const unique = [...new Set(numbers)];
  const holders = await Phones.findMany(unique.map((number) => ({ number, slot: 'one' })));
  const found = new Map(holders.map(({ number, leadId }) => [number, leadId]));
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
    number,
    slot: holder.heldPhones.includes(number) ? 'one' : id,
    leadId: id,
  });
  const release = [...had]
    .filter((number) => !has.has(number))
    .map((number) => Phones.remove(item(number, before!)));
  const reserve = [...has]
    .filter((number) => !had.has(number))
    .map((number) => Phones.insert(item(number, after!), taken(number)));
  return [...release, ...reserve];
}
