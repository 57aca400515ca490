import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { forgetThread, leadDeleted } from './forget.ts';
import { joinThreads } from './join.ts';

const again = z.object({ isLast: z.boolean() });

const message = z.union([
  z.discriminatedUnion('type', [
    envelope('lead.created'),
    envelope('lead.updated'),
    envelope('lead.restored'),
    envelope('lead.deleted'),
  ]),
  again.extend({ join: z.string() }),
  again.extend({ forget: z.string() }),
]);

const hasAddress = (field: string) => field === 'phones' || field === 'emails';

/** Threads of leads that come, get another number or address, or go. */
export const handler = worker('threads', message, async (told) => {
  if ('join' in told) return joinThreads(told.join, told.isLast);
  if ('forget' in told) return forgetThread(told.forget, told.isLast);
  switch (told.type) {
    case 'lead.created':
    case 'lead.restored':
      return joinThreads(told.entityId);
    case 'lead.updated':
      if (told.data.changes.some(({ field }) => hasAddress(field))) await joinThreads(told.entityId);
      return;
    case 'lead.deleted':
      return leadDeleted(told.entityId, told.data.force);
  }
});
