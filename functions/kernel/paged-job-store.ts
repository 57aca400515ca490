import { z } from 'zod';
import type { JobStatus } from '#shared/model/job.ts';
import type { Author } from './actor.ts';
import { clock } from './clock.ts';
import { dueAt, earlierItems } from './due.ts';
import { entity, ifVersion, type Stored } from './entity.ts';
import { type JobRange, newestOf } from './job-list.ts';

/** An item that could not be done, and why. */
export interface Problem {
  id: string;
  reason: string;
}

/** What has become of the items of a job, or of one of its parts. */
export interface Outcome {
  /** Items that were looked at. */
  seen: number;
  /** Of which so many were done. */
  changed: number;
  /** And so many refused. */
  failed: number;
  /** The first of those that were refused: at most `keptProblems`. */
  problems: readonly Problem[];
}

/** How far a job, or one of its parts, has come, and who is at it. */
export interface Progress extends Outcome {
  /** Where the next page begins. */
  cursor: string | null;
  /** Nobody else may work it before, ms since 1970: a worker's lease, or the wait after a page that failed. */
  leaseUntil: number;
  /** Tries of a page in a row that did not come through: they failed, or their worker died. */
  failures: number;
  /** When it was last at work; one that has been still for minutes is put back on the queue. */
  workedAt: string;
  expiresAt: number;
  /** Counts the writes: whoever read an older one writes nothing. */
  version: number;
}

export interface JobRecord extends Progress {
  jobId: string;
  /** What is done, by the name of its definition: `journeys.enrol`. */
  kind: string;
  /** What it is about, such as a journey; '' where there is no one thing. */
  subjectId: string;
  /** As a list of jobs names it: “Change leads”. */
  title: string;
  status: JobStatus;
  /** What the kind needs to know. */
  input: unknown;
  /** How many items there are; null while nobody knows. */
  total: number | null;
  error: string | null;
  /** Whether its starter may stop it between two pages. */
  isCancellable: boolean;
  startedBy: string;
  /** In whose name its pages are worked; null for the product itself. */
  author: Author | null;
  startedAt: string;
  /** The page that shows what it is about. */
  link: string | null;
  /** When it was split among its parts: the pace is measured from there. */
  workingSince: string | null;
  endedAt: string | null;
  /** Parts that have not ended, once it is split. */
  parts: number | null;
}

/** One share of the items of a job that is split: worked beside the others, and gone when it has ended. */
export interface PartRecord extends Progress {
  jobId: string;
  part: number;
}

/** What has been still for so long has lost its message, ms. */
export const stillMs = 2 * 60_000;

/** When nobody is at it any more, ms since 1970. */
export const quietAt = ({ leaseUntil, workedAt }: Pick<Progress, 'leaseUntil' | 'workedAt'>): number =>
  Math.max(leaseUntil, Date.parse(workedAt) + stillMs);

/** Problems of a job that are kept: what is refused is counted all the same. */
const keptProblems = 100;

const nothingDone: Outcome = { seen: 0, changed: 0, failed: 0, problems: [] };

/** The outcomes of several parts together. */
export const sumOf = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce(
    (all, one) => ({
      seen: all.seen + one.seen,
      changed: all.changed + one.changed,
      failed: all.failed + one.failed,
      problems: [...all.problems, ...one.problems].slice(0, keptProblems),
    }),
    nothingDone,
  );

export const newProgress = (cursor: string | null, expiresAt: number): Progress => ({
  ...nothingDone,
  cursor,
  leaseUntil: 0,
  failures: 0,
  workedAt: clock.iso(),
  expiresAt,
  version: 1,
});

/** What stands beside the body of a job and of a part. */
const besideBody = { jobId: z.string(), workedAt: z.string(), expiresAt: z.number(), version: z.number() };
type BesideBody = 'jobId' | 'workedAt' | 'expiresAt' | 'version';

/** What items of earlier versions lack. */
const absentOfEarlier = {
  ...nothingDone,
  leaseUntil: 0,
  failures: 0,
  parts: null,
  total: null,
  author: null,
  link: null,
};

/** Of a job that is split the parts are looked at. */
const dueOf = (kind: 'job' | 'journeyJob', job: JobRecord) =>
  job.status === 'running' && job.parts === null ? dueAt(kind, job.jobId, quietAt(job)) : {};

const Jobs = entity('job', {
  fields: z.object({
    ...besideBody,
    startedBy: z.string(),
    startedAt: z.string(),
    body: z.custom<Omit<JobRecord, BesideBody | 'startedBy' | 'startedAt'>>(),
  }),
  key: { partition: ['jobId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['startedAt', 'jobId'] },
    byStarter: { index: 'gsi2', partition: ['startedBy'], sort: ['startedAt', 'jobId'] },
  },
  due: true,
});

function jobItem(job: JobRecord) {
  const { jobId, workedAt, expiresAt, version, startedBy, startedAt, ...body } = job;
  return { jobId, workedAt, expiresAt, version, startedBy, startedAt, body, ...dueOf('job', job) };
}

const jobRecord = ({ body, ...item }: Stored<typeof Jobs>): JobRecord => ({ ...item, ...body });

/** Jobs of journeys that earlier versions began: they had an entity of their own, and ids that begin with `jjb`. */
const EarlierJobs = entity('journeyjob', {
  fields: z.object({
    ...besideBody,
    journeyId: z.string(),
    body: z.custom<Partial<Omit<JobRecord, BesideBody | 'subjectId'>> & { kind: string }>(),
    /** 'yes' of jobs that run, of versions before the index of what is due. */
    running: z.string(),
  }),
  key: { partition: ['jobId'], sort: [] },
  indexes: {
    running: { index: 'gsi1', partition: ['running'], sort: ['workedAt', 'jobId'], retired: true },
  },
  due: true,
});

const journeyKind = 'journeys.';

function earlierItem(job: JobRecord) {
  const { jobId, workedAt, expiresAt, version, subjectId, ...rest } = job;
  const body = { ...rest, kind: job.kind.slice(journeyKind.length) };
  const due = dueOf('journeyJob', job);
  return { jobId, workedAt, expiresAt, version, journeyId: subjectId, body, running: '', ...due };
}

function earlierRecord(found: Stored<typeof EarlierJobs>): JobRecord {
  const { body, running: _, journeyId, ...item } = found;
  return {
    ...absentOfEarlier,
    title: 'Journey',
    isCancellable: false,
    startedAt: item.workedAt,
    workingSince: null,
    endedAt: null,
    ...item,
    subjectId: journeyId,
    ...body,
    kind: journeyKind + body.kind,
  } as JobRecord;
}

const isEarlier = (jobId: string): boolean => jobId.startsWith('jjb_');

/** Without what its parts have done and not added to it yet. */
export async function findJobRecord(jobId: string): Promise<JobRecord | undefined> {
  if (isEarlier(jobId)) {
    const found = await EarlierJobs.find({ jobId });
    return found && earlierRecord(found);
  }
  const found = await Jobs.find({ jobId });
  return found && jobRecord(found);
}

export const insertJob = (job: JobRecord): object => Jobs.insert(jobItem(job));

/** Writes a job again where nobody has since it was read. */
export function replaceJob(job: JobRecord): object {
  const after = { ...job, version: job.version + 1 };
  return isEarlier(job.jobId)
    ? EarlierJobs.put(earlierItem(after), ifVersion(job.version))
    : Jobs.put(jobItem(after), ifVersion(job.version));
}

/** Jobs that run and that a version before the index of what is due has written. */
export const earlierJobs = () => earlierItems(EarlierJobs.query('running', { running: 'yes' }), 'jobId');

/** The newest jobs of one starter or of all. */
export async function newestJobs(startedBy: string | undefined, range: JobRange): Promise<JobRecord[]> {
  const query = startedBy === undefined ? Jobs.query('byTime') : Jobs.query('byStarter', { startedBy });
  const { from, before } = range;
  const stretch = query.between({ startedAt: from }, { startedAt: before.at, jobId: before.id });
  const found = await newestOf(
    (options) => stretch.go(options),
    ({ jobId }) => jobId,
    () => true,
    range,
  );
  return found.map(jobRecord);
}

const Parts = entity('jobpart', {
  fields: z.object({
    ...besideBody,
    part: z.number(),
    body: z.custom<Partial<Omit<PartRecord, BesideBody | 'part'>>>(),
  }),
  key: { partition: ['jobId'], sort: ['part'] },
  padded: { part: 2 },
  due: true,
});

const partItem = ({ jobId, part, workedAt, expiresAt, version, ...body }: PartRecord) => ({
  jobId,
  part,
  workedAt,
  expiresAt,
  version,
  body,
  ...dueAt('jobPart', `${jobId}#${part}`, quietAt({ leaseUntil: body.leaseUntil, workedAt })),
});

const partRecord = ({ body, ...item }: Stored<typeof Parts>): PartRecord =>
  ({ ...nothingDone, ...item, ...body }) as PartRecord;

export async function findPart(jobId: string, part: number): Promise<PartRecord | undefined> {
  const found = await Parts.find({ jobId, part });
  return found && partRecord(found);
}

export const partsOf = async (jobId: string): Promise<PartRecord[]> =>
  (await Parts.all('key', { jobId })).map(partRecord);

export const insertPart = (part: PartRecord): object => Parts.insert(partItem(part));

export const replacePart = (part: PartRecord): object =>
  Parts.put(partItem({ ...part, version: part.version + 1 }), ifVersion(part.version));

export const deletePart = ({ jobId, part, version }: PartRecord): object =>
  Parts.remove({ jobId, part }, ifVersion(version));
