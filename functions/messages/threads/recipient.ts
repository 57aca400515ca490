import type { Person } from '#functions/compliance/api.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import {
  findLead,
  findLeads,
  type LeadRecord,
  leadsOfEmail,
  leadsOfNumber,
  mayUse,
  personOf,
} from '#functions/leads/api.ts';
import type { MessageChannel } from '#shared/model/message.ts';
import { beginning } from '#shared/model/text.ts';
import { findConversations } from './conversation-store.ts';

/** Whom a message goes to or comes from. */
export interface Recipient {
  lead: LeadRecord | undefined;
  /** E.164, or an e-mail address in lower case. */
  address: string;
  conversationId: string;
  person: Person;
}

export const conversationIdOf = (leadId: string | null, address: string): string =>
  deterministicId('cnv', leadId ?? address);

export function recipientOf(
  channel: MessageChannel,
  lead: LeadRecord | undefined,
  address: string,
): Recipient {
  const [phone, email] = channel === 'sms' ? [address, undefined] : [undefined, address];
  return {
    lead,
    address,
    conversationId: conversationIdOf(lead?.id ?? null, address),
    person: lead ? personOf(lead, phone, email) : { phone, email },
  };
}

function addressed(channel: MessageChannel, written: string): string {
  if (channel === 'email') return written.trim().toLowerCase();
  const number = toE164(written);
  if (!number) throw badRequest(`${beginning(written, 40)} is not a phone number.`, { field: 'to' });
  return number;
}

/**
 * The live leads with an address: the one that was texted or heard last comes first, because that is whom an answer
 * is from.
 */
export async function leadsWith(channel: MessageChannel, address: string): Promise<LeadRecord[]> {
  const ids = channel === 'sms' ? await leadsOfNumber(address) : await leadsOfEmail(address);
  const live = (await findLeads(ids)).filter(({ state }) => state === 'live');
  if (live.length < 2) return live;
  const threads = await findConversations(live.map(({ id }) => conversationIdOf(id, address)));
  const lastOf = new Map(threads.map(({ leadId, at }) => [leadId, at]));
  return live.sort((a, b) => ((lastOf.get(a.id) ?? '') < (lastOf.get(b.id) ?? '') ? 1 : -1));
}

/** Somebody outside the leads, unless the address is one of a lead's: then it is that lead. @throws 404 */
async function byAddress(channel: MessageChannel, address: string): Promise<Recipient> {
  const leads = await leadsWith(channel, address);
  const lead = leads.find(mayUse);
  if (leads.length > 0 && !lead)
    throw notFound(channel === 'sms' ? 'The lead with this number' : 'The lead with this address');
  return recipientOf(channel, lead, address);
}

/** Why a message cannot go out at all, and never will. */
export class Unsendable extends Error {}

/**
 * Whom a message goes to.
 * @param known the lead, where it was read a moment ago
 * @throws Unsendable; 400 and 404 for what nobody may have
 */
export async function findRecipient(
  channel: MessageChannel,
  leadId: string | null,
  to: string | undefined,
  known?: LeadRecord,
): Promise<Recipient> {
  const what = channel === 'sms' ? 'phone number' : 'e-mail address';
  if (leadId === null) {
    if (!to) throw badRequest(`Please choose a lead or give a ${what}.`, { field: 'to' });
    return byAddress(channel, addressed(channel, to));
  }
  const lead = known?.id === leadId ? known : await findLead(leadId);
  if (lead?.state !== 'live' || !mayUse(lead)) throw notFound('The lead');
  const own = channel === 'sms' ? lead.phones.map(({ number }) => number) : lead.emails;
  if (to === undefined) {
    if (!own[0]) throw new Unsendable(`The lead has no ${what}.`);
    return recipientOf(channel, lead, own[0]);
  }
  const address = addressed(channel, to);
  if (!own.includes(address)) throw badRequest(`This is not a ${what} of the lead.`, { field: 'to' });
  return recipientOf(channel, lead, address);
}
