import type { ReportRow } from '#shared/model/report.ts';
import { type CustomSource, isTimeGrouping } from '#shared/model/report-catalogue.ts';
import { dateAfter, instantOf } from '#shared/model/zone-time.ts';
import { daysOfGroup, type Period } from './period.ts';

/** A dimension and the one value of it that is meant. */
type Pair = readonly [dimension: string, key: string];

/** The days that are meant: those of the row, or of the whole report. */
function daysMeant(period: Period, pairs: readonly Pair[]): { from: string; to: string } {
  for (const [dimension, key] of pairs)
    if (isTimeGrouping(dimension)) return daysOfGroup(period, dimension, key);
  return { from: period.from, to: period.to };
}

const leadFields: Readonly<Record<string, string>> = {
  agent: 'ownerId',
  source: 'source',
  status: 'status',
  brand: 'brand',
  state: 'state',
};

/**
 * The screen that lists what a row counted, where there is one whose filters can say it: the call log, or the leads.
 * Null where a list would hold something else than was counted.
 */
export function linkOf(source: CustomSource, period: Period, pairs: readonly Pair[]): ReportRow['link'] {
  const days = daysMeant(period, pairs);
  const others = pairs.filter(([dimension]) => !isTimeGrouping(dimension));
  if (source === 'calls') {
    const isListed = others.every(
      ([dimension, key]) => ['agent', 'direction', 'status'].includes(dimension) && key !== '',
    );
    return isListed ? { path: '/calls', query: { ...days, ...Object.fromEntries(others) } } : null;
  }
  if (source !== 'leads' || others.some(([dimension]) => !(dimension in leadFields))) return null;
  const begins = instantOf(period.timeZone, days.from, 0);
  const ends = instantOf(period.timeZone, dateAfter(days.to, 1), 0) - 1;
  const between = [begins, ends].map((ms) => new Date(ms).toISOString());
  const filter = {
    all: [
      { field: 'createdAt', op: 'between', value: between },
      ...others.map(([dimension, key]) => {
        const field = leadFields[dimension]!;
        return key === '' ? { field, op: 'isEmpty' } : { field, op: 'is', value: key };
      }),
    ],
  };
  return { path: '/leads', query: { filter: JSON.stringify(filter) } };
}
