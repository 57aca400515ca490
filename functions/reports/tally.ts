import { groupOfDay, reportLimits } from '#shared/model/report.ts';
import { stageDimension } from '#shared/model/report-catalogue.ts';
import type { MeasureName } from '#shared/model/report-measures.ts';
import { localTime } from '#shared/model/zone-time.ts';
import type { FactRecord } from './records.ts';
import { tooManyGroups } from './refusals.ts';

export type Sums = Partial<Record<MeasureName, number>>;

/** Something that happened once, and what it adds to figures. */
export interface Fact {
  /** ms since 1970 */
  at: number;
  /** By dimension, but for those of time and, where there are parts, the agent. */
  of: Readonly<Record<string, string>>;
  adds: Sums;
  /** Stages of the funnel that it has come to: it counts in each of them, and once in the totals. */
  stages?: readonly string[];
  /** Each agent's own part; the whole is nobody's where there is none. */
  parts?: readonly { agent: string; adds: Sums }[];
  /** The record that it is of. */
  record: FactRecord;
}

/** What was counted: sums by group, named by its keys as JSON, and of everything together. */
export interface Tally {
  groups: Record<string, Sums>;
  totals: Sums;
}

export interface Counting {
  groupBy: readonly string[];
  filter: readonly { field: string; op: 'in' | 'notIn'; values: readonly string[] }[];
  timeZone: string;
  /** What agents did: each one's part counts, also where nothing is grouped by agents, and nobody's does not. */
  ofAgents?: boolean;
}

/** What counts of a fact, in the group of `keys`. */
export interface CountedPart {
  keys: string[];
  agent: string;
  adds: Sums;
}

export const newTally = (): Tally => ({ groups: {}, totals: {} });
export const keyOf = (...keys: string[]): string => JSON.stringify(keys);
export const keysOf = (key: string): string[] => JSON.parse(key);

export function addTo(sums: Sums, adds: Sums): void {
  for (const [name, by] of Object.entries(adds) as [MeasureName, number][])
    sums[name] = (sums[name] ?? 0) + by;
}

/** @throws 422 'too_many_groups' */
export function addToGroup(tally: Tally, key: string, adds: Sums): void {
  const { groups } = tally;
  if (!groups[key]) {
    if (Object.keys(groups).length === reportLimits.groups) throw tooManyGroups();
    groups[key] = {};
  }
  addTo(groups[key]!, adds);
}

/** Adds one tally to another. */
export function addTally(tally: Tally, other: Tally): Tally {
  for (const [key, sums] of Object.entries(other.groups)) addToGroup(tally, key, sums);
  addTo(tally.totals, other.totals);
  return tally;
}

function dimensionOf(fact: Fact, field: string, timeZone: string, agent: string): string {
  if (field === 'agent') return fact.parts ? agent : (fact.of.agent ?? '');
  if (field === 'day' || field === 'week' || field === 'month')
    return groupOfDay(localTime(timeZone, fact.at).date, field);
  if (field === 'hour') return String(Math.floor(localTime(timeZone, fact.at).minute / 60)).padStart(2, '0');
  return fact.of[field] ?? '';
}

/** Several parts of one fact: it happened once, and its time is theirs together. */
export function together(parts: readonly Sums[]): Sums {
  const sums: Sums = {};
  for (const part of parts)
    for (const [name, by] of Object.entries(part) as [MeasureName, number][])
      sums[name] = name === 'talkSeconds' ? (sums[name] ?? 0) + by : Math.max(sums[name] ?? 0, by);
  return sums;
}

/**
 * What of a fact passes the filters: each agent's own part where agents are asked for, else the whole of it; in each of its
 * stages where they are.
 */
export function countedParts(
  fact: Fact,
  { groupBy, filter, timeZone, ofAgents = false }: Counting,
): CountedPart[] {
  const isByAgent = ofAgents || [...groupBy, ...filter.map(({ field }) => field)].includes('agent');
  const whole = { agent: '', adds: fact.adds };
  const parts = isByAgent && fact.parts && fact.parts.length > 0 ? fact.parts : [whole];
  const { stages = [] } = fact;
  return parts.flatMap(({ agent, adds }): CountedPart[] => {
    const value = (field: string) => dimensionOf(fact, field, timeZone, agent);
    const valuesOf = (field: string) => (field === stageDimension ? stages : [value(field)]);
    const passes = filter.every(
      ({ field, op, values }) => valuesOf(field).some((one) => values.includes(one)) === (op === 'in'),
    );
    if (!passes || (ofAgents && !value('agent'))) return [];
    // A report by stage has no second grouping (shared/model/report.ts).
    const groups = groupBy.includes(stageDimension) ? stages.map((stage) => [stage]) : [groupBy.map(value)];
    return groups.map((keys) => ({ keys, agent: value('agent'), adds }));
  });
}

/** Counts a fact. Grouped or filtered by agent, each agent's own part counts for its agent, and once in the totals. */
export function countFact(tally: Tally, fact: Fact, counting: Counting): void {
  const counted = countedParts(fact, counting);
  for (const { keys, adds } of counted) addToGroup(tally, keyOf(...keys), adds);
  if (counted.length > 0) addTo(tally.totals, together(counted.map(({ adds }) => adds)));
}
