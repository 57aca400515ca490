import { end, everyDeleted, readBucket } from './entries.ts';
import { findLeads, type LeadRecord } from './store.ts';

/** A page of the leads that were deleted and can be had back; `cursor` is null at the end. */
export async function deletedLeads(
  cursor: string | null,
  limit: number,
): Promise<{ leads: LeadRecord[]; cursor: string | null }> {
  // The last entry of a page comes first in the next, and changes nothing.
  const range = { from: cursor ?? '', to: end, descending: false };
  const { entries, more } = await readBucket(everyDeleted, range, limit);
  const leads = await findLeads(entries.map(({ leadId }) => leadId));
  return {
    leads: leads.filter(({ state }) => state === 'deleted'),
    cursor: more ? entries.at(-1)!.entry : null,
  };
}
