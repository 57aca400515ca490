import type { Report } from './report.ts';

/** A report with these figures alone, in their order; all of them where none is named. Its groups stay. */
export function withColumns<R extends Pick<Report, 'columns' | 'rows' | 'totals' | 'series'>>(
  report: R,
  wanted: readonly string[],
): R {
  const figures = wanted.flatMap(
    (key) => report.columns.find((column) => column.key === key && column.kind === 'measure') ?? [],
  );
  if (figures.length === 0) return report;
  const groups = report.columns.filter(({ kind }) => kind === 'dimension');
  const columns = [...groups, ...figures];
  const only = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      columns.flatMap(({ key }) => (Object.hasOwn(values, key) ? [[key, values[key]!] as const] : [])),
    );
  return {
    ...report,
    columns,
    rows: report.rows.map((row) => ({ ...row, values: only(row.values) })),
    totals: only(report.totals),
    series: report.series.filter(({ key }) => figures.some((figure) => figure.key === key)),
  };
}
