import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { findLeads, leadSettings, orderBucket, readBucket } from '#functions/leads/api.ts';
import { changeOwner } from './assign.ts';

/** Leads that one call has back and that it looks at: the gateway waits 29 s. `nextCursor` tells to call again. */
const most = 500;
const looks = 2_000;
const sheet = 100;

const { cursorOf, placeOf } = placeCursor(z.string());

/**
 * Has leads back that came to their owner longer ago than `hours` (default the tenant's setting) and that nobody
 * contacted since. Deals that are won or lost stay with who made them.
 */
export async function expireOld({
  hours,
  cursor,
}: {
  hours?: number | undefined;
  cursor?: string | undefined;
}) {
  const { assignmentExpiryHours, statuses } = await leadSettings();
  const before = new Date(clock.now() - (hours ?? assignmentExpiryHours) * 3_600_000).toISOString();
  const range = { to: before, descending: false };
  const closed = new Set(statuses.filter(({ kind }) => kind !== 'open').map(({ key }) => key));
  let released = 0;
  let from = cursor ? placeOf(cursor) : '';
  for (let looked = 0; ; looked += sheet) {
    if (released >= most || looked >= looks) return { released, more: true, nextCursor: cursorOf(from) };
    const page = await readBucket(orderBucket('assignedAt'), { ...range, from }, sheet);
    for (const lead of await findLeads(page.entries.map(({ leadId }) => leadId))) {
      const worked = lead.lastContactedAt !== null && lead.lastContactedAt > before;
      // The page may be older than the lead: whoever has got it meanwhile keeps it.
      const isNew = lead.assignedAt === null || lead.assignedAt > before;
      if (lead.ownerId === null || isNew || worked || closed.has(lead.status)) continue;
      try {
        await changeOwner(lead, null, 'expired');
        released++;
      } catch (error) {
        // Somebody works on it at this moment.
        if (!(error instanceof AppError && error.status === 409)) throw error;
      }
    }
    if (!page.more) return { released, more: false, nextCursor: null };
    from = `${page.entries.at(-1)!.entry}\u0000`;
  }
}
