import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { leadGone, saleTold } from './sales.ts';

const message = z.discriminatedUnion('type', [envelope('lead.deal'), envelope('lead.deleted')]);

/** What celebrations hear of the bus. */
export const handler = worker('celebrations', message, (told) =>
  told.type === 'lead.deal' ? saleTold(told.entityId, told.data, told.at) : leadGone(told.entityId, told.at),
);
