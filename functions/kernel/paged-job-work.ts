import { onBehalfOf } from './actor.ts';
import { clock } from './clock.ts';
import { AppError } from './errors.ts';
import { hashShard } from './hashes.ts';
import { log } from './log.ts';
import { type JobMessage, sendJob } from './paged-job.ts';
import {
  deletePart,
  findJobRecord,
  findPart,
  insertPart,
  type JobRecord,
  newProgress,
  type Outcome,
  type PartRecord,
  type Problem,
  type Progress,
  replaceJob,
  replacePart,
  sumOf,
} from './paged-job-store.ts';
import { retryOnConflict } from './retry.ts';
import { accepted, commit, orElse } from './table.ts';

/*
 * How a job is worked. A message does one page and hands on:
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
/** Tries of one page, over some three hours, after which a job is given up. */
export const mostFailures = 20;

export interface PageAsked {
  jobId: string;
  subjectId: string;
  input: unknown;
  /** Where it begins; null at the beginning. */
  cursor: string | null;
  /** Into how many parts the job is split: a read of the list brings that many times what is the page's own. */
  parts: number;
  /** Which of them this is, from 0. */
  part: number;
  /** Whether an item is this part's. */
  isMine: (id: string) => boolean;
  /** Tries of this page before that did not come through. */
  failures: number;
}

export interface PageDone {
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  seen: number;
  changed: number;
  /** Items that were refused. */
  problems?: readonly Problem[];
  /** How many items the job has, once that is known. */
  total?: number;
  /** True while the job is not to be split: the next page follows this one. */
  isSerial?: boolean;
  /** The next page begins so much later: it looks for what somebody else does. Of a serial job. */
  waitMs?: number;
}

/** What is done to many items, by one kind of job. */
export interface JobDefinition {
  /** One page. It bears to be done twice. What it throws with a status below 500 ends the job with that sentence. */
  page: (asked: PageAsked) => Promise<PageDone>;
  /** What follows the last page, before the job is completed. It bears to be done twice. */
  finish?: (job: JobRecord) => Promise<void>;
  /** The product itself works it, and not whoever began it within what they may see. */
  asProduct?: boolean;
}

/** By kind: `{ 'offices.close': { page: closePage } }`. */
export type JobDefinitions = Readonly<Record<string, JobDefinition>>;

/** What would be refused the next time too; somebody who writes at the same instant, or too much of it, passes. */
const isForGood = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 409 && error.status !== 429;

/** What a worker holds: a job that is not split, or a part. */
interface Piece {
  job: JobRecord;
  part?: PartRecord | undefined;
}

/** Somebody else has written the part since it was read, or it has ended. */
class PartTaken extends Error {}

/** Workers of many parts may end at the same instant. */
const whileOthersEnd = { tries: 3 * partCount, pauseMs: 20, maxPauseMs: 500 };

const messageOf = ({ job: { jobId }, part }: Piece): JobMessage =>
  part ? { jobId, part: part.part } : { jobId };

const outcomeOf = ({ seen, changed, problems = [] }: PageDone): Outcome => ({
  seen,
  changed,
  failed: problems.length,
  problems,
});

/** Writes how far a piece is; undefined where somebody else was quicker. */
async function note<P extends Piece>(
  { job, part }: P,
  change: Partial<JobRecord>,
): Promise<Piece | undefined> {
  const write = part
    ? replacePart({ ...part, ...(change as Partial<Progress>) })
    : replaceJob({ ...job, ...change });
  if (!(await accepted(commit(write)))) return undefined;
  const written = { ...change, version: (part ?? job).version + 1 };
  return part ? { job, part: { ...part, ...written } as PartRecord } : { job: { ...job, ...written } };
}

/** Changes a job whoever else does at the same instant, with what belongs to the change. */
const changeJob = (jobId: string, change: (job: JobRecord) => Promise<unknown[]>): Promise<void> =>
  retryOnConflict(async () => {
    const job = await findJobRecord(jobId);
    if (job) await commit(await change(job));
  }, whileOthersEnd);

/** Ends a job before its end; one that has ended stays as it is. */
const endJob = (jobId: string, status: 'failed' | 'dead', error: string): Promise<void> =>
  changeJob(jobId, async (job) =>
    job.status === 'running'
      ? [replaceJob({ ...job, status, error, endedAt: clock.iso(), workedAt: clock.iso() })]
      : [],
  );

/** From where the first page ended each part goes through the whole rest. @returns false where somebody was quicker */
async function split(job: JobRecord): Promise<boolean> {
  const { jobId, cursor, expiresAt } = job;
  const parts = Array.from({ length: partCount }, (_, part) => part);
  const inserts = parts.map((part) => insertPart({ ...newProgress(cursor, expiresAt), jobId, part }));
  if (!(await accepted(commit(replaceJob({ ...job, parts: partCount }), inserts)))) return false;
  await Promise.all(parts.map((part) => sendJob({ jobId, part })));
  return true;
}

/** The name of its starter is what a page acts in, so that it finds and changes what they may. */
const inNameOf = <T>({ author }: JobRecord, { asProduct }: JobDefinition, work: () => T): T =>
  author && !asProduct ? onBehalfOf(author, 'jobs', work) : work();

/** Works one message by the definitions. */
export function jobWorker(definitions: JobDefinitions): (message: JobMessage) => Promise<void> {
  function definitionOf({ kind }: JobRecord): JobDefinition {
    const definition = definitions[kind];
    // A version that is being deployed, or was taken back, may not know of what another began.
    if (!definition) throw new Error(`Nobody knows jobs of the kind ${kind}.`);
    return definition;
  }

  async function completed(job: JobRecord): Promise<JobRecord> {
    const definition = definitionOf(job);
    await inNameOf(job, definition, () => definition.finish?.(job));
    return { ...job, status: 'completed', endedAt: clock.iso() };
  }

  /** Adds what a part has done to its job; the last one completes it. */
  async function endPart(part: PartRecord): Promise<void> {
    try {
      await changeJob(part.jobId, async (job) => {
        const after = {
          ...job,
          ...sumOf([job, part]),
          parts: job.parts! - 1 || null,
          workedAt: clock.iso(),
        };
        const isLast = !after.parts && job.status === 'running';
        const written = replaceJob(isLast ? await completed(after) : after);
        return [orElse(deletePart(part), new PartTaken()), written];
      });
    } catch (error) {
      if (!(error instanceof PartTaken)) throw error;
    }
  }

  async function pageDone(piece: Piece, done: PageDone): Promise<void> {
    const { cursor } = done;
    const change = {
      ...sumOf([piece.part ?? piece.job, outcomeOf(done)]),
      cursor,
      leaseUntil: 0,
      failures: 0,
      workedAt: clock.iso(),
    };
    if (piece.part) {
      if (!cursor) await endPart({ ...piece.part, ...change });
      else if (await note(piece, change)) await sendJob(messageOf(piece));
      return;
    }
    const { total = piece.job.total, isSerial = false, waitMs } = done;
    const workingSince = isSerial ? null : clock.iso();
    const job = { ...piece.job, ...change, total, workingSince };
    if (!(await written(job, cursor !== null, isSerial, waitMs))) await addToCancelled(piece.job, done);
  }

  /** Writes a job after a page, and hands it on. @returns false where somebody was quicker */
  async function written(
    job: JobRecord,
    goesOn: boolean,
    isSerial: boolean,
    waitMs?: number,
  ): Promise<boolean> {
    if (goesOn && !isSerial) return split(job);
    const isWritten = await accepted(commit(replaceJob(goesOn ? job : await completed(job))));
    if (isWritten && goesOn) await sendJob({ jobId: job.jobId }, waitMs);
    return isWritten;
  }

  /** What the page did that was at work when its job was stopped is counted all the same. */
  const addToCancelled = (held: JobRecord, done: PageDone): Promise<void> =>
    changeJob(held.jobId, async (job) =>
      job.status === 'cancelled' && job.leaseUntil === held.leaseUntil && job.version === held.version + 1
        ? [replaceJob({ ...job, ...sumOf([job, outcomeOf(done)]) })]
        : [],
    );

  /** Has a page that failed come again, later each time; one that is refused, or fails for too long, ends the job. */
  async function pageFailed(piece: Piece, error: unknown): Promise<void> {
    const { jobId } = piece.job;
    if (isForGood(error)) return endJob(jobId, 'failed', error.message);
    const { failures } = piece.part ?? piece.job;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    log.error('A page of a job failed and comes again.', { jobId, failures, error: error as Error });
    if (await note(piece, { leaseUntil: clock.now() + waitMs })) await sendJob(messageOf(piece), waitMs);
  }

  return async ({ jobId, part: number }) => {
    const job = await findJobRecord(jobId);
    const part = number === undefined ? undefined : await findPart(jobId, number);
    if (!job || (number === undefined ? job.parts !== null || job.status !== 'running' : !part)) return;
    if (part && job.status !== 'running') return endPart(part);
    const place = part ?? job;
    if (place.leaseUntil > clock.now()) return;
    if (place.failures >= mostFailures) {
      log.error('A job is given up.', { jobId, failures: place.failures });
      await endJob(
        jobId,
        'dead',
        `It failed ${mostFailures} times in a row and was given up. What is done stays done.`,
      );
      return part && endPart(part);
    }
    const definition = definitionOf(job);
    // A try counts before it is made: one that kills its worker counts too.
    const held = await note(
      { job, part },
      { leaseUntil: clock.now() + leaseMs, failures: place.failures + 1 },
    );
    if (!held) return;
    try {
      const done = await inNameOf(job, definition, () =>
        definition.page({
          jobId,
          subjectId: job.subjectId,
          input: job.input,
          cursor: place.cursor,
          parts: part ? partCount : 1,
          part: part?.part ?? 0,
          isMine: (id) => !part || hashShard(id, partCount) === part.part,
          failures: place.failures,
        }),
      );
      await pageDone(held, done);
    } catch (error) {
      await pageFailed(held, error);
    }
  };
}
