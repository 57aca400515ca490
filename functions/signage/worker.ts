import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { removeAnnouncementAt } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { worker } from '#functions/kernel/queue.ts';
import { reconcile } from './reconcile.ts';
import { announcementsOf, takeOffLead } from './takeover.ts';

const message = z.union([
  z.object({
    displayIds: z.array(z.string()).min(1),
    /** Not before this; ms since 1970. Messages of earlier versions have none. */
    at: z.number().optional(),
  }),
  envelope('lead.deleted'),
]);

/** A message comes at most so much before its time, in milliseconds. */
const longestWaitMs = 1_000;

/** The snapshots go first: after a kill the message comes again, and the layers still lead to them. */
async function leadDeleted(leadId: string): Promise<void> {
  for (const address of await announcementsOf(leadId)) await removeAnnouncementAt(address);
  await takeOffLead(leadId);
}

/** Looks at displays whose takeover may have ended, and pushes what shows now; forgets leads that were deleted. */
export const handler = worker('signage', message, async (body) => {
  if ('type' in body) return leadDeleted(body.entityId);
  const { displayIds, at = 0 } = body;
  await pause(Math.min(longestWaitMs, Math.max(0, at - clock.now())));
  for (const displayId of displayIds) {
    const { ok, reason } = await reconcile(displayId);
    if (!ok) throw new Error(reason ?? 'The push failed.');
  }
});
