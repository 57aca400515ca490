import type { Figures, Happening, Kind, Recounted } from './report-recount.ts';

/* Adds up what was recounted: by days of a zone as Intl knows them, by what things are of, for everybody or an agent. */

/** What is asked of a recount, as a report is asked. */
export interface Asked {
  /** Days of the zone, both included. */
  from: string;
  to: string;
  zone: string;
  groupBy: readonly string[];
  filter?: { field: string; op: 'in' | 'notIn'; values: readonly string[] };
  /** What agents did: their parts alone. */
  ofAgents?: boolean;
}

export interface Summed {
  /** By the keys of a group, joined by new lines. */
  rows: Map<string, Figures>;
  totals: Figures;
}

/** What is worked out from sums; null where there is nothing to divide by. */
const share = (of: string, by: string) => (sums: Figures) => (sums[by] ? (sums[of] ?? 0) / sums[by] : null);
const cents = (amount = 0) => Math.round(amount * 100) / 100;
const workedOut: Record<string, (sums: Figures) => number | null> = {
  callsMissed: (sums) => (sums.calls ?? 0) - (sums.callsAnswered ?? 0),
  answerRate: share('callsAnswered', 'calls'),
  averageTalkSeconds: (sums) =>
    sums.callsAnswered ? Math.round((sums.talkSeconds ?? 0) / sums.callsAnswered) : null,
  conversionRate: share('leadsConverted', 'leadsCreated'),
  deliveryRate: share('textsDelivered', 'textsSent'),
  replyRate: share('textsReceived', 'textsSent'),
  completionRate: share('completed', 'entered'),
  rowSuccessRate: share('rowsSucceeded', 'rows'),
  dealAmount: (sums) => cents(sums.dealAmount),
  wonAmount: (sums) => cents(sums.wonAmount),
};
const added = [
  'calls',
  'callsAnswered',
  'inbound',
  'outbound',
  'talkSeconds',
  'leadsCreated',
  'leadsConverted',
  'dealsWon',
  'textsSent',
  'textsDelivered',
  'textsFailed',
  'textsReceived',
  'segments',
  'entered',
  'stillIn',
  'completed',
  'exited',
  'deliveries',
  'deliveriesFailed',
  'rows',
  'rowsSucceeded',
  'rowsFailed',
];

/** Every figure that is recounted. */
export const recountedMeasures: readonly string[] = [...added, ...Object.keys(workedOut)];

/** @throws for a figure that is not recounted */
export function figureOf(name: string, sums: Figures): number | null {
  const own = workedOut[name];
  if (own) return own(sums);
  if (!added.includes(name)) throw new Error(`“${name}” is not recounted.`);
  return sums[name] ?? 0;
}

interface LocalTime {
  day: string;
  hour: string;
}
const formats = new Map<string, Intl.DateTimeFormat>();
/** What a zone's clocks show at instants: each is asked about for every grouping of every report. */
const known = new Map<string, LocalTime>();

/** The day and the hour that the clocks of a zone show. */
function timeIn(zone: string, at: string): LocalTime {
  const key = `${zone} ${at}`;
  let time = known.get(key);
  if (!time) {
    time = readClock(zone, at);
    known.set(key, time);
  }
  return time;
}

function readClock(zone: string, at: string): LocalTime {
  let format = formats.get(zone);
  if (!format) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...fields });
    formats.set(zone, format);
  }
  const parts = format.formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: part('hour') };
}
export const dayIn = (zone: string, at: string): string => timeIn(zone, at).day;

function weekOf(day: string): string {
  const monday = new Date(`${day}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

function keyOf({ at, of }: Happening, field: string, zone: string, agent: string | null): string {
  const { day, hour } = timeIn(zone, at);
  switch (field) {
    case 'day':
      return day;
    case 'week':
      return weekOf(day);
    case 'month':
      return day.slice(0, 7);
    case 'hour':
      return hour;
    case 'agent':
      return agent ?? of.agent ?? '';
    default:
      return of[field] ?? '';
  }
}

const addTo = (sums: Figures, adds: Figures) => {
  for (const [name, by] of Object.entries(adds)) sums[name] = (sums[name] ?? 0) + by;
};

/** A call that several agents had is one call; they talked for the time of all of them. */
const once = (parts: readonly Figures[]): Figures =>
  parts.reduce<Figures>((sums, part) => {
    for (const [name, by] of Object.entries(part))
      sums[name] = name === 'talkSeconds' ? (sums[name] ?? 0) + by : Math.max(sums[name] ?? 0, by);
    return sums;
  }, {});

/** Adds up what happened in some days. */
export function sumUp(happenings: readonly Happening[], asked: Asked): Summed {
  const { from, to, zone, groupBy, filter, ofAgents = false } = asked;
  const isByAgent = ofAgents || groupBy.includes('agent') || filter?.field === 'agent';
  const summed: Summed = { rows: new Map(), totals: {} };
  for (const one of happenings) {
    const day = dayIn(zone, one.at);
    if (day < from || day > to) continue;
    const own = isByAgent && one.parts ? [...one.parts] : [];
    const parts: [string | null, Figures][] = own.length > 0 ? own : [[null, one.adds]];
    const valuesOf = (field: string, agent: string | null): string[] =>
      field === 'stage' ? (one.stages ?? []) : [keyOf(one, field, zone, agent)];
    const counted = parts.filter(([agent]) => {
      if (ofAgents && keyOf(one, 'agent', zone, agent) === '') return false;
      if (!filter) return true;
      const isNamed = valuesOf(filter.field, agent).some((value) => filter.values.includes(value));
      return isNamed === (filter.op === 'in');
    });
    for (const [agent, adds] of counted)
      for (const key of groupBy.includes('stage')
        ? valuesOf('stage', agent)
        : [groupBy.map((field) => keyOf(one, field, zone, agent)).join('\n')]) {
        const sums = summed.rows.get(key) ?? {};
        addTo(sums, adds);
        summed.rows.set(key, sums);
      }
    if (counted.length > 0)
      addTo(summed.totals, ofAgents ? sumOf(counted) : once(counted.map(([, adds]) => adds)));
  }
  return summed;
}

function sumOf(parts: readonly [unknown, Figures][]): Figures {
  const sums: Figures = {};
  for (const [, adds] of parts) addTo(sums, adds);
  return sums;
}

/** What an agent sees: their parts of calls, and what is of their leads; nothing of webhooks. */
export function ownOf(all: Recounted, agentId: string): Recounted {
  const own = (kind: Kind) => all[kind].filter(({ of }) => of.agent === agentId);
  const calls = all.calls.flatMap((call): Happening[] => {
    const part = call.parts?.get(agentId);
    return part ? [{ ...call, adds: part, parts: new Map([[agentId, part]]) }] : [];
  });
  const leads = own('leads');
  return {
    calls,
    leads,
    leadsEver: leads,
    deals: own('deals'),
    journeys: own('journeys'),
    sms: own('sms'),
    webhooks: [],
  };
}
