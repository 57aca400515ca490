import { z } from 'zod';
import { worker } from '#functions/kernel/queue.ts';
import { attemptSending, notifyEndpoints } from '#functions/webhookEndpoints/api.ts';
import { resumeOnTags } from './work/resume-on-tags.ts';

/** A message that is to be sent, by its event or the queue's own; or any event that endpoints may want to know. */
const message = z.union([
  z.object({ sending: z.string() }),
  z.object({ type: z.literal('webhook.sending.queued'), data: z.object({ messageId: z.string() }) }),
  z.object({
    type: z.string(),
    eventId: z.string(),
    entityId: z.string(),
    at: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
]);

/** Tells outgoing endpoints what happens. */
export const handler = worker('outgoing', message, async (body) => {
  if ('sending' in body) return attemptSending(body.sending);
  if (!('eventId' in body)) return attemptSending(body.data.messageId);
  await resumeOnTags(body);
  await notifyEndpoints(body);
});
