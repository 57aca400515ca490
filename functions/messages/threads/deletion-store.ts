import { z } from 'zod';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** Leads that were deleted and had a thread: it goes when they cannot be had back any more. */
const Departures = entity('leadDeparture', {
  fields: z.object({ leadId: z.string(), dueAt: z.string() }),
  key: { partition: ['leadId'], sort: [] },
  indexes: {
    whenDue: { index: 'gsi2', partition: [], sort: ['dueAt', 'leadId'], casing: 'none', retired: true },
  },
  due: true,
});

export const scheduleThreadDeletion = (leadId: string, at: string): Promise<void> =>
  writeOne(Departures.put({ leadId, dueAt: at, ...dueAt('threadDeletion', leadId, at) }));

/** When the thread of a lead that was deleted is to go; undefined where it is not. */
export async function threadDeletionAt(leadId: string): Promise<string | undefined> {
  return (await Departures.find({ leadId }))?.dueAt;
}

export const unscheduleThreadDeletion = (leadId: string): Promise<void> =>
  writeOne(Departures.remove({ leadId }));

export const earlierThreadDeletions = () => earlierItems(Departures.query('whenDue'), 'leadId');
