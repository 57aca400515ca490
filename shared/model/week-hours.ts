import * as z from 'zod';
import { dateAfter, instantOf, isTimeZone, localTime, weekdayOf } from './zone-time.ts';

const minuteOfDay = z.number().int().min(0).max(1440);

/** Minutes since midnight, from and until; null closes the day. */
export const dayWindow = z
  .tuple([minuteOfDay, minuteOfDay])
  .refine(([from, to]) => from < to, 'The window ends before it begins.')
  .nullable();

/** The hours of a week by the clock of one time zone. */
export const weekHours = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, 'There is no such time zone.').describe('IANA'),
  week: z.array(dayWindow).length(7).describe('from Sunday to Saturday'),
});
export type WeekHours = z.output<typeof weekHours>;

/**
 * When the hours are open next: `at` itself while they are, null where every day is closed.
 * @param at ms since 1970, as is the answer
 */
export function nextOpening({ timeZone, week }: WeekHours, at: number): number | null {
  const today = localTime(timeZone, at).date;
  // A week on, and the same weekday once more, whose window of today may be over.
  for (let days = 0; days <= 7; days++) {
    const date = dateAfter(today, days);
    const window = week[weekdayOf(date)];
    if (!window) continue;
    const [from, until] = window.map((minute) => instantOf(timeZone, date, minute)) as [number, number];
    if (at < until) return Math.max(at, from);
  }
  return null;
}

/** Whether the hours are open at an instant; ms since 1970. */
export const isOpenAt = (hours: WeekHours, at: number): boolean => nextOpening(hours, at) === at;
