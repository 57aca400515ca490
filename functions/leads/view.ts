import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import type { Lead } from '#shared/model/lead.ts';
import type { LeadRecord } from './store.ts';

/** A lead as the contract answers it. */
export function view({
  heldPhones: _held,
  reached: _reached,
  won: _won,
  importedVersion: _imported,
  ...lead
}: LeadRecord): Lead {
  return {
    ...lead,
    fullName: `${lead.firstName} ${lead.lastName}`.trim(),
    phone: lead.phones[0]?.number ?? '',
    email: lead.emails[0] ?? '',
  };
}

/** Agents see the leads that are theirs and those that are nobody's; admins and the product itself all. */
export function mayUse(lead: Pick<LeadRecord, 'ownerId'>): boolean {
  return !seesOwnLeadsOnly() || lead.ownerId === null || lead.ownerId === currentUser().userId;
}
