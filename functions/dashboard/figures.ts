import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { everyUser } from '#functions/users/api.ts';
import type { Figures, HourFigures, Place } from '#shared/api/dashboard.ts';
import { dateAfter, localTime } from '#shared/model/zone-time.ts';
import { type Counts, countersOf } from './counters.ts';

const hourMs = 3_600_000;
const names = [
  'leadsCreated',
  'calls',
  'callsAnswered',
  'inbound',
  'outbound',
  'talkSeconds',
  'dealsWon',
  'dealAmount',
] as const satisfies readonly (keyof Figures)[];

/** The figures of a day's hours `from` to `until`, both included. */
export function sumOf(counts: Counts | undefined, from = 0, until = 23): Figures {
  const sum = Object.fromEntries(names.map((name) => [name, 0])) as Figures;
  for (const [counter, by] of counts ?? []) {
    const [kind, hour, name] = counter.split(':');
    if (kind === 'h' && Number(hour) >= from && Number(hour) <= until) sum[name as keyof Figures] += by;
  }
  return sum;
}

/** The counters of one kind over several days, without its name. */
export function totalsOf(days: Iterable<Counts>, kind: 's' | 'd' | 'p'): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const counts of days)
    for (const [counter, by] of counts)
      if (counter.startsWith(`${kind}:`)) totals[counter.slice(2)] = (totals[counter.slice(2)] ?? 0) + by;
  return Object.fromEntries(Object.entries(totals).filter(([, by]) => by !== 0));
}

/** The tenant's zone, and what its calendar and clock show now. */
export async function tenantNow() {
  const { timeZone } = await tenantById(tenantOf());
  const { date, minute } = localTime(timeZone, clock.now());
  return { timeZone, date, hour: Math.floor(minute / 60) };
}

/** The figures that an agent has. */
const noFigures = {
  calls: 0,
  callsAnswered: 0,
  inbound: 0,
  outbound: 0,
  talkSeconds: 0,
  dealsWon: 0,
  dealAmount: 0,
};

export type AgentFigures = typeof noFigures;

/** What each agent did in a time, by their id; of those alone who did something. */
export function sumsByAgent(days: Iterable<Counts>): Map<string, AgentFigures> {
  const sums = new Map<string, AgentFigures>();
  for (const counts of days)
    for (const [counter, by] of counts) {
      const [kind, agentId, figure] = counter.split(':');
      if (kind !== 'a' || !(figure! in noFigures)) continue;
      const own = sums.get(agentId!) ?? { ...noFigures };
      own[figure as 'calls'] += by;
      sums.set(agentId!, own);
    }
  return sums;
}

/** What agents did in a time; everybody who did something, and every active agent. */
export async function agentsOf(days: Iterable<Counts>): Promise<Place[]> {
  const places = new Map<string, Place>();
  const placeOf = (agentId: string, name: string): Place => ({ agentId, name, ...noFigures });
  const users = await everyUser();
  const nameOf = ({ firstName, lastName, username }: (typeof users)[number]) =>
    `${firstName} ${lastName}`.trim() || username;
  for (const user of users)
    if (user.role === 'agent' && user.isActive) places.set(user.userId, placeOf(user.userId, nameOf(user)));
  for (const [agentId, figures] of sumsByAgent(days)) {
    const user = users.find(({ userId }) => userId === agentId);
    const place = places.get(agentId) ?? placeOf(agentId, user ? nameOf(user) : 'Somebody who left');
    places.set(agentId, { ...place, ...figures });
  }
  return [...places.values()].sort(
    (a, b) =>
      b.dealAmount - a.dealAmount ||
      b.dealsWon - a.dealsWon ||
      b.callsAnswered - a.callsAnswered ||
      b.talkSeconds - a.talkSeconds ||
      a.name.localeCompare(b.name),
  );
}

/** Today beside yesterday. */
export async function today() {
  const { timeZone, date, hour } = await tenantNow();
  const before = dateAfter(date, -1);
  const days = await countersOf(before, date);
  return {
    date,
    timeZone,
    today: sumOf(days.get(date)),
    yesterday: sumOf(days.get(before)),
    yesterdayUntilNow: sumOf(days.get(before), 0, hour),
  };
}

/** The hours of today. */
export async function hourly() {
  const { timeZone, date } = await tenantNow();
  const counts = (await countersOf(date, date)).get(date);
  const hours = Array.from({ length: 24 }, (_, hour) => ({ date, hour, ...sumOf(counts, hour, hour) }));
  return { date, timeZone, hours };
}

/** So many hours back, the one that goes on last. An hour that comes twice in autumn is one. */
export async function history(hours: number) {
  const { timeZone } = await tenantNow();
  const now = clock.now();
  const wanted = new Map<string, { date: string; hour: number }>();
  for (let back = hours - 1; back >= 0; back--) {
    const { date, minute } = localTime(timeZone, now - back * hourMs);
    const hour = Math.floor(minute / 60);
    wanted.set(`${date} ${hour}`, { date, hour });
  }
  const places = [...wanted.values()];
  const days = await countersOf(places[0]!.date, places.at(-1)!.date);
  return {
    timeZone,
    hours: places.map(
      ({ date, hour }): HourFigures => ({ date, hour, ...sumOf(days.get(date), hour, hour) }),
    ),
  };
}

/** Who is ahead in the last so many days, today among them. */
export async function leaderboard(days: number): Promise<Place[]> {
  const { date } = await tenantNow();
  return agentsOf((await countersOf(dateAfter(date, 1 - days), date)).values());
}
