import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { queueExits } from '#shared/exchange/events.ts';

/** Longer than any figure looks back; seconds. */
const keepSeconds = 100 * 86_400;

/** That a caller came into a queue, or left it, as the exchange told. The same event twice is one item. */
const QueueEvents = entity('queueEvent', {
  fields: z.object({
    queueId: z.string(),
    at: z.string(),
    callId: z.string(),
    seq: z.number(),
    /** Null: the caller came. */
    exit: z.enum(queueExits).nullable(),
    waitSeconds: z.number(),
    /** Seconds since 1970; DynamoDB removes it some time after. */
    expiresAt: z.number(),
  }),
  key: { partition: ['queueId'], sort: ['at', 'callId', 'seq'], casing: 'none' },
});
export type QueueEventRecord = Omit<Stored<typeof QueueEvents>, 'expiresAt'>;

export const keepQueueEvent = (event: QueueEventRecord): Promise<void> =>
  writeOne(QueueEvents.put({ ...event, expiresAt: clock.seconds() + keepSeconds }));

/** What was told of a queue since an instant, in the order of the time. */
export async function queueEventsSince(queueId: string, since: string): Promise<QueueEventRecord[]> {
  const { data } = await QueueEvents.query('key', { queueId })
    .gte({ at: since })
    .go({ pages: 'all', consistent: true });
  return data;
}
