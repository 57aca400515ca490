import { actor } from '#functions/kernel/actor.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { nationOf, normalizeState, unknownState } from '#shared/model/compliance/places.ts';
import {
  type Channel,
  type Consents,
  type CustomField,
  channelNames,
  channels,
  type LeadFields,
  type LeadSettings,
  noConsent,
} from '#shared/model/lead.ts';
import { beginning } from '#shared/model/text.ts';
import { timeZonesOf } from './person.ts';
import type { LeadRecord } from './store.ts';

type Fields = Partial<LeadFields>;
/** The part of a lead that its fields decide. */
export type Prepared = Omit<
  LeadRecord,
  | 'id'
  | 'version'
  | 'state'
  | 'importId'
  | 'assignedAt'
  | 'lastContactedAt'
  | 'createdAt'
  | 'createdBy'
  | 'updatedAt'
  | 'deletedAt'
  | 'heldPhones'
  | 'reached'
  | 'won'
  | 'importedVersion'
  | 'enteredScore'
>;

const unique = <T>(values: readonly T[], by: (value: T) => unknown = (value) => value): T[] => {
  const seen = new Set<unknown>();
  return values.filter((value) => !seen.has(by(value)) && seen.add(by(value)));
};

function phonesOf(phones: LeadFields['phones']) {
  const written = phones.map((phone) =>
    typeof phone === 'string' ? { number: phone, label: 'mobile' as const } : phone,
  );
  return unique(
    written.map(({ number, label }) => ({ number: e164(number, 'phones'), label })),
    ({ number }) => number,
  );
}

/**
 * An address with its state by its two letters; one in a province is in Canada, also where the default country stands.
 * What was stored before and is no state stays until somebody changes it. @throws 400
 */
function addressOf(address: LeadFields['address'], before?: LeadFields['address']): LeadFields['address'] {
  const country = address.country.toUpperCase() || 'US';
  const isChecked = address.state !== '' && (country === 'US' || country === 'CA');
  if (!isChecked || address.state === before?.state) return { ...address, country };
  const state = normalizeState(address.state);
  if (!state)
    throw badRequest(`${beginning(address.state, 40)}: ${unknownState}`, { field: 'address.state' });
  return { ...address, state, country: nationOf(state) === 'CA' ? 'CA' : country };
}

/** A custom field's value as its type has it. @throws 400 */
function customValue({ key, label, type, choices }: CustomField, given: unknown) {
  if (given === null || given === '') return null;
  const wrong = (what: string) => badRequest(`${label} is ${what}.`, { field: `customFields.${key}` });
  switch (type) {
    case 'number': {
      const number = typeof given === 'string' ? Number(given.trim()) : given;
      if (typeof number !== 'number' || !Number.isFinite(number)) throw wrong('a number');
      return number;
    }
    case 'boolean':
      if (typeof given === 'boolean') return given;
      if (/^(true|yes|1)$/i.test(String(given))) return true;
      if (/^(false|no|0)$/i.test(String(given))) return false;
      throw wrong('yes or no');
    case 'date': {
      const date = String(given).slice(0, 10);
      if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
        throw wrong('a date such as 2026-11-30');
      return date;
    }
    case 'choice': {
      const choice = choices.find((one) => one.toLowerCase() === String(given).trim().toLowerCase());
      if (!choice) throw wrong(`one of ${choices.join(', ')}`);
      return choice;
    }
    case 'text':
      return String(given);
  }
}

function customOf(values: LeadFields['customFields'], settings: LeadSettings): LeadRecord['customFields'] {
  const fields = new Map(settings.customFields.map((field) => [field.key, field]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, given]) => {
      const field = fields.get(key);
      if (!field && (given === null || given === '')) return [];
      if (!field)
        throw badRequest(`There is no custom field ${key}. An admin adds it in the settings of leads.`, {
          field: `customFields.${key}`,
        });
      const value = customValue(field, given);
      return value === null ? [] : [[key, value]];
    }),
  );
}

/**
 * Custom fields with some of them given again. The others stay as they are, also those whose field the tenant has
 * taken away or made another since.
 */
function customAfter(
  before: LeadRecord['customFields'],
  given: LeadFields['customFields'],
  settings: LeadSettings,
): LeadRecord['customFields'] {
  const set = customOf(given, settings);
  const isEmptied = (key: string) => Object.hasOwn(given, key) && !Object.hasOwn(set, key);
  return Object.fromEntries(Object.entries({ ...before, ...set }).filter(([key]) => !isEmptied(key)));
}

/**
 * What a person newly said, dated; what they said before about the other channels stays. An opt-out is never lifted
 * here, and what a person withdrew themselves is not overwritten by what somebody notes afterwards.
 * @throws 409 'opted_out'
 */
function consentOf(before: Consents, said: LeadFields['consent'], at: string): Consents {
  const after = { ...before };
  const by = actor().kind === 'user' ? 'staff' : 'person';
  for (const channel of channels) {
    const change = said[channel];
    const { state, how, by: beforeBy } = before[channel];
    if (!change || (change.state === state && change.how === how)) continue;
    if (state === 'withdrawn' && change.state === 'given')
      throw conflict(
        `${channelNames[channel]}: they have opted out. It is lifted by POST /tcpa/opt-out, with the source of the new consent.`,
        { field: `consent.${channel}` },
        'opted_out',
      );
    if (state === 'withdrawn' && beforeBy !== 'staff' && by === 'staff') continue;
    after[channel] = { state: change.state, how: change.how, at, by };
  }
  return after;
}

/** The channels that a change of a lead newly withdraws. */
export const withdrawnBy = (before: Consents, after: Consents): Channel[] =>
  channels.filter((one) => after[one].state === 'withdrawn' && before[one].state !== 'withdrawn');

function statusOf(status: string | undefined, settings: LeadSettings): string {
  if (status === undefined) return settings.statuses[0]!.key;
  if (!settings.statuses.some(({ key }) => key === status))
    throw badRequest(
      `There is no status ${status}. There are ${settings.statuses.map(({ key }) => key).join(', ')}.`,
      { field: 'status' },
    );
  return status;
}

/** A new lead's part of the record. `at` is now. @throws 400 with a sentence that names the field */
export function newLeadFields(fields: LeadFields, settings: LeadSettings, at: string): Prepared {
  const { phones, customFields, consent, status, tags, emails, ...rest } = fields;
  const prepared = {
    ...rest,
    address: addressOf(rest.address),
    phones: phonesOf(phones),
    emails: unique(emails),
    tags: unique(tags),
    status: statusOf(status, settings),
    customFields: customOf(customFields, settings),
    consent: consentOf(noConsent, consent, at),
  };
  return { ...prepared, timeZones: timeZonesOf(prepared) };
}

/** Where a score goes that somebody gives: beside the learned one, while there is one. */
const scoreGiven = ({ enteredScore, score }: LeadRecord, given: number | undefined) =>
  given === undefined || enteredScore === undefined ? {} : { score, enteredScore: given };

/** A lead with changes made to it. Custom fields are changed one by one: null empties one. @throws 400 */
export function applyChanges(
  before: LeadRecord,
  changes: Fields,
  settings: LeadSettings,
  at: string,
): LeadRecord {
  const { phones, customFields, consent, status, tags, emails, ...rest } = changes;
  const given = givenOf(rest);
  const after = {
    ...before,
    ...given,
    ...scoreGiven(before, rest.score),
    ...(rest.address ? { address: addressOf(rest.address, before.address) } : {}),
    ...(phones ? { phones: phonesOf(phones) } : {}),
    ...(emails ? { emails: unique(emails) } : {}),
    ...(tags ? { tags: unique(tags) } : {}),
    ...(status === undefined ? {} : { status: statusOf(status, settings) }),
    ...(customFields ? { customFields: customAfter(before.customFields, customFields, settings) } : {}),
    ...(consent ? { consent: consentOf(before.consent, consent, at) } : {}),
  } as LeadRecord;
  return { ...after, timeZones: timeZonesOf(after) };
}

const hidden = new Set([
  'version',
  'updatedAt',
  'assignedAt',
  'heldPhones',
  'reached',
  'won',
  'importedVersion',
  'enteredScore',
  'timeZones',
]);

/** What differs between two states of a lead, field by field, as the timeline tells it. */
export function differences(before: LeadRecord, after: LeadRecord) {
  return (Object.keys(after) as (keyof LeadRecord)[])
    .filter((field) => !hidden.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
