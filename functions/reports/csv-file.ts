import { csvRow } from '#functions/kernel/csv.ts';
import type { Report } from '#shared/model/report.ts';
import { type FileCell, headed, headOf, tableOf } from './file-rows.ts';

/** Excel takes UTF-8 only with this at the beginning. */
export const byteOrderMark = '\uFEFF';

/** A share has four decimals: a hundredth of a percent. */
const written = (cell: FileCell): string =>
  cell === null ? '' : typeof cell === 'number' ? String(Math.round(cell * 10_000) / 10_000) : cell;

/** A report as CSV. What a spreadsheet would run as a formula is guarded (kernel/csv.ts). */
export function csvOf(report: Report): string {
  const { rows, totals } = tableOf(report);
  const lines = [
    ...headOf(report),
    [''],
    report.columns.map((column) => headed(column, true)),
    ...[...rows, totals].map((row) => row.map(written)),
  ];
  return byteOrderMark + lines.map((line) => csvRow(line)).join('');
}
