import { AppError } from '#functions/kernel/errors.ts';
import {
  exportedFile,
  exportOf,
  makeReport,
  type ReportRequest,
  type ReportSummary,
  startExport,
} from '#functions/reports/api.ts';
import type { Report, ReportFormat } from '#shared/model/report.ts';
import { withColumns } from '#shared/model/report-columns.ts';
import type { TemplateFields } from '#shared/model/report-template.ts';
import type { Days } from '#shared/model/template-period.ts';
import type { RunRecord } from './store.ts';

type Made = Pick<TemplateFields, 'report' | 'parameters' | 'columns'>;

/** What a template asks of the reports, for given days. */
function requestOf({ report, parameters: { groupBy, custom } }: Made, { from, to }: Days): ReportRequest {
  if (report !== 'custom') return { kind: 'report', report, groupBy, from, to };
  if (!custom) throw new Error('A custom template without what it counts.');
  return { kind: 'custom', ...custom, from, to };
}

/** The report of a template as the actor may see it. @throws 400, 403; 422 'too_many_records' */
export const reportOf = async (template: Made, days: Days): Promise<Report> =>
  withColumns(await makeReport(requestOf(template, days)), template.columns);

/** Has a run's file made in the background. @returns the job's id */
export async function beginFile({ template, from, to, format }: RunRecord): Promise<string> {
  const { id } = await startExport(requestOf(template, { from, to }), format, {
    columns: template.columns,
    withPicture: true,
  });
  return id;
}

export interface MadeFile {
  filename: string;
  contentType: string;
  /** bytes */
  size: number;
  /** Undefined where it is gone. */
  read: () => Promise<Buffer | undefined>;
  /** The chart as a PNG; undefined where the report has none, or it could not be made. */
  readPicture: () => Promise<Buffer | undefined>;
  /** What the file comes to; undefined where an earlier version made it. */
  readSummary: () => Promise<ReportSummary | undefined>;
}

const contentTypes: Record<ReportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A run's file, or that it is not ready yet. @throws 422 with the reason where it was refused; an error where it failed */
export async function fileOf(exportId: string): Promise<MadeFile | 'working'> {
  const { job, format, filename } = await exportOf(exportId);
  switch (job.status) {
    case 'running':
      return 'working';
    case 'completed':
      return { filename, contentType: contentTypes[format], ...(await exportedFile(exportId)) };
    case 'failed':
      throw new AppError(422, 'report_refused', job.error ?? 'The report was refused.');
    default:
      throw new Error(job.error ?? 'The file could not be made.');
  }
}
