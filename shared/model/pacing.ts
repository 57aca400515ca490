import { type Abandonment, abandonmentRule, isHeldBack } from './abandonment.ts';
import type { DiallingMode } from './calling-list.ts';

/*
 * How many lines a list that rings leads first may have out (docs/decisions/030): never so many that its gauge could pass
 * the law's limit, whatever becomes of them.
 */

export const pacingRule = {
  /** Lines for each free agent, at most; also what a list can be set to. */
  mostLines: 3,
  /** Calls of which predictive pacing knows how many are answered, and below which it keeps to one line an agent. */
  fewestCalls: 30,
  mostCalls: 100,
  /** Calls of which it knows how long agents are busy with one, likewise. */
  fewestTalks: 20,
  /** No share of answers below this is believed: a bad quarter of an hour does not open the floodgates. */
  leastAnswered: 0.1,
  /** From dialling until somebody takes up; seconds. Agents who are free by then can be counted on. */
  leadSeconds: 10,
} as const;

type Gauge = Pick<Abandonment, 'live' | 'abandoned'>;

const shareOf = ({ live, abandoned }: Gauge): number => (live === 0 ? 0 : abandoned / live);

/** Whether a list stands at one line for each free agent, because too many who answered had nobody to talk with. */
const isHeldToOneLine = (gauge: Gauge): boolean => isHeldBack({ share: shareOf(gauge) });

/**
 * Whether so many lines may be out: one for each free agent always; more only where the share of abandoned calls stays
 * below the limit even if everybody answers and all the lines in excess are abandoned, and not at the product's margin.
 * @param open lines that are out and not decided yet
 * @param free agents who wait for whoever answers
 */
export function mayBeOpen(open: number, free: number, gauge: Gauge): boolean {
  if (open <= free) return true;
  if (isHeldToOneLine(gauge)) return false;
  return (gauge.abandoned + open - free) / (gauge.live + open) < abandonmentRule.limit;
}

/** The most lines that may be out. */
export function mostOpen(free: number, gauge: Gauge): number {
  const { limit } = abandonmentRule;
  // mayBeOpen solved for the lines; what rounding makes of it is put right by asking.
  let lines = Math.max(free, Math.floor((limit * gauge.live + free - gauge.abandoned) / (1 - limit)) + 1);
  while (lines > free && !mayBeOpen(lines, free, gauge)) lines--;
  return lines;
}

/** What is known of the last calls of a list. */
export interface Recent {
  calls: number;
  /** Of these, answered by a person. */
  answered: number;
  talks: number;
  /** How long an agent was busy with one of `talks`, talking and after it; mean, in seconds. */
  busySeconds: number;
}

export interface Floor {
  /** Agents who wait for whoever answers. */
  free: number;
  /** Agents of the list who talk, or close a call. */
  busy: number;
}

/**
 * Agents who will be free by the time that a line dialled now is answered: as many of the busy as end a call within that
 * time on the mean, rounded down. None while little is known.
 */
export function soonFree({ busy }: Pick<Floor, 'busy'>, { talks, busySeconds }: Recent): number {
  if (talks < pacingRule.fewestTalks || busySeconds <= 0) return 0;
  return Math.min(busy, Math.floor((busy * pacingRule.leadSeconds) / busySeconds));
}

interface Pacing {
  mode: DiallingMode;
  linesPerAgent: number;
}

/** How many lines a list would like to have out, whatever the gauge allows. */
export function linesWanted({ mode, linesPerAgent }: Pacing, floor: Floor, recent: Recent): number {
  if (mode === 'power') return floor.free * Math.min(pacingRule.mostLines, linesPerAgent);
  if (mode !== 'predictive') return 0;
  const agents = floor.free + soonFree(floor, recent);
  if (recent.calls < pacingRule.fewestCalls) return agents;
  const rate = Math.max(pacingRule.leastAnswered, recent.answered / recent.calls);
  return Math.min(agents * pacingRule.mostLines, Math.floor(agents / rate));
}

/** How many lines a list may open now. */
export const linesToOpen = (
  pacing: Pacing,
  open: number,
  floor: Floor,
  recent: Recent,
  gauge: Gauge,
): number => Math.max(0, Math.min(linesWanted(pacing, floor, recent), mostOpen(floor.free, gauge)) - open);
