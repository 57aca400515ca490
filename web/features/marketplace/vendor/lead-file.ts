import { readCsv } from '#shared/csv.ts';
import { type SoldLead, soldLead } from '#shared/model/market.ts';
import type { RejectedRow } from '#web/ui/resource/RejectedRows.tsx';

/** What the people agreed to, where the file does not say it of each. */
export interface Consent {
  /** As a date field gives it, YYYY-MM-DD; '' where it is not known. */
  day: string;
  text: string;
  sourceUrl: string;
}

/** Which field a column is, by its heading without anything but letters. */
const headings: Readonly<Record<string, Column>> = {
  firstname: 'firstName',
  lastname: 'lastName',
  company: 'company',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  email: 'email',
  emailaddress: 'email',
  street: 'street',
  address: 'street',
  city: 'city',
  state: 'state',
  zip: 'postcode',
  zipcode: 'postcode',
  postcode: 'postcode',
  postalcode: 'postcode',
  consentdate: 'consentDate',
  consenttime: 'consentDate',
  consentgivenat: 'consentDate',
  consenttext: 'consentText',
  consenturl: 'consentUrl',
  consentsourceurl: 'consentUrl',
  trustedform: 'trustedFormUrl',
  trustedformurl: 'trustedFormUrl',
  trustedformcerturl: 'trustedFormUrl',
  xxtrustedformcerturl: 'trustedFormUrl',
  jornaya: 'jornayaLeadId',
  jornayaleadid: 'jornayaLeadId',
  leadid: 'jornayaLeadId',
  leadidtoken: 'jornayaLeadId',
  universalleadid: 'jornayaLeadId',
};
type Column =
  | Exclude<keyof SoldLead, 'address' | 'consent'>
  | 'street'
  | 'city'
  | 'state'
  | 'postcode'
  | 'consentDate'
  | 'consentText'
  | 'consentUrl'
  | 'trustedFormUrl'
  | 'jornayaLeadId';

/** The headings of a file to begin with. */
export const sampleHeadings = [
  'First name',
  'Last name',
  'Company',
  'Phone',
  'Email',
  'Street',
  'City',
  'State',
  'ZIP',
  'Consent date',
  'Consent text',
  'Consent URL',
  'TrustedForm URL',
  'Jornaya LeadiD',
];

export interface ReadLeads {
  /** With the row of the file, as a spreadsheet counts it. */
  leads: { row: number; lead: SoldLead }[];
  rejected: RejectedRow[];
  /** Why the file as a whole cannot be read. */
  problem?: string;
}

/** An ISO time of what a person wrote as a day or a time; '' where it is neither. */
function instantOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** The lead of some cells, or why it is none. */
export function leadOf(cells: Partial<Record<Column, string>>, consent: Consent): SoldLead | string {
  const { street = '', city = '', state = '', postcode = '', ...rest } = cells;
  const { consentDate, consentText, consentUrl, trustedFormUrl, jornayaLeadId, ...person } = rest;
  if (!person.phone && !person.email) return 'A lead needs a phone number or an e-mail address.';
  const day = consentDate || consent.day;
  if (!day) return 'It is not said when the person agreed to be contacted.';
  const result = soldLead.safeParse({
    ...person,
    address: { street, city, state, postcode },
    consent: {
      givenAt: instantOf(day),
      text: consentText || consent.text,
      sourceUrl: consentUrl || consent.sourceUrl,
      ...(trustedFormUrl ? { trustedFormUrl } : {}),
      ...(jornayaLeadId ? { jornayaLeadId } : {}),
    },
  });
  return result.success ? result.data : result.error.issues[0]!.message;
}

/** Reads the leads of a CSV file with headings; rows that are none are told with the reason. */
export function readLeads(text: string, consent: Consent): ReadLeads {
  const { rows, unclosed } = readCsv(text);
  if (unclosed !== undefined)
    return { leads: [], rejected: [], problem: `The quotation mark in row ${unclosed} is not closed.` };
  const columns = (rows[0] ?? []).map((heading) => headings[heading.toLowerCase().replace(/[^a-z]/g, '')]);
  if (!columns.includes('phone') && !columns.includes('email'))
    return { leads: [], rejected: [], problem: 'The first row has to name a column Phone or Email.' };
  if (rows.length === 1)
    return {
      leads: [],
      rejected: [],
      problem: 'The file has a first row with names, and no leads below it.',
    };
  const read: ReadLeads = { leads: [], rejected: [] };
  rows.slice(1).forEach((values, index) => {
    const cells: Partial<Record<Column, string>> = {};
    for (const [at, column] of columns.entries()) if (column) cells[column] = values[at]?.trim() ?? '';
    const row = index + 2;
    const lead = leadOf(cells, consent);
    if (typeof lead === 'string')
      read.rejected.push({ row, value: cells.phone || cells.email || '', reason: lead });
    else read.leads.push({ row, lead });
  });
  return read;
}
