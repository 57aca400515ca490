import { badRequest } from '#functions/kernel/errors.ts';
import { countryOfPhone, e164 } from '#functions/kernel/phone.ts';
import type { Facts } from '#shared/model/compliance/decide.ts';
import type { ComplianceSettings, Emergency } from '#shared/model/compliance/settings.ts';
import { whereabouts } from '#shared/model/compliance/whereabouts.ts';
import type { Channel, Consents } from '#shared/model/lead.ts';
import { warnOfOldLaw } from './review.ts';
import { declaredEmergencies, listedAmong, readSettings, type StandingRecord, standingsOf } from './store.ts';

/** Somebody to be contacted, as far as the caller knows them. */
export interface Person {
  phone?: string | undefined;
  email?: string | undefined;
  /** However it is written. */
  state?: string | undefined;
  /** ISO 3166, two letters. */
  country?: string | undefined;
  /** What kind of line the phone is, where it is known. */
  line?: Facts['line'];
  postcode?: string | undefined;
  timeZones?: readonly string[] | undefined;
  /** What the lead's own record says; the withdrawal of either counts. */
  consent?: Consents | undefined;
  /** They have called us, and asked for this very call. */
  isAskedFor?: true;
}

/** A person with the address that the channel reaches them at: E.164, or an e-mail address. */
export interface Addressee extends Person {
  address: string;
}

/** @throws 400 when the channel's own address is missing or is none */
export function addressee(person: Person, channel: Channel): Addressee {
  const phone = person.phone === undefined ? undefined : e164(person.phone);
  const email = person.email?.toLowerCase();
  const address = channel === 'email' ? email : phone;
  if (!address)
    throw badRequest(channel === 'email' ? 'Please give an e-mail address.' : 'Please give a phone number.', {
      field: channel === 'email' ? 'email' : 'phone',
    });
  return { ...person, phone, email, address };
}

type State = Facts['consent'];

function consentOf(person: Person, channel: Channel, standing: StandingRecord): State {
  const states: (State | undefined)[] = [standing.consent[channel]?.state, person.consent?.[channel].state];
  if (states.includes('withdrawn')) return 'withdrawn';
  return states.includes('given') ? 'given' : 'unknown';
}

/** Where a person may be, by what is known of them and the tenant's rules for other countries. */
export const whereaboutsOf = (person: Person, { countries }: Pick<ComplianceSettings, 'countries'>) =>
  whereabouts({ ...person, phoneCountry: person.phone && countryOfPhone(person.phone) }, countries);

/** The facts of one addressee, from what was read of them. */
export const factsOf = (
  person: Addressee,
  channel: Channel,
  settings: ComplianceSettings,
  standing: StandingRecord,
  listed: boolean,
  emergencies: readonly Emergency[],
): Facts => ({
  channel,
  settings,
  listed,
  line: person.line,
  emergencies,
  where: whereaboutsOf(person, settings),
  consent: consentOf(person, channel, standing),
  isAskedFor: person.isAskedFor,
  boughtFrom: standing.boughtFrom,
  attempts: (standing.attempts[channel] ?? []).map(({ at }) => at),
});

/** The facts of many, in three kinds of reads however many they are. */
export async function factsOfAll(people: readonly Addressee[], channel: Channel): Promise<Facts[]> {
  const addresses = [...new Set(people.map(({ address }) => address))];
  warnOfOldLaw();
  const [settings, emergencies, listed, standings] = await Promise.all([
    readSettings(),
    declaredEmergencies(),
    listedAmong(addresses),
    standingsOf(addresses),
  ]);
  return people.map((person) =>
    factsOf(
      person,
      channel,
      settings,
      standings.get(person.address)!,
      listed.has(person.address),
      emergencies,
    ),
  );
}
