import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { type GoalFields, isDealMeasure } from '#shared/model/goal.ts';
import { reportCatalogue } from '#shared/model/report-catalogue.ts';
import { type Measure, measures } from '#shared/model/report-measures.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { dealsOfAgents } from './counted.ts';
import { readAll } from './make.ts';
import { groupsOf, type Period, periodOf } from './period.ts';
import { assertAllowed, planOf } from './plan.ts';
import { valueOfMeasure } from './present.ts';
import { keyOf, type Tally } from './tally.ts';

/** One measure of the records of one kind, of those that its filters leave. */
export type FigureAsked = Pick<GoalFields, 'source' | 'measure' | 'filter'>;
type ByTime = 'day' | 'week' | 'month';

export interface FigureOfSpan {
  value: number | null;
  /** What a ratio is divided by; the value itself of what is none. */
  of: number;
  /** The instants at which the span begins and ends, ISO 8601. */
  from: string;
  to: string;
}

/** Days of the tenant's calendar, both included; or as many hours up to now. */
export type FigureSpan = { from: string; to: string } | { hours: number };

/** @throws 403; 422 'too_many_records' */
async function tallyOf(
  { source, measure, filter }: FigureAsked,
  period: Period,
  { by, isRolling }: { by: ByTime; isRolling: boolean },
): Promise<Tally> {
  assertAllowed(source);
  if (isDealMeasure(measure) && filter.length > 0)
    return dealsOfAgents(period, by, (agentId) =>
      filter.every(({ op, values }) => values.includes(agentId) === (op === 'in')),
    );
  const named = reportCatalogue[source].measures[by];
  const { from, to } = period;
  // What counters know, they are asked for: whatever the period's size.
  if (filter.length === 0 && !isRolling && named?.includes(measure)) {
    const plan = await planOf({ kind: 'report', report: source, groupBy: by, from, to });
    return plan.finish(await readAll(plan));
  }
  const counting = { groupBy: [by], filter, timeZone: period.timeZone };
  return readAll({ source, period, counting });
}

async function rollingPeriod(hours: number): Promise<Period> {
  const { timeZone } = await tenantById(tenantOf());
  const now = clock.now();
  const begins = now - hours * 3600_000;
  return {
    from: localTime(timeZone, begins).date,
    to: localTime(timeZone, now).date,
    timeZone,
    begins: new Date(begins).toISOString(),
    ends: new Date(now).toISOString(),
  };
}

/**
 * A figure of a span, as the actor may see it: what a report of it says in its totals.
 * @throws 403 where the records are of admins alone; 422 'too_many_records'
 */
export async function figureIn(asked: FigureAsked, span: FigureSpan): Promise<FigureOfSpan> {
  const isRolling = 'hours' in span;
  const period = isRolling ? await rollingPeriod(span.hours) : await periodOf(span, false);
  const { totals } = await tallyOf(asked, period, { by: 'month', isRolling });
  const { ratio }: Measure = measures[asked.measure];
  const value = valueOfMeasure(asked.measure, totals);
  const of = ratio ? (totals[ratio.by as keyof typeof totals] ?? 0) : (value ?? 0);
  return { value, of, from: period.begins, to: period.ends };
}

/** A figure in each day, week or month of a period, also of those in which nothing happened. @throws as `figureIn` */
export async function figuresOverTime(
  asked: FigureAsked,
  days: { from: string; to: string },
  by: ByTime,
): Promise<{ at: string; value: number | null }[]> {
  const period = await periodOf(days, false);
  const { groups } = await tallyOf(asked, period, { by, isRolling: false });
  return groupsOf(period, by).map((at) => ({
    at,
    value: valueOfMeasure(asked.measure, groups[keyOf(at)] ?? {}),
  }));
}
