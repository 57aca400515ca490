import { clock } from '#functions/kernel/clock.ts';
import type { PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { figureText } from '#shared/model/figure-text.ts';
import { reportLimits } from '#shared/model/report.ts';
import { measures } from '#shared/model/report-measures.ts';
import { keepPart, keepRowsFile, partsOf, type ReportJob, removeParts } from './export-files.ts';
import { madeAt } from './file-rows.ts';
import { notesOf } from './notes.ts';
import { reading } from './options.ts';
import { titleOf, valueOfMeasure } from './present.ts';
import { tooManyToExport } from './refusals.ts';
import { cellsOf, columnsOfRows } from './row-cells.ts';
import { type RowsPlan, readRows, rowsPlanOf, wordsOfRows } from './rows.ts';
import { recordNouns } from './sources.ts';
import { addTo, type Sums } from './tally.ts';

/*
 * The records behind a figure as a file: each page of them is a part of its own, and the parts are put together at the
 * end. A page that comes twice writes the same part again, and parts go only once the file is known to stand.
 */

/** Where the next page begins: how many parts there are, how many rows they hold, and how many records were read. */
interface Place {
  page: number;
  rows: number;
  /** What they add up to. Versions before did not keep it, and an export that one of them began begins again. */
  sums: Sums;
  read: number;
  inner: string | null;
  /** The file stands; its parts can go. */
  isWritten?: true;
}

const first: Place = { page: 0, rows: 0, sums: {}, read: 0, inner: null };

function placeOf(cursor: string | null): Place {
  const place = cursor ? (JSON.parse(cursor) as Place) : first;
  return place.sums ? place : first;
}

async function headOfRows(rowsPlan: RowsPlan, { rows, sums }: Place): Promise<string[][]> {
  const { plan, asked } = rowsPlan;
  const { label, formula, unit } = measures[asked.measure];
  const { from, to, timeZone } = plan.period;
  const [, period, ...filters] = (await wordsOfRows(rowsPlan)).map(({ words }) => words);
  return [
    ['Report', titleOf(plan)],
    ['Figure', `${label}: ${formula}`],
    ['Period', period ?? `${from} – ${to}`],
    ['Time zone', timeZone],
    ['Filters', filters.join('; ') || 'None'],
    ['Made', madeAt(timeZone, clock.now())],
    ['Rows', String(rows)],
    // As the screen has it, which the rows come to.
    ['Total', figureText(valueOfMeasure(asked.measure, sums), unit)],
    ...notesOf(plan, false).map((note) => ['Note', note]),
  ];
}

async function writeFile({ jobId, input }: PageAsked, rowsPlan: RowsPlan, place: Place): Promise<void> {
  const { plan, asked } = rowsPlan;
  const file = {
    head: await headOfRows(rowsPlan, place),
    columns: columnsOfRows(measures[asked.measure].rows),
    timeZone: plan.period.timeZone,
    rows: partsOf(jobId, place.page),
  };
  await keepRowsFile(jobId, file, (input as ReportJob).format === 'xlsx' ? 'xlsx' : 'csv');
}

const noneRead = { seen: 0, changed: 0, isSerial: true } as const;

/** One page of an export of rows. @throws 422 'too_many_records' */
export async function exportRowsPage(page: PageAsked): Promise<PageDone> {
  const { jobId, cursor } = page;
  const { request, rows: asked } = page.input as ReportJob;
  const place = placeOf(cursor);
  if (place.isWritten) {
    await removeParts(jobId, place.page);
    return { ...noneRead, cursor: null };
  }
  const rowsPlan = await rowsPlanOf(request, asked!);
  if (place.page > 0 && !place.inner) {
    await writeFile(page, rowsPlan, place);
    return { ...noneRead, cursor: JSON.stringify({ ...place, isWritten: true }) };
  }
  // A page ends after so many records, and not after a time: it is the same when it comes twice.
  const found = await readRows(rowsPlan, place.inner, reading.ofPage, (read) => read < reading.ofPage);
  const kind = measures[asked!.measure].rows;
  const seen = place.read + found.read;
  if (seen > reportLimits.rowsExported) throw tooManyToExport(recordNouns[kind]);
  const columns = columnsOfRows(kind);
  const cells = (await cellsOf(kind, found.rows, rowsPlan.plan.period)).map(({ values }) =>
    columns.map(({ key }) => values[key] ?? null),
  );
  if (cells.length > 0) await keepPart(jobId, place.page, cells);
  const sums = { ...place.sums };
  for (const { adds } of found.rows) addTo(sums, adds);
  const next: Place = {
    page: place.page + 1,
    rows: place.rows + cells.length,
    sums,
    read: seen,
    inner: found.cursor,
  };
  return { cursor: JSON.stringify(next), seen: found.read, changed: found.read, isSerial: true };
}
