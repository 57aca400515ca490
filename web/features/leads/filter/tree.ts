import { type Condition, filterLimits, type LeadFilter } from '#shared/model/lead-filter.ts';
import {
  type FilterFieldInfo,
  needsValue,
  type Operator,
  operatorsOf,
  operatorText,
  takesList,
} from './fields.ts';

export type Group = { all: LeadFilter[] } | { any: LeadFilter[] };

export const isGroup = (filter: LeadFilter): filter is Group => 'all' in filter || 'any' in filter;
export const partsOf = (group: Group): LeadFilter[] => ('all' in group ? group.all : group.any);
export const groupOf = (joint: 'all' | 'any', parts: LeadFilter[]): Group =>
  joint === 'all' ? { all: parts } : { any: parts };
export const jointOf = (group: Group): 'all' | 'any' => ('all' in group ? 'all' : 'any');

/** Any filter as a group, so that conditions can be put beside what is there. */
export const asGroup = (filter: LeadFilter): Group => (isGroup(filter) ? filter : { all: [filter] });

export const isEverything = (filter: LeadFilter): boolean => isGroup(filter) && partsOf(filter).length === 0;

export function countOf(filter: LeadFilter): number {
  return isGroup(filter) ? partsOf(filter).reduce((sum, part) => sum + countOf(part), 0) : 1;
}

/** Whether a group at this depth (the root is 1) may hold a group of its own; its conditions lie one deeper. */
export const mayNest = (depth: number) => depth + 2 <= filterLimits.depth;

/** A condition that still lacks its value holds nothing yet. */
export function isComplete({ op, value }: Condition): boolean {
  if (!needsValue(op)) return true;
  if (op === 'between') return Array.isArray(value) && value.length === 2 && value.every(isGiven);
  if (takesList(op)) return Array.isArray(value) && value.length > 0;
  return isGiven(value);
}
const isGiven = (value: unknown) => value !== undefined && value !== '' && value !== null;

/** The filter without unfinished conditions and empty groups: what is sent to the server. */
export function finished(filter: LeadFilter): Group {
  const prune = (part: LeadFilter): LeadFilter[] => {
    if (!isGroup(part)) return isComplete(part) ? [part] : [];
    const parts = partsOf(part).flatMap(prune);
    return parts.length > 0 ? [groupOf(jointOf(part), parts)] : [];
  };
  return (prune(filter)[0] as Group | undefined) ?? { all: [] };
}

/** A new condition on a field, with its usual operator and no value. */
export const conditionOn = ({ name, kind }: FilterFieldInfo): Condition => ({
  field: name,
  op: operatorsOf[kind][0]!,
});

/** The condition with another operator; the value is kept where the new one can take it. */
export function withOperator(condition: Condition, op: Operator): Condition {
  const { field, value } = condition;
  if (!needsValue(op)) return { field, op };
  if (value === undefined) return { field, op };
  if (op === 'between') return { field, op };
  if (takesList(op)) return { field, op, value: Array.isArray(value) ? value : [value] };
  return Array.isArray(value)
    ? { field, op, ...(value[0] != null ? { value: value[0] } : {}) }
    : { field, op, value };
}

/** How values are called: an owner by name, a status by its label. */
export type ValueText = (field: FilterFieldInfo | undefined, value: unknown) => string;

/** A condition or a group as a sentence for its chip. */
export function sentenceOf(
  filter: LeadFilter,
  fields: readonly FilterFieldInfo[],
  valueText: ValueText,
): string {
  if (isGroup(filter))
    return partsOf(filter)
      .map((part) => {
        const text = sentenceOf(part, fields, valueText);
        return isGroup(part) ? `(${text})` : text;
      })
      .join(jointOf(filter) === 'all' ? ' and ' : ' or ');
  const field = fields.find(({ name }) => name === filter.field);
  const label = field?.label ?? filter.field.replace(/^custom\./, '');
  const operator = operatorText(filter.op, field?.kind ?? 'text');
  if (!needsValue(filter.op)) return `${label} ${operator}`;
  const values = (Array.isArray(filter.value) ? filter.value : [filter.value]).map((value) =>
    valueText(field, value),
  );
  if (filter.op === 'between') return `${label} ${operator} ${values.join(' and ')}`;
  if (takesList(filter.op) && values.length === 1)
    return `${label} ${filter.op === 'in' ? 'is' : 'is not'} ${values[0]}`;
  return `${label} ${operator} ${values.join(', ')}`;
}
