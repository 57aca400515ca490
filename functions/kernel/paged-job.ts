import { actorName, tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import type { DueWork } from './due.ts';
import { AppError } from './errors.ts';
import { hashShard } from './hashes.ts';
import { newId } from './ids.ts';
import { jobWork } from './job.ts';
import { log } from './log.ts';
import {
  deletePart,
  findPart,
  insertPart,
  type JobRecord,
  type JobStore,
  newProgress,
  type PartRecord,
  type Progress,
  partsOf,
  quietAt,
  replacePart,
  stillMs,
} from './paged-job-store.ts';
import { send } from './queue.ts';
import { retryOnConflict } from './retry.ts';
import { accepted, commit, orElse } from './table.ts';

/*
 * What is done to many items in the background, a page at a time. A message does one page and hands on:
 *
 *   job ──first page──▶ completed
 *    └──there is more──▶ split into parts ──page, page …──▶ ended ──the last one──▶ the job is completed
 *
 * A part has every sixteenth item, chosen by a hash of its id, so the parts need not know how the items lie: each goes
 * through the whole list and leaves out what is not its own before it reads more than the index. A worker holds a job
 * or part by a lease; what it has done is written with the place where the next page begins. A page may come twice,
 * after a kill or by a message given twice: each item bears it, and what it counts is what it changed.
 */

/** Parts of a job that is split. */
const partCount = 16;
/** As long as a worker's function may live: who holds it longer is dead. */
const leaseMs = 60_000;
/** The wait after a page that failed, and the longest, ms. */
const firstWaitMs = 2_000;
const longestWaitMs = 900_000;
const keepSeconds = 30 * 86_400;
/** An index by which items are found tells of changes some milliseconds late: what changed just now is in it by then. */
const startMs = 2_000;

/** What a queue carries: `part` of a job that is split. */
export interface JobMessage {
  jobId: string;
  part?: number | undefined;
}

export interface PageAsked {
  jobId: string;
  subjectId: string;
  input: unknown;
  /** Where it begins; null at the beginning. */
  cursor: string | null;
  /** Into how many parts the job is split: a read of the list brings that many times what is the page's own. */
  parts: number;
  /** Whether an item is this part's. */
  isMine: (id: string) => boolean;
}

export interface PageDone {
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  seen: number;
  changed: number;
}

export interface JobKinds<Kind extends string> {
  store: JobStore<Kind>;
  /** Of the ids. */
  prefix: string;
  /** The queue whose worker hands each `JobMessage` to `workOn`. */
  queue: string;
  /** One page of each kind. It bears to be done twice. */
  pages: Record<Kind, (asked: PageAsked) => Promise<PageDone>>;
  /** What follows the last page, before the job is completed. It bears to be done twice. */
  finish?: (job: JobRecord<Kind>) => Promise<void>;
}

/** What would be refused the next time too; somebody who writes at the same instant, or too much of it, passes. */
const isForGood = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 409 && error.status !== 429;

/** What a worker holds: a job that is not split, or a part. */
interface Piece<Kind extends string> {
  job: JobRecord<Kind>;
  part?: PartRecord | undefined;
}

/** Somebody else has written the part since it was read, or it has ended. */
class PartTaken extends Error {}

/** Workers of many parts may end at the same instant. */
const whileOthersEnd = { tries: 3 * partCount, pauseMs: 20, maxPauseMs: 500 };

/** What a noun does to many items in the background: begins it, works it, and says how far it is. */
export function pagedJobs<Kind extends string>({ store, prefix, queue, pages, finish }: JobKinds<Kind>) {
  const handOn = (message: JobMessage, delayMs = 0): Promise<void> =>
    send(queue, tenantOf(), message, delayMs / 1_000).catch((error) =>
      log.warn('A job waits for the sweeper.', { ...message, error: error as Error }),
    );
  const messageOf = ({ job: { jobId }, part }: Piece<Kind>): JobMessage =>
    part ? { jobId, part: part.part } : { jobId };

  /** Writes how far a piece is; undefined where somebody else was quicker. */
  async function note(
    { job, part }: Piece<Kind>,
    change: Partial<Progress>,
  ): Promise<Piece<Kind> | undefined> {
    const write = part ? replacePart({ ...part, ...change }) : store.replace({ ...job, ...change });
    if (!(await accepted(commit(write)))) return undefined;
    const written = { ...change, version: (part ?? job).version + 1 };
    return part ? { job, part: { ...part, ...written } } : { job: { ...job, ...written } };
  }

  /** Changes a job whoever else does at the same instant, with what belongs to the change. */
  const changeJob = (jobId: string, change: (job: JobRecord<Kind>) => Promise<unknown[]>): Promise<void> =>
    retryOnConflict(async () => {
      const job = await store.find(jobId);
      if (job) await commit(await change(job));
    }, whileOthersEnd);

  async function completed(job: JobRecord<Kind>): Promise<JobRecord<Kind>> {
    await finish?.(job);
    return { ...job, status: 'completed' };
  }

  /** From where the first page ended each part goes through the whole rest. */
  async function split(job: JobRecord<Kind>): Promise<void> {
    const { jobId, cursor, expiresAt } = job;
    const parts = Array.from({ length: partCount }, (_, part) => part);
    const inserts = parts.map((part) =>
      insertPart({ ...newProgress(cursor, expiresAt), jobId, part, queue }),
    );
    if (!(await accepted(commit(store.replace({ ...job, parts: partCount }), inserts)))) return;
    await Promise.all(parts.map((part) => handOn({ jobId, part })));
  }

  /** Adds what a part has done to its job; the last one completes it. */
  async function endPart(part: PartRecord): Promise<void> {
    try {
      await changeJob(part.jobId, async (job) => {
        const after = {
          ...job,
          seen: job.seen + part.seen,
          changed: job.changed + part.changed,
          parts: job.parts! - 1 || null,
          workedAt: clock.iso(),
        };
        const isLast = !after.parts && job.status === 'running';
        const written = store.replace(isLast ? await completed(after) : after);
        return [orElse(deletePart(part), new PartTaken()), written];
      });
    } catch (error) {
      if (!(error instanceof PartTaken)) throw error;
    }
  }

  async function pageDone(piece: Piece<Kind>, { cursor, seen, changed }: PageDone): Promise<void> {
    const before = piece.part ?? piece.job;
    const after = {
      cursor,
      seen: before.seen + seen,
      changed: before.changed + changed,
      leaseUntil: 0,
      failures: 0,
      workedAt: clock.iso(),
    };
    if (piece.part) {
      if (!cursor) await endPart({ ...piece.part, ...after });
      else if (await note(piece, after)) await handOn(messageOf(piece));
      return;
    }
    const job = { ...piece.job, ...after };
    if (cursor) await split(job);
    else await accepted(commit(store.replace(await completed(job))));
  }

  /** Has a page that failed come again, later each time; one that is refused ends the job. */
  async function pageFailed(piece: Piece<Kind>, error: unknown): Promise<void> {
    const { jobId } = piece.job;
    if (isForGood(error))
      return changeJob(jobId, async (job) => [
        store.replace({ ...job, status: 'failed', error: error.message, workedAt: clock.iso() }),
      ]);
    const failures = (piece.part ?? piece.job).failures + 1;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    log.error('A page of a job failed and comes again.', { jobId, failures, error: error as Error });
    if (await note(piece, { failures, leaseUntil: clock.now() + waitMs }))
      await handOn(messageOf(piece), waitMs);
  }

  /** Does one page of a job or part that nobody else is at, and hands it on. */
  async function workOn({ jobId, part: number }: JobMessage): Promise<void> {
    const job = await store.find(jobId);
    const part = number === undefined ? undefined : await findPart(jobId, number);
    if (!job || (number === undefined ? job.parts !== null || job.status !== 'running' : !part)) return;
    if (part && job.status !== 'running') return endPart(part);
    const place = part ?? job;
    if (place.leaseUntil > clock.now()) return;
    const held = await note({ job, part }, { leaseUntil: clock.now() + leaseMs });
    if (!held) return;
    try {
      const done = await pages[job.kind]({
        jobId,
        subjectId: job.subjectId,
        input: job.input,
        cursor: place.cursor,
        parts: part ? partCount : 1,
        isMine: (id) => !part || hashShard(id, partCount) === part.part,
      });
      await pageDone(held, done);
    } catch (error) {
      await pageFailed(held, error);
    }
  }

  return {
    /** `write` goes into the transaction of the change that asks for it, and `begin` follows. */
    create(subjectId: string, kind: Kind, input: unknown) {
      const job: JobRecord<Kind> = {
        ...newProgress(null, clock.seconds() + keepSeconds),
        jobId: newId(prefix),
        subjectId,
        kind,
        status: 'running',
        input,
        error: null,
        startedBy: actorName(),
        parts: null,
      };
      return { job, write: store.insert(job), begin: () => handOn({ jobId: job.jobId }, startMs) };
    },
    /** A job with what its parts have done so far; undefined where there is none, or it is about something else. */
    async find(subjectId: string, jobId: string): Promise<JobRecord<Kind> | undefined> {
      const job = await store.find(jobId);
      if (job?.subjectId !== subjectId) return undefined;
      const parts = job.parts === null ? [] : await partsOf(jobId);
      const sum = (of: 'seen' | 'changed') => parts.reduce((all, part) => all + part[of], job[of]);
      return { ...job, seen: sum('seen'), changed: sum('changed') };
    },
    workOn,
  };
}

/** The sweeper's part for the jobs of a noun: puts one back on the queue whose message was lost. */
export const pagedJobWork = (store: JobStore<string>, queue: string): DueWork =>
  jobWork({
    find: (jobId) => store.find(jobId),
    isOpen: ({ status, parts }) => status === 'running' && parts === null,
    quietAt,
    revive: (_, jobId) => send(queue, tenantOf(), { jobId } satisfies JobMessage),
    againMs: stillMs,
    earlier: () => store.earlier(),
  });

/** The same for the parts of all jobs; those of a job that has failed end when their message is worked. */
export const jobPartWork = /* @__PURE__ */ jobWork({
  find: (id) => {
    const [jobId = '', part] = id.split('#');
    return findPart(jobId, Number(part));
  },
  isOpen: () => true,
  quietAt,
  revive: ({ queue, jobId, part }) => send(queue, tenantOf(), { jobId, part } satisfies JobMessage),
  againMs: stillMs,
  earlier: async () => [],
});
