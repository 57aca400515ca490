import { Entity } from 'electrodb';
import { tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import { type DueKind, dueAt, dueAttributes, earlierItems } from './due.ts';
import { connection, keys, model, ofTenant } from './table.ts';

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

const shared = {
  tenantId: { type: 'number', required: true },
  jobId: { type: 'string', required: true },
  workedAt: { type: 'string', required: true },
  expiresAt: { type: 'number', required: true },
  version: { type: 'number', required: true },
  body: { type: 'any', required: true },
  ...dueAttributes,
} as const;

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
 * @param entity the name of the stored entity
 * @param subjectField the attribute that holds what a job is about
 */
export function jobStore<Kind extends string>(
  entity: string,
  due: DueKind,
  subjectField: string,
): JobStore<Kind> {
  const Jobs = new Entity(
    {
      model: model(entity),
      attributes: {
        ...shared,
        subjectId: { type: 'string', required: true, field: subjectField },
        /** 'yes' of jobs of earlier versions that run; else empty. */
        running: { type: 'string' },
      },
      indexes: {
        one: {
          pk: { ...keys.primary.pk, composite: ['tenantId', 'jobId'] },
          sk: { ...keys.primary.sk, composite: [] },
        },
        running: {
          index: keys.gsi1.index,
          condition: () => false,
          pk: { ...keys.gsi1.pk, composite: ['tenantId', 'running'] },
          sk: { ...keys.gsi1.sk, composite: ['workedAt', 'jobId'] },
        },
      },
    },
    connection,
  );
  const toItem = ({ jobId, subjectId, workedAt, expiresAt, version, ...body }: JobRecord) => ({
    tenantId: tenantOf(),
    jobId,
    subjectId,
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
  const toRecord = (stored: unknown): JobRecord<Kind> => {
    const { body, running: _running, ...item } = ofTenant<{ body: object; running?: string }>(stored);
    // Jobs of earlier versions are not split, and nobody holds them.
    return { parts: null, leaseUntil: 0, failures: 0, ...item, ...body } as unknown as JobRecord<Kind>;
  };
  return {
    async find(jobId) {
      const { data } = await Jobs.get({ tenantId: tenantOf(), jobId }).go({ consistent: true });
      return data ? toRecord(data) : undefined;
    },
    insert: (job) => Jobs.create(toItem(job)).params(),
    replace: (job) =>
      Jobs.put(toItem({ ...job, version: job.version + 1 }))
        .where((at, op) => op.eq(at.version, job.version))
        .params(),
    earlier: () => earlierItems(Jobs.query.running({ tenantId: tenantOf(), running: 'yes' }), 'jobId'),
  };
}

const Parts = new Entity(
  {
    model: model('jobpart'),
    attributes: {
      ...shared,
      part: { type: 'number', required: true, padding: { length: 2, char: '0' } },
    },
    indexes: {
      ofJob: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'jobId'] },
        sk: { ...keys.primary.sk, composite: ['part'] },
      },
    },
  },
  connection,
);

const partItem = ({ jobId, part, workedAt, expiresAt, version, ...body }: PartRecord) => ({
  tenantId: tenantOf(),
  jobId,
  part,
  workedAt,
  expiresAt,
  version,
  body,
  ...dueAt('jobPart', `${jobId}#${part}`, quietAt({ leaseUntil: body.leaseUntil, workedAt })),
});

const partRecord = (stored: unknown): PartRecord => {
  const { body, ...item } = ofTenant<{ body: object }>(stored);
  return { ...item, ...body } as unknown as PartRecord;
};

export async function findPart(jobId: string, part: number): Promise<PartRecord | undefined> {
  const { data } = await Parts.get({ tenantId: tenantOf(), jobId, part }).go({ consistent: true });
  return data ? partRecord(data) : undefined;
}

export async function partsOf(jobId: string): Promise<PartRecord[]> {
  const { data } = await Parts.query
    .ofJob({ tenantId: tenantOf(), jobId })
    .go({ consistent: true, pages: 'all' });
  return data.map(partRecord);
}

export const insertPart = (part: PartRecord): object => Parts.create(partItem(part)).params();

export const replacePart = (part: PartRecord): object =>
  Parts.put(partItem({ ...part, version: part.version + 1 }))
    .where((at, op) => op.eq(at.version, part.version))
    .params();

export const deletePart = ({ jobId, part, version }: PartRecord): object =>
  Parts.remove({ tenantId: tenantOf(), jobId, part })
    .where((at, op) => op.eq(at.version, version))
    .params();
