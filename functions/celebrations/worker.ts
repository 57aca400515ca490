import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { drawingEnded } from './news.ts';
import { leadGone, saleTold } from './sales.ts';

const message = z.discriminatedUnion('type', [
  envelope('lead.deal'),
  envelope('lead.deleted'),
  envelope('content.export.finished'),
]);

/** What celebrations hear of the bus. */
export const handler = worker('celebrations', message, (told) => {
  switch (told.type) {
    case 'lead.deal':
      return saleTold(told.entityId, told.data, told.at);
    case 'lead.deleted':
      return leadGone(told.entityId, told.at);
    case 'content.export.finished':
      return drawingEnded(String(told.data.projectId));
    default:
      return told satisfies never;
  }
});
