import { auditEntry } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { findJob, jobOf, jobView, newJob } from '#functions/kernel/paged-job.ts';
import { commit } from '#functions/kernel/table.ts';
import type { ReportExport } from '#shared/api/reports.ts';
import type { Job } from '#shared/model/job.ts';
import type { ReportFormat, RowsAsked } from '#shared/model/report.ts';
import { measures } from '#shared/model/report-measures.ts';
import { fileKey, jobKind, pictureKey, type ReportJob, readSummary } from './export-files.ts';
import { planOf, type ReportRequest } from './plan.ts';
import { titleOf } from './present.ts';
import { rowsPlanOf } from './rows.ts';

/** Life of a download's address, in seconds. */
const expiresIn = 300;

async function answerOf(job: Job, { format, filename }: ReportJob): Promise<ReportExport> {
  const isReady = job.status === 'completed';
  const key = fileKey(job.id, format);
  return {
    id: job.id,
    job,
    format,
    filename,
    downloadUrl: isReady ? await bucket('exports').downloadUrl(key, filename, expiresIn) : null,
  };
}

interface ExportOptions {
  /** Figures that the file has, in their order; all of them when empty. */
  columns?: readonly string[];
  /** Has its chart made as a picture beside it, and its summary kept. */
  withPicture?: boolean;
  /** The records behind a figure, instead of the report. */
  rows?: RowsAsked | undefined;
}

/**
 * Begins to make a report as a file, of all records that it counts, in the name of who asks. Days that were left out are
 * fixed now, so that a job that waits past midnight is of the day when it was asked for.
 * @throws 400, 403
 */
export async function startExport(
  request: ReportRequest,
  format: ReportFormat,
  { columns = [], withPicture = false, rows }: ExportOptions = {},
): Promise<ReportExport> {
  const plan = rows ? (await rowsPlanOf(request, rows)).plan : await planOf(request);
  const { from, to } = plan.period;
  const title = rows ? `${measures[rows.measure].label}, rows of ${titleOf(plan)}` : titleOf(plan);
  const input: ReportJob = {
    request: { ...plan.request, from, to },
    format,
    columns,
    ...(withPicture ? { withPicture } : {}),
    ...(rows ? { rows } : {}),
    filename: `${title} ${from === to ? from : `${from} to ${to}`}.${format}`,
  };
  const { job, write, begin } = newJob({
    kind: jobKind,
    title: `Export “${title}”`,
    input,
    // The page fetches the file.
    link: (jobId) => `/reports?export=${jobId}`,
  });
  await commit(write, auditEntry('report.exported', null, { title, format }));
  await begin();
  return answerOf(jobView(job), input);
}

/** How far an export is; everybody has their own, admins all. @throws 404 */
export async function exportOf(jobId: string): Promise<ReportExport> {
  const job = await jobOf(jobId);
  const record = await findJob(jobId);
  if (!record || record.kind !== jobKind) throw notFound('The export');
  return answerOf(job, record.input as ReportJob);
}

/** The file of an export that is completed, with the picture of its chart and its summary where they were made. @throws 404 */
export async function exportedFile(jobId: string) {
  const { format } = await exportOf(jobId);
  const files = bucket('exports');
  const key = fileKey(jobId, format);
  const stat = await files.stat(key);
  if (!stat) throw notFound('The file');
  return {
    size: stat.size,
    read: () => files.get(key),
    readPicture: () => files.get(pictureKey(jobId)),
    readSummary: () => readSummary(jobId),
  };
}
