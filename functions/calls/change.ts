import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { find as findUser } from '#functions/users/store.ts';
import {
  type Call,
  type CallStatus,
  callLimits,
  handedOver,
  isActiveCall,
  refusalOfStatus,
  withStatus,
} from '#shared/model/call.ts';
import { callOr404 } from './read.ts';
import { callWrites } from './store.ts';
import { endedEvent, lifeEvents } from './telling.ts';

const next = (before: Call, after: Call): Call => ({
  ...after,
  version: before.version + 1,
  updatedAt: clock.iso(),
});

/**
 * Moves a call on. Told the status that it has, nothing changes: carriers tell twice.
 * @throws 404; 409 'status_refused' when its status cannot become that one, 409 when somebody was quicker
 */
export async function setStatus(callId: string, status: CallStatus, disposition?: string): Promise<Call> {
  const before = await callOr404(callId);
  if (before.status === status && disposition === undefined) return before;
  if (before.status === status) return changeCall(callId, { disposition });
  const refusal = refusalOfStatus(before.status, status);
  if (refusal) throw conflict(refusal, { from: before.status, to: status }, 'status_refused');
  const moved = withStatus(before, status, clock.iso());
  const after = next(before, { ...moved, disposition: disposition ?? before.disposition });
  await commit(
    callWrites(before, after),
    isActiveCall(status) ? [] : [endedEvent(after), ...lifeEvents(after, 'ended')],
  );
  return after;
}

interface Changes {
  disposition?: string | undefined;
  notes?: string | undefined;
  recordingUrl?: string | null | undefined;
  cost?: number | null | undefined;
}

/** Changes what is noted of a call. @throws 404, 409 when it is no longer at `version` */
export async function changeCall(callId: string, changes: Changes, version?: number): Promise<Call> {
  const before = await callOr404(callId);
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody has changed this call since you opened it. Reload it and try again.', {
      version: before.version,
    });
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
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
export async function transferCall(callId: string, agentId: string): Promise<Call> {
  const before = await callOr404(callId);
  if (!isActiveCall(before.status)) throw conflict('This call has ended; it cannot be handed over.');
  const agent = await findUser(agentId);
  if (!agent?.isActive || agent.role === 'vendor')
    throw badRequest('Calls go to active users only.', { field: 'agentId' });
  if (before.legs.at(-1)?.agentId === agentId) return before;
  if (before.legs.length >= callLimits.legs)
    throw conflict(`A call goes through at most ${callLimits.legs} hands.`);
  const after = next(before, handedOver(before, agentId, clock.iso()));
  await commit(callWrites(before, after));
  return after;
}
