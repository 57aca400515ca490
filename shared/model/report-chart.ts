import { othersKey, type Report, type ReportColumn, type ReportRow } from './report.ts';
import { isTimeGrouping, stageDimension } from './report-catalogue.ts';
import { isOnMap } from './state-tiles.ts';
import { weekdayOf } from './zone-time.ts';

/* Which chart an answer is drawn by, and what it shows: on the page of reports and on signs. */

/** Colours are numbers of the palette of whoever draws, from 0; this one is of what is left or compared with. */
export const restColor = 7;

export interface ChartSeries {
  key: string;
  label: string;
  /** 0 to 7 */
  color: number;
  /** What another is compared with. */
  isDashed?: boolean;
}

export interface ChartBar {
  key: string;
  /** Under the bar; an empty one leaves its place free. */
  tick: string;
  /** What the bar stands for, in full. */
  name: string;
  values: Readonly<Record<string, number>>;
}

/** What a mark stands for: a figure of some groups of the report, by the keys of its rows. */
export interface Marked {
  measure: string;
  groups: string[][];
  /** Of the report of the period before. */
  isBefore?: boolean;
}

type Shown =
  | {
      kind: 'line' | 'bars' | 'ranked' | 'stacked' | 'states' | 'funnel';
      series: ChartSeries[];
      bars: ChartBar[];
      /** @param bar its key; @param series its key */
      markOf: (bar: string, series: string) => Marked | undefined;
    }
  | {
      kind: 'heat';
      measure: ReportColumn;
      valueOf: (weekday: string, hour: string) => number;
      markOf: (weekday: string, hour: string) => Marked | undefined;
    };
export type ReportChartData = Shown & { unit: ReportColumn['unit'] };

const colorOf = (at: number): number => at % restColor;
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

/**
 * The figures that are drawn: those that the answer names, of one unit. One that is zero in every row is left out, as a
 * mark without a length says nothing; the first stays where all of them are.
 */
function drawn({ columns, rows, series }: Report): ReportColumn[] {
  const shown = columns.filter(({ kind }) => kind === 'measure');
  const named = series.flatMap(({ key }) => shown.filter((column) => column.key === key));
  const first = named[0] ?? shown.find(isSum) ?? shown[0];
  if (!first) return [];
  const all = [...new Set([...named, first])].filter(({ unit }) => unit === first.unit);
  const filled = all.filter(({ key }) => rows.some((row) => figure(row, key) !== 0));
  return filled.length > 0 ? filled : [first];
}

const beforeKey = (key: string): string => `before ${key}`;

function overTime(report: Report, time: ReportColumn, before?: Report): Shown {
  const measures = drawn(report);
  const rows = [...report.rows].sort((one, other) => one.keys[0]!.localeCompare(other.keys[0]!));
  const isHour = time.key === 'hour';
  /** As much of the period before; of hours of the day, the same one. */
  const earlier = ({ keys }: ReportRow, at: number) =>
    isHour ? before!.rows.find((row) => row.keys[0] === keys[0]) : before!.rows[at];
  const withBefore = before && measures[0] ? [measures[0]] : [];
  const markOf = (bar: string, series: string): Marked | undefined => {
    const at = rows.findIndex(({ keys }) => keys[0] === bar);
    if (at < 0) return undefined;
    const compared = withBefore.find(({ key }) => beforeKey(key) === series);
    if (!compared) return { measure: series, groups: [rows[at]!.keys] };
    const then = earlier(rows[at]!, at);
    return then && { measure: compared.key, groups: [then.keys], isBefore: true };
  };
  return {
    markOf,
    kind: rows.length > 1 && !isHour ? 'line' : 'bars',
    series: [
      ...measures.map(({ key, label }, at) => ({ key, label, color: colorOf(at) })),
      ...withBefore.map(({ key, label }) => ({
        key: beforeKey(key),
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
          return [beforeKey(key), then ? figure(then, key) : 0];
        }),
      ]),
    })),
  };
}

/** As few states as this say more as bars. */
const fewStates = 3;

function byThing(report: Report, thing: ReportColumn): Shown {
  const measures = drawn(report);
  const first = measures[0]?.key ?? '';
  const isOthers = ({ keys }: ReportRow) => Number(keys[0] === othersKey);
  const rows = [...report.rows].sort(
    (one, other) => isOthers(one) - isOthers(other) || figure(other, first) - figure(one, first),
  );
  const isMap = thing.key === 'state' && rows.filter(({ keys }) => isOnMap(keys[0]!)).length >= fewStates;
  return {
    kind: isMap ? 'states' : 'ranked',
    markOf: (bar, series) => {
      const row = rows.find(({ keys }) => keys.join('\n') === bar);
      if (!row || (isOthers(row) && !row.groups)) return undefined;
      return { measure: series, groups: row.groups ?? [row.keys] };
    },
    series: measures.map(({ key, label }, at) => ({ key, label, color: colorOf(at) })),
    bars: (isMap ? rows : rows.slice(0, mostBars)).map((row) => ({
      key: row.keys.join('\n'),
      tick: '',
      name: nameOf(row, thing),
      values: Object.fromEntries(measures.map(({ key }) => [key, figure(row, key)])),
    })),
  };
}

/** The stages of the funnel in their order. */
function funnel(report: Report, stage: ReportColumn, measure: ReportColumn): Shown {
  const rows = new Map(report.rows.map((row) => [row.keys[0]!, row]));
  const { key, label } = measure;
  return {
    kind: 'funnel',
    series: [{ key, label, color: colorOf(0) }],
    markOf: (bar) => (rows.has(bar) ? { measure: key, groups: [[bar]] } : undefined),
    bars: (stage.order ?? [...rows.keys()]).flatMap((one) => {
      const row = rows.get(one);
      return row
        ? [{ key: one, tick: '', name: nameOf(row, stage), values: { [key]: figure(row, key) } }]
        : [];
    }),
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
  const partOf = (key: string) => (own.has(key) ? `part ${key}` : 'others');
  const bars = new Map<string, ChartBar & { total: number }>();
  for (const row of report.rows) {
    const key = row.keys[barAt]!;
    const name = nameOf(row, dimensions[barAt]!);
    const bar = bars.get(key) ?? { key, tick: '', name, values: {}, total: 0 };
    const part = partOf(row.keys[partAt]!);
    const more = figure(row, measure.key);
    const values = { ...bar.values, [part]: (bar.values[part] ?? 0) + more };
    bars.set(key, { ...bar, values, total: bar.total + more });
  }
  const all = [...bars.values()];
  const series = [
    ...[...own].map((part, at) => ({ key: `part ${part}`, label: names.get(part)!, color: colorOf(at) })),
    ...(own.size < largest.length ? [{ key: 'others', label: 'Others', color: restColor }] : []),
  ];
  const markOf = (bar: string, part: string): Marked => ({
    measure: measure.key,
    groups: report.rows
      .filter(({ keys }) => keys[barAt] === bar && partOf(keys[partAt]!) === part)
      .map(({ keys }) => keys),
  });
  if (timeAt < 0) {
    const ranked = all.sort((one, other) => other.total - one.total).slice(0, mostBars);
    return { kind: 'ranked', series, bars: ranked, markOf };
  }
  const timed = all.sort((one, other) => one.key.localeCompare(other.key));
  return {
    kind: 'stacked',
    series,
    markOf,
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
  return {
    kind: 'heat',
    measure,
    valueOf: (weekday, hour) => sums.get(`${weekday} ${hour}`) ?? 0,
    markOf: (weekday, hour) => ({
      measure: measure.key,
      groups: report.rows
        .filter(
          ({ keys }) =>
            String(weekdayOf(keys[dayAt]!)) === weekday && Number(keys[1 - dayAt]) === Number(hour),
        )
        .map(({ keys }) => keys),
    }),
  };
}

/**
 * How an answer is drawn: times as lines, hours of the day as bars, states as a map, stages as a funnel, other things by
 * rank, times by things stacked, days by hours as a heat map. Undefined where there is nothing to draw.
 * @param before the same report of the period before
 */
export function chartOf(report: Report, before?: Report): ReportChartData | undefined {
  const dimensions = report.columns.filter(({ kind }) => kind === 'dimension');
  const measures = report.columns.filter(({ kind }) => kind === 'measure');
  const [first, second] = report.groupBy;
  const unit = drawn(report)[0]?.unit ?? null;
  if (report.rows.length === 0 || measures.length === 0 || !first) return undefined;
  const measure = measures.find(isSum);
  if (first === stageDimension)
    return measure && { unit: measure.unit, ...funnel(report, dimensions[0]!, measure) };
  if (!second)
    return {
      unit,
      ...(isTime(first) ? overTime(report, dimensions[0]!, before) : byThing(report, dimensions[0]!)),
    };
  if (!measure) return undefined;
  const dayAt = report.groupBy.indexOf('day');
  if (dayAt >= 0 && report.groupBy.includes('hour'))
    return { unit: measure.unit, ...heat(report, dayAt, measure) };
  return { unit: measure.unit, ...inParts(report, dimensions, measure) };
}
