import { clock } from '#functions/kernel/clock.ts';
import { csvRow } from '#functions/kernel/csv.ts';
import type { PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { reportLimits } from '#shared/model/report.ts';
import { measures } from '#shared/model/report-measures.ts';
import { byteOrderMark } from './csv-file.ts';
import { joinParts, keepPart, type ReportJob } from './export-files.ts';
import { madeAt } from './file-rows.ts';
import { notesOf } from './notes.ts';
import { reading } from './options.ts';
import { titleOf } from './present.ts';
import { tooManyToExport } from './refusals.ts';
import { cellsOf, columnsOfRows } from './row-cells.ts';
import { type RowsPlan, readRows, rowsPlanOf, wordsOfRows } from './rows.ts';
import { recordNouns } from './sources.ts';

/*
 * The records behind a figure as a file: each page of them is a part of its own, and the parts are put together at the
 * end. A page that comes twice writes the same part again.
 */

/** Where the next page begins: how many parts there are, how many rows they hold, and how many records were read. */
interface Place {
  page: number;
  rows: number;
  read: number;
  inner: string | null;
}

async function headOfRows(rowsPlan: RowsPlan, rows: number): Promise<string> {
  const { plan, asked } = rowsPlan;
  const { from, to, timeZone } = plan.period;
  const [, period, ...filters] = (await wordsOfRows(rowsPlan)).map(({ words }) => words);
  const lines = [
    ['Report', titleOf(plan)],
    ['Figure', `${measures[asked.measure].label}: ${measures[asked.measure].formula}`],
    ['Period', period ?? `${from} – ${to}`],
    ['Time zone', timeZone],
    ['Filters', filters.join('; ') || 'None'],
    ['Made', madeAt(timeZone, clock.now())],
    ['Rows', String(rows)],
    ...notesOf(plan, false).map((note) => ['Note', note]),
    [''],
    columnsOfRows(measures[asked.measure].rows).map(({ label, kind }) =>
      kind === 'seconds' ? `${label} (s)` : kind === 'usd' ? `${label} (US dollars)` : label,
    ),
  ];
  return byteOrderMark + lines.map((line) => csvRow(line)).join('');
}

/** One page of an export of rows. @throws 422 'too_many_records' */
export async function exportRowsPage({ jobId, input, cursor }: PageAsked): Promise<PageDone> {
  const { request, rows: asked } = input as ReportJob;
  const rowsPlan = await rowsPlanOf(request, asked!);
  const place: Place = cursor ? JSON.parse(cursor) : { page: 0, rows: 0, read: 0, inner: null };
  // A page ends after so many records, and not after a time: it is the same when it comes twice.
  const found = await readRows(rowsPlan, place.inner, reading.ofPage, (read) => read < reading.ofPage);
  const kind = measures[asked!.measure].rows;
  const seen = place.read + found.read;
  if (seen > reportLimits.rowsExported) throw tooManyToExport(recordNouns[kind]);
  const columns = columnsOfRows(kind);
  const lines = (await cellsOf(kind, found.rows, rowsPlan.plan.period)).map(({ values }) =>
    csvRow(columns.map(({ key }) => String(values[key] ?? ''))),
  );
  if (lines.length > 0) await keepPart(jobId, place.page, lines.join(''));
  const next = { page: place.page + 1, rows: place.rows + lines.length, read: seen, inner: found.cursor };
  if (!found.cursor) await joinParts(jobId, await headOfRows(rowsPlan, next.rows), next.page);
  return {
    cursor: found.cursor && JSON.stringify(next),
    seen: found.read,
    changed: found.read,
    isSerial: true,
  };
}
