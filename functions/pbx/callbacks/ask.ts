import { findCall } from '#functions/calls/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { markWrites, pushAfterwards } from '../exchange/pushes.ts';
import { findQueue } from '../queues/store.ts';
import { pushOf } from './change.ts';
import { type CallbackRecord, callbackInsertion, openCallbackOf } from './store.ts';

/**
 * A caller has left a queue, or come to a node of a dial plan, and wants to be called back: their place is kept. Told the
 * same again, or asked for by a number that waits for one already, nothing is kept twice.
 * @param options `afterMs`: not called back sooner, as the caller is on the line still
 * @returns false where the queue is gone, or the caller's number is not known
 */
export async function keepCallback(
  {
    queueId,
    callId,
    seq,
    at,
    waitSeconds = 0,
  }: Pick<ExchangeEvent, 'queueId' | 'callId' | 'seq' | 'at' | 'waitSeconds'>,
  { afterMs = 0 } = {},
): Promise<boolean> {
  const [queue, call] = await Promise.all([findQueue(queueId ?? ''), findCall(callId ?? '')]);
  if (!queue || !call?.phone) return false;
  // Of an exchange whose clock is ahead; their place in its line goes by its own clock.
  const askedAt = at < clock.iso() ? at : clock.iso();
  const { phone, leadId, id: askedIn } = call;
  const callback: CallbackRecord = {
    callbackId: deterministicId('cbk', askedIn, String(seq)),
    queueId: queue.queueId,
    phone,
    leadId,
    askedIn,
    since: new Date(Date.parse(at) - waitSeconds * 1000).toISOString(),
    askedAt,
    notBefore: new Date(Date.parse(askedAt) + afterMs).toISOString(),
    status: 'waiting',
    attempts: 0,
    rounds: 0,
    reason: '',
    callId: null,
    agentPhone: null,
    endedAt: null,
    isOpen: true,
    expiresAt: null,
    version: 1,
  };
  const sentence = `Asked in ${queue.name} to be called back`;
  const data = { callId: askedIn, queueId: queue.queueId };
  const isKept = await accepted(
    commit(
      callbackInsertion(callback),
      markWrites(pushOf(callback)),
      leadId ? timelineEvent(leadId, 'call', sentence, data) : [],
    ),
  );
  if (isKept || (await openCallbackOf(queue.queueId, phone))) await pushAfterwards(pushOf(callback));
  return true;
}
