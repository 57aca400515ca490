import type { CustomField, LeadSettings } from '#shared/model/lead.ts';
import type { Condition, filterOperators } from '#shared/model/lead-filter.ts';

export type Operator = (typeof filterOperators)[number];
export type Scalar = string | number | boolean | null;
export type FieldKind =
  | 'text'
  | 'number'
  | 'moment'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'owner'
  | 'tag'
  | 'status';

export interface FilterFieldInfo {
  name: Condition['field'];
  label: string;
  kind: FieldKind;
  choices?: readonly string[];
}

const builtInFields: readonly FilterFieldInfo[] = [
  { name: 'status', label: 'Status', kind: 'status' },
  { name: 'ownerId', label: 'Owner', kind: 'owner' },
  { name: 'tags', label: 'Tags', kind: 'tag' },
  { name: 'score', label: 'Score', kind: 'number' },
  { name: 'dealAmount', label: 'Deal', kind: 'number' },
  { name: 'brand', label: 'Brand', kind: 'text' },
  { name: 'source', label: 'Source', kind: 'text' },
  { name: 'state', label: 'State', kind: 'text' },
  { name: 'postcode', label: 'Postcode', kind: 'text' },
  { name: 'firstName', label: 'First name', kind: 'text' },
  { name: 'lastName', label: 'Last name', kind: 'text' },
  { name: 'company', label: 'Company', kind: 'text' },
  { name: 'phone', label: 'Phone', kind: 'text' },
  { name: 'email', label: 'E-mail', kind: 'text' },
  { name: 'createdAt', label: 'Added', kind: 'moment' },
  { name: 'updatedAt', label: 'Changed', kind: 'moment' },
  { name: 'lastContactedAt', label: 'Last contact', kind: 'moment' },
  { name: 'importId', label: 'Import', kind: 'text' },
];

const kindOfCustom: Record<CustomField['type'], FieldKind> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  choice: 'choice',
};

/** Every field that a filter may name, the tenant's own among them. */
export function filterFieldsOf(settings: Pick<LeadSettings, 'customFields'>): FilterFieldInfo[] {
  return [
    ...builtInFields,
    ...settings.customFields.map(({ key, label, type, choices }) => ({
      name: `custom.${key}` as const,
      label,
      kind: kindOfCustom[type],
      ...(type === 'choice' ? { choices } : {}),
    })),
  ];
}

/** The operators that make sense for a kind of field, the usual one first. */
export const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['is', 'isNot', 'in', 'notIn', 'startsWith', 'contains', 'isEmpty', 'isNotEmpty'],
  number: ['atLeast', 'atMost', 'between', 'is', 'isNot', 'isEmpty', 'isNotEmpty'],
  moment: ['atLeast', 'atMost', 'between', 'isEmpty', 'isNotEmpty'],
  date: ['is', 'atLeast', 'atMost', 'between', 'isEmpty', 'isNotEmpty'],
  boolean: ['is', 'isEmpty', 'isNotEmpty'],
  choice: ['in', 'notIn', 'isEmpty', 'isNotEmpty'],
  owner: ['in', 'notIn', 'isEmpty', 'isNotEmpty'],
  tag: ['in', 'notIn', 'isEmpty', 'isNotEmpty'],
  status: ['in', 'notIn'],
};

const words: Record<Operator, string> = {
  is: 'is',
  isNot: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  startsWith: 'begins with',
  contains: 'contains',
  atLeast: 'is at least',
  atMost: 'is at most',
  between: 'is between',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
};
const timeWords: Partial<Record<Operator, string>> = {
  atLeast: 'is on or after',
  atMost: 'is on or before',
};

export const operatorText = (op: Operator, kind: FieldKind): string =>
  ((kind === 'moment' || kind === 'date') && timeWords[op]) || words[op];

export const needsValue = (op: Operator) => op !== 'isEmpty' && op !== 'isNotEmpty';
export const takesList = (op: Operator) => op === 'in' || op === 'notIn' || op === 'between';
