import { csvRow } from '#functions/kernel/csv.ts';
import { findJob } from '#functions/kernel/paged-job.ts';
import type { JobRecord } from '#functions/kernel/paged-job-store.ts';
import { fileTime } from '#functions/tenants/api.ts';
import {
  type RetentionRun,
  retentionLimits,
  retentionRunLabels,
  spareReasons,
  termWords,
} from '#shared/model/retention.ts';
import { resultsOf } from './results.ts';
import { type RunRecord, runsPage } from './store.ts';

function statusOf({ endedAt }: RunRecord, job: JobRecord | undefined): RetentionRun['status'] {
  if (endedAt !== null) return 'completed';
  if (job?.status === 'cancelled') return 'stopped';
  return job?.status === 'running' ? 'running' : 'failed';
}

async function runView(run: RunRecord): Promise<RetentionRun> {
  const job = run.endedAt === null ? await findJob(run.jobId) : undefined;
  const status = statusOf(run, job);
  return {
    id: run.runId,
    status,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? job?.endedAt ?? null,
    error:
      status === 'failed'
        ? (job?.error ?? 'The work on it was lost. The next run takes up what is left.')
        : null,
    results: [...(run.results ?? (await resultsOf(run)))],
  };
}

export async function listRuns(limit: number, cursor: string | undefined) {
  const page = await runsPage(limit, cursor);
  return { runs: await Promise.all(page.runs.map(runView)), nextCursor: page.cursor };
}

const head = [
  'run',
  'state',
  'kind of data',
  'kept for',
  'before',
  'old enough',
  'erased',
  'kept',
  'why kept',
  'failed',
];

const rowsOf = ({ startedAt, status, results }: RetentionRun): string[] =>
  results.map(({ title, term, before, found, erased, spared, failed }) =>
    csvRow([
      startedAt,
      retentionRunLabels[status],
      title,
      termWords(term),
      before,
      String(found),
      String(erased),
      String(spared.reduce((all, { count }) => all + count, 0)),
      spared.map(({ reason, count }) => `${spareReasons[reason]}: ${count}`).join('; '),
      String(failed),
    ]),
  );

/** The history as a CSV file, newest first; of very many runs the newest. */
export async function exportRuns(): Promise<{ filename: string; csv: string }> {
  const lines: string[] = [];
  let cursor: string | undefined;
  for (let runs = 0; runs < retentionLimits.exportedRuns; ) {
    const page: Awaited<ReturnType<typeof listRuns>> = await listRuns(100, cursor);
    lines.push(...page.runs.flatMap(rowsOf));
    runs += page.runs.length;
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
  }
  return {
    filename: `retention ${(await fileTime()).day}.csv`,
    csv: `${csvRow(head)}${lines.join('')}`,
  };
}
