import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { adoptThreads } from './threads/adopt.ts';
import { forgetThread, leadDeleted } from './threads/delete.ts';
import { releaseThreadsOf } from './threads/release.ts';

const joinMessage = z.object({ isLast: z.boolean() });

const message = z.union([
  z.discriminatedUnion('type', [
    envelope('lead.created'),
    envelope('lead.updated'),
    envelope('lead.restored'),
    envelope('lead.deleted'),
    envelope('user.removed'),
  ]),
  joinMessage.extend({ join: z.string() }),
  joinMessage.extend({ forget: z.string() }),
]);

const hasAddress = (field: string) => field === 'phones' || field === 'emails';

/** Threads of leads that come, get another number or address, or go; and those of a colleague who has left. */
export const handler = worker('threads', message, async (told) => {
  if ('join' in told) return adoptThreads(told.join, told.isLast);
  if ('forget' in told) return forgetThread(told.forget, told.isLast);
  switch (told.type) {
    case 'lead.created':
    case 'lead.restored':
      return adoptThreads(told.entityId);
    case 'lead.updated':
      if (told.data.changes.some(({ field }) => hasAddress(field))) await adoptThreads(told.entityId);
      return;
    case 'lead.deleted':
      return leadDeleted(told.entityId, told.data.force);
    case 'user.removed':
      return releaseThreadsOf(told.data.userId);
  }
});
