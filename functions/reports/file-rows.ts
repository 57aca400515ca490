import type { Report } from '#shared/model/report.ts';
import { localTime } from '#shared/model/zone-time.ts';

/** An instant by the clock of a zone, as files have it: '2026-11-27 09:05'. @param ms since 1970 */
export function madeAt(timeZone: string, ms: number): string {
  const { date, minute } = localTime(timeZone, ms);
  const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${date} ${time}`;
}

/** What stands above the table of every file: what it is of, what it leaves out, and when it was made. */
export function headOf(report: Report): [string, string][] {
  return [
    ['Report', report.title],
    ['Period', report.from === report.to ? report.from : `${report.from} – ${report.to}`],
    ['Time zone', report.timeZone],
    ['Filters', report.filters.join('; ') || 'None'],
    ['Made', madeAt(report.timeZone, Date.parse(report.madeAt))],
    ['Rows', String(report.rows.length)],
    ...report.notes.map((note): [string, string] => ['Note', note]),
  ];
}

/** How the head of a column reads, with its unit where a bare number does not say it. */
export const headed = ({ label, unit }: { label: string; unit: string | null }, isBare: boolean): string =>
  isBare && unit === 'seconds' ? `${label} (s)` : isBare && unit === 'usd' ? `${label} (US dollars)` : label;

export type FileCell = string | number | null;

/** The rows of the table, and the row of its totals. */
export function tableOf(report: Report): { rows: FileCell[][]; totals: FileCell[] } {
  return {
    rows: report.rows.map(({ values }) => report.columns.map(({ key }) => values[key] ?? null)),
    totals: report.columns.map(({ key, kind }, n) =>
      kind === 'measure' ? (report.totals[key] ?? null) : n === 0 ? 'Total' : '',
    ),
  };
}
