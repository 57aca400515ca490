import type { Report, ReportColumn, ReportRow } from '#shared/model/report.ts';
import { isTimeGrouping } from '#shared/model/report-catalogue.ts';
import { weekdayOf } from '#shared/model/zone-time.ts';
import type { Bar, Series } from '#web/ui/chart/parts.tsx';

/* Which chart an answer is drawn by, and what it shows. */

type Shown =
  | { kind: 'line' | 'bars' | 'ranked' | 'stacked'; series: Series[]; bars: Bar[] }
  | { kind: 'heat'; measure: ReportColumn; valueOf: (weekday: string, hour: string) => number };
export type ReportChartData = Shown & { unit: ReportColumn['unit'] };

const colorOf = (at: number): string => `var(--mantine-color-chart-${at % 7})`;
const restColor = 'var(--mantine-color-chart-7)';
/** Bars of things that are no times: the largest. */
const mostBars = 12;
/** Parts of a stack; the others are one. */
const mostParts = 6;
/** Ticks below a chart. */
const mostTicks = 12;

const isTime = (group: string): boolean => isTimeGrouping(group) || group === 'hour';
const isSum = ({ unit }: ReportColumn): boolean => unit !== 'share';
const figure = (row: ReportRow, key: string): number => Number(row.values[key] ?? 0) || 0;
const nameOf = (row: ReportRow, dimension: ReportColumn): string => String(row.values[dimension.key] ?? '');

/** Ticks that have room: each so many-th. */
const tickAt = (at: number, count: number, text: string): string =>
  at % Math.max(1, Math.ceil(count / mostTicks)) === 0 ? text : '';

/** A date as a tick: '11-27' of a day or week; a month as it is. */
const shortTime = (key: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(key) ? key.slice(5) : key);

/** The figures that are drawn: those that the answer names, of one unit. */
function drawn({ columns, series }: Report): ReportColumn[] {
  const shown = columns.filter(({ kind }) => kind === 'measure');
  const named = series.flatMap(({ key }) => shown.filter((column) => column.key === key));
  const first = named[0] ?? shown.find(isSum) ?? shown[0];
  return first
    ? named.concat(first).filter(({ unit }, at, all) => unit === first.unit && all.indexOf(all[at]!) === at)
    : [];
}

function overTime(report: Report, time: ReportColumn, before?: Report): Shown {
  const measures = drawn(report);
  const rows = [...report.rows].sort((one, other) => one.keys[0]!.localeCompare(other.keys[0]!));
  const isHour = time.key === 'hour';
  /** As much of the period before; of hours of the day, the same one. */
  const earlier = ({ keys }: ReportRow, at: number) =>
    isHour ? before!.rows.find((row) => row.keys[0] === keys[0]) : before!.rows[at];
  const withBefore = before && measures[0] ? [measures[0]] : [];
  return {
    kind: rows.length > 1 && !isHour ? 'line' : 'bars',
    series: [
      ...measures.map(({ key, label }, at) => ({ key, label, color: colorOf(at) })),
      ...withBefore.map(({ key, label }) => ({
        key: `before ${key}`,
        label: `${label}, the period before`,
        color: restColor,
        isDashed: true,
      })),
    ],
    bars: rows.map((row, at) => ({
      key: row.keys[0]!,
      tick: tickAt(at, rows.length, shortTime(row.keys[0]!)),
      name: nameOf(row, time),
      values: Object.fromEntries([
        ...measures.map(({ key }) => [key, figure(row, key)]),
        ...withBefore.map(({ key }) => {
          const then = earlier(row, at);
          return [`before ${key}`, then ? figure(then, key) : 0];
        }),
      ]),
    })),
  };
}

function byThing(report: Report, thing: ReportColumn): Shown {
  const measures = drawn(report);
  const first = measures[0]?.key ?? '';
  const rows = [...report.rows].sort((one, other) => figure(other, first) - figure(one, first));
  return {
    kind: 'ranked',
    series: measures.map(({ key, label }, at) => ({ key, label, color: colorOf(at) })),
    bars: rows.slice(0, mostBars).map((row) => ({
      key: row.keys.join('\n'),
      tick: '',
      name: nameOf(row, thing),
      values: Object.fromEntries(measures.map(({ key }) => [key, figure(row, key)])),
    })),
  };
}

/** Parts of each time or thing: the largest by themselves, the others together. */
function inParts(report: Report, dimensions: readonly ReportColumn[], measure: ReportColumn): Shown {
  const timeAt = report.groupBy.findIndex(isTime);
  const barAt = Math.max(0, timeAt);
  const partAt = 1 - barAt;
  const names = new Map<string, string>();
  const sums = new Map<string, number>();
  for (const row of report.rows) {
    const part = row.keys[partAt]!;
    names.set(part, nameOf(row, dimensions[partAt]!) || '–');
    sums.set(part, (sums.get(part) ?? 0) + figure(row, measure.key));
  }
  const largest = [...sums].sort(([, one], [, other]) => other - one).map(([part]) => part);
  const own = new Set(largest.length <= mostParts ? largest : largest.slice(0, mostParts - 1));
  const bars = new Map<string, Bar & { total: number }>();
  for (const row of report.rows) {
    const key = row.keys[barAt]!;
    const name = nameOf(row, dimensions[barAt]!);
    const bar = bars.get(key) ?? { key, tick: '', name, values: {}, total: 0 };
    const part = own.has(row.keys[partAt]!) ? `part ${row.keys[partAt]}` : 'others';
    const more = figure(row, measure.key);
    const values = { ...bar.values, [part]: (bar.values[part] ?? 0) + more };
    bars.set(key, { ...bar, values, total: bar.total + more });
  }
  const all = [...bars.values()];
  const series = [
    ...[...own].map((part, at) => ({ key: `part ${part}`, label: names.get(part)!, color: colorOf(at) })),
    ...(own.size < largest.length ? [{ key: 'others', label: 'Others', color: restColor }] : []),
  ];
  if (timeAt < 0) {
    const ranked = all.sort((one, other) => other.total - one.total).slice(0, mostBars);
    return { kind: 'ranked', series, bars: ranked };
  }
  const timed = all.sort((one, other) => one.key.localeCompare(other.key));
  return {
    kind: 'stacked',
    series,
    bars: timed.map((bar, at) => ({ ...bar, tick: tickAt(at, timed.length, shortTime(bar.key)) })),
  };
}

/** Days by hours, as weekdays by hours. */
function heat(report: Report, dayAt: number, measure: ReportColumn): Shown {
  const sums = new Map<string, number>();
  for (const row of report.rows) {
    const key = `${weekdayOf(row.keys[dayAt]!)} ${Number(row.keys[1 - dayAt])}`;
    sums.set(key, (sums.get(key) ?? 0) + figure(row, measure.key));
  }
  return { kind: 'heat', measure, valueOf: (weekday, hour) => sums.get(`${weekday} ${hour}`) ?? 0 };
}

/**
 * How an answer is drawn: times as lines, hours of the day as bars, things by rank, times by things stacked, days by hours as a heat map. Undefined
 * where there is nothing to draw.
 * @param before the same report of the period before
 */
export function chartOf(report: Report, before?: Report): ReportChartData | undefined {
  const dimensions = report.columns.filter(({ kind }) => kind === 'dimension');
  const measures = report.columns.filter(({ kind }) => kind === 'measure');
  const [first, second] = report.groupBy;
  const unit = drawn(report)[0]?.unit ?? null;
  if (report.rows.length === 0 || measures.length === 0 || !first) return undefined;
  if (!second)
    return {
      unit,
      ...(isTime(first) ? overTime(report, dimensions[0]!, before) : byThing(report, dimensions[0]!)),
    };
  const measure = measures.find(isSum);
  if (!measure) return undefined;
  const dayAt = report.groupBy.indexOf('day');
  if (dayAt >= 0 && report.groupBy.includes('hour'))
    return { unit: measure.unit, ...heat(report, dayAt, measure) };
  return { unit: measure.unit, ...inParts(report, dimensions, measure) };
}
