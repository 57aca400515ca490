import * as z from 'zod';
import { mondayOf, reportLimits } from './report.ts';
import { dateAfter } from './zone-time.ts';

/* Periods of reports: days of the tenant's calendar, both included, as `YYYY-MM-DD`. */

export interface Days {
  from: string;
  to: string;
}

/** Periods that mean other days each day, so that a report which is made again tells of the newest. */
export const relativePeriods = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'last7Days',
  'last30Days',
  'last90Days',
  'monthToDate',
  'lastMonth',
  'yearToDate',
] as const;
export type RelativePeriod = (typeof relativePeriods)[number];

export const periodWords: Record<RelativePeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This week so far',
  lastWeek: 'Last week',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  monthToDate: 'This month so far',
  lastMonth: 'Last month',
  yearToDate: 'This year so far',
};

const dayMs = 86_400_000;

export const daysIn = ({ from, to }: Days): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

const fixedPeriod = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, 'The last day is before the first.')
  .refine((days) => daysIn(days) <= reportLimits.days, `A report covers at most ${reportLimits.days} days.`);

/** A relative period, or days that stay the same. */
export const templatePeriod = z.union([z.enum(relativePeriods), fixedPeriod]);
export type TemplatePeriod = z.output<typeof templatePeriod>;

const endingAt = (to: string, days: number): Days => ({ from: dateAfter(to, 1 - days), to });

/**
 * The days of a period. Weeks begin on Monday; `last7Days` and the like end yesterday, because today is not over.
 * @param today by the tenant's calendar
 */
export function daysOfPeriod(period: TemplatePeriod, today: string): Days {
  if (typeof period !== 'string') return period;
  const monday = mondayOf(today);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const yesterday = dateAfter(today, -1);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'thisWeek':
      return { from: monday, to: today };
    case 'lastWeek':
      return { from: dateAfter(monday, -7), to: dateAfter(monday, -1) };
    case 'last7Days':
      return endingAt(yesterday, 7);
    case 'last30Days':
      return endingAt(yesterday, 30);
    case 'last90Days':
      return endingAt(yesterday, 90);
    case 'monthToDate':
      return { from: firstOfMonth, to: today };
    case 'lastMonth': {
      const to = dateAfter(firstOfMonth, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'yearToDate':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/**
 * What a period is compared with: as many days right before it. A month is compared with the month before, and a month
 * so far with as much of that.
 */
export function daysBefore(period: TemplatePeriod, { from, to }: Days): Days {
  if (period !== 'lastMonth' && period !== 'monthToDate') {
    const end = dateAfter(from, -1);
    return endingAt(end, daysIn({ from, to }));
  }
  const lastDay = dateAfter(from, -1);
  const month = lastDay.slice(0, 7);
  const sameDay = `${month}-${to.slice(8)}`;
  return { from: `${month}-01`, to: period === 'lastMonth' || sameDay > lastDay ? lastDay : sameDay };
}
