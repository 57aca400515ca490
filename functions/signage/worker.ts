import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { removeAnnouncementAt } from '#functions/content/api.ts';
import { worker } from '#functions/kernel/queue.ts';
import { reconcile } from './reconcile.ts';
import { announcementsOf, takeOffLead } from './takeover.ts';

const message = z.union([z.object({ displayIds: z.array(z.string()).min(1) }), envelope('lead.deleted')]);

/** The snapshots go first: after a kill the message comes again, and the layers still lead to them. */
async function leadDeleted(leadId: string): Promise<void> {
  for (const address of await announcementsOf(leadId)) await removeAnnouncementAt(address);
  await takeOffLead(leadId);
}

/** Looks at displays whose takeover may have ended, and pushes what shows now; forgets leads that were deleted. */
export const handler = worker('signage', message, async (body) => {
  if ('type' in body) return leadDeleted(body.entityId);
  const { displayIds } = body;
  for (const displayId of displayIds) {
    const { ok, reason } = await reconcile(displayId);
    if (!ok) throw new Error(reason ?? 'The push failed.');
  }
});
