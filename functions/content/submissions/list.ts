import { recordAudit } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { csvRow } from '#functions/kernel/csv.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { pagination } from '#functions/kernel/paging.ts';
import type { SubmissionAnswer } from '#shared/api/content-forms.ts';
import { exportFiles, plainName } from '../exports/use-cases.ts';
import { projectOr404 } from '../projects/read.ts';
import { readMost } from './limits.ts';
import {
  findSubmission,
  latestSubmissions,
  pageOfSubmissions,
  removeSubmission,
  type Submission,
  submissionIdsOf,
} from './store.ts';

/** How long a download address works, in seconds. */
const downloadSeconds = 600;

export interface Filter {
  kind?: Submission['kind'] | undefined;
  status?: Submission['status'] | undefined;
  elementId?: string | undefined;
  search?: string | undefined;
}

export const submissionAnswer = (item: Submission): SubmissionAnswer => ({
  id: item.submissionId,
  projectId: item.projectId,
  elementId: item.elementId,
  kind: item.kind,
  at: item.at,
  fields: item.fields,
  delivery: {
    action: item.action,
    target: item.target,
    status: item.status,
    attempts: item.attempts,
    error: item.deliveryError || null,
    deliveredAt: item.deliveredAt ?? null,
  },
});

/** An answer as people read it. */
export const shownAnswer = (answer: string | number | string[]): string =>
  Array.isArray(answer) ? answer.join(', ') : String(answer);

export async function submissionOr404(submissionId: string): Promise<Submission> {
  const found = await findSubmission(submissionId);
  if (!found) throw notFound('The submission');
  return found;
}

function fits(item: Submission, { kind, status, elementId, search }: Filter): boolean {
  if (kind && item.kind !== kind) return false;
  if (status && item.status !== status) return false;
  if (elementId && item.elementId !== elementId) return false;
  const needle = search?.toLowerCase();
  return !needle || item.fields.some(({ answer }) => shownAnswer(answer).toLowerCase().includes(needle));
}

const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean);

/** What visitors sent by a project's forms, newest first. A filter looks through the latest ones. @throws 404 */
export async function listSubmissions(projectId: string, filter: Filter, page: number, limit: number) {
  await projectOr404(projectId);
  if (isFiltered(filter)) {
    const found = (await latestSubmissions(projectId, readMost)).filter((item) => fits(item, filter));
    const start = (page - 1) * limit;
    return {
      submissions: found.slice(start, start + limit).map(submissionAnswer),
      pagination: pagination(page, limit, found.length),
    };
  }
  const [found, ids] = await Promise.all([
    pageOfSubmissions(projectId, page, limit),
    submissionIdsOf(projectId),
  ]);
  return { submissions: found.map(submissionAnswer), pagination: pagination(page, limit, ids.length) };
}

export async function removeOne(submissionId: string): Promise<void> {
  await submissionOr404(submissionId);
  await removeSubmission(submissionId);
}

/** Writes the submissions into a CSV file: a column for each field that any of them has. @throws 404 */
export async function exportSubmissions(projectId: string, filter: Filter) {
  const { name } = await projectOr404(projectId);
  const found = (await latestSubmissions(projectId, readMost)).filter((item) => fits(item, filter));
  const labels = new Map<string, string>();
  for (const { elementId, fields } of found)
    for (const { name: field, label } of fields) {
      const key = `${elementId}|${field}`;
      if (!labels.has(key)) labels.set(key, label);
    }
  const lines = found.map((item) => {
    const answers = new Map(
      item.fields.map(({ name: field, answer }) => [`${item.elementId}|${field}`, shownAnswer(answer)]),
    );
    return csvRow([
      item.at,
      item.kind,
      item.status,
      item.target,
      ...[...labels.keys()].map((key) => answers.get(key) ?? ''),
    ]);
  });
  const head = csvRow(['received', 'form', 'delivery', 'sent to', ...labels.values()]);
  const key = `submissions/${projectId}/${clock.now()}.csv`;
  await exportFiles().put(key, `\ufeff${head}${lines.join('')}`, 'text/csv; charset=utf-8');
  await recordAudit('submission.exported', { kind: 'project', id: projectId, name }, {});
  const filename = `${plainName(name)} submissions.csv`;
  const downloadUrl = await exportFiles().downloadUrl(key, filename, downloadSeconds);
  return { downloadUrl, filename, expiresIn: downloadSeconds, submissions: found.length };
}
