import { areaCodeIn, areaCodeOf } from './compliance/area-codes.ts';
import type { DidPoolStrategy, PassedOver } from './did-pool.ts';

/** A number of a pool as it stands when somebody is to be called from it. */
export interface Candidate {
  didId: string;
  phoneNumber: string;
  weight: number;
  isActive: boolean;
  /** Calls from it today. */
  callsToday: number;
  /** ms since 1970; null for one that was not shown since yesterday. */
  lastUsedAt: number | null;
}

interface Rules {
  strategy: DidPoolStrategy;
  restMinutes: number;
  maxPerDay: number | null;
}

/** Where somebody is who is called; `state` by its two letters, '' where it is not known. */
export interface Callee {
  phone: string;
  state: string;
}

const minuteMs = 60_000;

/** Why a number may not be shown now; empty for one that may. */
export function obstacleOf(one: Candidate, { restMinutes, maxPerDay }: Rules, now: number): string {
  if (!one.isActive) return 'It was given back.';
  if (maxPerDay !== null && one.callsToday >= maxPerDay)
    return `It was shown ${one.callsToday === 1 ? 'once' : `${one.callsToday} times`} today, which is the limit.`;
  const rested = (one.lastUsedAt ?? Number.NEGATIVE_INFINITY) + restMinutes * minuteMs;
  if (restMinutes > 0 && rested > now)
    return `It rests for ${Math.ceil((rested - now) / minuteMs)} min more.`;
  return '';
}

/** Numbers that are as near to somebody as one another, and what is said of that. */
interface Tier {
  /** Names whose turn it is: the same tier of a pool has one turn. */
  key: string;
  says: string;
  numbers: Candidate[];
}

/** The numbers by how near they are: of the same area code, state, time zone, and the others. */
function tiersFor({ phone, state }: Callee, numbers: readonly Candidate[]): Tier[] {
  const code = areaCodeIn(phone);
  const area = areaCodeOf(phone);
  const states = new Set(state ? [state] : (area?.states ?? []));
  const zones = new Set(area?.zones ?? []);
  const nearness = ({ phoneNumber }: Candidate): number => {
    if (code && areaCodeIn(phoneNumber) === code) return 0;
    const other = areaCodeOf(phoneNumber);
    if (other?.states.some((one) => states.has(one))) return 1;
    return other?.zones.some((one) => zones.has(one)) ? 2 : 3;
  };
  const tiers = [
    { key: `area ${code ?? ''}`, says: `It has the lead’s area code ${code}.` },
    { key: `state ${[...states].sort().join(' ')}`, says: 'It is of the lead’s state.' },
    { key: `zone ${[...zones].sort().join(' ')}`, says: 'It is of the lead’s time zone.' },
    { key: 'others', says: 'No number is nearer to the lead.' },
  ];
  const byNearness = Map.groupBy(numbers, nearness);
  return tiers.flatMap((tier, at) => {
    const near = byNearness.get(at);
    return near ? [{ ...tier, numbers: near }] : [];
  });
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** A step through so many places that comes to each once before it comes to one again, and leaps far. */
function strideOf(places: number): number {
  let stride = Math.max(1, Math.round(places * 0.618));
  while (greatestDivisor(stride, places) !== 1) stride++;
  return stride;
}

/**
 * The numbers from the one whose turn it is on. Over as many turns as all weights together each comes first as often as
 * its weight says, and the same does not come twice in a row where others could.
 */
function inTurn(
  numbers: readonly Candidate[],
  turn: number,
  weightOf: (one: Candidate) => number,
): Candidate[] {
  const places = numbers.reduce((sum, one) => sum + weightOf(one), 0);
  let place = (turn * strideOf(places)) % places;
  const first = numbers.findIndex((one) => {
    place -= weightOf(one);
    return place < 0;
  });
  return [...numbers.slice(first), ...numbers.slice(0, first)];
}

const evenly = () => 1;
const byWeight = ({ weight }: Candidate) => weight;

/** What is tried for a call: numbers in the order in which they are tried, with why they are. */
export interface Choice {
  /** Names the turn that was taken. */
  tier: string;
  numbers: Candidate[];
  reason: string;
}

/** The tiers of a pool, the nearest first, without the numbers that may not be shown. */
export function tiersOf(
  rules: Rules,
  callee: Callee,
  candidates: readonly Candidate[],
  now: number,
): { tiers: Tier[]; passedOver: PassedOver[] } {
  const passedOver: PassedOver[] = [];
  const usable = candidates
    .filter((one) => {
      const reason = obstacleOf(one, rules, now);
      if (reason) passedOver.push({ didId: one.didId, phoneNumber: one.phoneNumber, reason });
      return !reason;
    })
    .sort((one, other) => (one.didId < other.didId ? -1 : 1));
  if (rules.strategy === 'local') return { tiers: tiersFor(callee, usable), passedOver };
  return { tiers: usable.length === 0 ? [] : [{ key: 'all', says: '', numbers: usable }], passedOver };
}

const reasons: Readonly<Record<DidPoolStrategy, string>> = {
  local: 'It is next by weight.',
  weighted: 'It is next by weight.',
  'round-robin': 'It is next in turn.',
  'least-used': 'It was shown least often today.',
};

/** The numbers of a tier in the order in which they are tried. @param turn how often the tier was asked before */
export function choiceOf(strategy: DidPoolStrategy, tier: Tier, turn: number): Choice {
  const weightOf = strategy === 'local' || strategy === 'weighted' ? byWeight : evenly;
  const numbers = inTurn(tier.numbers, turn, weightOf);
  // A stable sort: among equals the turn decides.
  if (strategy === 'least-used') numbers.sort((one, other) => one.callsToday - other.callsToday);
  return { tier: tier.key, numbers, reason: `${tier.says} ${reasons[strategy]}`.trim() };
}
