import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';

const { primary, gsi2 } = keys;

/** Leads that were deleted and had a thread: it goes when they cannot be had back any more. */
const Departures = new Entity(
  {
    model: model('leadDeparture'),
    attributes: {
      tenantId: { type: 'number', required: true },
      leadId: { type: 'string', required: true },
      dueAt: { type: 'string', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...primary.sk, composite: [] },
      },
      whenDue: {
        index: gsi2.index,
        // Those of earlier versions alone lie in it.
        condition: () => false,
        pk: { ...gsi2.pk, composite: ['tenantId'] },
        sk: { ...gsi2.sk, composite: ['dueAt', 'leadId'], casing: 'none' },
      },
    },
  },
  connection,
);

const own = (leadId: string) => ({ tenantId: tenantOf(), leadId });

export async function scheduleThreadDeletion(leadId: string, at: string): Promise<void> {
  await Departures.put({ ...own(leadId), dueAt: at, ...dueAt('threadDeletion', leadId, at) }).go();
}

/** When the thread of a lead that was deleted is to go; undefined where it is not. */
export async function threadDeletionAt(leadId: string): Promise<string | undefined> {
  const { data } = await Departures.get(own(leadId)).go({ consistent: true });
  return data?.dueAt;
}

export async function unscheduleThreadDeletion(leadId: string): Promise<void> {
  await Departures.delete(own(leadId)).go();
}

export const earlierThreadDeletions = () =>
  earlierItems(Departures.query.whenDue({ tenantId: tenantOf() }), 'leadId');
