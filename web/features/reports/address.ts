import { z } from 'zod';
import {
  type CustomReport,
  hasTop,
  type NamedReport,
  reportLimits,
  rowsAsked,
} from '#shared/model/report.ts';
import {
  type CustomSource,
  customMeasures,
  customSources,
  dimensionsOf,
  type Grouping,
  groupings,
  type ReportName,
  reportCatalogue,
  reportNames,
  stageDimension,
} from '#shared/model/report-catalogue.ts';
import type { MeasureName } from '#shared/model/report-measures.ts';
import type { TemplateFields, TemplateParameters, TemplateReport } from '#shared/model/report-template.ts';
import {
  type Days,
  daysIn,
  daysOfPeriod,
  type RelativePeriod,
  relativePeriods,
  type TemplatePeriod,
} from '#shared/model/template-period.ts';
import { type Filters, field } from '#web/ui/resource/address-filters.ts';

/* What the page of reports keeps in its address, and what is asked for by it. */

export type CustomFilter = CustomReport['filter'][number];

/** Words with commas between; each is written so that it holds none. */
const listOf = (text: string): string[] => (text ? text.split(',').map(decodeURIComponent) : []);
export const listText = (words: readonly string[]): string => words.map(encodeURIComponent).join(',');

const filterShape = z.array(
  z.object({ field: z.string(), op: z.enum(['in', 'notIn']), values: z.array(z.string()) }),
);

/** Filters of a custom report as the address has them; what is nonsense counts as none. */
export function filtersOf(text: string): CustomFilter[] {
  try {
    return filterShape.parse(JSON.parse(text || '[]')) as CustomFilter[];
  } catch {
    return [];
  }
}

export const reportFilters = {
  /** A relative period; without it, the days from and to. */
  period: field.oneOf(relativePeriods),
  from: field.day,
  to: field.day,
  group: field.oneOf(groupings),
  compare: field.oneOf(['yes']),
  /** Figures that are shown, in their order. */
  columns: field.text(600),
  sort: field.text(40),
  order: field.oneOf(['asc', 'desc']),
  page: field.page,
  /** Of two groupings: a table of one by the other, of one figure. */
  view: field.oneOf(['pivot']),
  figure: field.text(40),
  /** Of a custom report. */
  of: field.oneOf(customSources),
  by: field.text(100),
  figures: field.text(400),
  filter: field.text(2_000),
  /** So many rows, and all others as one. */
  top: field.text(3),
  /** The figure whose rows are listed beside the report. */
  rows: field.panel,
} as const;
export type ReportAddress = Filters<typeof reportFilters>;

const usualPeriod: RelativePeriod = 'last7Days';

export const periodOf = ({ period, from, to }: ReportAddress): TemplatePeriod =>
  !period && from && to && from <= to ? { from, to } : (period ?? usualPeriod);

export const daysOf = (address: ReportAddress, today: string): Days => daysOfPeriod(periodOf(address), today);

export const isReport = (name: string | undefined): name is TemplateReport =>
  name === 'custom' || reportNames.includes(name as ReportName);

/** Groupings that a report has. */
export const groupingsOf = (report: ReportName): Grouping[] =>
  groupings.filter((one) => reportCatalogue[report].measures[one]);

/** What a report is grouped by; by weeks where nobody chose, and days are too many. */
export function groupingOf(report: ReportName, { group }: ReportAddress, days?: Days): Grouping {
  const { measures, groupBy } = reportCatalogue[report];
  if (group && measures[group]) return group;
  return groupBy === 'day' && days && daysIn(days) > reportLimits.daysByDay ? 'week' : groupBy;
}

type Custom = NonNullable<TemplateParameters['custom']>;

/** What a custom report counts; whatever its source has not is left out. */
export function customOf(address: ReportAddress): Custom {
  const source: CustomSource = address.of ?? 'calls';
  const dimensions = dimensionsOf[source];
  const by = listOf(address.by).filter((one) => one in dimensions);
  const figures = listOf(address.figures).filter((one) =>
    (customMeasures[source] as readonly string[]).includes(one),
  );
  const groupBy = by.includes(stageDimension)
    ? [stageDimension]
    : [...new Set(by.length > 0 ? by : ['day'])].slice(0, 2);
  const fields = (figures.length > 0 ? figures : customMeasures[source].slice(0, 4)) as MeasureName[];
  return {
    source,
    groupBy,
    fields,
    filter: filtersOf(address.filter).filter(({ field: one }) => one in dimensions),
    ...topOf(address, groupBy, fields),
  };
}

/** The first rows alone: by the figure that the table is sorted by, or by the first one. */
function topOf(
  { top: text, sort, order }: ReportAddress,
  groupBy: readonly string[],
  fields: readonly MeasureName[],
): Pick<Custom, 'top' | 'sort'> {
  const top = Number(text);
  if (!Number.isInteger(top) || top < 1 || top > reportLimits.top || !hasTop(groupBy)) return {};
  const isByFigure = (fields as readonly string[]).includes(sort);
  const direction = isByFigure && order === 'asc' ? 'asc' : 'desc';
  return { top, sort: { field: isByFigure ? sort : fields[0]!, direction } };
}

/** How the table is sorted, as a template keeps it. */
function sortOf({ sort, order }: ReportAddress, { groupBy, fields }: Custom): Pick<Custom, 'sort'> {
  const isKnown = [...groupBy, ...fields].includes(sort);
  return isKnown ? { sort: { field: sort, direction: order === 'asc' ? 'asc' : 'desc' } } : {};
}

/** What is asked for of given days. */
export type Request =
  | { report: NamedReport; custom?: undefined }
  | { custom: CustomReport; report?: undefined };

export function requestOf(report: TemplateReport, address: ReportAddress, days: Days): Request {
  if (report === 'custom') return { custom: { ...customOf(address), ...days } };
  return { report: { report, ...days, groupBy: groupingOf(report, address, days) } };
}

export const columnsOf = ({ columns }: ReportAddress): string[] => listOf(columns);

/** The figure whose rows are listed: of groups of the report, or of the period before's. */
const shownRows = rowsAsked.extend({ isBefore: z.boolean().optional() });
export type ShownRows = z.output<typeof shownRows>;

/** What the address says of it; what is nonsense counts as none. */
export function shownRowsOf(text: string | null): ShownRows | undefined {
  try {
    return shownRows.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** The pivot table that the page shows, of two groupings. */
function pivotOf({ view, figure }: ReportAddress, { groupBy, fields }: Custom): TemplateParameters['pivot'] {
  if (view !== 'pivot' || groupBy.length !== 2) return undefined;
  return { figure: fields.find((one) => one === figure) ?? fields[0]! };
}

/** The page as a template keeps it. */
export const templateOf = (
  report: TemplateReport,
  address: ReportAddress,
  days?: Days,
): Pick<TemplateFields, 'report' | 'parameters' | 'columns'> => {
  const custom = report === 'custom' ? customOf(address) : undefined;
  const pivot = custom && pivotOf(address, custom);
  return {
    report,
    parameters: {
      period: periodOf(address),
      compare: address.compare === 'yes',
      ...(custom
        ? { custom: { ...sortOf(address, custom), ...custom } }
        : { groupBy: groupingOf(report as ReportName, address, days) }),
      ...(pivot ? { pivot } : {}),
    },
    columns: columnsOf(address),
  };
};

/** The address that shows a template. */
export function addressOfTemplate({
  report,
  parameters: { period, compare, groupBy, custom, pivot },
  columns,
}: Pick<TemplateFields, 'report' | 'parameters' | 'columns'>): string {
  const params = new URLSearchParams({
    ...(typeof period === 'string' ? { period } : period),
    ...(compare ? { compare: 'yes' } : {}),
    ...(groupBy ? { group: groupBy } : {}),
    ...(columns.length > 0 ? { columns: listText(columns) } : {}),
    ...(custom ? { of: custom.source, by: listText(custom.groupBy), figures: listText(custom.fields) } : {}),
    ...(custom?.sort ? { sort: custom.sort.field, order: custom.sort.direction } : {}),
    ...(custom?.top ? { top: String(custom.top) } : {}),
    ...(pivot ? { view: 'pivot', figure: pivot.figure } : {}),
    ...(custom && custom.filter.length > 0 ? { filter: JSON.stringify(custom.filter) } : {}),
  });
  return `/reports/${report}?${params}`;
}
