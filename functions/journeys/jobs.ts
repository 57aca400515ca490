import { actorName, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { log } from '#functions/kernel/log.ts';
import { send } from '#functions/kernel/queue.ts';
import { commit } from '#functions/kernel/table.ts';
import { queryLeads } from '#functions/leads/api.ts';
import type { EnrolmentStatus } from '#shared/model/journey/journey.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { endEnrolment } from './end-enrolment.ts';
import { resumeWrite } from './engine/pause-writes.ts';
import { write } from './engine/transition.ts';
import { enrol } from './enrol.ts';
import { moveOne } from './move-enrolments.ts';
import { removeCounts } from './store/counts.ts';
import { enrolmentsOfJourney, findEnrolment } from './store/enrolments.ts';
import { earlierJobs, findJob, insertJob, type JobRecord, jobStillMs, replaceJob } from './store/jobs.ts';
import { deleteVersions, findJourney } from './store/journeys.ts';

/** Leads of one page of work; a message does one page and hands itself on. */
const page = 100;
const keepSeconds = 30 * 86_400;
const startSeconds = 2;

const answerOf = ({ jobId, kind, status, seen, changed, error }: JobRecord) => ({
  id: jobId,
  kind,
  status,
  seen,
  changed,
  error,
});

/**
 * What is done to many leads in the background: `write` goes into the transaction of the change that asks for it, and
 * `begin` follows. A process that dies between the two leaves it to the sweeper.
 */
export function newJob(journeyId: string, kind: JobRecord['kind'], input: object) {
  const job: JobRecord = {
    journeyId,
    jobId: newId('jjb'),
    kind,
    status: 'running',
    input,
    cursor: null,
    seen: 0,
    changed: 0,
    error: null,
    startedBy: actorName(),
    workedAt: clock.iso(),
    expiresAt: clock.seconds() + keepSeconds,
    version: 1,
  };
  // The index by which a job goes tells of changes some milliseconds late: what was held just now is in it by then.
  const begin = () =>
    send('JOURNEYS', tenantOf(), { jobId: job.jobId }, startSeconds).catch((error) =>
      log.warn('A job waits for the sweeper.', { error: error as Error }),
    );
  return { write: insertJob(job) as object, begin, answer: answerOf(job) };
}

/** Begins what is done to many leads in the background. */
export async function startJob(journeyId: string, kind: JobRecord['kind'], input: object) {
  const { write: inserting, begin, answer } = newJob(journeyId, kind, input);
  await commit(inserting);
  await begin();
  return answer;
}

/** @throws 404 */
export async function jobOf(journeyId: string, jobId: string) {
  const job = await findJob(jobId);
  if (job?.journeyId !== journeyId) throw notFound('The job');
  return answerOf(job);
}

interface Page {
  cursor: string | null;
  seen: number;
  changed: number;
}

type Work = (job: JobRecord) => Promise<Page>;

const enrolPage: Work = async ({ journeyId, jobId, input, cursor }) => {
  const { filter, how } = input as { filter: LeadFilter; how: 'bulk' | 'criteria' };
  const { leads, nextCursor } = await queryLeads(
    filter,
    { field: 'createdAt', direction: 'asc' },
    { limit: page, cursor: cursor ?? undefined },
  );
  const results = await enrol(
    journeyId,
    leads.map(({ id }) => id),
    { how, key: jobId },
  );
  return {
    cursor: nextCursor,
    seen: leads.length,
    changed: results.filter(({ outcome }) => outcome === 'enrolled').length,
  };
};

/** Goes through enrolments of some statuses, one status after the other; the cursor says which. */
const through =
  (statuses: readonly EnrolmentStatus[], change: (enrolmentId: string) => Promise<boolean>): Work =>
  async ({ journeyId, cursor }) => {
    const [at, place] = cursor ? (JSON.parse(cursor) as [number, string | null]) : [0, null];
    const status = statuses[at];
    if (!status) return { cursor: null, seen: 0, changed: 0 };
    const { data, cursor: next } = await enrolmentsOfJourney(journeyId, {
      status,
      limit: page,
      cursor: place,
    });
    const results = await Promise.all(data.map(({ enrolmentId }) => change(enrolmentId)));
    const more = next ? [at, next] : at + 1 < statuses.length ? [at + 1, null] : null;
    return {
      cursor: more && JSON.stringify(more),
      seen: data.length,
      changed: results.filter(Boolean).length,
    };
  };

const works: Record<JobRecord['kind'], Work> = {
  enrol: enrolPage,
  move: (job) => {
    const { from } = job.input as { from?: number };
    return through(['active', 'held', 'parked', 'paused'], (id) => moveOne(id, from))(job);
  },
  resume: through(['held'], async (id) => {
    const now = await findEnrolment(id);
    const journey = now && (await findJourney(now.journeyId));
    if (now?.status !== 'held' || journey?.status !== 'live') return false;
    return write(resumeWrite(now));
  }),
  exit: through(['active', 'held', 'parked', 'paused'], (id) =>
    endEnrolment(id, 'journey_removed', 'The journey was removed'),
  ),
};

/** What would be refused the next time too; somebody who writes at the same instant, or too much of it, passes. */
const isForGood = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 409 && error.status !== 429;

/** Does one page of a job and hands it on. A page done twice changes nothing the second time. */
export async function workOn(jobId: string): Promise<void> {
  const job = await findJob(jobId);
  if (job?.status !== 'running') return;
  let done: Page;
  try {
    done = await works[job.kind](job);
  } catch (error) {
    if (isForGood(error)) {
      await write(replaceJob({ ...job, status: 'failed', error: error.message, workedAt: clock.iso() }));
      return;
    }
    log.error('A job of a journey failed and comes again.', { jobId, error: error as Error });
    throw error;
  }
  const after: JobRecord = {
    ...job,
    cursor: done.cursor,
    seen: job.seen + done.seen,
    changed: job.changed + done.changed,
    status: done.cursor ? 'running' : 'completed',
    workedAt: clock.iso(),
  };
  if (job.kind === 'exit' && after.status === 'completed') {
    await deleteVersions(job.journeyId);
    await removeCounts(job.journeyId);
  }
  // Somebody else has done the same page meanwhile, and hands it on.
  if (!(await write(replaceJob(after)))) return;
  if (after.status === 'running') await send('JOURNEYS', tenantOf(), { jobId });
}

/** The sweeper's part: puts a job back on the queue whose message was lost. */
export const journeyJobWork = jobWork({
  find: findJob,
  isOpen: ({ status }) => status === 'running',
  quietAt: ({ workedAt }) => Date.parse(workedAt) + jobStillMs,
  revive: (_, jobId) => send('JOURNEYS', tenantOf(), { jobId }),
  againMs: jobStillMs,
  earlier: earlierJobs,
});
