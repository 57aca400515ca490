import * as z from 'zod';
import {
  customMeasures,
  customSources,
  dimensionNames,
  dimensionsOf,
  groupings,
  isTimeGrouping,
  reportNames,
  stageDimension,
} from './report-catalogue.ts';
import { measureNames, measures, units } from './report-measures.ts';
import { dateAfter, weekdayOf } from './zone-time.ts';

/** Days of the tenant's calendar that one report may cover. */
export const reportLimits = {
  daysByDay: 92,
  days: 366,
  /** Records that are read while somebody waits; more are read in the background, by an export. */
  rowsAtOnce: 10_000,
  /** Records of one export. */
  rowsExported: 1_000_000,
  /** Rows that a PDF holds; a longer table is for CSV and XLSX. */
  pdfRows: 2_000,
  /** Groups of a custom report: rows of its answer. */
  groups: 5_000,
  fields: 12,
  /** Rows that stand by themselves where a report is cut to its first ones. */
  top: 100,
  filters: 10,
  /** Rows behind a figure that one answer lists. */
  listed: 200,
  /** Groups of a report whose rows are listed together. */
  groupsListed: 400,
  /** Days that a file is kept. */
  keepDays: 30,
} as const;

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A day of this century: no figures are older, and of days beyond no clock is known. */
export const reportDate = z.iso
  .date()
  .refine((day) => day.startsWith('20'), 'Please choose a day from 2000 to 2099.');
export const reportPeriod = {
  from: reportDate.optional().describe("first day, by the tenant's calendar; today when left out"),
  to: reportDate.optional().describe('last day; the first one when left out'),
};

/** One of the reports by its name, as a template keeps it and an export asks for it. */
export const namedReport = z.strictObject({
  report: z.enum(reportNames),
  ...reportPeriod,
  groupBy: z.enum(groupings).optional().describe("the report's own when left out"),
});
export type NamedReport = z.output<typeof namedReport>;

const values = z.array(z.string().max(200)).min(1).max(50);

/** A report of one's own: records of one kind, counted by one or two dimensions. */
export const customReport = z
  .strictObject({
    source: z.enum(customSources),
    ...reportPeriod,
    fields: z.array(z.enum(measureNames)).min(1).max(reportLimits.fields).describe('figures, in their order'),
    filter: z
      .array(
        z.strictObject({
          field: z.enum(dimensionNames),
          op: z.enum(['in', 'notIn']).default('in'),
          values: values.describe("as the rows' `keys` have them; '' for none"),
        }),
      )
      .max(reportLimits.filters)
      .default([]),
    groupBy: z.array(z.enum(dimensionNames)).min(1).max(2),
    sort: z
      .strictObject({ field: z.string().max(40), direction: z.enum(['asc', 'desc']).default('desc') })
      .optional()
      .describe('a figure or a dimension of the report; the dimensions, upwards, when left out'),
    top: z
      .number()
      .int()
      .min(1)
      .max(reportLimits.top)
      .optional()
      .describe(
        'so many rows, the first by `sort` or, without it, the largest by the first figure; all others are one row at the end',
      ),
  })
  .superRefine((input, context) => {
    const problem = customProblem(input);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.text });
  });
export type CustomReport = z.output<typeof customReport>;

/** Why a custom report cannot be made; undefined where it can. */
export function customProblem(
  input: Pick<CustomReport, 'source' | 'fields' | 'filter' | 'groupBy' | 'sort' | 'top'>,
): { field: string; text: string } | undefined {
  const { source, fields, filter, groupBy, sort, top } = input;
  const known = dimensionsOf[source];
  const strange = fields.find((field) => !customMeasures[source].includes(field));
  if (strange) return { field: 'fields', text: `A report of ${source} has no “${measures[strange].label}”.` };
  const group = [...groupBy, ...filter.map(({ field }) => field)].find((one) => !(one in known));
  if (group)
    return { field: 'groupBy', text: `A report of ${source} cannot be grouped or filtered by ${group}.` };
  if (new Set(groupBy).size < groupBy.length || new Set(fields).size < fields.length)
    return { field: 'groupBy', text: 'Please name each column once.' };
  if (groupBy.length > 1 && groupBy.includes(stageDimension))
    return {
      field: 'groupBy',
      text: 'A lead is in several stages, so a report by stage has no second grouping. Filter it instead.',
    };
  if (sort && ![...groupBy, ...fields].includes(sort.field))
    return { field: 'sort', text: 'A report is sorted by one of its own columns.' };
  if (top !== undefined && !hasTop(groupBy))
    return { field: 'top', text: 'Only a report by one thing, which is no time and no stage, has a top.' };
  return undefined;
}

/** Whether a report of these groupings may be cut to its first rows: times and stages go on from one to the next. */
export const hasTop = ([first, second]: readonly string[]): boolean =>
  first !== undefined &&
  second === undefined &&
  first !== 'hour' &&
  first !== stageDimension &&
  !isTimeGrouping(first);

/** The key of the row that holds all groups but the first ones. */
export const othersKey = '\u0000others';

/** A figure of a report whose rows are asked for. */
export const rowsAsked = z.strictObject({
  measure: z.enum(measureNames),
  groups: z
    .array(z.array(z.string().max(200)).min(1).max(2))
    .max(reportLimits.groupsListed)
    .default([])
    .describe("`keys` of the report's rows that are meant; without any, its total"),
});
export type RowsAsked = z.output<typeof rowsAsked>;

export const rowCellKinds = ['time', 'text', 'phone', 'count', 'seconds', 'usd'] as const;

/** What is listed behind a figure: the records that it counts, as whoever asks may see them. */
export const reportRows = z.object({
  rows: z.array(
    z.object({
      id: z.string().describe("the record's; a record that counts for several agents has a row for each"),
      values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      path: z.string().nullable().describe('the screen that shows it, where there is one'),
    }),
  ),
  columns: z.array(z.object({ key: z.string(), label: z.string(), kind: z.enum(rowCellKinds) })),
  filters: z
    .array(
      z.object({ words: z.string(), isGroup: z.boolean().describe('of the groups that were asked for') }),
    )
    .describe('what the rows are of, each in words'),
  timeZone: z.string(),
  nextCursor: z.string().nullable(),
});
export type ReportRows = z.output<typeof reportRows>;

export const reportColumn = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['dimension', 'measure']),
  unit: z.enum(units).nullable().describe('of a measure'),
  formula: z.string().describe('how it is counted, in words; empty of a dimension'),
  order: z
    .array(z.string())
    .optional()
    .describe('of stages, the keys in their order, also of those that nothing has come to'),
});
export type ReportColumn = z.output<typeof reportColumn>;

const cell = z.union([z.string(), z.number(), z.null()]);

export const reportRow = z.object({
  keys: z.array(z.string()).describe('what the row is of: a date, an id, a name; one for each dimension'),
  values: z
    .record(z.string(), cell)
    .describe(
      "by the columns' keys; of a dimension its label, null of a ratio without anything to divide by",
    ),
  link: z
    .object({ path: z.string(), query: z.record(z.string(), z.string()) })
    .nullable()
    .describe('the screen that lists what was counted, where there is one'),
  groups: z
    .array(z.array(z.string()))
    .optional()
    .describe('of a row that holds other groups together, their keys, unless they are too many to list'),
});
export type ReportRow = z.output<typeof reportRow>;

/** A report as it is answered. */
export const report = z.object({
  title: z.string(),
  report: z.enum(reportNames).nullable().describe('null of a custom one'),
  from: z.string(),
  to: z.string(),
  timeZone: z.string().describe("the tenant's: days are those of its calendar"),
  groupBy: z.array(z.string()),
  filters: z.array(z.string()).describe('what was left out, each in words'),
  madeAt: z.string(),
  columns: z.array(reportColumn),
  rows: z.array(reportRow),
  totals: z.record(z.string(), z.number().nullable()).describe('of everything counted, by the columns’ keys'),
  series: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      unit: z.enum(units),
      points: z.array(z.object({ label: z.string(), value: z.number() })),
    }),
  ),
  notes: z.array(z.string()).describe('what a reader should know of these figures'),
  truncated: z
    .boolean()
    .describe('always false: a report that is too long for one answer is refused (code `too_many_records`)'),
});
export type Report = z.output<typeof report>;

/** The first day of the week, a Monday, that a date lies in. */
export const mondayOf = (day: string): string => dateAfter(day, -((weekdayOf(day) + 6) % 7));

/** The key of the group that a day belongs to. */
export function groupOfDay(day: string, by: 'day' | 'week' | 'month'): string {
  if (by === 'day') return day;
  return by === 'week' ? mondayOf(day) : day.slice(0, 7);
}
