import { type AgentStatus, builtInStatuses, type StatusCause } from '#shared/model/agent-status.ts';
import type { Presence } from './store.ts';

/*
 * What an agent is in follows from four things, the first that holds:
 *
 *   not signed in ─▶ offline      a call ─▶ on-call      wrap-up that runs ─▶ wrap-up      else what they chose
 *
 * so that a call in the middle of a lunch ends in the lunch, and news that come twice or late change nothing.
 */

/** What happens to an agent. */
export type Happening =
  | { type: 'signIn' }
  | { type: 'signOut' }
  | { type: 'choose'; status: AgentStatus }
  /** They are through with the last call before the wrap-up's time is over. */
  | { type: 'wrappedUp' }
  | { type: 'callBegan'; callId: string }
  | { type: 'callEnded'; callId: string; wrapUpSeconds: number }
  /** Nothing but that time has passed. */
  | { type: 'settle' };

/** A change of the status that something led to. */
export interface Transition {
  at: string;
  from: AgentStatus;
  since: string;
  to: AgentStatus;
  cause: StatusCause;
}

/** Calls that are remembered as ended. */
const rememberedCalls = 20;

const iso = (at: number): string => new Date(at).toISOString();

/** An agent of whom nothing is known yet. */
export const unknownPresence = (userId: string, at: string): Presence => ({
  userId,
  signedIn: false,
  chosen: builtInStatuses.available,
  callIds: [],
  endedCallIds: [],
  heardOf: [],
  wrapUpUntil: null,
  status: builtInStatuses.offline,
  since: at,
  overdueAt: null,
  version: 0,
});

type Inputs = Pick<Presence, 'signedIn' | 'chosen' | 'callIds' | 'endedCallIds' | 'heardOf' | 'wrapUpUntil'>;

function statusOf({ signedIn, chosen, callIds, wrapUpUntil }: Inputs): AgentStatus {
  if (!signedIn) return builtInStatuses.offline;
  if (callIds.length > 0) return builtInStatuses.onCall;
  return wrapUpUntil ? builtInStatuses.wrapUp : chosen;
}

const heard = ({ heardOf }: Presence, callId: string, at: string) => [
  ...heardOf.filter((one) => one.callId !== callId).slice(1 - 2 * rememberedCalls),
  { callId, at },
];

/** @param told when it happened, however late it is told; ISO 8601 */
function inputsAfter(before: Presence, happening: Happening, at: number, told: string): Partial<Inputs> {
  switch (happening.type) {
    case 'signIn':
      return before.signedIn ? {} : { signedIn: true, chosen: builtInStatuses.available, wrapUpUntil: null };
    case 'signOut':
      return { signedIn: false, wrapUpUntil: null };
    case 'choose':
      return { chosen: happening.status, wrapUpUntil: null };
    case 'wrappedUp':
      return { wrapUpUntil: null };
    case 'callBegan': {
      const { callId } = happening;
      if (before.callIds.includes(callId)) return {};
      const last = before.heardOf.find((one) => one.callId === callId)?.at;
      const isLate = before.endedCallIds.includes(callId) && !(last && last < told);
      if (isLate) return {};
      return {
        callIds: [...before.callIds, callId],
        endedCallIds: before.endedCallIds.filter((one) => one !== callId),
        heardOf: heard(before, callId, told),
        wrapUpUntil: null,
      };
    }
    case 'callEnded': {
      const { callId, wrapUpSeconds } = happening;
      const last = before.heardOf.find((one) => one.callId === callId)?.at;
      // The end of an earlier part of theirs: the call has come back to them since.
      if (last && told < last) return {};
      const heardOf = heard(before, callId, told);
      const endedCallIds = [...before.endedCallIds.filter((one) => one !== callId), callId].slice(
        -rememberedCalls,
      );
      if (!before.callIds.includes(callId)) return { endedCallIds, heardOf };
      const callIds = before.callIds.filter((one) => one !== callId);
      const wraps = before.signedIn && callIds.length === 0 && wrapUpSeconds > 0;
      return { callIds, endedCallIds, heardOf, wrapUpUntil: wraps ? iso(at + wrapUpSeconds * 1000) : null };
    }
    case 'settle':
      return {};
    default:
      return happening satisfies never;
  }
}

/** Brings a presence to what its inputs say, with the transition where the status becomes another one. */
function moved(
  before: Presence,
  inputs: Partial<Inputs>,
  at: string,
  cause: StatusCause,
): { after: Presence; transitions: Transition[] } {
  const next = { ...before, ...inputs };
  const status = statusOf(next);
  if (status.key === before.status.key)
    // The same key may mean something else by now: a config has changed, and it was chosen again.
    return { after: { ...next, status }, transitions: [] };
  return {
    after: { ...next, status, since: at, overdueAt: null },
    transitions: [{ at, from: before.status, since: before.since, to: status, cause }],
  };
}

/** The first of two instants at which something about a presence changes by itself; ms since 1970. */
export const overdueFrom = ({ status, since }: Presence): number | undefined =>
  status.maxMinutes === null ? undefined : Date.parse(since) + status.maxMinutes * 60_000;

/**
 * What becomes of an agent by a happening at an instant. A wrap-up that has run out before it ends at its own time, and
 * what is told of a time before the last change counts from that change on.
 */
export function afterHappening(
  before: Presence,
  happening: Happening,
  at: number,
  cause: StatusCause,
): { after: Presence; transitions: Transition[] } {
  const wrapUpEnd = before.wrapUpUntil;
  const settled =
    wrapUpEnd && Date.parse(wrapUpEnd) <= at
      ? moved(before, { wrapUpUntil: null }, wrapUpEnd, 'wrap-up')
      : { after: before, transitions: [] };
  const counted = Math.max(at, Date.parse(settled.after.since));
  const then = moved(
    settled.after,
    inputsAfter(settled.after, happening, counted, iso(at)),
    iso(counted),
    cause,
  );
  const overdue = overdueFrom(then.after);
  const isNoted = then.after.overdueAt !== null || overdue === undefined || overdue > at;
  return {
    after: isNoted ? then.after : { ...then.after, overdueAt: iso(overdue) },
    transitions: [...settled.transitions, ...then.transitions],
  };
}

/** When a presence is to be looked at next: the end of its wrap-up, or when it lasts too long; ms since 1970. */
export function nextLookAt(presence: Presence): number | undefined {
  const wrapUpEnd = presence.wrapUpUntil ? Date.parse(presence.wrapUpUntil) : undefined;
  const overdue = presence.overdueAt ? undefined : overdueFrom(presence);
  const times = [wrapUpEnd, overdue].filter((time) => time !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}
