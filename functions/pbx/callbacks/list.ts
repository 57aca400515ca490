import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { findLeads, hiddenLeads } from '#functions/leads/api.ts';
import { callbackListDays, type QueueCallback } from '#shared/model/queue-callback.ts';
import { queueOr404 } from '../queues/queues.ts';
import { changeCallback } from './change.ts';
import { type CallbackRecord, callbackOr404, latestCallbacks, openCallbacks } from './store.ts';

/** Those that are over and were asked for last, which are looked through; a list shows what it is asked for of them. */
const lookedThrough = 200;

/** Callbacks as the actor may see them: of a lead that they may not use, the number alone. */
async function shown(callbacks: readonly CallbackRecord[]): Promise<QueueCallback[]> {
  const leadIds = [...new Set(callbacks.flatMap(({ leadId }) => leadId ?? []))];
  const [hidden, leads] = await Promise.all([hiddenLeads(leadIds), findLeads(leadIds)]);
  const leadById = new Map(leads.map((lead) => [lead.id, lead]));
  return callbacks.map((callback) => {
    const { callbackId: id, leadId, queueId, phone, since, askedAt, status, attempts, reason } = callback;
    const lead = leadId && !hidden.has(leadId) ? leadById.get(leadId) : undefined;
    const { callId, endedAt, isOpen, notBefore } = callback;
    const leadName = lead ? [lead.firstName, lead.lastName].filter(Boolean).join(' ') : '';
    const ofCall = { id, queueId, phone, since, askedAt, status, attempts, reason, callId, endedAt };
    return { ...ofCall, leadId: lead?.id ?? null, leadName, nextAt: isOpen ? notBefore : null };
  });
}

/** Callbacks of a queue: those in line, the first first, then those that ended lately, the latest first. @throws 404 */
export async function listCallbacks(queueId: string): Promise<{ callbacks: QueueCallback[] }> {
  await queueOr404(queueId);
  const from = new Date(clock.now() - callbackListDays * 86_400_000).toISOString();
  const [open, latest] = await Promise.all([openCallbacks(queueId), latestCallbacks(lookedThrough)]);
  const over = latest.filter((one) => one.queueId === queueId && !one.isOpen && one.askedAt > from);
  return { callbacks: await shown([...open, ...over]) };
}

/** Takes a callback out of the line. @throws 404; 409 for one that is being called, or over */
export async function cancelCallback(callbackId: string): Promise<QueueCallback> {
  const after = await changeCallback(callbackId, (before) => {
    if (before.status === 'cancelled') return undefined;
    if (before.status !== 'waiting')
      throw conflict(
        before.status === 'calling' ? 'They are being called at this moment.' : 'This callback is over.',
      );
    return { status: 'cancelled', reason: 'Cancelled by hand.' };
  });
  return (await shown([after ?? (await callbackOr404(callbackId))]))[0]!;
}

/** Ends what is open of a queue that was removed; what a kill leaves, the sweeper ends. */
export async function endCallbacksOf(queueId: string): Promise<void> {
  for (const { callbackId } of await openCallbacks(queueId))
    await changeCallback(callbackId, (before) =>
      before.isOpen ? { status: 'failed', reason: 'The queue was removed.' } : undefined,
    );
}
