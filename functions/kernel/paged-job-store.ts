import { z } from 'zod';
import { clock } from './clock.ts';
import { type DueKind, dueAt, earlierItems } from './due.ts';
import { entity, ifVersion, type Stored } from './entity.ts';

/** How far a job, or one of its parts, has come, and who is at it. */
export interface Progress {
  /** Where the next page begins. */
  cursor: string | null;
  seen: number;
  changed: number;
  /** Nobody else may work it before, ms since 1970: a worker's lease, or the wait after a page that failed. */
  leaseUntil: number;
  /** Pages in a row that failed. */
  failures: number;
  /** When it was last at work; one that has been still for minutes is put back on the queue. */
  workedAt: string;
  expiresAt: number;
  /** Counts the writes: whoever read an older one writes nothing. */
  version: number;
}

export interface JobRecord<Kind extends string = string> extends Progress {
  jobId: string;
  /** What it is about, such as a journey. */
  subjectId: string;
  kind: Kind;
  status: 'running' | 'completed' | 'failed';
  /** What the kind needs to know. */
  input: unknown;
  error: string | null;
  startedBy: string;
  /** Parts that have not ended, once it is split. */
  parts: number | null;
}

/** One share of the items of a job that is split: worked beside the others, and gone when it has ended. */
export interface PartRecord extends Progress {
  jobId: string;
  part: number;
  /** Where its messages go. */
  queue: string;
}

/** What has been still for so long has lost its message, ms. */
export const stillMs = 2 * 60_000;

/** When nobody is at it any more, ms since 1970. */
export const quietAt = ({ leaseUntil, workedAt }: Pick<Progress, 'leaseUntil' | 'workedAt'>): number =>
  Math.max(leaseUntil, Date.parse(workedAt) + stillMs);

export const newProgress = (cursor: string | null, expiresAt: number): Progress => ({
  cursor,
  seen: 0,
  changed: 0,
  leaseUntil: 0,
  failures: 0,
  workedAt: clock.iso(),
  expiresAt,
  version: 1,
});

/** What stands beside the body of a job and of a part. */
const shared = { jobId: z.string(), workedAt: z.string(), expiresAt: z.number(), version: z.number() };
type Shared = 'jobId' | 'workedAt' | 'expiresAt' | 'version';

export interface JobStore<Kind extends string> {
  find(jobId: string): Promise<JobRecord<Kind> | undefined>;
  insert(job: JobRecord<Kind>): object;
  /** Writes a job again where nobody has since it was read. */
  replace(job: JobRecord<Kind>): object;
  /** Jobs that run and that a version before the index of what is due has written. */
  earlier(): ReturnType<typeof earlierItems>;
}

/**
 * The jobs of one noun, as they are stored.
 * @param name of the stored entity
 * @param subjectField the attribute that holds what a job is about
 */
export function jobStore<Kind extends string>(
  name: string,
  due: DueKind,
  subjectField: string,
): JobStore<Kind> {
  const Jobs = entity(name, {
    fields: z.object({
      ...shared,
      [subjectField]: z.string(),
      body: z.custom<Partial<Omit<JobRecord<Kind>, Shared | 'subjectId'>>>(),
      /** 'yes' of jobs of earlier versions that run; else empty. */
      running: z.string(),
    }),
    key: { partition: ['jobId'], sort: [] },
    indexes: {
      running: { index: 'gsi1', partition: ['running'], sort: ['workedAt', 'jobId'], retired: true },
    },
    due: true,
  });
  const toItem = ({ jobId, subjectId, workedAt, expiresAt, version, ...body }: JobRecord<Kind>) => ({
    jobId,
    [subjectField]: subjectId,
    workedAt,
    expiresAt,
    version,
    body,
    running: '',
    // Of a job that is split the parts are looked at.
    ...(body.status === 'running' && body.parts === null
      ? dueAt(due, jobId, quietAt({ leaseUntil: body.leaseUntil, workedAt }))
      : {}),
  });
  const toRecord = (found: Record<string, unknown> & Stored<typeof Jobs>): JobRecord<Kind> => {
    const { body, running: _, [subjectField]: subjectId, ...item } = found;
    // Jobs of earlier versions are not split, and nobody holds them.
    return { parts: null, leaseUntil: 0, failures: 0, ...item, subjectId, ...body } as JobRecord<Kind>;
  };
  return {
    async find(jobId) {
      const found = await Jobs.find({ jobId });
      return found && toRecord(found);
    },
    insert: (job) => Jobs.insert(toItem(job)),
    replace: (job) => Jobs.put(toItem({ ...job, version: job.version + 1 }), ifVersion(job.version)),
    earlier: () => earlierItems(Jobs.query('running', { running: 'yes' }), 'jobId'),
  };
}

const Parts = entity('jobpart', {
  fields: z.object({ ...shared, part: z.number(), body: z.custom<Omit<PartRecord, Shared | 'part'>>() }),
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

const partRecord = ({ body, ...item }: Stored<typeof Parts>): PartRecord => ({ ...item, ...body });

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
