import { clock } from '#functions/kernel/clock.ts';
import { env } from '#functions/kernel/env.ts';
import { queueCounts } from '#functions/kernel/queue.ts';
import type { QueueStatus } from '#shared/model/module-status.ts';

/** A queue that does not answer within this fails the look, ms. */
const withinMs = 5_000;

/** How many messages lie in each worker's queue. @throws where one cannot be asked */
export async function lookAtQueues(before: readonly QueueStatus[]): Promise<QueueStatus[]> {
  const at = env('WATCHED_QUEUES_AT');
  const signal = AbortSignal.timeout(withinMs);
  return Promise.all(
    env('WATCHED_QUEUES')
      .split(',')
      .map(async (pair) => {
        const [name = '', queue = ''] = pair.split('=');
        const counts = await queueCounts(at + queue, signal);
        const waited = before.find((one) => one.name === name)?.waitingSince ?? clock.iso();
        return { name, ...counts, waitingSince: counts.waiting > 0 ? waited : null };
      }),
  );
}
