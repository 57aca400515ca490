import { type AgentFigures, agentsOf, countersOf, sumOf, sumsByAgent } from '#functions/dashboard/api.ts';
import { textCounts } from '#functions/messages/api.ts';
import type { Figures } from '#shared/api/dashboard.ts';
import { groupOfDay } from '#shared/model/report.ts';
import { isTimeGrouping } from '#shared/model/report-catalogue.ts';
import { ownOnly } from './own.ts';
import type { Period } from './period.ts';
import { addTo, addToGroup, keyOf, newTally, type Sums, type Tally } from './tally.ts';

/*
 * What counters know of a period, whatever its size: those of the dashboard for calls, new leads and deals, those of
 * the messages for texts. They are read here and nowhere counted again, so a report says what those screens say.
 */

type ByTime = 'day' | 'week' | 'month';

/** The group of what is no longer there to be asked: named once, told apart from every key of a record. */
export const restKey = keyOf('\u0000rest');

const callsOf = ({ calls, callsAnswered, inbound, outbound, talkSeconds }: AgentFigures | Figures): Sums => ({
  calls,
  callsAnswered,
  inbound,
  outbound,
  talkSeconds,
});
const dealsIn = ({ dealsWon, dealAmount }: Pick<Figures, 'dealsWon' | 'dealAmount'>): Sums => ({
  dealsWon,
  dealAmount,
});

type Counts = Awaited<ReturnType<typeof countersOf>> extends Map<string, infer C> ? C : never;

const countersIn = ({ from, to }: Period) => countersOf(from, to);

/** What agents did in days, each; of an agent who asks, their own alone. */
function shownIn(days: Iterable<Counts>): [string, AgentFigures][] {
  const me = ownOnly();
  return [...sumsByAgent(days)].filter(([agentId]) => !me || agentId === me);
}

/** Sums of days, each put into its group and into the totals. */
async function byTime(by: ByTime, days: AsyncIterable<[string, Sums]>): Promise<Tally> {
  const tally = newTally();
  for await (const [day, sums] of days) {
    addToGroup(tally, keyOf(groupOfDay(day, by)), sums);
    addTo(tally.totals, sums);
  }
  return tally;
}

/** The figures of calls by time: the tenant's, or, for an agent, those of their own parts. */
export const callsByTime = (period: Period, by: ByTime): Promise<Tally> =>
  byTime(
    by,
    (async function* () {
      for (const [day, counts] of await countersIn(period)) {
        if (!ownOnly()) yield [day, callsOf(sumOf(counts))];
        else for (const [, own] of shownIn([counts])) yield [day, callsOf(own)];
      }
    })(),
  );

/** What agents did by time, their parts added up. */
export const agentTotals = (period: Period, by: ByTime): Promise<Tally> =>
  byTime(
    by,
    (async function* () {
      for (const [day, counts] of await countersIn(period))
        for (const [, own] of shownIn([counts])) yield [day, { ...callsOf(own), ...dealsIn(own) }];
    })(),
  );

/** A row for each agent. The totals of `calls` are of calls, those of `agents` of the agents' parts. */
export async function agentRows(period: Period, report: 'calls' | 'agents'): Promise<Tally> {
  const days = [...(await countersIn(period)).values()];
  const tally = newTally();
  const me = ownOnly();
  for (const place of await agentsOf(days)) {
    if (me && place.agentId !== me) continue;
    const sums = report === 'calls' ? callsOf(place) : { ...callsOf(place), ...dealsIn(place) };
    addToGroup(tally, keyOf(place.agentId), sums);
    if (report === 'agents' || me) addTo(tally.totals, sums);
  }
  if (report === 'calls' && !me) for (const counts of days) addTo(tally.totals, callsOf(sumOf(counts)));
  return tally;
}

/** New leads and deals by time. */
export const leadsByTime = (period: Period, by: ByTime): Promise<Tally> =>
  byTime(
    by,
    (async function* () {
      for (const [day, counts] of await countersIn(period)) {
        const sums = sumOf(counts);
        yield [day, { leadsCreated: sums.leadsCreated, ...dealsIn(sums) }];
      }
    })(),
  );

export async function leadTotal(period: Period): Promise<number> {
  let total = 0;
  for (const counts of (await countersIn(period)).values()) total += sumOf(counts).leadsCreated;
  return total;
}

/** Deals by time or by who won them; those of an agent for who is one. */
export async function dealsOf(period: Period, by: string): Promise<Tally> {
  const counters = await countersIn(period);
  const tally = newTally();
  if (isTimeGrouping(by)) {
    for (const [day, counts] of counters)
      for (const [, own] of shownIn([counts])) {
        addToGroup(tally, keyOf(groupOfDay(day, by)), dealsIn(own));
        addTo(tally.totals, dealsIn(own));
      }
    return tally;
  }
  const given: Sums = {};
  for (const [agentId, own] of shownIn(counters.values())) {
    addToGroup(tally, keyOf(agentId), dealsIn(own));
    addTo(given, dealsIn(own));
  }
  if (ownOnly()) return { ...tally, totals: given };
  for (const counts of counters.values()) addTo(tally.totals, dealsIn(sumOf(counts)));
  // Deals of leads that nobody had are in no agent's figures.
  const rest = restOf(tally.totals, given);
  if (rest) addToGroup(tally, keyOf(''), rest);
  return tally;
}

/** Deals by time of some agents alone; of an agent who asks, their own at most. */
export const dealsOfAgents = (
  period: Period,
  by: ByTime,
  isCounted: (agentId: string) => boolean,
): Promise<Tally> =>
  byTime(
    by,
    (async function* () {
      for (const [day, counts] of await countersIn(period))
        for (const [agentId, own] of shownIn([counts])) if (isCounted(agentId)) yield [day, dealsIn(own)];
    })(),
  );

type TextDay = Awaited<ReturnType<typeof textCounts>> extends Map<string, infer D> ? D : never;
const textsOf = ({ sent, delivered, failed, received, segments }: TextDay): Sums => ({
  textsSent: sent,
  textsDelivered: delivered,
  textsFailed: failed,
  textsReceived: received,
  segments,
});

export const textsByTime = (period: Period, by: ByTime): Promise<Tally> =>
  byTime(
    by,
    (async function* () {
      for (const [day, counts] of await textCounts(period.from, period.to)) yield [day, textsOf(counts)];
    })(),
  );

export async function textTotals(period: Period): Promise<Sums> {
  const totals: Sums = {};
  for (const counts of (await textCounts(period.from, period.to)).values()) addTo(totals, textsOf(counts));
  return totals;
}

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** What is left of sums; undefined where nothing is. */
function restOf(totals: Sums, known: Sums): Sums | undefined {
  const rest = Object.fromEntries(
    Object.entries(totals).map(([name, by]) => [name, cents(by - (known[name as keyof Sums] ?? 0))]),
  );
  // A counter is a moment behind what happens now: what it does not know yet is no rest.
  const more = Object.entries(rest).filter(([, by]) => by > 0);
  return more.length > 0 ? Object.fromEntries(more) : undefined;
}

/**
 * Records that have gone since (deleted leads, threads that were removed) were counted when they came: they have a row of
 * their own, so that the rows add up to what every other screen says.
 */
export function withRest(read: Tally, totals: Sums): Tally {
  const rest = restOf(totals, read.totals);
  if (rest) {
    addToGroup(read, restKey, rest);
    addTo(read.totals, rest);
  }
  return read;
}
