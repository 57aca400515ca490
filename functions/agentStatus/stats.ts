import { currentUser, seesOwnLeadsOnly, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, forbidden } from '#functions/kernel/errors.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { everyUser } from '#functions/users/api.ts';
import {
  type AgentStatus,
  agentStatusLimits,
  builtInStatuses,
  type StatusChange,
} from '#shared/model/agent-status.ts';
import { secondsBetween } from '#shared/model/call.ts';
import { dateAfter, instantOf, localTime } from '#shared/model/zone-time.ts';
import {
  type ChangeRecord,
  changesOf,
  everyPresence,
  firstChangeFrom,
  type Presence,
  pageOfChanges,
} from './store.ts';
import { afterHappening } from './transition.ts';

/** A stretch of time in one status; ms since 1970. */
interface TimeInStatus {
  status: AgentStatus;
  from: number;
  until: number;
}

/**
 * The stretches of an agent between two instants, by the changes in between.
 * @param otherwise what they were in where nothing changed in that time
 */
export function stretchesBetween(
  from: number,
  until: number,
  changes: readonly Pick<ChangeRecord, 'at' | 'from' | 'to'>[],
  otherwise: AgentStatus,
): TimeInStatus[] {
  const places = changes.map(({ at }) => Date.parse(at));
  const statuses = [changes[0]?.from ?? otherwise, ...changes.map(({ to }) => to)];
  const ends = [...places, until];
  return statuses
    .map((status, n) => ({ status, from: n === 0 ? from : places[n - 1]!, until: ends[n]! }))
    .filter((stretch) => stretch.until > stretch.from);
}

/** The days of a calendar with the instants between which they lie; a day may have 23 or 25 hours. */
export function daysBetween(zone: string, from: string, to: string) {
  const days: { date: string; from: number; until: number }[] = [];
  for (let date = from; date <= to; date = dateAfter(date, 1))
    days.push({ date, from: instantOf(zone, date, 0), until: instantOf(zone, dateAfter(date, 1), 0) });
  return days;
}

type Times = Map<string, { status: AgentStatus; ms: number }>;

function add(times: Times, status: AgentStatus, ms: number): void {
  // Being away is no time of work, and would outweigh everything else.
  if (status.key === builtInStatuses.offline.key || ms <= 0) return;
  const known = times.get(status.key);
  times.set(status.key, { status, ms: (known?.ms ?? 0) + ms });
}

const shown = (times: Times) =>
  [...times.values()]
    .sort((one, other) => other.ms - one.ms)
    .map(({ status: { key, label, isAvailable, isPaid }, ms }) => ({
      status: key,
      label,
      isAvailable,
      isPaid,
      minutes: Math.round(ms / 600) / 100,
    }));

/** What an agent was in from an instant on where nothing changed within the stretch that is asked about. */
async function statusFrom(presence: Presence, until: string, at: number): Promise<AgentStatus> {
  const later = await firstChangeFrom(presence.userId, until);
  return later?.from ?? afterHappening(presence, { type: 'settle' }, at, 'wrap-up').after.status;
}

async function stretchesOf(presence: Presence, from: number, until: number): Promise<TimeInStatus[]> {
  const [begin, end] = [from, until].map((at) => new Date(at).toISOString()) as [string, string];
  const changes = await changesOf(presence.userId, begin, end);
  const otherwise = changes.length > 0 ? presence.status : await statusFrom(presence, end, until);
  return stretchesBetween(from, until, changes, otherwise);
}

/** Agents are read so many at a time. */
const atOnce = 8;

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}

/** The agent whose log is asked for: agents see their own alone. @throws 403 for a colleague's */
function visibleAgent(agentId: string | undefined): string | undefined {
  if (!seesOwnLeadsOnly()) return agentId;
  const { userId } = currentUser();
  if (agentId && agentId !== userId) throw forbidden("Agents see their own statuses' log alone.");
  return userId;
}

/** @throws 400 for days in the wrong order, or too many */
function checkedDays(from: string, to: string): void {
  const { statisticsDays } = agentStatusLimits;
  if (to < from) throw badRequest('The last day lies before the first.', { field: 'to' });
  if (dateAfter(from, statisticsDays) <= to)
    throw badRequest(`Statistics cover at most ${statisticsDays} days.`, { field: 'to' });
}

async function namesOf(): Promise<(userId: string) => string> {
  const names = new Map(
    (await everyUser()).map(({ userId, firstName, lastName, username }) => [
      userId,
      `${firstName} ${lastName}`.trim() || username,
    ]),
  );
  return (userId) => names.get(userId) ?? 'Somebody who left';
}

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  agentId?: string | undefined;
}

/** Minutes by status: of all, of each agent, and of each agent's days by the tenant's calendar. */
export async function statistics({ from: first, to: last, agentId }: Period) {
  const only = visibleAgent(agentId);
  const { timeZone } = await tenantById(tenantOf());
  const now = clock.now();
  const from = first ?? localTime(timeZone, now).date;
  const to = last ?? from;
  checkedDays(from, to);
  const days = daysBetween(timeZone, from, to);
  const [begin, end] = [days[0]!.from, Math.min(days.at(-1)!.until, now)];
  const asked = (await everyPresence()).filter(({ userId }) => !only || userId === only);
  const nameOf = await namesOf();
  const totals: Times = new Map();
  const ofDays: { date: string; agentId: string; times: Times }[] = [];
  const found = await inBatches(end > begin ? asked : [], async (presence) => {
    const { userId } = presence;
    const times: Times = new Map();
    const stretches = await stretchesOf(presence, begin, end);
    for (const day of days) {
      const ofDay: Times = new Map();
      for (const { status, ...stretch } of stretches) {
        const ms = Math.min(stretch.until, day.until) - Math.max(stretch.from, day.from);
        for (const where of [ofDay, times, totals]) add(where, status, ms);
      }
      if (ofDay.size > 0) ofDays.push({ date: day.date, agentId: userId, times: ofDay });
    }
    return { agentId: userId, name: nameOf(userId), statuses: shown(times) };
  });
  const order = (one: { date: string; agentId: string }) => `${one.date} ${one.agentId}`;
  return {
    from,
    to,
    timeZone,
    totals: shown(totals),
    agents: found
      .filter(({ statuses }) => statuses.length > 0)
      .sort((one, other) => one.name.localeCompare(other.name)),
    days: ofDays
      .sort((one, other) => (order(one) < order(other) ? -1 : 1))
      .map(({ date, agentId, times }) => ({ date, agentId, statuses: shown(times) })),
  };
}

const changeView = ({ userId, at, seq, from, since, to, cause, by }: ChangeRecord): StatusChange => ({
  id: `${userId}-${seq}`,
  agentId: userId,
  at,
  from: from.key,
  fromLabel: from.label,
  seconds: secondsBetween(since, at),
  to: to.key,
  toLabel: to.label,
  cause,
  by,
});

interface LogFilter extends Period {
  limit: number;
  cursor?: string | undefined;
}

/** Changes of statuses, newest first. @throws 400 for a cursor that no list gave; 403 for a colleague's */
export async function listChanges({ agentId, from, to, limit, cursor }: LogFilter) {
  const userId = visibleAgent(agentId);
  // The table refuses a stretch that ends before it begins.
  if (from && to && from >= to) return { logs: [], nextCursor: null };
  const page = await pageOfChanges({ userId, from, to }, limit, cursor);
  return { logs: page.data.map(changeView), nextCursor: page.cursor };
}
