import type { Variable } from './content.ts';

/*
 * Every merge field by its name, once: signs, texts, mails and their editors read this list, so that a name means the
 * same everywhere. Signs take `{lead.name}` and `{{ lead.name }}`, messages the latter alone, with Liquid's filters.
 * A tenant's custom fields are `lead.custom.<key>` besides, and what came with an event `external.<path>`.
 */

export interface MergeField {
  name: string;
  label: string;
  description: string;
  category: 'Lead' | 'Deal' | 'Call' | 'Sales rep' | 'Company' | 'System';
  dataType: Variable['dataType'];
  /** What previews show. */
  sample: string | number;
}

type Row = [
  name: string,
  label: string,
  description: string,
  dataType: Variable['dataType'],
  sample: string | number,
];

const rows: Record<MergeField['category'], readonly Row[]> = {
  Lead: [
    ['lead.name', 'Lead name', 'Full name of the lead', 'text', 'Jordan Rivera'],
    ['lead.firstName', 'First name', 'First name of the lead', 'text', 'Jordan'],
    ['lead.lastName', 'Last name', 'Last name of the lead', 'text', 'Rivera'],
    ['lead.fullName', 'Full name', 'The same as the lead’s name', 'text', 'Jordan Rivera'],
    ['lead.phone', 'Lead phone', 'Phone number of the lead', 'phone', '5550142368'],
    ['lead.email', 'Lead e-mail', 'E-mail address of the lead', 'email', 'jordan.rivera@example.com'],
    ['lead.dealAmount', 'Deal amount', 'Value of the deal in US dollars', 'currency', 12_500],
    ['lead.company', 'Lead company', 'Where the lead works', 'text', 'Harbour Bakery'],
    ['lead.street', 'Street', 'Street and number of the lead', 'text', '12 Main Street'],
    ['lead.city', 'City', 'City of the lead', 'text', 'New York'],
    ['lead.state', 'State', 'State of the lead', 'text', 'NY'],
    ['lead.postcode', 'Postcode', 'Postcode of the lead', 'text', '10001'],
    ['lead.brand', 'Brand', 'Brand that the lead came to', 'text', 'Brightside Solar'],
    ['lead.source', 'Source', 'Where the lead came from', 'text', 'Website'],
    ['lead.status', 'Lead status', 'Where the lead stands', 'text', 'new'],
    ['lead.score', 'Lead score', 'How good the lead is, from 0 to 100', 'number', 80],
  ],
  Deal: [['deal.amount', 'Amount', 'Value of the deal in US dollars', 'currency', 12_500]],
  Call: [
    ['call.status', 'Call status', 'How the call ended', 'text', 'completed'],
    ['call.duration', 'Call duration', 'Length of the call in seconds', 'number', 185],
    ['call.at', 'Call time', 'When the call began', 'time', '2026-01-15T15:30:00Z'],
    ['call.number', 'Called number', 'The number that was called', 'phone', '5550142368'],
    ['call.disposition', 'Call result', 'What came of the call', 'text', 'Interested'],
  ],
  Company: [
    ['company.name', 'Company name', 'Name of your company', 'text', 'Brightside Solar'],
    ['tenant.name', 'Tenant name', 'Name of the account', 'text', 'Brightside Solar'],
  ],
  System: [
    ['system.date', 'Date', 'Today’s date', 'date', '2026-01-15T15:30:00Z'],
    ['system.time', 'Time', 'The time now', 'time', '2026-01-15T15:30:00Z'],
    ['system.year', 'Year', 'The year now', 'number', 2026],
  ],
  'Sales rep': [
    ['rep.name', 'Rep name', 'Name of the sales rep', 'text', 'Sam Whitfield'],
    ['rep.email', 'Rep e-mail', 'E-mail address of the sales rep', 'email', 'sam.whitfield@example.com'],
    ['rep.photo', 'Rep photo', 'Photo of the sales rep', 'image', ''],
    ['rep.title', 'Rep title', 'What the sales rep is, as in “Senior closer”', 'text', 'Senior closer'],
    ['rep.firstName', 'Rep first name', 'First name of the sales rep', 'text', 'Sam'],
    ['rep.lastName', 'Rep last name', 'Last name of the sales rep', 'text', 'Whitfield'],
    ['rep.fullName', 'Rep full name', 'The same as the rep’s name', 'text', 'Sam Whitfield'],
    ['rep.extension', 'Extension', 'Extension of the sales rep', 'text', '101'],
  ],
};

export const mergeFields: readonly MergeField[] = Object.entries(rows).flatMap(([category, fields]) =>
  fields.map(([name, label, description, dataType, sample]) => ({
    name,
    label,
    description,
    category: category as MergeField['category'],
    dataType,
    sample,
  })),
);

/** Second names of what another field says: a column of a file is taken for the first. */
export const secondNames: ReadonlySet<string> = new Set(['lead.fullName', 'rep.fullName', 'deal.amount']);

/** Those that a text can hold: a photo is none. */
export const textFields: readonly MergeField[] = mergeFields.filter(({ dataType }) => dataType !== 'image');

/** The samples as records: `{ lead: { name: 'Jordan Rivera', … }, … }`. */
export function sampleValues(): Record<string, Record<string, string | number>> {
  const values: Record<string, Record<string, string | number>> = {};
  for (const { name, sample } of mergeFields) {
    const [source, field] = name.split('.') as [string, string];
    values[source] = { ...values[source], [field]: sample };
  }
  return values;
}
