import { csvRow } from '#functions/kernel/csv.ts';
import type { LeadRecord } from '../store.ts';

type Custom = readonly { key: string; label: string }[];

/** The columns of an export, with the names by which an import knows them again. */
const columns: [string, (lead: LeadRecord) => string | number | null][] = [
  ['Id', ({ id }) => id],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Company', ({ company }) => company],
  ['Phone', ({ phones }) => phones[0]?.number ?? ''],
  ['Phone 2', ({ phones }) => phones[1]?.number ?? ''],
  [
    'More phones',
    ({ phones }) =>
      phones
        .slice(2)
        .map(({ number }) => number)
        .join(', '),
  ],
  ['E-mail', ({ emails }) => emails[0] ?? ''],
  ['More e-mails', ({ emails }) => emails.slice(1).join(', ')],
  ['Street', ({ address }) => address.street],
  ['City', ({ address }) => address.city],
  ['State', ({ address }) => address.state],
  ['Zip code', ({ address }) => address.postcode],
  ['Country', ({ address }) => address.country],
  ['Brand', ({ brand }) => brand],
  ['Source', ({ source }) => source],
  ['Status', ({ status }) => status],
  ['Owner', ({ ownerId }) => ownerId],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Score', ({ score }) => score],
  ['Deal amount', ({ dealAmount }) => dealAmount],
  ['Calls', ({ consent }) => consent.call.state],
  ['Texts', ({ consent }) => consent.sms.state],
  ['E-mails', ({ consent }) => consent.email.state],
  ['Created', ({ createdAt }) => createdAt],
  ['Updated', ({ updatedAt }) => updatedAt],
  ['Last contacted', ({ lastContactedAt }) => lastContactedAt],
];

/** Excel takes UTF-8 only with this at the beginning. */
const mark = '\uFEFF';

export const headOf = (custom: Custom): string =>
  mark + csvRow([...columns.map(([name]) => name), ...custom.map(({ label }) => label)]);

/** Leads as lines of CSV; what a spreadsheet would run is guarded (kernel/csv.ts). */
export const linesOf = (leads: readonly LeadRecord[], custom: Custom): string =>
  leads
    .map((lead) =>
      csvRow([
        ...columns.map(([, of]) => String(of(lead) ?? '')),
        ...custom.map(({ key }) => String(lead.customFields[key] ?? '')),
      ]),
    )
    .join('');
