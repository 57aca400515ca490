import { actor } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import {
  type Call,
  type CallStatus,
  callLimits,
  handedOver,
  isActiveCall,
  refusalOfStatus,
  withStatus,
} from '#shared/model/call.ts';
import type { CallScript } from '#shared/model/script.ts';
import { callOr404 } from './read.ts';
import { CallChanged, callWrites, isOvertaken } from './store.ts';
import { endedEvent, timelineEvents } from './timeline.ts';

const next = (before: Call, after: Call): Call => ({
  ...after,
  version: before.version + 1,
  updatedAt: clock.iso(),
});

/** A call that nobody has is that of who answers it; carriers and journeys answer for nobody. */
function answeredBy(before: Call, status: CallStatus, at: string): Call {
  const who = actor();
  const isTaken = status === 'in-progress' && before.legs.length === 0 && who.kind === 'user';
  return isTaken ? handedOver(before, who.userId, at) : before;
}

/**
 * Moves a call on. Told the status that it has, nothing changes: carriers tell twice.
 * @throws 404; 409 'status_refused' when its status cannot become that one
 */
export const setStatus = (callId: string, status: CallStatus, disposition?: string): Promise<Call> =>
  retryOnConflict(() => moveOn(callId, status, disposition), { isOvertaken });

async function moveOn(callId: string, status: CallStatus, disposition: string | undefined): Promise<Call> {
  const before = await callOr404(callId);
  if (before.status === status && disposition === undefined) return before;
  if (before.status === status) return changeCall(callId, { disposition });
  const refusal = refusalOfStatus(before.status, status);
  if (refusal) throw conflict(refusal, { from: before.status, to: status }, 'status_refused');
  const now = clock.iso();
  const moved = withStatus(answeredBy(before, status, now), status, now);
  const after = next(before, { ...moved, disposition: disposition ?? before.disposition });
  await commit(
    callWrites(before, after),
    isActiveCall(status) ? [] : [endedEvent(after), ...timelineEvents(after, 'ended')],
  );
  return after;
}

interface Changes {
  disposition?: string | undefined;
  notes?: string | undefined;
  recordingUrl?: string | null | undefined;
  cost?: number | null | undefined;
  callbackAt?: string | null | undefined;
  script?: CallScript | null | undefined;
}

/** Changes what is noted of a call. @throws 404, 409 when it is no longer at `version` */
export const changeCall = (callId: string, changes: Changes, version?: number): Promise<Call> =>
  version === undefined
    ? retryOnConflict(() => change(callId, changes), { isOvertaken })
    : change(callId, changes, version);

async function change(callId: string, changes: Changes, version?: number): Promise<Call> {
  const before = await callOr404(callId);
  if (version !== undefined && version !== before.version) throw new CallChanged(before.version);
  const given = givenOf(changes);
  const after = next(before, { ...before, ...given });
  const disposed = after.disposition !== before.disposition && !isActiveCall(after.status);
  await commit(
    callWrites(before, after),
    disposed
      ? [
          event('call.disposed', callId, {
            before: before.disposition,
            disposition: after.disposition,
            startedAt: before.startedAt,
          }),
        ]
      : [],
  );
  return after;
}

/** Hands a call that goes on to another agent: a new part begins, the one before ends. @throws 400, 404, 409 */
export const transferCall = (callId: string, agentId: string): Promise<Call> =>
  retryOnConflict(() => handOver(callId, agentId), { isOvertaken });

async function handOver(callId: string, agentId: string): Promise<Call> {
  const before = await callOr404(callId);
  if (!isActiveCall(before.status)) throw conflict('This call has ended; it cannot be handed over.');
  if (!takesLeads(await findUser(agentId)))
    throw badRequest('Calls go to active users only.', { field: 'agentId' });
  if (before.legs.at(-1)?.agentId === agentId) return before;
  if (before.legs.length >= callLimits.legs)
    throw conflict(`A call goes through at most ${callLimits.legs} hands.`);
  const after = next(before, handedOver(before, agentId, clock.iso()));
  await commit(callWrites(before, after));
  return after;
}
