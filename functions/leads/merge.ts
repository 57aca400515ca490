import { toE164 } from '#functions/kernel/phone.ts';
import { type LeadFields, leadLimits } from '#shared/model/lead.ts';
import type { LeadRecord } from './store.ts';

/** How what comes in goes with what stands. */
export interface MergeRule {
  /**
   * Whose phones and e-mails come first: an import writes over what there is, so the file's do (docs/imports.md); to a
   * webhook's payload the lead is known, and stays to be called at the number that it is known by.
   */
  first: 'given' | 'standing';
  /** Fields whose value is the source's own and not the row's: they fill what is empty, and write over nothing. */
  defaults?: readonly string[];
}

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values(value as object).every((one) => one === '' || one === 'US'));

/** The fields that hold something. */
const filled = (input: LeadFields): Partial<LeadFields> =>
  Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !(field === 'score' && value === 0) && !isEmpty(value)),
  );

/** What stands, and of what is given as much as there is room for. */
function withNew<T>(
  standing: readonly T[],
  given: readonly T[],
  most: number,
  first: MergeRule['first'],
  keyOf: (one: T) => unknown = (one) => one,
): T[] {
  const known = new Set(standing.map(keyOf));
  const fresh = given
    .filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)))
    .slice(0, Math.max(0, most - standing.length));
  return first === 'given' ? [...fresh, ...standing] : [...standing, ...fresh];
}

/**
 * A lead's fields with those of a row merged in: the one rule of imports and webhooks. Nothing is emptied; phones,
 * e-mails and tags are added, and none that stands is lost; what the row does not name of an address stays.
 */
export function mergeLead(
  before: LeadRecord,
  input: LeadFields,
  { first, defaults = [] }: MergeRule,
): Partial<LeadFields> {
  const { phones = [], emails = [], tags = [], address, ...rest } = filled(input);
  const named = Object.entries(rest).filter(
    ([field]) => !defaults.includes(field) || isEmpty(before[field as keyof LeadRecord]),
  );
  const numbers = phones.map((one) =>
    typeof one === 'string' ? { number: one, label: 'mobile' as const } : one,
  );
  // The country is 'US' where nobody named one.
  const parts = Object.entries(address ?? {}).filter(
    ([part, value]) => value !== '' && !(part === 'country' && value === 'US'),
  );
  return {
    ...Object.fromEntries(named),
    ...(address ? { address: { ...before.address, ...Object.fromEntries(parts) } } : {}),
    phones: withNew(
      before.phones,
      numbers,
      leadLimits.phones,
      first,
      ({ number }) => toE164(number) ?? number,
    ),
    emails: withNew(before.emails, emails, leadLimits.emails, first),
    tags: withNew(before.tags, tags, leadLimits.tags, 'standing'),
  };
}
