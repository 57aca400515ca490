import { clock } from '#functions/kernel/clock.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { QueueStats } from '#shared/model/queue.ts';
import { keepCallback } from '../callbacks/ask.ts';
import { callbackIsDue, noLongerWanted } from '../callbacks/call-back.ts';
import { openCallbacks } from '../callbacks/store.ts';
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
  const [events, open] = await Promise.all([queueEventsSince(queueId, since), openCallbacks(queueId)]);
  return { ...queueFigures(events, { since, now, maxWaitTime }), toCallBack: open.length };
}

/**
 * Keeps that a caller came into a queue of ours, or left it; of others, and without what names it, nothing. Whoever wants to
 * be called back is called when it is their turn.
 */
export async function hearQueueEvent(event: ExchangeEvent): Promise<void> {
  if (event.event === 'place-due') return callbackIsDue(event);
  const { queueId, callId, seq, at, queueExit, waitSeconds = 0 } = event;
  if (!queueId || !callId || seq === undefined || !(await findQueue(queueId))) return;
  const exit = event.event === 'queue-left' ? (queueExit ?? 'left') : null;
  await keepQueueEvent({ queueId, callId, seq, at, exit, waitSeconds });
  if (exit === 'callback') await keepCallback(event);
  if (exit === 'answered') await noLongerWanted(queueId, callId);
}
