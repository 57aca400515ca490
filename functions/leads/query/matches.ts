import { normalizeState } from '#shared/model/compliance/places.ts';
import type { Condition, LeadFilter } from '#shared/model/lead-filter.ts';
import { digitsOf, normalizeText } from '../normalize-text.ts';
import type { LeadRecord } from '../store.ts';

type Value = string | number | boolean | null;

/** A state by its two letters, however it was written; of earlier versions it is stored as it was. */
const stateOf = (written: string) => normalizeState(written) ?? written;

/** The values that a condition looks at: several for what a lead can have several of. */
function valuesOf(lead: LeadRecord, field: Condition['field']): Value[] {
  switch (field) {
    case 'tags':
      return lead.tags;
    case 'phone':
      return lead.phones.map(({ number }) => number);
    case 'email':
      return lead.emails;
    case 'state':
      return [stateOf(lead.address.state)];
    case 'postcode':
      return [lead.address.postcode];
    default:
      if (field.startsWith('custom.')) return [lead.customFields[field.slice(7)] ?? null];
      return [lead[field as keyof LeadRecord] as Value];
  }
}

const isEmpty = (value: Value) => value === null || value === '';
const text = (value: Value) => (value === null ? '' : normalizeText(String(value)));

/** Instants; a custom field of the type date is a day and compares as text. */
export const moments: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'lastContactedAt']);

/** Numbers as numbers, times as instants whatever zone they are written in, everything else as text. */
const comparing = (field: string) => (value: Value, other: Value) => {
  if (typeof value === 'number') return value - Number(other);
  if (moments.has(field)) return Date.parse(String(value)) - Date.parse(String(other));
  return text(value) < text(other) ? -1 : text(value) > text(other) ? 1 : 0;
};

/** The digits of a number with the country's 1 and without it: people leave it out. */
const formsOf = (value: Value): string[] => {
  const digits = digitsOf(String(value ?? ''));
  return [digits, digits.replace(/^1(?=\d{10}$)/, '')];
};

type Fits = (held: string, sought: string) => boolean;

/** How a value and one that was asked for fit each other as text. */
const fitting = (field: string, fits: Fits) => (value: Value, other: Value) => {
  if (field !== 'phone') return fits(text(value), text(other));
  const sought = digitsOf(String(other ?? ''));
  return sought !== '' && formsOf(value).some((held) => fits(held, sought));
};

const same = (field: string) =>
  fitting(
    field,
    field === 'phone' ? (held, sought) => held.endsWith(sought) : (held, sought) => held === sought,
  );

function holds({ field, op, value }: Condition, lead: LeadRecord): boolean {
  const values = valuesOf(lead, field).filter((one) => !isEmpty(one));
  const asked = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as Value[];
  const given = field === 'state' ? asked.map((one) => stateOf(String(one ?? ''))) : asked;
  const equal = same(field);
  const isOne = () =>
    given.some((other) => (isEmpty(other) ? values.length === 0 : values.some((one) => equal(one, other))));
  const some = (fits: Fits) => {
    const isFit = fitting(field, fits);
    return values.some((one) => given.some((other) => isFit(one, other)));
  };
  const compare = comparing(field);
  switch (op) {
    case 'is':
    case 'in':
      return isOne();
    case 'isNot':
    case 'notIn':
      return !isOne();
    case 'startsWith':
      return some((held, sought) => held.startsWith(sought));
    case 'contains':
      return some((held, sought) => held.includes(sought));
    case 'atLeast':
      return values.some((one) => compare(one, given[0] ?? null) >= 0);
    case 'atMost':
      return values.some((one) => compare(one, given[0] ?? null) <= 0);
    case 'between':
      return values.some((one) => compare(one, given[0] ?? null) >= 0 && compare(one, given[1] ?? null) <= 0);
    case 'isEmpty':
      return values.length === 0;
    case 'isNotEmpty':
      return values.length > 0;
  }
}

/** Whether a lead passes a filter. This is what a filter means; the indexes only find whom to ask. */
export function matches(filter: LeadFilter, lead: LeadRecord): boolean {
  if ('all' in filter) return filter.all.every((part) => matches(part, lead));
  if ('any' in filter) return filter.any.some((part) => matches(part, lead));
  return holds(filter, lead);
}
