import { badRequest } from '#functions/kernel/errors.ts';
import { type Condition, filterLimits, type LeadFilter } from '#shared/model/lead-filter.ts';
import { moments } from './matches.ts';

/** Every condition of a filter. */
export const conditionsOf = (filter: LeadFilter): Condition[] =>
  'all' in filter
    ? filter.all.flatMap(conditionsOf)
    : 'any' in filter
      ? filter.any.flatMap(conditionsOf)
      : [filter];

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
const numbers = new Set(['score', 'dealAmount']);

/** What is wrong with a condition's value, or nothing. */
function faultOf({ field, op, value }: Condition): string | undefined {
  if (op === 'isEmpty' || op === 'isNotEmpty') return undefined;
  if (value === undefined) return `Please give a value for ${field}.`;
  if (op === 'is' || op === 'isNot' || op === 'in' || op === 'notIn') return undefined;
  const given = Array.isArray(value) ? value : [value];
  if (op === 'between' && !(Array.isArray(value) && value.length === 2))
    return `Please give two values for ${field}, from and to.`;
  if (given.length === 0 || !given.every(isGiven)) return `Please give a value for ${field}.`;
  if (op === 'startsWith' || op === 'contains') return undefined;
  if (op !== 'between' && given.length > 1) return `Please give one value for ${field}.`;
  if (numbers.has(field) && !given.every((one) => Number.isFinite(Number(one))))
    return `Please give a number for ${field}.`;
  if (moments.has(field) && given.some((one) => Number.isNaN(Date.parse(String(one)))))
    return `Please give a time for ${field}, such as 2026-11-30T09:00:00Z.`;
  return undefined;
}

const depthOf = (filter: LeadFilter): number => {
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [];
  return parts.length === 0 ? 1 : 1 + Math.max(...parts.map(depthOf));
};

/** @throws 400 when a filter is nested too deep or has too many conditions */
export function assertFilterSize(filter: LeadFilter): void {
  if (depthOf(filter) > filterLimits.depth || conditionsOf(filter).length > filterLimits.conditions)
    throw badRequest(
      `A filter nests at most ${filterLimits.depth} deep and has at most ${filterLimits.conditions} conditions.`,
    );
}

/** @throws 400 that names the first field whose condition lacks what its operator needs */
export function assertValidFilter(filter: LeadFilter): void {
  for (const condition of conditionsOf(filter)) {
    const fault = faultOf(condition);
    if (fault) throw badRequest(fault, { field: condition.field });
  }
}

/** Characters of a filter that is kept: its item has room for 400 KB. */
const keptLength = 100_000;

/** A filter that is kept in an item. @throws 400 when it is too large or a condition of it is not sound */
export function assertStorableFilter(filter: LeadFilter): void {
  assertFilterSize(filter);
  assertValidFilter(filter);
  if (JSON.stringify(filter).length > keptLength)
    throw badRequest('This filter has too many long values to be kept. Please name fewer.');
}
