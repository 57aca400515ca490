import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { groupOfDay, reportLimits } from '#shared/model/report.ts';
import { dateAfter, instantOf, localTime } from '#shared/model/zone-time.ts';

/** Days of the tenant's own calendar, both included. */
export interface Period {
  from: string;
  to: string;
  timeZone: string;
  /** The instants at which the first day begins and the last one has ended, ISO 8601. */
  begins: string;
  ends: string;
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** The date of the tenant's calendar. */
export async function tenantToday(): Promise<string> {
  const { timeZone } = await tenantById(tenantOf());
  return localTime(timeZone, clock.now()).date;
}

/**
 * The days that are meant. A day is as long as the tenant's clock has it: 23 hours when summer time begins, 25 when it
 * ends.
 * @throws 400
 */
export async function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  isByDay: boolean,
): Promise<Period> {
  const { timeZone } = await tenantById(tenantOf());
  const from = asked.from ?? asked.to ?? localTime(timeZone, clock.now()).date;
  const to = asked.to ?? from;
  if (to < from) throw badRequest('The last day lies before the first.', { field: 'to' });
  const { days, daysByDay } = reportLimits;
  if (dateAfter(from, days) <= to) throw badRequest(`A report covers at most ${days} days.`, { field: 'to' });
  if (isByDay && dateAfter(from, daysByDay) <= to)
    throw badRequest(`By day a report covers at most ${daysByDay} days. Choose weeks or months for more.`, {
      field: 'to',
    });
  const begins = isoOf(instantOf(timeZone, from, 0));
  return { from, to, timeZone, begins, ends: isoOf(instantOf(timeZone, dateAfter(to, 1), 0)) };
}

/** Every day of a period. */
export function daysOf({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dateAfter(day, 1)) days.push(day);
  return days;
}

/** The keys of all groups of a period, also of those in which nothing happened. */
export const groupsOf = (period: Period, by: 'day' | 'week' | 'month'): string[] => [
  ...new Set(daysOf(period).map((day) => groupOfDay(day, by))),
];

/** The first and last day of a group that lie in the period; '' where none does. */
export function daysOfGroup(period: Period, by: 'day' | 'week' | 'month', key: string) {
  const days = daysOf(period).filter((day) => groupOfDay(day, by) === key);
  return { from: days[0] ?? '', to: days.at(-1) ?? '' };
}
