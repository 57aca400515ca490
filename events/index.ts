import { z } from 'zod';
import { callEvents } from './calls.ts';
import { contentEvents } from './content.ts';
import { documentEvents } from './documents.ts';
import { journeyEvents } from './journeys.ts';
import { leadEvents } from './leads.ts';
import { messageEvents } from './messages.ts';
import { phoneEvents } from './phones.ts';
import { signageEvents } from './signage.ts';
import { tenantEvents } from './tenants.ts';
import { userEvents } from './users.ts';
import { webhookEvents } from './webhooks.ts';

/** Every domain event: its detail-type, the schema of its data, and a sample. */
export const events = {
  ...tenantEvents,
  ...userEvents,
  ...callEvents,
  ...contentEvents,
  ...documentEvents,
  ...journeyEvents,
  ...leadEvents,
  ...messageEvents,
  ...phoneEvents,
  ...signageEvents,
  ...webhookEvents,
};

export type EventType = keyof typeof events;
export type EventDetail<T extends EventType> = z.input<(typeof events)[T]['schema']>;

export const eventSchemas = Object.fromEntries(
  Object.entries(events).map(([type, event]) => [type, event.schema]),
) as { [T in EventType]: (typeof events)[T]['schema'] };

/** What a target of the bus receives as `detail`. */
export const envelope = <T extends EventType>(type: T) =>
  z.object({
    eventId: z.string(),
    type: z.literal(type),
    tenantId: z.number().int(),
    entityId: z.string(),
    at: z.string(),
    actor: z.string(),
    data: eventSchemas[type],
  });

/** The source that all events of the product carry on the bus. */
export const eventSource = 'dealbell';
