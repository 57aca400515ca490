import { type LeadRecord, leadWrites } from './store.ts';

/**
 * The writes that note when a lead was last contacted; none where a later contact is known. Whoever contacts a
 * lead commits them with the record of it. Refused (409) when the lead has changed since it was read.
 */
export function contactedWrites(lead: LeadRecord, at: string): object[] {
  if (lead.state !== 'live' || (lead.lastContactedAt !== null && lead.lastContactedAt >= at)) return [];
  const after: LeadRecord = { ...lead, lastContactedAt: at, version: lead.version + 1 };
  // Its phones stay as they are, so the rule for new ones does not matter.
  return leadWrites(lead, after, { allowDuplicatePhones: false });
}
