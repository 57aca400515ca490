import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
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
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...primary.sk, composite: [] },
      },
      whenDue: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId'] },
        sk: { ...gsi2.sk, composite: ['dueAt', 'leadId'], casing: 'none' },
      },
    },
  },
  connection,
);

const own = (leadId: string) => ({ tenantId: tenantOf(), leadId });

export async function scheduleThreadDeletion(leadId: string, dueAt: string): Promise<void> {
  await Departures.put({ ...own(leadId), dueAt }).go();
}

export async function unscheduleThreadDeletion(leadId: string): Promise<void> {
  await Departures.delete(own(leadId)).go();
}

/** Leads whose threads are to go by now, the longest due first. */
export async function dueThreadDeletions(most: number): Promise<string[]> {
  const { data } = await Departures.query
    .whenDue({ tenantId: tenantOf() })
    .between({ dueAt: '' }, { dueAt: clock.iso() })
    .go({ limit: most });
  return data.map(({ leadId }) => leadId);
}
