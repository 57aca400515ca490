import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { normalizeState } from '#shared/model/compliance/places.ts';
import type { Lead } from '#shared/model/lead.ts';
import { timeZonesOf } from './person.ts';
import type { LeadRecord } from './store.ts';

/** A lead as the contract answers it. */
export function view({
  heldPhones: _held,
  reached: _reached,
  won: _won,
  importedVersion: _imported,
  isUndone: _undone,
  enteredScore,
  ...lead
}: LeadRecord): Lead {
  const state = normalizeState(lead.address.state);
  // Versions before November 2026 kept a state as it was written, and told the zones without it.
  const address = state && state !== lead.address.state ? { ...lead.address, state } : undefined;
  return {
    ...lead,
    ...(enteredScore !== undefined && { isScoreLearned: true }),
    ...(address && { address, timeZones: timeZonesOf({ ...lead, address }) }),
    fullName: `${lead.firstName} ${lead.lastName}`.trim(),
    phone: lead.phones[0]?.number ?? '',
    email: lead.emails[0] ?? '',
  };
}

/** Agents see the leads that are theirs and those that are nobody's; admins and the product itself all. */
export function mayUse(lead: Pick<LeadRecord, 'ownerId'>): boolean {
  return !seesOwnLeadsOnly() || lead.ownerId === null || lead.ownerId === currentUser().userId;
}
