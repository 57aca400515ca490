import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tenantById } from '#functions/tenants/api.ts';
import {
  type CalendarSpan,
  type GoalQuestion,
  isOfWholeSpans,
  isRolling,
  rollingHours,
} from '#shared/model/goal.ts';
import { groupOfDay } from '#shared/model/report.ts';
import { dateAfter, localTime } from '#shared/model/zone-time.ts';

interface Days {
  from: string;
  to: string;
}

/** The date of now by the tenant's calendar. */
export async function tenantToday(): Promise<string> {
  const { timeZone } = await tenantById(tenantOf());
  return localTime(timeZone, clock.now()).date;
}

/** The first and last day of the day, week or month that a day lies in. */
export function daysOfSpan(span: CalendarSpan, day: string): Days {
  if (span === 'day') return { from: day, to: day };
  const key = groupOfDay(day, span);
  if (span === 'week') return { from: key, to: dateAfter(key, 6) };
  const from = `${key}-01`;
  // 31 days on is the next month, whatever this one has.
  return { from, to: dateAfter(`${dateAfter(from, 31).slice(0, 7)}-01`, -1) };
}

/** What is counted today: the hours up to now, the span that goes on, or the last one that is over. */
export function spanAsked(
  goal: Pick<GoalQuestion, 'span' | 'condition' | 'measure'>,
  today: string,
): Days | { hours: number } {
  const { span } = goal;
  if (isRolling(span)) return { hours: rollingHours[span] };
  const now = daysOfSpan(span, today);
  return isOfWholeSpans(goal) ? daysOfSpan(span, dateAfter(now.from, -1)) : now;
}

/** Spans that the chart of a calendar's goal shows. */
const shown: Record<CalendarSpan, number> = { day: 30, week: 12, month: 12 };

/** The days that the chart of a goal covers, up to today. */
export function daysOfChart(span: CalendarSpan, today: string): Days {
  let { from } = daysOfSpan(span, today);
  for (let n = 1; n < shown[span]; n++) from = daysOfSpan(span, dateAfter(from, -1)).from;
  return { from, to: today };
}
