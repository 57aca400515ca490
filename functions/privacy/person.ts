import { createHash } from 'node:crypto';
import { tenantOf } from '#functions/kernel/actor.ts';
import { AppError, badRequest, notFound } from '#functions/kernel/errors.ts';
import type { Subject } from '#functions/kernel/personal-data.ts';
import { e164 } from '#functions/kernel/phone.ts';
import {
  findLead,
  findLeads,
  type LeadRecord,
  leadsOfEmail,
  leadsOfNumber,
  view,
} from '#functions/leads/api.ts';
import { type PrivacyPerson, privacyLimits } from '#shared/model/privacy.ts';

/** By what a person is found: exactly one is given. */
export interface Whom {
  leadId?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
}

interface Given {
  leads: LeadRecord[];
  phones: string[];
  emails: string[];
}

/** @throws 400, 404 */
async function leadsMeant({ leadId, phone, email }: Whom): Promise<Given> {
  if ([leadId, phone, email].filter(Boolean).length !== 1)
    throw new AppError(
      400,
      'nobody_named',
      'Please name the person by a lead, a phone number or an e-mail address.',
    );
  if (leadId) {
    const lead = await findLead(leadId);
    if (!lead) throw notFound('The lead');
    return { leads: [lead], phones: [], emails: [] };
  }
  const phones = phone ? [e164(phone)] : [];
  const emails = email ? [email.toLowerCase()] : [];
  const ids = phones[0] ? await leadsOfNumber(phones[0]) : await leadsOfEmail(emails[0]!);
  if (ids.length >= privacyLimits.leads)
    throw badRequest(
      `${ids.length} leads or more have this. Please choose the person’s own lead: the number is not theirs alone.`,
    );
  return { leads: await findLeads(ids), phones, emails };
}

/** Those of some addresses that leads of somebody else have too. */
async function sharedAmong(
  addresses: readonly string[],
  leadIds: readonly string[],
  holders: (address: string) => Promise<string[]>,
): Promise<Set<string>> {
  const shared = new Set<string>();
  for (const address of addresses)
    if ((await holders(address)).some((id) => !leadIds.includes(id))) shared.add(address);
  return shared;
}

const unique = (all: readonly string[]): string[] => [...new Set(all.filter(Boolean))];

/** Of a lead that is erased with others: what finds all that is held of the person. */
export interface PersonOfLead {
  leadId: string;
  name: string;
  /** E.164; none that a lead of somebody else has too. */
  phones: string[];
  /** In lower case; the same. */
  emails: string[];
}

/** Leads that are erased together, each as a person: a number that only they have among them is theirs. */
export async function personsOf(leads: readonly LeadRecord[]): Promise<PersonOfLead[]> {
  const leadIds = leads.map(({ id }) => id);
  const phones = unique(leads.flatMap((lead) => lead.phones.map(({ number }) => number)));
  const emails = unique(leads.flatMap((lead) => lead.emails));
  const taken = new Set([
    ...(await sharedAmong(phones, leadIds, leadsOfNumber)),
    ...(await sharedAmong(emails, leadIds, leadsOfEmail)),
  ]);
  const own = (address: string) => !taken.has(address);
  return leads.map((lead) => ({
    leadId: lead.id,
    name: view(lead).fullName,
    phones: lead.phones.map(({ number }) => number).filter(own),
    emails: lead.emails.filter(own),
  }));
}

/** Several persons as whom one look of the nouns is about. */
export const subjectOf = (persons: readonly PersonOfLead[]): Subject => ({
  leadIds: persons.map(({ leadId }) => leadId),
  phones: unique(persons.flatMap(({ phones }) => phones)),
  emails: unique(persons.flatMap(({ emails }) => emails)),
  names: unique(persons.map(({ name }) => name)),
});

export interface Resolved {
  leads: LeadRecord[];
  subject: Subject;
  shared: string[];
}

/**
 * Whom a request is about: the leads that are meant, and of their numbers and addresses those that no other lead has. By
 * a number that several leads have, all of them are meant.
 * @throws 400, 404
 */
export async function resolvePerson(whom: Whom): Promise<Resolved> {
  const given = await leadsMeant(whom);
  const { leads } = given;
  const leadIds = leads.map(({ id }) => id);
  const phones = unique([...given.phones, ...leads.flatMap((lead) => lead.phones.map((one) => one.number))]);
  const emails = unique([...given.emails, ...leads.flatMap((lead) => lead.emails)]);
  const taken = new Set([
    ...(await sharedAmong(phones, leadIds, leadsOfNumber)),
    ...(await sharedAmong(emails, leadIds, leadsOfEmail)),
  ]);
  const own = (address: string) => !taken.has(address);
  return {
    leads,
    subject: {
      leadIds,
      phones: phones.filter(own),
      emails: emails.filter(own),
      names: unique(leads.map((lead) => view(lead).fullName)),
    },
    shared: [...taken],
  };
}

export async function personMeant(whom: Whom): Promise<PrivacyPerson> {
  const { leads, subject, shared } = await resolvePerson(whom);
  return {
    leads: leads.map((lead) => ({
      id: lead.id,
      name: view(lead).fullName || lead.company,
      phones: lead.phones.map(({ number }) => number),
      emails: [...lead.emails],
    })),
    phones: [...subject.phones],
    emails: [...subject.emails],
    shared,
  };
}

/** `•••• 0142`, `a•••@•••`: enough for staff who know the person, and nobody else. */
export const shortened = (address: string): string =>
  address.includes('@') ? `${address.slice(0, 1)}•••@•••` : `•••• ${address.slice(-4)}`;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => `${word.slice(0, 1)}.`)
    .join(' ');

/** What a request is called, also after its end. */
export const labelOf = ({ names, phones, emails, leadIds }: Subject): string =>
  [names[0] && initialsOf(names[0]), [...phones, ...emails].map(shortened)[0]].filter(Boolean).join(', ') ||
  leadIds[0]!;

/** Tells that two requests are about one person, and nobody by itself who that is. */
export const marksOf = ({ phones, emails }: Subject): string[] =>
  [...phones, ...emails].map((address) =>
    createHash('sha256').update(`privacy ${tenantOf()} ${address}`).digest('base64url'),
  );
