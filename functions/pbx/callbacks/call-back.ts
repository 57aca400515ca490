import { findCall } from '#functions/calls/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import {
  ContactRefused,
  ExchangeDown,
  extensionOfPhone,
  placeCall,
  placedCall,
} from '#functions/telephony/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { type Call, isActiveCall } from '#shared/model/call.ts';
import { callbackLimits } from '#shared/model/queue-callback.ts';
import { pushAfterwards } from '../exchange/pushes.ts';
import { extensionNumbered } from '../extensions/find.ts';
import { findQueue } from '../queues/store.ts';
import { changeCallback, pushOf } from './change.ts';
import { type CallbackRecord, endOfTerm, findCallback, nextLookAt, openCallbackOf } from './store.ts';

/*
 * From the turn of a callback to its end. Each step goes by what is stored, so that news may come twice, late or never:
 *
 *   waiting ── the exchange says that a member is free ──▶ calling: the member's phone rings, then the person's
 *   calling ── they talked ──▶ done
 *   calling ── the person did not answer ──▶ waiting, with their place, for the next attempt; or failed
 *   calling ── no agent took it up ──▶ waiting
 */

/** Each of the two phones rings so long; seconds. */
const ringSeconds = 30;

const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
/** By which the call of a round is one call. */
const keyOf = ({ callbackId, rounds }: CallbackRecord) => `callback ${callbackId} ${rounds}`;

const ownNumberOf = (call: Call | undefined): string | null =>
  (call && (call.direction === 'inbound' ? call.to : call.from)) || null;

const waitingAgain = (notBefore: string, reason: string): Partial<CallbackRecord> => ({
  status: 'waiting',
  notBefore,
  reason,
  agentPhone: null,
});
const failed = (reason: string): Partial<CallbackRecord> => ({ status: 'failed', reason, agentPhone: null });

/** The exchange says that it is a callback's turn, and whose phone is free for it. One that is late changes nothing. */
export async function callbackIsDue({ placeId, queueId, phone }: ExchangeEvent): Promise<void> {
  const callback = placeId ? await findCallback(placeId) : undefined;
  if (!callback || callback.queueId !== queueId || !phone) return;
  if (callback.status !== 'waiting' || callback.notBefore > clock.iso() || endOfTerm(callback) <= clock.iso())
    return pushAfterwards(pushOf(callback));
  const claimed = await changeCallback(callback.callbackId, (before) =>
    before.version === callback.version
      ? { status: 'calling', rounds: before.rounds + 1, agentPhone: phone, callId: null, reason: '' }
      : undefined,
  );
  if (claimed) await place(claimed);
}

/** Has the agent's phone rung, then the person's. */
async function place(callback: CallbackRecord): Promise<void> {
  const { callbackId, agentPhone, phone: to, leadId } = callback;
  const extension = await extensionNumbered(extensionOfPhone(agentPhone ?? '') ?? '');
  const asCalled = ownNumberOf(await findCall(callback.askedIn));
  if (!extension?.userId)
    return void (await changeCallback(callbackId, () => waitingAgain(inMs(callbackLimits.untakenMs), '')));
  try {
    const { callId } = await placeCall({
      key: keyOf(callback),
      leadId,
      to,
      // They know the number that they called.
      callerId: asCalled ?? extension.callerId,
      maxRingSeconds: ringSeconds,
      amd: false,
      context: null,
      transferNumber: null,
      recordCall: false,
      agentPhone: agentPhone!,
      isAskedFor: true,
      source: { kind: 'agent', id: extension.userId, callbackId },
    });
    await changeCallback(callbackId, (before) =>
      before.rounds === callback.rounds && before.callId !== callId ? { callId } : undefined,
    );
  } catch (error) {
    // It stays as it is: the sweeper looks what became of it.
    if (error instanceof ExchangeDown) return;
    const gone = error instanceof AppError && error.status === 404;
    if (!(error instanceof ContactRefused) && !gone) throw error;
    await changeCallback(callbackId, (before) => {
      if (before.rounds !== callback.rounds) return undefined;
      if (gone) return { ...waitingAgain(clock.iso(), ''), leadId: null };
      const { reasons, nextAllowedAt } = (error as ContactRefused).decision;
      const reason = reasons[0]?.text ?? 'This person may not be called now.';
      const isInTime = nextAllowedAt && nextAllowedAt < endOfTerm(before);
      return isInTime ? waitingAgain(nextAllowedAt, reason) : failed(reason);
    });
  }
}

/** What the end of its call means. */
function afterCall(before: CallbackRecord, call: Call): Partial<CallbackRecord> {
  const callId = call.id;
  if (call.answeredAt !== null) return { status: 'done', reason: '', callId, agentPhone: null };
  if (call.status === 'failed' || call.status === 'cancelled') {
    const isOver = before.rounds - before.attempts >= callbackLimits.untaken;
    const change = isOver
      ? failed('No agent took it up, or the number could not be called.')
      : waitingAgain(inMs(callbackLimits.untakenMs), 'The agent did not take it up.');
    return { ...change, callId };
  }
  return { attempts: before.attempts + 1, callId };
}

/** Takes the end of a call that was made for a callback; the same again changes nothing. */
export async function settleCallback(call: Call): Promise<void> {
  const { callbackId } = call.origin ?? {};
  const callback = callbackId ? await findCallback(callbackId) : undefined;
  if (!callback || isActiveCall(call.status)) return;
  const most = (await findQueue(callback.queueId))?.callbackAttempts ?? 0;
  const ofRound = (await placedCall(keyOf(callback)))?.id === call.id;
  await changeCallback(callback.callbackId, (before) => {
    if (before.status !== 'calling' || before.rounds !== callback.rounds || !ofRound) return undefined;
    const change = afterCall(before, call);
    if (change.status) return change;
    const notReached = call.status === 'busy' ? 'The number was busy.' : 'Nobody answered.';
    const next =
      change.attempts! >= most ? failed(notReached) : waitingAgain(inMs(callbackLimits.retryMs), notReached);
    return { ...change, ...next };
  });
}

/** Somebody who waits for a callback has called the queue again, and was answered there. */
export async function noLongerWanted(queueId: string, callId: string): Promise<void> {
  const call = await findCall(callId);
  const open = call?.phone ? await openCallbackOf(queueId, call.phone) : undefined;
  if (!open || call?.origin?.callbackId) return;
  await changeCallback(open.callbackId, (before) =>
    before.status === 'waiting'
      ? { status: 'cancelled', reason: 'They called again and were answered.' }
      : undefined,
  );
}

/** The sweeper's part: attempts that are due, ends that were never told, and who has waited too long. */
export const queueCallbackWork: DueWork = {
  async look(callbackId) {
    const callback = await findCallback(callbackId);
    if (!callback?.isOpen) return undefined;
    if (!(await findQueue(callback.queueId))) {
      await changeCallback(callbackId, () => failed('The queue was removed.'));
      return undefined;
    }
    if (callback.status === 'calling') {
      const call = await placedCall(keyOf(callback));
      if (!call) await changeCallback(callbackId, () => waitingAgain(clock.iso(), ''));
      else if (call.status === 'queued') await place(callback);
      else await settleCallback(call);
    } else if (endOfTerm(callback) <= clock.iso())
      await changeCallback(callbackId, () => failed(callback.reason || 'No agent was free in time.'));
    // Their place is in the line from now on.
    else await changeCallback(callbackId, () => ({}));
    const after = await findCallback(callbackId);
    return after && nextLookAt(after);
  },
  earlier: async () => [],
};
