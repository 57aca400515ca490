import { Readable } from 'node:stream';
import type { CellValue } from 'hucre/xlsx';
import { csvRow } from '#functions/kernel/csv.ts';
import type { ReportRows } from '#shared/model/report.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { byteOrderMark } from './csv-file.ts';
import { type FileCell, headed } from './file-rows.ts';
import { inDays, numberFormats } from './xlsx-format.ts';

type RowsColumn = ReportRows['columns'][number];

/** A list of records as a file has it; its rows are read as they are written. */
export interface RowsFile {
  /** What stands above the table. */
  head: string[][];
  columns: readonly RowsColumn[];
  /** The zone of the times in a workbook. */
  timeZone: string;
  /** Cells of the rows in the order of the columns, some thousand rows at a time. */
  rows: AsyncIterable<FileCell[][]>;
}

async function* csvPieces(file: RowsFile): AsyncGenerator<string> {
  const titles = file.columns.map(({ label, kind }) => headed({ label, unit: kind }, true));
  const lines = [...file.head, [''], titles];
  yield byteOrderMark + lines.map((line) => csvRow(line)).join('');
  for await (const rows of file.rows)
    yield rows.map((cells) => csvRow(cells.map((cell) => String(cell ?? '')))).join('');
}

/** A list as CSV: times are instants of UTC, and what a spreadsheet would run as a formula is guarded. */
export const rowsAsCsv = (file: RowsFile): Readable => Readable.from(csvPieces(file), { objectMode: false });

const formats: Readonly<Partial<Record<RowsColumn['kind'], string>>> = {
  ...numberFormats,
  time: 'yyyy-mm-dd hh:mm',
};
const widths: Readonly<Partial<Record<RowsColumn['kind'], number>>> = { time: 17, phone: 16, text: 24 };

/** A spreadsheet knows no zones: a time is what the clock of the workspace showed. */
function onTheClock(timeZone: string, at: number): Date {
  const { date, minute } = localTime(timeZone, at);
  return new Date(Date.parse(`${date}T00:00:00Z`) + minute * 60_000);
}

function valueIn({ kind }: RowsColumn, cell: FileCell, timeZone: string): CellValue {
  if (cell === null || cell === '') return null;
  if (kind === 'time') return onTheClock(timeZone, Date.parse(String(cell)));
  return kind === 'seconds' ? inDays(Number(cell)) : cell;
}

async function* xlsxRows(file: RowsFile): AsyncGenerator<CellValue[]> {
  yield* file.head;
  yield [];
  yield file.columns.map(({ label }) => label);
  for await (const rows of file.rows)
    for (const cells of rows) yield cells.map((cell, n) => valueIn(file.columns[n]!, cell, file.timeZone));
}

/**
 * A list as an Excel workbook, written as it is read: a million rows take no more memory than a thousand. A text stays
 * one, also where it begins with =. Times are those of the workspace's clock.
 */
export async function rowsAsXlsx(file: RowsFile): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const stream = writeXlsxStream(xlsxRows(file), {
    name: 'Rows',
    columns: file.columns.map(({ kind }) => ({
      width: widths[kind] ?? 12,
      ...(formats[kind] ? { numFmt: formats[kind] } : {}),
    })),
    freezePane: { rows: file.head.length + 2, columns: 0 },
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}
