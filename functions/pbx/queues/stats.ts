import { clock } from '#functions/kernel/clock.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { QueueStats } from '#shared/model/queue.ts';
import { keepQueueEvent, queueEventsSince } from './event-store.ts';
import { queueFigures } from './figures.ts';
import { queueOr404 } from './queues.ts';
import { findQueue } from './store.ts';

const dayMs = 86_400_000;

/** What became of the callers of a queue in the last so many days, to the minute. @throws 404 */
export async function statsOf(queueId: string, days: number): Promise<QueueStats> {
  const { maxWaitTime } = await queueOr404(queueId);
  const now = clock.now();
  const since = new Date(now - days * dayMs).toISOString();
  return queueFigures(await queueEventsSince(queueId, since), { since, now, maxWaitTime });
}

/** Keeps that a caller came into a queue of ours, or left it; of others, and without what names it, nothing. */
export async function hearQueueEvent(event: ExchangeEvent): Promise<void> {
  const { queueId, callId, seq, at, queueExit, waitSeconds = 0 } = event;
  if (!queueId || !callId || seq === undefined || !(await findQueue(queueId))) return;
  const exit = event.event === 'queue-left' ? (queueExit ?? 'left') : null;
  await keepQueueEvent({ queueId, callId, seq, at, exit, waitSeconds });
}
