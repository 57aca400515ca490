import type { DueWork } from '#functions/kernel/due.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { type PageAsked, type PageDone, pagedJobs, pagedJobWork } from '#functions/kernel/paged-job.ts';
import type { JobRecord } from '#functions/kernel/paged-job-store.ts';
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
import { type JobKind, jobs } from './store/jobs.ts';
import { deleteVersions, findJourney } from './store/journeys.ts';

/** Leads of one page of work. */
const page = 100;
/** Of which so many enrolments are changed at the same time: those of a part share one of the journey's counters. */
const atOnce = 4;
const queue = 'JOURNEYS';

type Work = (asked: PageAsked) => Promise<PageDone>;

const enrolPage: Work = async ({ subjectId, jobId, input, cursor, isMine }) => {
  const { filter, how } = input as { filter: LeadFilter; how: 'bulk' | 'criteria' };
  const { leads, nextCursor } = await queryLeads(
    filter,
    { field: 'createdAt', direction: 'asc' },
    { limit: page, cursor: cursor ?? undefined, only: isMine },
  );
  const results = await enrol(
    subjectId,
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
  async ({ subjectId, cursor, isMine, parts }) => {
    let [at, place] = cursor ? (JSON.parse(cursor) as [number, string | null]) : [0, null];
    const ids: string[] = [];
    for (let status = statuses[at]; status && ids.length < page; status = statuses[at]) {
      const limit = (page - ids.length) * parts;
      const read = await enrolmentsOfJourney(subjectId, { status, limit, cursor: place });
      ids.push(...read.data.map(({ enrolmentId }) => enrolmentId).filter(isMine));
      place = read.cursor;
      if (!place) at++;
    }
    const results: boolean[] = [];
    for (let n = 0; n < ids.length; n += atOnce)
      results.push(...(await Promise.all(ids.slice(n, n + atOnce).map(change))));
    return {
      cursor: statuses[at] ? JSON.stringify([at, place]) : null,
      seen: ids.length,
      changed: results.filter(Boolean).length,
    };
  };

const running = pagedJobs({
  store: jobs,
  prefix: 'jjb',
  queue,
  pages: {
    enrol: enrolPage,
    move: (asked) => {
      const { from } = asked.input as { from?: number };
      return through(['active', 'held', 'parked', 'paused'], (id) => moveOne(id, from))(asked);
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
  },
  async finish({ kind, subjectId }) {
    if (kind !== 'exit') return;
    await deleteVersions(subjectId);
    await removeCounts(subjectId);
  },
});

/** Does one page of a job, or of a part of one, and hands it on. */
export const { workOn } = running;

const answerOf = ({ jobId, kind, status, seen, changed, error }: JobRecord<JobKind>) => ({
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
export function newJob(journeyId: string, kind: JobKind, input: object) {
  const { job, ...made } = running.create(journeyId, kind, input);
  return { ...made, answer: answerOf(job) };
}

/** Begins what is done to many leads in the background. */
export async function startJob(journeyId: string, kind: JobKind, input: object) {
  const { write: inserting, begin, answer } = newJob(journeyId, kind, input);
  await commit(inserting);
  await begin();
  return answer;
}

/** @throws 404 */
export async function jobOf(journeyId: string, jobId: string) {
  const job = await running.find(journeyId, jobId);
  if (!job) throw notFound('The job');
  return answerOf(job);
}

/** The sweeper's part: puts a job back on the queue whose message was lost. */
export const journeyJobWork: DueWork = /* @__PURE__ */ pagedJobWork(jobs, queue);
