import { notFound } from '#functions/kernel/errors.ts';
import { findJob, jobView, newJob as newPagedJob } from '#functions/kernel/paged-job.ts';
import type { JobRecord } from '#functions/kernel/paged-job-store.ts';
import { commit } from '#functions/kernel/table.ts';

const titles = {
  enrol: 'Enrol leads',
  move: 'Move leads to the live version',
  resume: 'Resume leads',
  exit: 'Take leads out',
} as const;
export type JourneyJobKind = keyof typeof titles;

const answerOf = (job: JobRecord) => ({
  ...jobView(job),
  kind: job.kind.slice('journeys.'.length) as JourneyJobKind,
});

/** A job of a journey: `write` goes into the transaction of the change that asks for it, and `begin` follows. */
export function newJob(journeyId: string, kind: JourneyJobKind, input: object, total: number | null = null) {
  const { job, ...made } = newPagedJob({
    kind: `journeys.${kind}`,
    title: titles[kind],
    subjectId: journeyId,
    link: `/journeys/${journeyId}`,
    input,
    total,
    // Leads would be left in a journey that is gone, or held in one that is live.
    isCancellable: kind === 'enrol' || kind === 'move',
  });
  return { ...made, answer: answerOf(job) };
}

/** Begins what is done to many leads in the background. */
export async function startJob(
  journeyId: string,
  kind: JourneyJobKind,
  input: object,
  total: number | null = null,
) {
  const { write: inserting, begin, answer } = newJob(journeyId, kind, input, total);
  await commit(inserting);
  await begin();
  return answer;
}

/** @throws 404 */
export async function jobOf(journeyId: string, jobId: string) {
  const job = await findJob(jobId, journeyId);
  if (!job) throw notFound('The job');
  return answerOf(job);
}
