import { clock } from '#functions/kernel/clock.ts';
import { leadSettings } from '#functions/leads/api.ts';
import { funnelStages } from '#shared/model/lead.ts';
import type { CustomReport, Report, ReportColumn, ReportRow } from '#shared/model/report.ts';
import {
  type CustomSource,
  dimensionsOf,
  isTimeGrouping,
  reportCatalogue,
  stageDimension,
} from '#shared/model/report-catalogue.ts';
import { type Measure, type MeasureName, measures } from '#shared/model/report-measures.ts';
import { isRest, labelsOf, restLabel } from './labels.ts';
import { linkOf } from './links.ts';
import { notesOf } from './notes.ts';
import { groupsOf } from './period.ts';
import type { Plan } from './plan.ts';
import { keyOf, keysOf, type Sums, type Tally } from './tally.ts';
import { cutToTop } from './top.ts';

const cents = (value: number) => Math.round(value * 100) / 100;

/** A figure of sums; null of a ratio without anything to divide by. */
export function valueOfMeasure(name: MeasureName, sums: Sums): number | null {
  const { ratio, difference, unit }: Measure = measures[name];
  const sum = (of: string) => sums[of as MeasureName] ?? 0;
  if (difference) return sum(difference.of) - sum(difference.less);
  if (!ratio) return unit === 'usd' ? cents(sum(name)) : sum(name);
  const by = sum(ratio.by);
  if (by === 0) return null;
  const value = sum(ratio.of) / by;
  return unit === 'seconds' ? Math.round(value) : value;
}

/** What the rows of a report count: records of one kind, whoever knows of them. */
export function kindOf({ request }: Pick<Plan, 'request'>): CustomSource {
  if (request.kind === 'custom') return request.source;
  const { report } = request;
  return report === 'agents' || report === 'dids' ? 'calls' : report;
}

/** How a dimension is headed. */
export function dimensionLabel(plan: Plan, dimension: string): string {
  const { request } = plan;
  if (request.kind === 'report' && request.groupBy === 'source')
    return reportCatalogue[request.report].sourceLabel;
  return dimensionsOf[kindOf(plan)][dimension]?.label ?? dimension;
}

function columnsOf(plan: Plan, stages: readonly string[]): ReportColumn[] {
  return [
    ...plan.counting.groupBy.map(
      (key): ReportColumn => ({
        key,
        label: dimensionLabel(plan, key),
        kind: 'dimension',
        unit: null,
        formula: '',
        ...(key === stageDimension ? { order: [...stages] } : {}),
      }),
    ),
    ...plan.measures.map((key): ReportColumn => {
      const { label, unit, formula } = measures[key];
      return { key, label, kind: 'measure', unit, formula };
    }),
  ];
}

const figuresOf = (plan: Plan, sums: Sums) =>
  Object.fromEntries(plan.measures.map((name) => [name, valueOfMeasure(name, sums)]));

/** Of time every group of the period has a row, and every stage, also where nothing happened. */
function withEmptyGroups(
  { counting, period }: Plan,
  groups: Tally['groups'],
  stages: readonly string[],
): Tally['groups'] {
  const [by, second] = counting.groupBy;
  if (!by || second || (by !== stageDimension && !isTimeGrouping(by))) return groups;
  const all = by === stageDimension ? stages : groupsOf(period, by);
  return { ...Object.fromEntries(all.map((key) => [keyOf(key), {}])), ...groups };
}

type Comparison = (a: ReportRow, b: ReportRow) => number;

const compareCells = (a: string | number | null | undefined, b: typeof a): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  return String(a).localeCompare(String(b));
};

/** What a report of one's own is sorted by. The top of it is that of its first figure, if nothing else is said. */
const sortOf = ({ sort, top, fields }: CustomReport): CustomReport['sort'] =>
  sort ?? (top === undefined ? undefined : { field: fields[0]!, direction: 'desc' });

/** Time and stages go on downwards; of everything else the largest comes first. */
function orderOf(plan: Plan, stages: readonly string[]): Comparison {
  const { request, counting, measures: names } = plan;
  const compareKeys = (at: number, one: string, other: string) =>
    counting.groupBy[at] === stageDimension
      ? stages.indexOf(one) - stages.indexOf(other)
      : compareCells(one, other);
  const byKeys: Comparison = (a, b) => {
    const at = a.keys.findIndex((key, n) => key !== b.keys[n]);
    return at < 0 ? 0 : compareKeys(at, a.keys[at]!, b.keys[at]!);
  };
  const sort = request.kind === 'custom' ? sortOf(request) : undefined;
  if (sort) {
    const at = counting.groupBy.indexOf(sort.field);
    const sign = sort.direction === 'asc' ? 1 : -1;
    const isNone = ({ values }: ReportRow) => (at < 0 && values[sort.field] === null ? 1 : 0);
    return (a, b) =>
      isNone(a) - isNone(b) ||
      sign *
        (at >= 0
          ? compareKeys(at, a.keys[at]!, b.keys[at]!)
          : compareCells(a.values[sort.field], b.values[sort.field])) ||
      byKeys(a, b);
  }
  if (request.kind === 'custom' || isTimeGrouping(counting.groupBy[0]!)) return byKeys;
  return (a, b) => compareCells(b.values[names[0]!], a.values[names[0]!]) || byKeys(a, b);
}

/** Values that the filters leave one of. */
const filteredTo = ({ counting }: Plan) =>
  counting.filter.flatMap(({ field, op, values }): [string, string][] =>
    op === 'in' && values.length === 1 ? [[field, values[0]!]] : [],
  );
const isFilteredOtherwise = ({ counting }: Plan) =>
  counting.filter.some(({ op, values }) => op !== 'in' || values.length !== 1);

/** The stages of the workspace's funnel in their order, where a report is by them. */
async function stagesOf({ counting }: Plan): Promise<string[]> {
  if (!counting.groupBy.includes(stageDimension)) return [];
  return funnelStages((await leadSettings()).statuses).map(({ key }) => key);
}

async function rowsOf(plan: Plan, tally: Tally, stages: readonly string[]): Promise<ReportRow[]> {
  const kind = kindOf(plan);
  const { groupBy } = plan.counting;
  const labels = await Promise.all(groupBy.map((dimension) => labelsOf(dimension, kind, plan.period)));
  const [last, rows]: ReportRow[][] = [[], []];
  for (const [key, sums] of Object.entries(withEmptyGroups(plan, tally.groups, stages))) {
    const keys = keysOf(key);
    const gone = isRest(key);
    const named = groupBy.map((dimension, n) => [dimension, gone ? restLabel(kind) : labels[n]!(keys[n]!)]);
    const pairs = [...groupBy.map((dimension, n): [string, string] => [dimension, keys[n]!])];
    const row: ReportRow = {
      keys,
      values: { ...Object.fromEntries(named), ...figuresOf(plan, sums) },
      link:
        gone || isFilteredOtherwise(plan) ? null : linkOf(kind, plan.period, [...pairs, ...filteredTo(plan)]),
    };
    (gone ? last : rows)!.push(row);
  }
  const sorted = rows!.sort(orderOf(plan, stages));
  const top = plan.request.kind === 'custom' ? plan.request.top : undefined;
  const shown = top ? cutToTop(sorted, top, tally, groupBy[0]!, (sums) => figuresOf(plan, sums)) : sorted;
  return [...shown, ...last!];
}

function seriesOf(plan: Plan, rows: readonly ReportRow[]): Report['series'] {
  const { request, measures: names, counting } = plan;
  const charted = request.kind === 'custom' ? names.slice(0, 2) : reportCatalogue[request.report].charted;
  return charted
    .filter((key) => names.includes(key))
    .map((key) => ({
      key,
      label: measures[key].label,
      unit: measures[key].unit,
      points: rows.map(({ values }) => ({
        label: counting.groupBy.map((dimension) => values[dimension]).join(' · '),
        value: Number(values[key] ?? 0),
      })),
    }));
}

export function titleOf(plan: Plan): string {
  const { request, counting } = plan;
  const name =
    request.kind === 'custom' ? reportCatalogue[request.source].label : reportCatalogue[request.report].label;
  const by = counting.groupBy.map((dimension) => dimensionLabel(plan, dimension).toLowerCase());
  return `${name} by ${by.join(' and ')}`;
}

/** What a report's filters leave out, each in words. */
export async function filterWords(plan: Plan): Promise<string[]> {
  const kind = kindOf(plan);
  return Promise.all(
    plan.counting.filter.map(async ({ field, op, values }) => {
      const label = await labelsOf(field, kind, plan.period);
      const listed = values.map(label).join(' or ');
      return `${dimensionLabel(plan, field)} is ${op === 'in' ? '' : 'not '}${listed}`;
    }),
  );
}

/** A report as it is answered, from what was counted for it. */
export async function present(plan: Plan, tally: Tally): Promise<Report> {
  const { request, period } = plan;
  const stages = await stagesOf(plan);
  const rows = await rowsOf(plan, tally, stages);
  return {
    title: titleOf(plan),
    report: request.kind === 'report' ? request.report : null,
    from: period.from,
    to: period.to,
    timeZone: period.timeZone,
    groupBy: [...plan.counting.groupBy],
    filters: await filterWords(plan),
    madeAt: clock.iso(),
    columns: columnsOf(plan, stages),
    rows,
    totals: figuresOf(plan, tally.totals),
    series: seriesOf(plan, rows),
    notes: notesOf(
      plan,
      rows.some(({ keys }) => isRest(keyOf(...keys))),
    ),
    truncated: false,
  };
}
