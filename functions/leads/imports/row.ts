import { AppError } from '#functions/kernel/errors.ts';
import { type LeadFields, type LeadSettings, leadFields } from '#shared/model/lead.ts';
import { type ImportMapping, type ImportOptions, importFields } from '#shared/model/lead-import.ts';
import { beginning } from '#shared/model/text.ts';
import type { LeadRecord } from '../store.ts';
import { newLead } from '../write.ts';

/** What all rows of an import are read by. */
export interface RowRules {
  headers: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
  settings: LeadSettings;
}

/** `isBatchSource`: the row has none of its own. */
export type ReadRow = { fields: LeadFields; lead: LeadRecord; isBatchSource: boolean } | { reason: string };

/** Our own exports, and others that follow OWASP, put an apostrophe before what a spreadsheet would run. */
const unguarded = (value: string) => value.trim().replace(/^'(?=[=+\-@\t\r])/, '');

const amountForm = /^\$?\s?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;
const phoneLabels = { phone: 'mobile', mobile: 'mobile', homePhone: 'home', workPhone: 'work' } as const;
const addressFields = new Set(['street', 'city', 'state', 'postcode', 'country']);
const countries: Record<string, string> = {
  usa: 'US',
  'united states': 'US',
  'united states of america': 'US',
  canada: 'CA',
};

class Unfit extends Error {}

/** A number as people write it. What a spreadsheet has shortened is refused and not guessed. */
function numberOf(value: string): number {
  if (!amountForm.test(value)) throw new Unfit(`${beginning(value, 40)} is not a number such as 1234.50.`);
  return Number(value.replace(/[$,\s]/g, ''));
}

/** The beginning of a name up to its last word, and that word: 'Mary Ann Lee' → 'Mary Ann', 'Lee'. */
function namesOf(full: string): { firstName: string; lastName: string } {
  // 'Lee, Ann' is written the other way round.
  const [before, after, ...more] = full.split(',');
  if (before && after && more.length === 0) return { firstName: after.trim(), lastName: before.trim() };
  const at = full.lastIndexOf(' ');
  return at < 0
    ? { firstName: full, lastName: '' }
    : { firstName: full.slice(0, at), lastName: full.slice(at + 1) };
}

function statusOf(value: string, { statuses }: LeadSettings): string {
  const wanted = value.toLowerCase();
  const found = statuses.find(({ key, label }) => key === wanted || label.toLowerCase() === wanted);
  if (!found) throw new Unfit(`There is no status ${beginning(value, 40)}.`);
  return found.key;
}

type Input = Record<string, unknown> & { phones: object[]; emails: string[]; tags: string[] };

function put(input: Input, field: string, value: string, settings: LeadSettings): void {
  if (field in phoneLabels)
    input.phones.push({ number: value, label: phoneLabels[field as keyof typeof phoneLabels] });
  else if (field === 'email') input.emails.push(value);
  else if (field === 'tags')
    input.tags.push(
      ...value
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    );
  else if (field === 'fullName') Object.assign(input, { ...namesOf(value), ...pick(input) });
  else if (field === 'score') input.score = Math.round(numberOf(value));
  else if (field === 'dealAmount') input.dealAmount = numberOf(value);
  else if (field === 'status') input.status = statusOf(value, settings);
  else if (field === 'country')
    input.address = {
      ...(input.address as object),
      country: countries[value.toLowerCase()] ?? value.toUpperCase(),
    };
  else if (addressFields.has(field)) input.address = { ...(input.address as object), [field]: value };
  else if (field.startsWith('custom.'))
    input.customFields = { ...(input.customFields as object), [field.slice(7)]: value };
  else input[field] = value;
}

/** A first and a last name of their own columns stand before those of a whole name. */
const pick = ({ firstName, lastName }: Input) => ({
  ...(firstName ? { firstName } : {}),
  ...(lastName ? { lastName } : {}),
});

const labelOf = (field: string, { customFields }: LeadSettings) =>
  importFields[field as keyof typeof importFields] ??
  customFields.find(({ key }) => `custom.${key}` === field)?.label ??
  field;

/** The fields of a mapping that a finding of the schema is about. */
const sources: Record<string, string> = { phones: 'phone', emails: 'email', address: 'street' };

/** What is made, or the sentence that says why it cannot be. */
export function orReason<T extends object>(make: () => T): T | { reason: string } {
  try {
    return make();
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message };
    throw error;
  }
}

/** A row as the fields of a lead, and as the lead that it would be; or the sentence that says why it is none. */
export function readRow(values: readonly string[], rules: RowRules, origin: object = {}): ReadRow {
  const { headers, mapping, options, settings } = rules;
  const surplus = values.slice(headers.length).some((value) => value.trim() !== '');
  if (values.length < headers.length || surplus)
    return { reason: `The row has ${values.length} values, and the head names ${headers.length} columns.` };
  const input: Input = { phones: [], emails: [], tags: [...options.tags], ownerId: options.ownerId };
  for (const { column, field } of mapping) {
    const value = unguarded(values[column] ?? '');
    if (value === '') continue;
    try {
      put(input, field, value, settings);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      return { reason: `${labelOf(field, settings)}: ${error.message}` };
    }
  }
  const isBatchSource = options.source !== '' && !input.source;
  if (isBatchSource) input.source = options.source;
  input.phones = uniqueBy(input.phones as { number: string }[], ({ number }) => number.replace(/\D/g, ''));
  input.emails = uniqueBy(input.emails, (email) => email.toLowerCase());
  input.tags = uniqueBy(input.tags, (tag) => tag.toLowerCase());
  const parsed = leadFields.safeParse(input);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const [name, part] = path.map(String);
    const field = name === 'address' && part ? part : (sources[name ?? ''] ?? name ?? '');
    return { reason: `${labelOf(field, settings)}: ${message}` };
  }
  const fields = parsed.data;
  if (![fields.firstName, fields.lastName, fields.company, fields.phones[0], fields.emails[0]].some(Boolean))
    return { reason: 'The row has neither a name, a company, a phone nor an e-mail address.' };
  return orReason(() => ({ fields, lead: newLead(fields, settings, origin), isBatchSource }));
}

function uniqueBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  const seen = new Set<string>();
  return values.filter((value) => !seen.has(key(value)) && seen.add(key(value)));
}
