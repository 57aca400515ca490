import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import type { JobDefinitions, PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { commit } from '#functions/kernel/table.ts';
import { type ReportFormat, reportLimits } from '#shared/model/report.ts';
import { withColumns } from '#shared/model/report-columns.ts';
import {
  documentKey,
  fileKey,
  jobKind,
  keepFile,
  keepPictureDocument,
  keepSummary,
  keepTally,
  pictureDocumentKey,
  pictureKey,
  type ReportJob,
  readTally,
  removeTally,
} from './export-files.ts';
import { exportRowsPage } from './export-rows.ts';
import { reading } from './options.ts';
import { type Plan, planOf } from './plan.ts';
import { present } from './present.ts';
import { countRecords } from './read.ts';
import { tooManyToExport } from './refusals.ts';
import { recordNouns } from './sources.ts';
import { newTally, type Tally } from './tally.ts';

/*
 * An export counts one page of records after another, in the order of its list, and keeps what it has counted beside
 * the file to be. A page that comes twice begins with what was kept before it, so nothing is counted twice.
 */

/** What is printed is looked for so often, and given up after so long; ms. Without its picture a mail still goes out. */
const lookMs = 1_000;
const printMs = 10 * 60_000;
const pictureMs = 2 * 60_000;

/** Where the next page begins: in the list, or waiting for the printer. */
type Place =
  | { stage: 'count'; page: number; read: number; inner: string | null }
  | { stage: 'print'; since: number; withPicture?: boolean };

const placeOf = (cursor: string | null): Place =>
  cursor ? JSON.parse(cursor) : { stage: 'count', page: 0, read: 0, inner: null };

/** Counts a page. @returns where the list goes on; null at its end */
function countPage(plan: Plan, tally: Tally, from: string | null) {
  const until = clock.now() + reading.pageMs;
  return countRecords(plan, tally, {
    from,
    goesOn: ({ read }) => read < reading.ofPage && clock.now() < until,
  });
}

async function finish({ jobId, input }: PageAsked, plan: Plan, tally: Tally): Promise<Place | null> {
  const { format, columns = [], withPicture: wanted = false } = input as ReportJob;
  const report = withColumns(await present(plan, await plan.finish(tally)), columns);
  if (format === 'pdf' && report.rows.length > reportLimits.pdfRows)
    throw new AppError(
      422,
      'too_long_for_pdf',
      `The report has ${report.rows.length.toLocaleString('en-US')} rows, and a PDF holds ${reportLimits.pdfRows.toLocaleString('en-US')}. Export it as XLSX or CSV.`,
    );
  const withPicture = wanted && (await keepPictureDocument(jobId, report));
  if (wanted) await keepSummary(jobId, report);
  await keepFile(jobId, report, format);
  const print = (document: string, file: string) =>
    event('document.print.requested', jobId, { documentKey: document, fileKey: file });
  const prints = [
    ...(format === 'pdf' ? [print(documentKey(jobId), fileKey(jobId, format))] : []),
    ...(withPicture ? [print(pictureDocumentKey(jobId), pictureKey(jobId))] : []),
  ];
  if (prints.length === 0) return null;
  await commit(...prints);
  return { stage: 'print', since: clock.now(), withPicture };
}

async function lookForPrints(
  jobId: string,
  format: ReportFormat,
  place: Extract<Place, { stage: 'print' }>,
): Promise<PageDone> {
  const isThere = async (key: string) => (await bucket('exports').stat(key)) !== undefined;
  const waitedMs = clock.now() - place.since;
  const lacksFile = format === 'pdf' && !(await isThere(fileKey(jobId, format)));
  const lacksPicture = place.withPicture === true && !(await isThere(pictureKey(jobId)));
  if (!lacksFile && (!lacksPicture || waitedMs > pictureMs))
    return { cursor: null, seen: 0, changed: 0, isSerial: true };
  if (waitedMs > printMs)
    throw new AppError(422, 'not_printed', 'The PDF could not be printed. Try it again, or as XLSX.');
  return { cursor: JSON.stringify(place), seen: 0, changed: 0, isSerial: true, waitMs: lookMs };
}

async function exportPage(asked: PageAsked): Promise<PageDone> {
  const { jobId } = asked;
  const { request, rows, format } = asked.input as ReportJob;
  if (rows) return exportRowsPage(asked);
  const place = placeOf(asked.cursor);
  if (place.stage === 'print') return lookForPrints(jobId, format, place);
  const plan = await planOf(request);
  const tally = place.page === 0 ? newTally() : ((await readTally(jobId, place.page)) ?? newTally());
  const { cursor: inner, read } = await countPage(plan, tally, place.inner);
  const seen = place.read + read;
  if (seen > reportLimits.rowsExported && plan.source) throw tooManyToExport(recordNouns[plan.source]);
  let next: Place | null;
  if (inner) {
    await keepTally(jobId, place.page + 1, tally);
    next = { stage: 'count', page: place.page + 1, read: seen, inner };
  } else next = await finish(asked, plan, tally);
  // What came before this page's beginning is asked for no more.
  if (place.page > 1) await removeTally(jobId, place.page - 1);
  return { cursor: next && JSON.stringify(next), seen: read, changed: read, isSerial: true };
}

export const reportJobs: JobDefinitions = { [jobKind]: { page: exportPage } };
