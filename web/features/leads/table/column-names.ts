import type { LeadSettings } from '#shared/model/lead.ts';
import type { LeadSort } from '#shared/model/lead-filter.ts';

export interface ColumnInfo {
  key: string;
  title: string;
  /** In px. */
  width: number;
  align?: 'end';
  /** The order that a press on its title asks for. */
  sort?: LeadSort['field'];
}

/** The columns that a list may have besides the name, which is always there. */
const ownColumns: readonly ColumnInfo[] = [
  { key: 'phone', title: 'Phone', width: 132 },
  { key: 'email', title: 'E-mail', width: 220 },
  { key: 'company', title: 'Company', width: 180 },
  { key: 'status', title: 'Status', width: 126 },
  { key: 'ownerId', title: 'Owner', width: 150 },
  { key: 'tags', title: 'Tags', width: 160 },
  { key: 'score', title: 'Score', width: 80, align: 'end', sort: 'score' },
  { key: 'dealAmount', title: 'Deal', width: 104, align: 'end', sort: 'dealAmount' },
  { key: 'brand', title: 'Brand', width: 140 },
  { key: 'source', title: 'Source', width: 140 },
  { key: 'city', title: 'City', width: 140 },
  { key: 'state', title: 'State', width: 80 },
  { key: 'postcode', title: 'Postcode', width: 100 },
  { key: 'createdAt', title: 'Added', width: 112, sort: 'createdAt' },
  { key: 'updatedAt', title: 'Changed', width: 120, sort: 'updatedAt' },
  { key: 'lastContactedAt', title: 'Last contact', width: 130 },
];

export const defaultColumns: readonly string[] = [
  'phone',
  'status',
  'ownerId',
  'tags',
  'score',
  'dealAmount',
  'createdAt',
];

const widths = { text: 160, number: 110, boolean: 100, date: 120, choice: 140 };

/** All columns of a tenant; custom fields are `custom.<key>`. */
export function columnsOf({ customFields }: Pick<LeadSettings, 'customFields'>): ColumnInfo[] {
  return [
    ...ownColumns,
    ...customFields.map(({ key, label, type }) => ({
      key: `custom.${key}`,
      title: label,
      width: widths[type],
      ...(type === 'number' ? { align: 'end' as const } : {}),
    })),
  ];
}

/** The chosen columns in their order; names that are none any more are left out. */
export function chosenColumns(all: readonly ColumnInfo[], keys: readonly string[]): ColumnInfo[] {
  return keys.flatMap((key) => all.find((column) => column.key === key) ?? []);
}
