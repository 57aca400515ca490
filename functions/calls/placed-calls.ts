import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { LeadRecord } from '#functions/leads/api.ts';
import {
  type Call,
  type CallLeg,
  type CallStatus,
  callTransitions,
  isActiveCall,
  secondsBetween,
  withStatus,
} from '#shared/model/call.ts';
import type { PassedOver } from '#shared/model/did-pool.ts';
import type { CallOrigin, CallResult } from '#shared/model/exchange.ts';
import { noteCalledFrom } from './called-from.ts';
import { numberDrawWrites } from './number-draws.ts';
import { callOr404 } from './read.ts';
import { callWrites, findCall, isOvertaken } from './store.ts';
import { endedEvent, timelineEvents } from './timeline.ts';
import { blank, commitWithLead } from './write.ts';

/* Calls that the exchange makes on somebody's behalf: they are recorded before, and moved by what it tells. */

interface NewPlaced {
  id: string;
  to: string;
  callerId: string | null;
  /** Why this number is shown and not another, of one that was drawn. */
  drawn?: { reason: string; passedOver: readonly PassedOver[] } | undefined;
  lead: LeadRecord | undefined;
  origin: CallOrigin;
}

/** Records a call that is about to be handed to the exchange; one that is recorded already is answered as it is. */
export async function recordPlaced({ id, to, callerId, drawn, lead, origin }: NewPlaced): Promise<Call> {
  if (callerId) await noteCalledFrom(callerId);
  const base = blank(
    {
      direction: 'outbound',
      ownNumber: callerId ?? undefined,
      disposition: '',
      notes: '',
      recordingUrl: null,
      cost: null,
      source: origin.kind === 'agent' ? 'manual' : origin.kind,
    },
    to,
    lead,
  );
  const { startedAt } = base;
  const leg: CallLeg = { agentId: origin.id, startedAt, answeredAt: null, endedAt: null, talkSeconds: 0 };
  const numberReason = drawn?.reason ?? '';
  const call: Call = { ...base, id, origin, numberReason, legs: origin.kind === 'agent' ? [leg] : [] };
  try {
    await commitWithLead(lead, startedAt, [
      ...callWrites(undefined, call),
      ...numberDrawWrites(id, drawn?.passedOver),
      event('call.started', id, {
        direction: call.direction,
        leadId: call.leadId,
        agentId: call.legs[0]?.agentId ?? null,
        startedAt,
      }),
      ...timelineEvents(call, 'started'),
    ]);
    return call;
  } catch (error) {
    const there = error instanceof ConditionFailed ? await findCall(id) : undefined;
    if (!there) throw error;
    return there;
  }
}

const endOf: Readonly<Record<CallResult, CallStatus>> = {
  answered: 'completed',
  voicemail: 'voicemail',
  'no-answer': 'no-answer',
  busy: 'busy',
  failed: 'failed',
};

/** The statuses to go through from one to another; undefined where the transitions lead to none. */
function way(from: CallStatus, goal: CallStatus): CallStatus[] | undefined {
  const ways: CallStatus[][] = callTransitions[from].map((next) => [next]);
  for (const one of ways) {
    const last = one.at(-1)!;
    if (last === goal) return one;
    ways.push(...callTransitions[last].map((next) => [...one, next]));
  }
  return undefined;
}

/** What the exchange tells: that it rings, that it was taken up, or how it ended. */
export interface Move {
  to: 'ringing' | 'in-progress' | CallResult;
  /** When, by the exchange's clock; ISO 8601. */
  at: string;
  /** Of an end. */
  talkSeconds?: number;
}

const isResult = (to: Move['to']): to is CallResult => to in endOf;

/** The call after a move, or undefined when it tells nothing new: it came late, or twice. */
export function moved(before: Call, { to, at, talkSeconds = 0 }: Move): Call | undefined {
  if (!isActiveCall(before.status)) return undefined;
  const end = isResult(to);
  // Taken up by somebody, and then not answered: an exchange that contradicts itself has failed.
  const steps = way(before.status, end ? endOf[to] : to) ?? (end ? way(before.status, 'failed') : undefined);
  if (!steps) return undefined;
  const known = before.answeredAt ?? before.startedAt;
  const when = [known, [at, clock.iso()].sort()[0]!].sort()[1]!;
  const talked = to === 'answered' ? talkSeconds : 0;
  const answered = [known, new Date(Date.parse(when) - talked * 1000).toISOString()].sort()[1]!;
  let after: Call = before;
  // Where the news of its being taken up is still on its way, the talk tells when that was.
  for (const status of steps)
    after = withStatus(after, status, end && status === 'in-progress' ? answered : when);
  if (end && after.legs.length === 0 && after.status === 'completed')
    after = { ...after, talkSeconds: talked || secondsBetween(after.answeredAt ?? when, when) };
  return end ? { ...after, live: null } : after;
}

/** Writes what `change` makes of a call, and reads it again when somebody else was quicker. */
export const changed = (callId: string, change: (before: Call) => Call | undefined): Promise<Call> =>
  retryOnConflict(
    async () => {
      const before = await callOr404(callId);
      const after = change(before);
      if (!after) return before;
      const next: Call = { ...after, version: before.version + 1, updatedAt: clock.iso() };
      const isOver = isActiveCall(before.status) && !isActiveCall(next.status);
      const told = isOver ? [endedEvent(next), ...timelineEvents(next, 'ended')] : [];
      const isAnnounced = next.recordingAnnouncedAt !== before.recordingAnnouncedAt;
      const said = isAnnounced ? timelineEvents(next, 'announced') : [];
      await commit(callWrites(before, next), told, said);
      return next;
    },
    { isOvertaken },
  );

/**
 * Moves a call on by what the exchange tells, through every status between. News that is late or comes twice
 * changes nothing. @throws 404; 409 'conflict' when it is being changed all the time
 */
export const movePlaced = (callId: string, move: Move): Promise<Call> =>
  changed(callId, (before) => moved(before, move));

/** Takes back a call that was recorded and never handed to the exchange: it is nobody's, and nobody hears of it. */
export const withdrawPlaced = (callId: string): Promise<Call> =>
  changed(callId, (before) =>
    before.status === 'queued'
      ? withStatus({ ...before, origin: null }, 'cancelled', clock.iso())
      : undefined,
  );

/** Whether a call was recorded for the exchange and taken back before that had it. */
export const isWithdrawn = ({ status, origin }: Call): boolean => status === 'cancelled' && origin === null;
