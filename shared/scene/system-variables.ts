import type { Variable } from '#shared/model/content.ts';
import type { SceneData } from './env.ts';

type Row = [
  name: string,
  displayName: string,
  description: string,
  category: string,
  dataSource: Variable['dataSource'],
  dataType: Variable['dataType'],
  defaultValue?: string,
];

const rows: Row[] = [
  ['lead.name', 'Lead name', 'Full name of the lead', 'Lead', 'lead', 'text'],
  ['lead.firstName', 'First name', 'First name of the lead', 'Lead', 'lead', 'text'],
  ['lead.phone', 'Lead phone', 'Phone number of the lead', 'Lead', 'lead', 'phone'],
  ['lead.email', 'Lead e-mail', 'E-mail address of the lead', 'Lead', 'lead', 'email'],
  ['lead.dealAmount', 'Deal amount', 'Value of the deal in US dollars', 'Lead', 'lead', 'currency'],
  ['call.status', 'Call status', 'How the call ended', 'Call', 'call', 'text'],
  ['call.duration', 'Call duration', 'Length of the call in seconds', 'Call', 'call', 'number'],
  ['company.name', 'Company name', 'Name of your company', 'Company', 'tenant', 'text'],
  ['tenant.name', 'Tenant name', 'Name of the account', 'Company', 'tenant', 'text'],
  ['system.date', 'Date', 'Today’s date', 'System', 'system', 'date'],
  ['system.time', 'Time', 'The time now', 'System', 'system', 'time'],
  ['rep.name', 'Rep name', 'Name of the sales rep', 'Sales rep', 'rep', 'text'],
  ['rep.email', 'Rep e-mail', 'E-mail address of the sales rep', 'Sales rep', 'rep', 'email'],
  ['rep.photo', 'Rep photo', 'Photo of the sales rep', 'Sales rep', 'rep', 'image'],
];

/** The variables that every tenant has. */
export const systemVariables: readonly Variable[] = rows.map(
  ([name, displayName, description, category, dataSource, dataType, defaultValue]) => ({
    id: `var_${name.replace('.', '_')}`,
    name,
    displayName,
    description,
    category,
    dataSource,
    dataType,
    defaultValue: defaultValue ?? null,
    isSystemVariable: true,
    isRequired: false,
  }),
);

/** What the preview shows until somebody types other data. */
export const sampleData: SceneData = {
  lead: {
    name: 'Jordan Rivera',
    firstName: 'Jordan',
    phone: '5550142368',
    email: 'jordan.rivera@example.com',
    dealAmount: 12_500,
  },
  call: { status: 'completed', duration: 185 },
  company: { name: 'Brightside Solar' },
  tenant: { name: 'Brightside Solar' },
  system: { date: '2026-01-15T15:30:00Z', time: '2026-01-15T15:30:00Z', timeZone: 'America/New_York' },
  rep: { name: 'Sam Whitfield', email: 'sam.whitfield@example.com', photo: '' },
};

/** The system's own fields at a moment, seen in a time zone; the scene itself never reads a clock. */
export function systemData(now: Date, timeZone: string): NonNullable<SceneData['system']> {
  return { date: now.toISOString(), time: now.toISOString(), timeZone };
}
