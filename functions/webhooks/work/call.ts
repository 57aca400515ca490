import { numberForLead } from '#functions/didPools/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, ConditionFailed, commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { ContactRefused, ExchangeDown, placeCall } from '#functions/telephony/api.ts';
import {
  type CallRun,
  earlierRuns,
  findRun,
  insertRun,
  isStopped,
  replaceRun,
  runDays,
} from './call-store.ts';
import type { CallWanted, Working } from './effects.ts';

export interface CallStart {
  /** When the first attempt is, or was, made; null where it never will be. */
  at: string | null;
  /** The number that is shown, where it is known. */
  did: string | null;
  why: string | null;
}

/** What the outcome of a row says of its call. */
export const callWords = ({ at, why }: CallStart): string =>
  at === null ? `Not called: ${why}` : why ? `To be called at ${at}: ${why}` : 'Called.';

/** A message of the queue waits at most so long; a later attempt is found by the minute's look. Seconds. */
const longestDelay = 900;
/** After this an attempt is due again where the exchange was down; ms. */
const downMs = 60_000;
/** Seconds of ringing. */
const ringSeconds = 30;
const dayMs = 86_400_000;
const keepDays = 90;

const later = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();

/** Moves a run on; false when somebody else has. */
const move = (before: CallRun, after: CallRun): Promise<boolean> =>
  accepted(commit(replaceRun(before, after)));

/** Queues a run's next attempt for when it is due. */
async function queue({ runId, dueAt }: CallRun): Promise<void> {
  const wait = (Date.parse(dueAt) - clock.now()) / 1000;
  if (wait <= longestDelay) await send('HOOKS', tenantOf(), { callRun: runId }, Math.max(0, wait));
}

const idle = (run: CallRun): CallRun => ({ ...run, due: 'idle' });

/** Begins the calls of a row and makes the first. The same row again is the same calls. */
export async function startCall(
  { id, fields }: Working,
  { runId, leadId, phone }: CallWanted,
): Promise<CallStart> {
  const { maxAttempts, delayBetweenCalls, amd, dialerContext, transferNumber } = fields.callConfig;
  const run: CallRun = {
    runId,
    webhookId: id,
    leadId,
    phone,
    state: 'waiting',
    ended: 0,
    maxAttempts,
    delay: delayBetweenCalls,
    amd,
    context: dialerContext || null,
    transferNumber: transferNumber || null,
    note: null,
    startedAt: clock.iso(),
    dueAt: clock.iso(),
    until: later((runDays * dayMs) / 1000),
    due: 'due',
    expiresAt: clock.seconds() + (keepDays * dayMs) / 1000,
  };
  await commit(insertRun(run)).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
  await attemptCall(runId);
  const now = (await findRun(runId))!;
  if (now.state === 'given_up') return { at: null, did: null, why: now.note ?? '' };
  return {
    at: now.state === 'waiting' ? now.dueAt : clock.iso(),
    did: null,
    why: now.state === 'waiting' ? now.note : null,
  };
}

/** Two who write at one instant: it is tried again. Any other refusal would be the same the next time. */
const passing = ['busy', 'conflict'];
const isForGood = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && !passing.includes(error.code);

/** A number of the pools of whoever has the lead, or of any pool; none where there are no pools. */
async function numberShown({ leadId, phone }: CallRun) {
  const lead = await findLead(leadId);
  return numberForLead(lead?.ownerId ?? null, { phone, state: lead?.address.state ?? '' });
}

/** Makes the attempt of a run that is due; one that is not due yet, or is being made, is left alone. */
export async function attemptCall(runId: string): Promise<void> {
  const run = await findRun(runId);
  if (run?.state !== 'waiting' || run.dueAt > clock.iso()) return;
  if (run.until < clock.iso()) {
    return putOff(run, run.note ?? 'It could not be called in time.', null);
  }
  if (await isStopped(run)) return putOff(run, 'A webhook stopped it.', null);
  try {
    const { callId } = await placeCall({
      key: `${runId}:${run.ended + 1}`,
      leadId: run.leadId,
      to: run.phone,
      callerId: null,
      drawNumber: () => numberShown(run),
      maxRingSeconds: ringSeconds,
      amd: run.amd,
      context: run.context,
      transferNumber: run.transferNumber,
      recordCall: false,
      source: { kind: 'webhook', id: runId },
    });
    await move(run, idle({ ...run, state: 'calling', callId }));
  } catch (error) {
    if (error instanceof ContactRefused) return putOff(run, error.message, error.decision.nextAllowedAt);
    if (error instanceof ExchangeDown)
      return putOff(run, 'The exchange cannot be reached.', later(downMs / 1000));
    if (isForGood(error)) return putOff(run, error.message, null);
    throw error;
  }
}

/** Tries again at `at`; null gives the run up. */
async function putOff(run: CallRun, note: string, at: string | null): Promise<void> {
  if (at === null) {
    await move(run, idle({ ...run, state: 'given_up', note }));
    return;
  }
  const next: CallRun = { ...run, note, dueAt: at, due: 'due' };
  if (await move(run, next)) await queue(next);
}

/** Results after which it is tried again. */
const retriedResults = new Set(['no-answer', 'busy', 'failed']);

/** Hears how a call ended that a webhook made. Heard twice, it counts once. */
export async function callEnded(runId: string, callId: string, result: string | null): Promise<void> {
  const run = await findRun(runId);
  if (!run || run.counted?.includes(callId)) return;
  // A call may end before its beginning is noted.
  const isOwn = run.state === 'waiting' || (run.state === 'calling' && run.callId === callId);
  if (!isOwn) return;
  const ended = run.ended + 1;
  const after = { ...run, ended, callId, counted: [...(run.counted ?? []), callId] };
  const next: CallRun =
    retriedResults.has(result ?? 'failed') && ended < run.maxAttempts
      ? { ...after, state: 'waiting', dueAt: later(run.delay), due: 'due' }
      : idle({ ...after, state: 'done', note: result ?? 'failed' });
  if (!(await move(run, next))) throw new Error('The call was moved on meanwhile; it is looked at again.');
  if (next.state === 'waiting') await queue(next);
}

/** The sweeper's part: queues an attempt that is due. One that has a message already is made once all the same. */
export const webhookCallWork = /* @__PURE__ */ jobWork({
  find: findRun,
  isOpen: ({ due }) => due === 'due',
  quietAt: ({ dueAt }) => Date.parse(dueAt),
  revive: (_, runId) => send('HOOKS', tenantOf(), { callRun: runId }),
  againMs: downMs,
  earlier: earlierRuns,
});
