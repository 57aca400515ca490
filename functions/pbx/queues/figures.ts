import { type QueueStats, serviceLevelSeconds } from '#shared/model/queue.ts';
import type { QueueEventRecord } from './event-store.ts';

const hourMs = 3_600_000;

/** One caller's time in a queue. */
interface Visit {
  callId: string;
  joinedAt: string;
  exit: QueueEventRecord['exit'];
  waitSeconds: number;
}

/** The time at which somebody who left after a wait had come. */
const joinedBefore = ({ at, waitSeconds }: QueueEventRecord): string =>
  new Date(Date.parse(at) - waitSeconds * 1000).toISOString();

/** A call's visits: each leaving closes the coming before it; where that was never told, it is reckoned back. */
function visitsOfCall(events: readonly QueueEventRecord[]): Visit[] {
  const visits: Visit[] = [];
  let open: Visit | undefined;
  for (const event of events.toSorted((one, other) => one.seq - other.seq)) {
    const { callId, at, exit, waitSeconds } = event;
    if (!exit) {
      open = { callId, joinedAt: at, exit: null, waitSeconds: 0 };
      visits.push(open);
    } else if (open) {
      Object.assign(open, { exit, waitSeconds });
      open = undefined;
    } else visits.push({ callId, joinedAt: joinedBefore(event), exit, waitSeconds });
  }
  return visits;
}

const secondsSince = (at: string, now: number) => Math.max(0, Math.round((now - Date.parse(at)) / 1000));

/** Callers by the hour in which they came, in their order. */
function byHour(visits: readonly Visit[]): QueueStats['hours'] {
  const hourOf = ({ joinedAt }: Visit) => Math.floor(Date.parse(joinedAt) / hourMs) * hourMs;
  return [...Map.groupBy(visits, hourOf)]
    .sort(([one], [other]) => one - other)
    .map(([at, all]) => ({
      at: new Date(at).toISOString(),
      offered: all.length,
      answered: all.filter(({ exit }) => exit === 'answered').length,
      abandoned: all.filter(({ exit }) => exit === 'abandoned').length,
    }));
}

/**
 * The figures of a queue out of what the exchange told, in any order.
 * @param now ms since 1970
 * @param maxWaitTime seconds: nobody waits longer, so that whoever came before and was never told to have left does not
 */
export function queueFigures(
  events: readonly QueueEventRecord[],
  { since, now, maxWaitTime }: { since: string; now: number; maxWaitTime: number },
): Omit<QueueStats, 'toCallBack'> {
  const graceSeconds = 60;
  const visits = [...Map.groupBy(events, ({ callId }) => callId).values()].flatMap(visitsOfCall);
  const isWaiting = ({ exit, joinedAt }: Visit) =>
    !exit && secondsSince(joinedAt, now) <= maxWaitTime + graceSeconds;
  const counted = visits.filter((visit) => visit.exit || isWaiting(visit));
  const waiting = counted
    .filter(isWaiting)
    .map(({ callId, joinedAt }) => ({ callId, since: joinedAt }))
    .sort((one, other) => one.since.localeCompare(other.since));
  const left = counted.filter(({ exit }) => exit);
  const countOf = (exit: Visit['exit']) => left.filter((visit) => visit.exit === exit).length;
  const waits = left.map(({ waitSeconds }) => waitSeconds);
  const inTime = left.filter(
    ({ exit, waitSeconds }) => exit === 'answered' && waitSeconds <= serviceLevelSeconds,
  ).length;
  const share = (part: number) => (left.length === 0 ? null : part / left.length);
  return {
    since,
    waiting,
    offered: counted.length,
    answered: countOf('answered'),
    abandoned: countOf('abandoned'),
    timedOut: countOf('timeout'),
    turnedAway: countOf('full'),
    left: countOf('left'),
    calledBack: countOf('callback'),
    longestWait: Math.max(0, ...waits, ...waiting.map((one) => secondsSince(one.since, now))),
    averageWait:
      waits.length === 0 ? 0 : Math.round(waits.reduce((sum, wait) => sum + wait, 0) / waits.length),
    serviceLevel: share(inTime),
    abandonment: share(countOf('abandoned')),
    hours: byHour(counted),
  };
}
