import type { Job } from '#shared/model/job.ts';
import { actor, actorName, author, seesOwnLeadsOnly, tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import { conflict, notFound } from './errors.ts';
import { newId } from './ids.ts';
import { jobWork } from './job.ts';
import type { JobSource } from './job-list.ts';
import { log } from './log.ts';
import {
  earlierJobs,
  findJobRecord,
  findPart,
  insertJob,
  type JobRecord,
  newestJobs,
  newProgress,
  partsOf,
  quietAt,
  replaceJob,
  stillMs,
  sumOf,
} from './paged-job-store.ts';
import { send } from './queue.ts';
import { retryOnConflict } from './retry.ts';
import { commit } from './table.ts';

/*
 * What is done to many items in the background, a page at a time: how a noun begins it, and who may see and stop it.
 * How it is worked is in paged-job-work.ts; what is done, in the definitions that functions/jobs/worker.ts lists.
 */

/** Jobs are kept for so long after they began. */
const keepSeconds = 30 * 86_400;
/** An index by which items are found tells of changes some milliseconds late: what changed just now is in it by then. */
const startMs = 2_000;

/** What the queue of jobs carries: `part` of a job that is split. */
export interface JobMessage {
  jobId: string;
  part?: number | undefined;
}

export interface NewJob {
  /** The name of its definition. */
  kind: string;
  /** As a list of jobs names it: “Change leads”. */
  title: string;
  /** What it is about, such as a journey. */
  subjectId?: string;
  /** The page that shows that. */
  link?: string | null | ((jobId: string) => string);
  /** What its pages need to know; JSON of at most some 100 KB. */
  input: unknown;
  /** How many items there are, where that is known. */
  total?: number | null;
  /** False for work that leaves something broken when it stops half-way. */
  isCancellable?: boolean;
}

/** Puts a message on the queue of jobs. One that is lost is made good by the sweeper. */
export const sendJob = (message: JobMessage, delayMs = 0): Promise<void> =>
  send('JOBS', tenantOf(), message, delayMs / 1_000).catch((error) =>
    log.warn('A job waits for the sweeper.', { ...message, error: error as Error }),
  );

/** Nobody but a person or a program with a key can be asked what they may see. */
const currentAuthor = () => (['user', 'key'].includes(actor().kind) ? author() : null);

/**
 * A job that is not begun yet: `write` goes into the transaction of the change that asks for it, and `begin` follows. A
 * process that dies between the two leaves it to the sweeper.
 */
export function newJob(given: NewJob) {
  const { kind, title, subjectId = '', input, total = null, isCancellable = true, link = null } = given;
  const jobId = newId('job');
  const job: JobRecord = {
    ...newProgress(null, clock.seconds() + keepSeconds),
    jobId,
    kind,
    title,
    subjectId,
    status: 'running',
    input,
    total,
    error: null,
    isCancellable,
    startedBy: actorName(),
    author: currentAuthor(),
    link: typeof link === 'function' ? link(jobId) : link,
    startedAt: clock.iso(),
    workingSince: null,
    endedAt: null,
    parts: null,
  };
  return { job, write: insertJob(job), begin: () => sendJob({ jobId }, startMs) };
}

/** Begins a job, with writes that belong to it. */
export async function startJob(given: NewJob, ...alongside: object[]): Promise<Job> {
  const { job, write, begin } = newJob(given);
  await commit(write, alongside);
  await begin();
  return jobView(job);
}

/** The shortest time that a pace is measured in, ms. */
const paceMs = 2_000;

/** Seconds that are left by the pace so far. */
function secondsLeft({ status, total, seen, workingSince }: JobRecord): number | null {
  if (status !== 'running' || total === null || workingSince === null || seen === 0) return null;
  const workedMs = clock.now() - Date.parse(workingSince);
  if (workedMs < paceMs) return null;
  return Math.ceil((Math.max(0, total - seen) * workedMs) / seen / 1_000);
}

/** A job as the contract answers it. */
export const jobView = (job: JobRecord): Job => ({
  id: job.jobId,
  kind: job.kind,
  title: job.title,
  status: job.status,
  subjectId: job.subjectId || null,
  total: job.total,
  seen: job.seen,
  changed: job.changed,
  failed: job.failed,
  problems: [...job.problems],
  error: job.error,
  isCancellable: job.isCancellable && job.status === 'running',
  secondsLeft: secondsLeft(job),
  startedBy: job.startedBy,
  startedByName: job.author?.username ?? job.startedBy,
  startedAt: job.startedAt,
  endedAt: job.endedAt,
  link: job.link,
});

/** With what its parts have done so far. */
async function withParts(job: JobRecord): Promise<JobRecord> {
  return job.parts === null ? job : { ...job, ...sumOf([job, ...(await partsOf(job.jobId))]) };
}

/** A job with what its parts have done so far; undefined where there is none, or it is about something else. */
export async function findJob(jobId: string, subjectId?: string): Promise<JobRecord | undefined> {
  const job = await findJobRecord(jobId);
  if (!job || (subjectId !== undefined && job.subjectId !== subjectId)) return undefined;
  return withParts(job);
}

/** Everybody sees the jobs that they began; admins all. @throws 404 */
async function visibleJob(jobId: string): Promise<JobRecord> {
  const job = await findJob(jobId);
  if (!job || (seesOwnLeadsOnly() && job.startedBy !== actorName())) throw notFound('The job');
  return job;
}

/** @throws 404 */
export const jobOf = async (jobId: string): Promise<Job> => jobView(await visibleJob(jobId));

/** Jobs in the list of all work. */
export const pagedJobs: JobSource = {
  permission: 'jobs.view',
  async newest(range) {
    const jobs = await newestJobs(seesOwnLeadsOnly() ? actorName() : undefined, range);
    return (await Promise.all(jobs.map(withParts))).map(jobView);
  },
};

/** Stops a job at its next page; what is done stays done. @throws 404, 409 when it has ended or cannot be stopped */
export const cancelJob = (jobId: string): Promise<Job> =>
  retryOnConflict(async () => {
    await visibleJob(jobId);
    const job = (await findJobRecord(jobId))!;
    if (job.status !== 'running') throw conflict('The job has ended already.');
    if (!job.isCancellable) throw conflict('This job has to be finished and cannot be stopped.');
    await commit(replaceJob({ ...job, status: 'cancelled', endedAt: clock.iso() }));
    return jobOf(jobId);
  });

const isOpen = ({ status, parts }: JobRecord): boolean => status === 'running' && parts === null;
const revive = (_: JobRecord, jobId: string) => send('JOBS', tenantOf(), { jobId } satisfies JobMessage);

/** The sweeper's part: puts a job back on the queue whose message was lost. */
export const pagedJobWork = /* @__PURE__ */ jobWork({
  find: findJobRecord,
  isOpen,
  quietAt,
  revive,
  againMs: stillMs,
  earlier: async () => [],
});

/** The same for the jobs of journeys that earlier versions began. */
export const journeyJobWork = /* @__PURE__ */ jobWork({
  find: findJobRecord,
  isOpen,
  quietAt,
  revive,
  againMs: stillMs,
  earlier: earlierJobs,
});

/** The same for the parts of all jobs; those of a job that has ended end when their message is worked. */
export const jobPartWork = /* @__PURE__ */ jobWork({
  find: (id) => {
    const [jobId = '', part] = id.split('#');
    return findPart(jobId, Number(part));
  },
  isOpen: () => true,
  quietAt,
  revive: ({ jobId, part }) => send('JOBS', tenantOf(), { jobId, part } satisfies JobMessage),
  againMs: stillMs,
  earlier: async () => [],
});
