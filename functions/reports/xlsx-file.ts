import { type CellStyle, type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { Report, ReportColumn } from '#shared/model/report.ts';
import { type FileCell, headed, headOf, tableOf } from './file-rows.ts';
import { inDays, numberFormats } from './xlsx-format.ts';

const valueIn = ({ unit }: ReportColumn, cell: FileCell): CellValue =>
  unit === 'seconds' && typeof cell === 'number' ? inDays(cell) : cell;

const bold: CellStyle = { font: { bold: true } };
const styleOf = ({ unit }: ReportColumn, isBold: boolean): CellStyle => ({
  ...(isBold ? bold : {}),
  ...(unit ? { numFmt: numberFormats[unit] } : {}),
});

/** Characters; what is longer is cut on the screen, and whole in its cell. */
const widest = 48;
const widthOf = (report: Report, { key, label }: ReportColumn) =>
  Math.min(
    widest,
    Math.max(12, label.length + 4, ...report.rows.map(({ values }) => String(values[key] ?? '').length + 2)),
  );

function tableSheet(report: Report): WriteSheet {
  const { columns } = report;
  const { rows, totals } = tableOf(report);
  const head = headOf(report);
  const headAt = head.length + 1;
  const cells: WriteSheet['cells'] = new Map();
  for (const [at] of head.entries()) cells.set(`${at},0`, { style: bold });
  for (const [n, column] of columns.entries()) {
    cells.set(`${headAt},${n}`, { style: bold });
    for (const [at] of rows.entries())
      cells.set(`${headAt + 1 + at},${n}`, { style: styleOf(column, false) });
    cells.set(`${headAt + 1 + rows.length},${n}`, { style: styleOf(column, true) });
  }
  return {
    name: 'Report',
    columns: columns.map((column) => ({ width: widthOf(report, column) })),
    rows: [
      ...head,
      [],
      columns.map((column) => headed(column, false)),
      ...[...rows, totals].map((row) => row.map((cell, n) => valueIn(columns[n]!, cell))),
    ],
    cells,
    freezePane: { rows: headAt + 1, columns: 1 },
  };
}

/** A report as an Excel workbook: the table, and how each figure is counted. A text stays one, also where it begins with =. */
export async function xlsxOf(report: Report): Promise<Buffer> {
  const measures = report.columns.filter(({ kind }) => kind === 'measure');
  const about: WriteSheet = {
    name: 'Figures',
    columns: [{ width: 24 }, { width: 90 }],
    rows: [['Figure', 'How it is counted'], ...measures.map(({ label, formula }) => [label, formula])],
    cells: new Map([
      ['0,0', { style: bold }],
      ['0,1', { style: bold }],
    ]),
  };
  return Buffer.from(await writeXlsx({ sheets: [tableSheet(report), about] }));
}
