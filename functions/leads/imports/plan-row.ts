import type { ImportOptions } from '#shared/model/lead-import.ts';
import { gap, readBucket, termBucket } from '../entries.ts';
import { normalizeText } from '../normalize-text.ts';
import { leadsOfNumbers } from '../phones.ts';
import { mayShareNumbers } from '../settings.ts';
import type { LeadRecord } from '../store.ts';

/** Queries at once. */
const atOnce = 8;

/** Which leads there are already by the phones and e-mails of some rows. */
export interface Known {
  byPhone: Map<string, string>;
  byEmail: Map<string, string>;
}

async function leadOfEmail(email: string): Promise<string | undefined> {
  const term = `${normalizeText(email)}${gap}`;
  const range = { from: term, to: `${term}\uffff`, descending: false };
  const { entries } = await readBucket(termBucket('email', normalizeText(email)), range, 1);
  return entries[0]?.leadId;
}

/** Looks up the leads that rows may be the same as, and those whose numbers they would take. */
export async function lookUp(
  leads: readonly LeadRecord[],
  { duplicates }: Pick<ImportOptions, 'duplicates'>,
  allowDuplicatePhones: boolean,
): Promise<Known> {
  const known: Known = { byPhone: new Map(), byEmail: new Map() };
  const wanted = duplicates.rule !== 'create';
  if (!allowDuplicatePhones || (wanted && duplicates.by !== 'email'))
    known.byPhone = await leadsOfNumbers(
      leads.flatMap(({ phones }) => phones.map(({ number }) => number)),
      allowDuplicatePhones || (await mayShareNumbers()),
    );
  if (!wanted || duplicates.by === 'phone') return known;
  const emails = [...new Set(leads.flatMap(({ emails }) => emails))];
  for (let at = 0; at < emails.length; at += atOnce)
    await Promise.all(
      emails.slice(at, at + atOnce).map(async (email) => {
        const leadId = await leadOfEmail(email);
        if (leadId) known.byEmail.set(email, leadId);
      }),
    );
  return known;
}

export type Fate =
  | { kind: 'create' }
  | { kind: 'update'; leadId: string }
  | { kind: 'skip'; reason: string }
  | { kind: 'reject'; reason: string };

const sentence = (what: string) => `There is a lead with ${what} already.`;

/** What becomes of a row that could be a lead, by the rules of its import. */
export function planRow(
  lead: LeadRecord,
  known: Known,
  { duplicates: { rule, by } }: Pick<ImportOptions, 'duplicates'>,
  allowDuplicatePhones: boolean,
): Fate {
  const phone = lead.phones.map(({ number }) => number).find((number) => known.byPhone.has(number));
  const email = lead.emails.find((one) => known.byEmail.has(one));
  const match =
    by !== 'email' && phone
      ? { what: `the number ${phone}`, leadId: known.byPhone.get(phone)! }
      : by !== 'phone' && email
        ? { what: `the address ${email}`, leadId: known.byEmail.get(email)! }
        : undefined;
  if (match && rule === 'update') return { kind: 'update', leadId: match.leadId };
  if (match && rule === 'skip') return { kind: 'skip', reason: sentence(match.what) };
  if (phone && !allowDuplicatePhones)
    return { kind: 'reject', reason: `Another lead has the number ${phone}.` };
  return { kind: 'create' };
}

/** From now on a lead is known by its phones and e-mails. */
export function remember({ byPhone, byEmail }: Known, lead: LeadRecord): void {
  for (const { number } of lead.phones) if (!byPhone.has(number)) byPhone.set(number, lead.id);
  for (const email of lead.emails) if (!byEmail.has(email)) byEmail.set(email, lead.id);
}
