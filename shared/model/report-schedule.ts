import * as z from 'zod';
import { reportFormats } from './report.ts';
import { dateAfter, instantOf, isTimeZone, localTime, weekdayOf, zoneName } from './zone-time.ts';

/* When a report is made and mailed by itself. */

export const cadences = ['daily', 'weekdays', 'weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

export const scheduleLimits = { recipients: 20, nextRuns: 3, runs: 12, runDays: 90 } as const;

const recipient = z.email('Please enter a valid e-mail address.').max(254).toLowerCase();

export const scheduleFields = z.strictObject({
  cadence: z.enum(cadences),
  weekday: z.number().int().min(0).max(6).describe('of a weekly report: 0 is Sunday'),
  day: z
    .number()
    .int()
    .min(1)
    .max(31)
    .describe('of a monthly report; the last day of a month that is shorter'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is such as 08:00.')
    .describe('by the wall clock of the zone'),
  zone: z
    .string()
    .max(64)
    .regex(/^[A-Z][\w/+-]*$/, 'There is no such time zone.')
    .refine(isTimeZone, 'There is no such time zone.')
    .describe('IANA'),
  recipients: z
    .array(recipient)
    .min(1, 'Please name somebody who gets it.')
    .max(scheduleLimits.recipients, `At most ${scheduleLimits.recipients} recipients.`)
    .transform((addresses) => [...new Set(addresses)]),
  format: z.enum(reportFormats),
  isActive: z.boolean().describe('false stops it until it is switched on again'),
});
export type ScheduleFields = z.output<typeof scheduleFields>;

type Plan = Pick<ScheduleFields, 'cadence' | 'weekday' | 'day' | 'time' | 'zone'>;

const lastDayOf = (date: string): number => {
  const [year, month] = date.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate();
};

function isOn(date: string, { cadence, weekday, day }: Plan): boolean {
  const on = weekdayOf(date);
  switch (cadence) {
    case 'daily':
      return true;
    case 'weekdays':
      return on > 0 && on < 6;
    case 'weekly':
      return on === weekday;
    case 'monthly':
      return Number(date.slice(8)) === Math.min(day, lastDayOf(date));
  }
}

/** A month and its longest day: whatever is planned comes within so many days. */
const furthestDays = 32;

/**
 * The first planned instant after another, ms since 1970. Where the clock is put forward over the time, it is the instant
 * at which it jumps; where it is put back and the time comes twice, the first: each day has one.
 */
export function nextRun(plan: Plan, after: number): number {
  const [hour, minute] = plan.time.split(':').map(Number);
  const today = localTime(plan.zone, after).date;
  for (let days = 0; days <= furthestDays; days++) {
    const date = dateAfter(today, days);
    const at = isOn(date, plan) ? instantOf(plan.zone, date, hour! * 60 + minute!) : 0;
    if (at > after) return at;
  }
  throw new Error(`Nothing is planned within ${furthestDays} days.`);
}

/** The next planned instants after another, ms since 1970. */
export function nextRuns(plan: Plan, after: number, count: number = scheduleLimits.nextRuns): number[] {
  const found: number[] = [];
  for (let at = after; found.length < count; ) {
    at = nextRun(plan, at);
    found.push(at);
  }
  return found;
}

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Monday first, as `Date` counts days: 0 is Sunday. */
export const weekdaysFromMonday: readonly number[] = [1, 2, 3, 4, 5, 6, 0];
export const weekdayName = (weekday: number): string => weekdayNames[weekday] ?? '';

const ordinal = (day: number): string => {
  const tens = day % 100 > 10 && day % 100 < 14;
  return `${day}${tens ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`;
};

/** 'Every Monday at 08:00, America/New York' */
export function planWords({ cadence, weekday, day, time, zone }: Plan): string {
  const when = {
    daily: 'Every day',
    weekdays: 'Monday to Friday',
    weekly: `Every ${weekdayName(weekday)}`,
    monthly: day === 31 ? 'On the last day of each month' : `On the ${ordinal(day)} of each month`,
  }[cadence];
  return `${when} at ${time}, ${zoneName(zone)}`;
}
