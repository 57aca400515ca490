import { hourOptions } from './options.ts';

/** Calls and how many of them a person answered, by 168 hours of the week: weekday (0 is Sunday) × 24 + hour. */
export interface HourCounts {
  calls: number[];
  answered: number[];
}

const weekHours = 7 * 24;
export const noCalls = (): HourCounts => ({
  calls: Array(weekHours).fill(0),
  answered: Array(weekHours).fill(0),
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

export const totalsOf = ({ calls, answered }: HourCounts) => ({ calls: sum(calls), answered: sum(answered) });

/** Whether there are enough calls to tell hours apart. */
export const hasEnoughCalls = (counts: HourCounts): boolean => totalsOf(counts).calls >= hourOptions.calls;

/**
 * A share drawn towards the overall rate as far as its own calls are few: the mean of a Beta posterior whose prior has
 * the weight of `hourOptions.prior` calls. Without any calls it is the overall rate.
 */
export const shrunkShare = (answered: number, calls: number, rate: number): number =>
  (answered + hourOptions.prior * rate) / (calls + hourOptions.prior);

/** The share that is answered in each hour of the week, shrunk. */
export function hourShares(counts: HourCounts): number[] {
  const { calls, answered } = totalsOf(counts);
  const rate = calls === 0 ? 0 : answered / calls;
  return counts.calls.map((count, at) => shrunkShare(counts.answered[at]!, count, rate));
}

/** Days that are told of together. */
export const dayGroups = { weekdays: [1, 2, 3, 4, 5], saturdays: [6], sundays: [0] } as const;
export type DayGroup = keyof typeof dayGroups;

export interface BestTime {
  days: DayGroup;
  /** Hours of the lead's own clock, 0 to 24. */
  from: number;
  to: number;
  calls: number;
  answered: number;
  /** Shrunk, 0 to 1. */
  share: number;
}

/** Whether calling is allowed from one hour to another of a weekday (0 is Sunday). */
type AllowedHours = (weekday: number, from: number, to: number) => boolean;

/** Calls of some hours, by their places in the week. */
const countsAt = ({ calls, answered }: HourCounts, places: readonly number[]) => ({
  calls: sum(places.map((at) => calls[at]!)),
  answered: sum(places.map((at) => answered[at]!)),
});

/** The share that is answered in the hours in which calling is allowed: what a stretch has to do better than. */
function allowedRate(counts: HourCounts, isAllowed: AllowedHours): number {
  const places = counts.calls.map((_, at) => at);
  const open = places.filter((at) => isAllowed(Math.floor(at / 24), at % 24, (at % 24) + 1));
  const { calls, answered } = countsAt(counts, open);
  return calls === 0 ? 0 : answered / calls;
}

/**
 * The stretch in which most calls are answered, of those in which calling is allowed on every day of the group; null
 * while there are too few calls, or where none does better than the allowed hours together.
 */
export function bestTime(counts: HourCounts, isAllowed: AllowedHours): BestTime | null {
  if (!hasEnoughCalls(counts)) return null;
  const rate = allowedRate(counts, isAllowed);
  const stretches = (Object.keys(dayGroups) as DayGroup[]).flatMap((days) =>
    Array.from({ length: 25 - hourOptions.stretch }, (_, from): BestTime => {
      const to = from + hourOptions.stretch;
      const hours = Array.from({ length: hourOptions.stretch }, (_, more) => from + more);
      const places = dayGroups[days].flatMap((day) => hours.map((hour) => day * 24 + hour));
      const { calls, answered } = countsAt(counts, places);
      return { days, from, to, calls, answered, share: shrunkShare(answered, calls, rate) };
    }),
  );
  const fit = stretches.filter(
    ({ days, from, to, calls, share }) =>
      calls >= hourOptions.stretchCalls &&
      share > rate &&
      dayGroups[days].every((weekday) => isAllowed(weekday, from, to)),
  );
  return fit.sort((one, other) => other.share - one.share || one.from - other.from)[0] ?? null;
}
