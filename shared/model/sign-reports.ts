import type { JsonMap, JsonValue } from './bounded-map.ts';
import type { Element } from './content.ts';
import type { Report } from './report.ts';
import { type Grouping, isTimeGrouping, type ReportName, reportCatalogue } from './report-catalogue.ts';
import { type MeasureName, measureOf } from './report-measures.ts';
import { type RelativePeriod, relativePeriods } from './template-period.ts';

/*
 * Charts of reports on a sign. An element names a figure, what it is grouped by and a period; what leaves the server is
 * that figure of those groups, and no more.
 */

export const reportElement = 'report_chart';

/** More charts of one sign are not told of. */
export const mostCharts = 12;
/** Rows of one chart. */
export const chartRows = { min: 3, max: 31, default: 10 } as const;

/** Reports that a sign can show, the cheaper to count first. */
const shownReports = ['calls', 'leads', 'sms', 'journeys', 'agents'] as const satisfies ReportName[];

export const signGroupings = ['agent', 'day', 'week', 'month', 'source'] as const satisfies Grouping[];
export type SignGrouping = (typeof signGroupings)[number];

export interface ChartAsked {
  /** Names it among the charts of a sign. */
  key: string;
  measure: MeasureName;
  groupBy: SignGrouping;
  period: RelativePeriod;
}

/** Every figure that a sign can show, in the order of the reports. */
export const signMeasures: readonly MeasureName[] = [
  ...new Set(shownReports.flatMap((name) => Object.values(reportCatalogue[name].measures).flat())),
];

/** The report that has a figure by something; undefined where none has. What agents did is counted as the page of agents has it. */
export function reportWith(measure: MeasureName, groupBy: Grouping): ReportName | undefined {
  const order = groupBy === 'agent' ? (['agents', ...shownReports] as const) : shownReports;
  return order.find((name) => reportCatalogue[name].measures[groupBy]?.includes(measure));
}

const one = <T extends string>(value: JsonValue | undefined, known: readonly T[], usual: T): T =>
  known.find((each) => each === value) ?? usual;

/** What an element of the type `report_chart` asks for, by its properties. */
export function chartAskedBy(properties: JsonMap): ChartAsked {
  const measure = one(properties.measure, signMeasures, 'dealsWon');
  const groupBy = one(properties.groupBy, signGroupings, 'agent');
  const period = one(properties.period, relativePeriods, 'thisWeek');
  return { key: `${measure} ${groupBy} ${period}`, measure, groupBy, period };
}

/** What the elements of a sign ask for together, each once. */
export function chartsAskedBy(elements: readonly Element[]): ChartAsked[] {
  const asked = elements
    .filter(({ isVisible, properties }) => isVisible && properties.customElementType === reportElement)
    .map(({ properties }) => chartAskedBy(properties));
  return [...new Map(asked.map((chart) => [chart.key, chart])).values()].slice(0, mostCharts);
}

/** A chart as a sign is told of it. */
export interface SignChart {
  key: string;
  /** Why there are no figures; empty where there are. */
  problem: string;
  /** Of times in their order; of other things the largest first. */
  rows: { label: string; value: number }[];
  /** The figure of everything counted in the period, as the report's totals have it; null where there is none. */
  total: number | null;
}

/** A chart without figures, and why. */
export const chartWithout = (key: string, problem: string): SignChart => ({
  key,
  problem,
  rows: [],
  total: null,
});

/** A chart of a report that was made for it. */
export const chartFrom = (
  report: Pick<Report, 'rows' | 'groupBy' | 'totals'>,
  asked: ChartAsked,
): SignChart => ({
  key: asked.key,
  problem: '',
  rows: chartRowsOf(report, asked),
  total: report.totals[asked.measure] ?? null,
});

/** The rows of one figure of a report: those of time in their order, of which the last have room; else the largest. */
function chartRowsOf(
  { rows, groupBy: [by = ''] }: Pick<Report, 'rows' | 'groupBy'>,
  { measure, groupBy }: ChartAsked,
): SignChart['rows'] {
  const all = rows.map(({ keys, values }) => ({
    at: keys[0] ?? '',
    // On a wall the year is known, and the room small.
    label: groupBy === 'day' ? (keys[0] ?? '').slice(5) : String(values[by] ?? ''),
    value: Number(values[measure] ?? 0),
  }));
  const shown = isTimeGrouping(groupBy)
    ? all.sort((one, other) => one.at.localeCompare(other.at)).slice(-chartRows.max)
    : all.sort((one, other) => other.value - one.value).slice(0, chartRows.max);
  return shown.map(({ label, value }) => ({ label, value }));
}

/** As a scene's `data.reports`, by key. */
export const reportsData = (charts: readonly SignChart[]): JsonMap =>
  Object.fromEntries(charts.map((chart) => [chart.key, chart as unknown as JsonMap]));

/** What is written over a chart without a title of its own: 'Deals won by agent'. */
export const chartTitle = ({ measure, groupBy }: Pick<ChartAsked, 'measure' | 'groupBy'>): string =>
  `${measureOf(measure)?.label ?? ''} by ${groupBy}`;
