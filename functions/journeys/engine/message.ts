import { tenantOf } from '#functions/kernel/actor.ts';
import { send } from '#functions/kernel/queue.ts';
import type { EnrolmentRecord } from '../store/enrolments.ts';

/** Enrolments of one message: a worker runs them side by side. */
const perMessage = 25;

export type Due = Pick<EnrolmentRecord, 'enrolmentId' | 'seq'>;

/**
 * Puts enrolments on the worker's queue.
 * @param sent told of those of each message as soon as it lies there
 */
export async function queueDue<T extends Due>(
  items: readonly T[],
  sent: (some: readonly T[]) => Promise<unknown> = async () => {},
): Promise<void> {
  for (let at = 0; at < items.length; at += perMessage) {
    const some = items.slice(at, at + perMessage);
    await send('JOURNEYS', tenantOf(), {
      items: some.map(({ enrolmentId, seq }) => ({ enrolmentId, seq })),
    });
    await sent(some);
  }
}
