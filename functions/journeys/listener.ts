import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import {
  callEnded,
  leadCreated,
  leadDeleted,
  leadUpdated,
  messageComplained,
  messageReceived,
} from './listening.ts';

const message = z.discriminatedUnion('type', [
  envelope('lead.created'),
  envelope('lead.updated'),
  envelope('lead.deleted'),
  envelope('lead.restored'),
  envelope('message.received'),
  envelope('message.complained'),
  envelope('call.ended'),
]);

/** What journeys hear of the bus. */
export const handler = worker('journeys', message, async (told) => {
  switch (told.type) {
    case 'lead.created':
    case 'lead.restored':
      return leadCreated(told.entityId);
    case 'lead.updated':
      return leadUpdated(told.entityId, told.data, told.at);
    case 'lead.deleted':
      return leadDeleted(told.entityId);
    case 'message.received':
      return messageReceived(told.data, told.at);
    case 'message.complained':
      return messageComplained(told.data, told.at);
    case 'call.ended':
      return callEnded(told.data, told.at);
  }
});
