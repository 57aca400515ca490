import { countersOf, sumOf, sumsByAgent, tenantNow } from '#functions/dashboard/api.ts';
import type { DailyReport } from '#shared/api/reports.ts';
import { makeReport } from './make.ts';
import { ownOnly } from './own.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** What the counters of the dashboard have of a day and its hours. */
async function countedDay(date: string) {
  const counts = (await countersOf(date, date)).get(date);
  return { day: sumOf(counts), hours: hours.map((hour) => ({ hour, ...sumOf(counts, hour, hour) })) };
}

/** An agent's own day: no counter has their hours, so their calls and leads are read. */
async function ownDay(date: string, me: string) {
  const period = { from: date, to: date, groupBy: ['hour'], filter: [] };
  const [counters, calls, leads] = await Promise.all([
    countersOf(date, date),
    makeReport({
      kind: 'custom',
      source: 'calls',
      fields: ['calls', 'callsAnswered', 'talkSeconds', 'inbound', 'outbound'],
      ...period,
    }),
    makeReport({ kind: 'custom', source: 'leads', fields: ['leadsCreated'], ...period }),
  ]);
  const own = sumsByAgent(counters.values()).get(me);
  const of = ({ rows }: typeof calls, hour: number, name: string) =>
    Number(rows.find(({ keys }) => Number(keys[0]) === hour)?.values[name] ?? 0);
  const total = ({ totals }: typeof calls, name: string) => Number(totals[name] ?? 0);
  return {
    day: {
      calls: total(calls, 'calls'),
      callsAnswered: total(calls, 'callsAnswered'),
      inbound: total(calls, 'inbound'),
      outbound: total(calls, 'outbound'),
      talkSeconds: total(calls, 'talkSeconds'),
      leadsCreated: total(leads, 'leadsCreated'),
      dealsWon: own?.dealsWon ?? 0,
      dealAmount: own?.dealAmount ?? 0,
    },
    hours: hours.map((hour) => ({
      hour,
      calls: of(calls, hour, 'calls'),
      callsAnswered: of(calls, hour, 'callsAnswered'),
      talkSeconds: of(calls, hour, 'talkSeconds'),
      leadsCreated: of(leads, hour, 'leadsCreated'),
    })),
  };
}

/** A day at a glance, by the tenant's clock: of everybody, or, for an agent, their own. */
export async function dailyReport(asked: string | undefined): Promise<DailyReport> {
  const now = await tenantNow();
  const date = asked ?? now.date;
  const me = ownOnly();
  const [{ day, hours: byHour }, texts] = await Promise.all([
    me ? ownDay(date, me) : countedDay(date),
    makeReport({ kind: 'report', report: 'sms', from: date, to: date, groupBy: 'day' }),
  ]);
  const text = (name: string) => Number(texts.totals[name] ?? 0);
  const { calls, callsAnswered, inbound, outbound, talkSeconds, leadsCreated, dealsWon } = day;
  return {
    date,
    timeZone: now.timeZone,
    isToday: date === now.date,
    calls: {
      calls,
      callsAnswered,
      callsMissed: calls - callsAnswered,
      inbound,
      outbound,
      talkSeconds,
      averageTalkSeconds: callsAnswered === 0 ? null : Math.round(talkSeconds / callsAnswered),
    },
    leads: { leadsCreated, dealsWon, dealAmount: Math.round(day.dealAmount * 100) / 100 },
    texts: {
      textsSent: text('textsSent'),
      textsDelivered: text('textsDelivered'),
      textsFailed: text('textsFailed'),
      textsReceived: text('textsReceived'),
    },
    hours: byHour.map((hour) => ({
      hour: hour.hour,
      calls: hour.calls,
      callsAnswered: hour.callsAnswered,
      talkSeconds: hour.talkSeconds,
      leadsCreated: hour.leadsCreated,
    })),
  };
}
