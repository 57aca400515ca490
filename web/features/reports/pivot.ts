import type { Report, ReportRow } from '#shared/model/report.ts';
import { isTimeGrouping } from '#shared/model/report-catalogue.ts';
import { type Measure, type MeasureName, measures } from '#shared/model/report-measures.ts';

/* A report of two groupings as a table of one by the other. */

export interface PivotPlace {
  key: string;
  name: string;
  /** Of all its cells; null where parts of it cannot be put together, as shares cannot. */
  total: number | null;
  /** The report's rows that it is made of, for what is behind its total. */
  groups: string[][];
}

export interface Pivot {
  /** What the first column holds, and what the others are. */
  labels: { row: string; column: string };
  rows: PivotPlace[];
  columns: PivotPlace[];
  /** Undefined where the report has no such row. */
  cellOf: (row: string, column: string) => ReportRow | undefined;
}

const figure = (row: ReportRow, key: string): number => Number(row.values[key] ?? 0) || 0;

/** Some rows' figure together: a ratio from its sums, where the report has both of them. */
function totalOf(report: Report, rows: readonly ReportRow[], measure: MeasureName): number | null {
  const sumOf = (key: string) => rows.reduce((sum, row) => sum + figure(row, key), 0);
  const { ratio }: Measure = measures[measure];
  if (!ratio) return sumOf(measure);
  const has = (key: string) => report.columns.some((column) => column.key === key);
  if (!has(ratio.of) || !has(ratio.by)) return null;
  const by = sumOf(ratio.by);
  return by === 0 ? null : sumOf(ratio.of) / by;
}

/** Times in their order, other things by their total. */
function placesOf(report: Report, at: number, measure: MeasureName): PivotPlace[] {
  const group = report.groupBy[at]!;
  const isTime = isTimeGrouping(group) || group === 'hour';
  return [...Map.groupBy(report.rows, ({ keys }) => keys[at]!)]
    .map(([key, rows]) => ({
      key,
      name: String(rows[0]!.values[group] ?? '') || '–',
      total: totalOf(report, rows, measure),
      groups: rows.map(({ keys }) => keys),
    }))
    .sort((one, other) =>
      isTime
        ? one.key.localeCompare(other.key)
        : (other.total ?? 0) - (one.total ?? 0) || one.name.localeCompare(other.name),
    );
}

/** The first grouping by the second, of one figure. @param report one of two groupings */
export function pivotOf(report: Report, measure: MeasureName): Pivot {
  const cells = new Map(report.rows.map((row) => [row.keys.join('\n'), row]));
  const [row = '', column = ''] = report.groupBy.map(
    (group) => report.columns.find(({ key }) => key === group)?.label ?? group,
  );
  return {
    labels: { row, column },
    rows: placesOf(report, 0, measure),
    columns: placesOf(report, 1, measure),
    cellOf: (one, other) => cells.get(`${one}\n${other}`),
  };
}
