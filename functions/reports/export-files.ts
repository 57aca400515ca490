import { bucket } from '#functions/kernel/bucket.ts';
import type { Report, ReportFormat, RowsAsked } from '#shared/model/report.ts';
import { csvOf } from './csv-file.ts';
import type { FileCell } from './file-rows.ts';
import type { ReportRequest } from './plan.ts';
import { type RowsFile, rowsAsCsv, rowsAsXlsx } from './rows-file.ts';
import type { Tally } from './tally.ts';

/** Exports as jobs. */
export const jobKind = 'reports.export';

/** What a job of an export needs to know. */
export interface ReportJob {
  request: ReportRequest;
  format: ReportFormat;
  filename: string;
  /** Figures that it shows, in their order; all of them when empty. */
  columns?: readonly string[];
  /** It goes out by mail: its chart is made as a picture beside the file, and its summary is kept. */
  withPicture?: boolean;
  /** The records behind a figure, which are listed instead of the report. */
  rows?: RowsAsked;
}

/** Files of one export lie together in the area of exports, whose files go after 30 days. */
const keyIn = (jobId: string, name: string) => `reports/${jobId}/${name}`;
export const fileKey = (jobId: string, format: ReportFormat) => keyIn(jobId, `report.${format}`);
/** The document that is printed for a PDF. */
export const documentKey = (jobId: string) => keyIn(jobId, 'report.html');
/** The chart for a mail, and the document that it is taken from. */
export const pictureKey = (jobId: string) => keyIn(jobId, 'chart.png');
export const pictureDocumentKey = (jobId: string) => keyIn(jobId, 'chart.html');

/** What a mail says of a report beside its file. */
export type ReportSummary = Pick<Report, 'columns' | 'totals' | 'notes' | 'timeZone'>;
const summaryKey = (jobId: string) => keyIn(jobId, 'summary.json');

/** Keeps what a mail says of a report, so that it has the totals of the file that it brings and not those of a later count. */
export const keepSummary = (jobId: string, { columns, totals, notes, timeZone }: Report): Promise<void> => {
  const summary: ReportSummary = { columns, totals, notes, timeZone };
  return bucket('exports').put(summaryKey(jobId), JSON.stringify(summary), 'application/json');
};
export async function readSummary(jobId: string): Promise<ReportSummary | undefined> {
  const found = await bucket('exports').get(summaryKey(jobId));
  return found && JSON.parse(found.toString('utf8'));
}

const tallyKey = (jobId: string, page: number) => keyIn(jobId, `tally-${page}.json`);

/** What was counted up to a page: a page that comes twice begins from the same again. */
export async function readTally(jobId: string, page: number): Promise<Tally | undefined> {
  const found = await bucket('exports').get(tallyKey(jobId, page));
  return found && JSON.parse(found.toString('utf8'));
}
export const keepTally = (jobId: string, page: number, tally: Tally): Promise<void> =>
  bucket('exports').put(tallyKey(jobId, page), JSON.stringify(tally), 'application/json');
export const removeTally = (jobId: string, page: number): Promise<void> =>
  bucket('exports').remove(tallyKey(jobId, page));

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Writes a report's file; of a PDF the document that is then printed. */
export async function keepFile(jobId: string, report: Report, format: ReportFormat): Promise<void> {
  const files = bucket('exports');
  switch (format) {
    case 'csv':
      return files.put(fileKey(jobId, format), csvOf(report), fileTypes.csv);
    case 'xlsx': {
      const { xlsxOf } = await import('./xlsx-file.ts');
      return files.put(fileKey(jobId, format), await xlsxOf(report), fileTypes.xlsx);
    }
    case 'pdf': {
      const { htmlOf } = await import('./html-file.ts');
      return files.put(documentKey(jobId), htmlOf(report), 'text/html; charset=utf-8');
    }
    default:
      return format satisfies never;
  }
}

/** Lays down what the picture of a report's chart is taken from. @returns false where there is nothing to draw */
export async function keepPictureDocument(jobId: string, report: Report): Promise<boolean> {
  const { pictureDocumentOf } = await import('./html-file.ts');
  const document = pictureDocumentOf(report);
  if (document === undefined) return false;
  await bucket('exports').put(pictureDocumentKey(jobId), document, 'text/html; charset=utf-8');
  return true;
}

const partKey = (jobId: string, page: number) => keyIn(jobId, `rows-${page}.json`);
/** Keeps the cells of a page of a list until all pages are there. */
export const keepPart = (jobId: string, page: number, cells: FileCell[][]): Promise<void> =>
  bucket('exports').put(partKey(jobId, page), JSON.stringify(cells), 'application/json');

/** The parts that were kept, in their order. A page without rows has none. */
export async function* partsOf(jobId: string, pages: number): AsyncGenerator<FileCell[][]> {
  for (let page = 0; page < pages; page++) {
    const part = await bucket('exports').get(partKey(jobId, page));
    if (part) yield JSON.parse(part.toString('utf8'));
  }
}

export async function removeParts(jobId: string, pages: number): Promise<void> {
  for (let page = 0; page < pages; page++) await bucket('exports').remove(partKey(jobId, page));
}

/** Writes the file of a list, row by row. */
export async function keepRowsFile(jobId: string, file: RowsFile, format: 'csv' | 'xlsx'): Promise<void> {
  const body = format === 'csv' ? rowsAsCsv(file) : await rowsAsXlsx(file);
  await bucket('exports').upload(fileKey(jobId, format), body, fileTypes[format]);
}
