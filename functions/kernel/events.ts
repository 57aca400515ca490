import { Entity } from 'electrodb';
import { type EventDetail, type EventType, eventSchemas } from '#events/index.ts';
import { actorName, tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import { newId } from './ids.ts';
import { keys, service } from './partitions.ts';
import { client, readEvery, tableName } from './table.ts';

/** Events are kept this long in the table, where they serve as the entity's timeline; seconds. */
const keepSeconds = 400 * 24 * 3600;

/**
 * The outbox. An event lies in the partition of the entity it tells of, so the table's stream hands events of
 * one entity on in their order.
 */
export const Events = new Entity(
  {
    model: { entity: 'event', version: '1', service },
    attributes: {
      tenantId: { type: 'number', required: true },
      entityId: { type: 'string', required: true },
      eventId: { type: 'string', required: true },
      type: { type: 'string', required: true },
      at: { type: 'string', required: true },
      actor: { type: 'string', required: true },
      data: { type: 'any', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byEntity: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'entityId'] },
        sk: { ...keys.primary.sk, composite: ['eventId'] },
      },
    },
  },
  { client, table: process.env.TABLE_NAME ?? 'dealbell' },
);

/**
 * The write that tells of a change; hand it to `commit` together with the change. It leaves for the bus by the
 * table's stream, at least once, so who hears it must bear hearing it twice (`eventId` is the same).
 * @param at ISO 8601, where the change it tells of carries the same time
 */
export function event<T extends EventType>(
  type: T,
  entityId: string,
  data: EventDetail<T>,
  at = clock.iso(),
): object {
  return Events.create({
    tenantId: tenantOf(),
    entityId,
    eventId: newId('evt'),
    type,
    at,
    actor: actorName(),
    data: eventSchemas[type].parse(data),
    expiresAt: clock.seconds() + keepSeconds,
  }).params({ table: tableName() });
}

/** An event as it is stored. */
export interface StoredEvent {
  entityId: string;
  eventId: string;
  type: string;
  at: string;
  actor: string;
  data: unknown;
}

/** A page of what was told of an entity, the oldest first. */
export async function eventsOf(
  entityId: string,
  cursor: string | null,
  limit = 200,
): Promise<{ events: StoredEvent[]; cursor: string | null }> {
  const page = await Events.query
    .byEntity({ tenantId: tenantOf(), entityId })
    .go({ cursor, limit, consistent: true });
  return { events: page.data as StoredEvent[], cursor: page.cursor };
}

/** Erases events, whose data told of a person. They have long left for the bus; their stream tells of no removal. */
export async function eraseEvents(
  events: readonly Pick<StoredEvent, 'entityId' | 'eventId'>[],
): Promise<void> {
  const tenantId = tenantOf();
  await readEvery(
    events.map(({ entityId, eventId }) => ({ tenantId, entityId, eventId })),
    async (some) => {
      const { unprocessed } = await Events.delete(some).go({ concurrency: 4 });
      return { data: [], unprocessed: unprocessed as never };
    },
  );
}
