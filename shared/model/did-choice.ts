import { milesBetween } from './compliance/area-code-distance.ts';
import { areaCodeIn, areaCodeOf } from './compliance/area-codes.ts';
import type { DidPoolStrategy, PassedOver } from './did-pool.ts';

/** A number of a pool as it stands when somebody is to be called from it. */
export interface Candidate {
  didId: string;
  phoneNumber: string;
  weight: number;
  isActive: boolean;
  isFlagged: boolean;
  /** The last day on which it may not be shown; null where that is over or never was. */
  restsThrough: string | null;
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
  if (one.isFlagged) return 'It is flagged as spam.';
  if (one.restsThrough) return `It rests through ${one.restsThrough}.`;
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

/** Area codes whose middles are so near are neighbours, as callers' numbers go. */
const nearMiles = 100;

/** The numbers of neighbouring area codes, those of the nearest code first. */
function neighboursOf(code: string, numbers: readonly Candidate[]): Tier[] {
  const byCode = Map.groupBy(numbers, ({ phoneNumber }) => areaCodeIn(phoneNumber) ?? '');
  return [...byCode]
    .map(([other, near]) => ({ other, near, miles: milesBetween(code, other) ?? Number.POSITIVE_INFINITY }))
    .filter(({ miles }) => miles <= nearMiles)
    .sort((one, other) => one.miles - other.miles)
    .map(({ other, near, miles }) => ({
      key: `near ${code} ${other}`,
      says: `Its area code ${other} is ${Math.round(miles)} miles from the lead’s ${code}.`,
      numbers: near,
    }));
}

/** The numbers by how near they are: of the same area code, one near it, the state, the time zone, and the others. */
function tiersFor({ phone, state }: Callee, numbers: readonly Candidate[]): Tier[] {
  const code = areaCodeIn(phone);
  const area = areaCodeOf(phone);
  const states = new Set(state ? [state] : (area?.states ?? []));
  const zones = new Set(area?.zones ?? []);
  const isLocal = ({ phoneNumber }: Candidate) => code !== undefined && areaCodeIn(phoneNumber) === code;
  const neighbours = code
    ? neighboursOf(
        code,
        numbers.filter((one) => !isLocal(one)),
      )
    : [];
  const isNear = new Set(neighbours.flatMap((tier) => tier.numbers));
  const nearness = (one: Candidate): number => {
    if (isLocal(one)) return 0;
    const other = areaCodeOf(one.phoneNumber);
    if (other?.states.some((name) => states.has(name))) return 1;
    return other?.zones.some((zone) => zones.has(zone)) ? 2 : 3;
  };
  const byNearness = Map.groupBy(
    numbers.filter((one) => !isNear.has(one)),
    nearness,
  );
  const tierOf = (at: number, key: string, says: string): Tier[] => {
    const found = byNearness.get(at);
    return found ? [{ key, says, numbers: found }] : [];
  };
  return [
    ...tierOf(0, `area ${code ?? ''}`, `It has the lead’s area code ${code}.`),
    ...neighbours,
    ...tierOf(1, `state ${[...states].sort().join(' ')}`, 'It is of the lead’s state.'),
    ...tierOf(2, `zone ${[...zones].sort().join(' ')}`, 'It is of the lead’s time zone.'),
    ...tierOf(3, 'others', 'No number is nearer to the lead.'),
  ];
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
