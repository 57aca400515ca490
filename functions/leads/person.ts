import type { Person } from '#functions/compliance/api.ts';
import { whereabouts } from '#shared/model/compliance/whereabouts.ts';
import type { LeadRecord } from './store.ts';

type Known = Pick<LeadRecord, 'phones' | 'emails' | 'address' | 'consent'>;

/** A number that is labelled as a mobile, also by default, is taken for one. */
function lineOf({ phones }: Known, phone: string | undefined): Person['line'] {
  const label = phones.find(({ number }) => number === phone)?.label;
  return label === undefined || label === 'other' ? undefined : label === 'mobile' ? 'mobile' : 'landline';
}

/** A lead as the compliance check knows people. */
export function personOf(lead: Known, phone = lead.phones[0]?.number, email = lead.emails[0]): Person {
  return {
    phone,
    email,
    state: lead.address.state,
    postcode: lead.address.postcode,
    country: lead.address.country,
    line: lineOf(lead, phone),
    consent: lead.consent,
  };
}

/** The zones that a lead may be in. */
export const timeZonesOf = (lead: Pick<Known, 'phones' | 'address'>): string[] =>
  whereabouts({
    phone: lead.phones[0]?.number,
    state: lead.address.state,
    postcode: lead.address.postcode,
    country: lead.address.country,
  }).zones;
