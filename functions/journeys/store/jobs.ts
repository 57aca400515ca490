import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';

/** What is done to many leads in the background, a page at a time. A page may come twice: each lead bears it. */
export interface JobRecord {
  journeyId: string;
  jobId: string;
  kind: 'enrol' | 'move' | 'resume' | 'exit';
  status: 'running' | 'completed' | 'failed';
  /** What the kind needs to know. */
  input: unknown;
  cursor: string | null;
  seen: number;
  changed: number;
  error: string | null;
  startedBy: string;
  /** When it was last at work; one that has been still for minutes is put back on the queue. */
  workedAt: string;
  expiresAt: number;
  version: number;
}

const Jobs = new Entity(
  {
    model: model('journeyjob'),
    attributes: {
      tenantId: { type: 'number', required: true },
      jobId: { type: 'string', required: true },
      journeyId: { type: 'string', required: true },
      /** 'yes' of jobs of earlier versions that run; else empty. */
      running: { type: 'string' },
      workedAt: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
      version: { type: 'number', required: true },
      body: { type: 'any', required: true },
      ...dueAttributes,
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

/** A job that has been still for so long has lost its message, ms. */
export const jobStillMs = 2 * 60_000;

const toItem = ({ jobId, journeyId, workedAt, expiresAt, version, ...body }: JobRecord) => ({
  tenantId: tenantOf(),
  jobId,
  journeyId,
  workedAt,
  expiresAt,
  version,
  body,
  running: '',
  ...(body.status === 'running' ? dueAt('journeyJob', jobId, Date.parse(workedAt) + jobStillMs) : {}),
});
const toRecord = (stored: unknown): JobRecord => {
  const { body, running: _running, ...item } = ofTenant<{ body: object; running?: string }>(stored);
  return { ...item, ...body } as JobRecord;
};

export async function findJob(jobId: string): Promise<JobRecord | undefined> {
  const { data } = await Jobs.get({ tenantId: tenantOf(), jobId }).go({ consistent: true });
  return data ? toRecord(data) : undefined;
}

export const insertJob = (job: JobRecord) => Jobs.create(toItem(job)).params();

/** Writes a job again where nobody has since it was read. */
export const replaceJob = (job: JobRecord) =>
  Jobs.put(toItem({ ...job, version: job.version + 1 }))
    .where((at, op) => op.eq(at.version, job.version))
    .params();

export const earlierJobs = () =>
  earlierItems(Jobs.query.running({ tenantId: tenantOf(), running: 'yes' }), 'jobId');
