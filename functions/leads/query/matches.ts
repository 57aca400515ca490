import type { Condition, LeadFilter } from '#shared/model/lead-filter.ts';
import { digitsOf, fold } from '../fold.ts';
import type { LeadRecord } from '../store.ts';

type Value = string | number | boolean | null;

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
      return [lead.address.state];
    case 'postcode':
      return [lead.address.postcode];
    default:
      if (field.startsWith('custom.')) return [lead.customFields[field.slice(7)] ?? null];
      return [lead[field as keyof LeadRecord] as Value];
  }
}

const isEmpty = (value: Value) => value === null || value === '';
const text = (value: Value) => (value === null ? '' : fold(String(value)));

/** Numbers as numbers, everything else, ISO times among it, as text. */
function compare(value: Value, other: Value): number {
  if (typeof value === 'number') return value - Number(other);
  return text(value) < text(other) ? -1 : text(value) > text(other) ? 1 : 0;
}

const same = (field: string) => (value: Value, other: Value) =>
  field === 'phone'
    ? digitsOf(String(value)).endsWith(digitsOf(String(other ?? ''))) && other !== ''
    : text(value) === text(other);

function holds({ field, op, value }: Condition, lead: LeadRecord): boolean {
  const values = valuesOf(lead, field).filter((one) => !isEmpty(one));
  const given = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as Value[];
  const equal = same(field);
  const isOne = () =>
    given.some((other) => (isEmpty(other) ? values.length === 0 : values.some((one) => equal(one, other))));
  const wanted = field === 'phone' ? (one: Value) => digitsOf(String(one)) : text;
  switch (op) {
    case 'is':
    case 'in':
      return isOne();
    case 'isNot':
    case 'notIn':
      return !isOne();
    case 'startsWith':
      return values.some((one) => given.some((other) => wanted(one).startsWith(wanted(other))));
    case 'contains':
      return values.some((one) => given.some((other) => wanted(one).includes(wanted(other))));
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
