import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { badRequest, forbidden } from '#functions/kernel/errors.ts';
import { type LeadRecord, usable } from '#functions/leads/api.ts';
import { plain, type Query } from './persons.ts';

const same = (one: string, other: string): boolean => one !== '' && plain(one) === plain(other);

/** Whether a question is about a lead: by one of its numbers or addresses, by its last name, or by where it lives. */
function isAbout(query: Query, { phones, emails, lastName, address }: LeadRecord): boolean {
  if ('phone' in query) return phones.some(({ number }) => number === query.phone);
  return (
    emails.includes(query.email) ||
    same(lastName, query.lastName) ||
    (same(address.street, query.address) &&
      (same(address.city, query.city) || same(address.postcode, query.postcode)))
  );
}

/** A lead that the actor may search about: of agents one of their own. @throws 403, 404 */
export async function searchableLead(leadId: string): Promise<LeadRecord> {
  const lead = await usable(leadId);
  if (seesOwnLeadsOnly() && lead.ownerId !== currentUser().userId)
    throw forbidden(
      'Access denied. Agents search about their own leads. Take this lead first.',
      'not_own_lead',
    );
  return lead;
}

/**
 * Lets an admin search for anybody, and an agent about a lead of their own.
 * @throws 400 without a lead; 403 for another's, or for somebody else than the lead; 404
 */
export async function assertMaySearch(query: Query, leadId: string | undefined): Promise<void> {
  if (leadId === undefined) {
    if (seesOwnLeadsOnly())
      throw badRequest('Please say which of your leads the search is about.', { field: 'leadId' });
    return;
  }
  const lead = await searchableLead(leadId);
  if (seesOwnLeadsOnly() && !isAbout(query, lead))
    throw forbidden('Access denied. This search is not about that lead.', 'not_about_lead');
}
