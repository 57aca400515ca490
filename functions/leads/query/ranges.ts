import { encodeTime } from 'ulid';
import type { Condition, LeadFilter } from '#shared/model/lead-filter.ts';
import { end, sortable } from '../entries.ts';
import { normalizeText } from '../normalize-text.ts';

/** Conditions that every lead of the answer must fulfil. */
function necessary(filter: LeadFilter): Condition[] {
  if ('all' in filter) return filter.all.flatMap(necessary);
  if ('any' in filter) return filter.any.length === 1 ? necessary(filter.any[0]!) : [];
  return [filter];
}

export interface Range {
  from?: string;
  to?: string;
}

const bounds = ({ op, value }: Condition): [low: unknown, high: unknown] | undefined => {
  if (op === 'between' && Array.isArray(value)) return [value[0], value[1]];
  if (op === 'atLeast') return [value, undefined];
  return op === 'atMost' ? [undefined, value] : undefined;
};

const timeOf = (value: unknown) => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  // ULIDs count from 1970 to the year 10889.
  return time >= 0 && time < 281_474_976_710_655 ? encodeTime(time) : undefined;
};

/** The ids that leads made within the filter's `createdAt` can have: an id begins with its time. */
export function idRange(filter: LeadFilter): Range {
  const range: Range = {};
  for (const condition of necessary(filter)) {
    const [low, high] = (condition.field === 'createdAt' && bounds(condition)) || [];
    const from = timeOf(low);
    const to = timeOf(high);
    if (from && `led_${from}` > (range.from ?? '')) range.from = `led_${from}`;
    if (to && (!range.to || `led_${to}${end}` < range.to)) range.to = `led_${to}${end}`;
  }
  return range;
}

/** A time as it is stored, in whatever zone it was written. */
const storedTime = (value: unknown) => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** Fields that have an order in entries.ts, and how a value stands in it. */
const orders: Record<string, (value: unknown) => string | undefined> = {
  updatedAt: storedTime,
  lastContactedAt: storedTime,
  score: (value) => (typeof value === 'number' ? sortable(value) : undefined),
  dealAmount: (value) => (typeof value === 'number' ? sortable(value) : undefined),
};

/** The part of a field's order that the filter leaves, or undefined when it leaves all. */
export function orderRange(filter: LeadFilter, field: string): Range | undefined {
  const place = orders[field];
  if (!place) return lastNameRange(filter, field);
  let found: Range | undefined;
  for (const condition of necessary(filter)) {
    const limits = condition.field === field ? bounds(condition) : undefined;
    if (!limits) continue;
    const from = place(limits[0]);
    const to = place(limits[1]);
    found = { ...found, ...(from ? { from } : {}), ...(to ? { to: `${to}${end}` } : {}) };
  }
  return found;
}

function lastNameRange(filter: LeadFilter, field: string): Range | undefined {
  const begin = necessary(filter).find(
    (condition) => field === 'lastName' && condition.field === field && condition.op === 'startsWith',
  );
  if (typeof begin?.value !== 'string') return undefined;
  return { from: normalizeText(begin.value), to: `${normalizeText(begin.value)}${end}` };
}

/** Fields whose order can narrow a filter that no value narrows. */
export const rangedFields = [...Object.keys(orders), 'lastName'] as const;
