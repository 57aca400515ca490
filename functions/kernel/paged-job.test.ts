import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sweepItems } from '#tests/support/due.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { setQueue } from '#tests/support/queue.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { asSystem } from './actor.ts';
import { clock, setClock } from './clock.ts';
import { badRequest } from './errors.ts';
import { findJob, jobPartWork, journeyJobWork, newJob, pagedJobWork } from './paged-job.ts';
import { partsOf } from './paged-job-store.ts';
import { type JobDefinitions, jobWorker, type PageAsked } from './paged-job-work.ts';
import { partitionOf } from './partitions.ts';
import { worker } from './queue.ts';
import { client, commit, tableName } from './table.ts';

const message = z.object({ jobId: z.string(), part: z.number().optional() });
const pageItems = 10;

/** A tenant with a list of items in memory, and a job that changes each of them once. */
async function setUp(items: number) {
  const tenant = await freshTenant();
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const queue = await setQueue('JOBS');
  const changed: string[] = [];
  const ends: string[] = [];
  const faults: Error[] = [];
  async function page({ cursor, isMine, parts }: PageAsked) {
    const from = Number(cursor ?? 0);
    const to = Math.min(items, from + pageItems * parts);
    const mine = Array.from({ length: to - from }, (_, n) => `item_${from + n}`).filter(isMine);
    const fault = faults.pop();
    if (fault) throw fault;
    const fresh = mine.filter((id) => !changed.includes(id));
    changed.push(...fresh);
    return { cursor: to < items ? String(to) : null, seen: mine.length, changed: fresh.length };
  }
  const closing: JobDefinitions[string] = {
    page,
    finish: async ({ jobId }) => {
      ends.push(jobId);
    },
  };
  const workOn = jobWorker({ 'offices.close': closing, 'journeys.move': closing });
  const { job, write } = await system(async () =>
    newJob({ kind: 'offices.close', title: 'Close offices', subjectId: 'off_1', input: {}, total: items }),
  );
  const { jobId } = job;
  await system(() => commit(write));
  return {
    tenant,
    system,
    workOn,
    jobId,
    changed,
    ends,
    faults,
    queue,
    /** Works the first page, and what it puts on the queue, each message so many times at once. */
    async work(times = 1) {
      const often = (body: { jobId: string; part?: number | undefined }) =>
        Promise.all(Array.from({ length: times }, () => workOn(body))).then(() => undefined);
      await system(() => often({ jobId }));
      return queue.work(worker('test', message, often));
    },
    status: () => system(async () => (await findJob(jobId, 'off_1'))!),
  };
}

const works = { job: pagedJobWork, jobPart: jobPartWork, journeyJob: journeyJobWork };

describe('a job', () => {
  it('of one page ends with it, and is not split', async () => {
    const { work, status, ends } = await setUp(10);
    expect(await work()).toBe(0);
    expect(await status()).toMatchObject({ status: 'completed', seen: 10, changed: 10, parts: null });
    expect(ends).toHaveLength(1);
  });

  it('of many pages is shared out among sixteen parts, which together have each item once', async () => {
    const { workOn, system, jobId, queue, status, changed, ends } = await setUp(400);
    await system(() => workOn({ jobId }));
    expect(await status()).toMatchObject({ status: 'running', seen: 10, parts: 16 });
    expect(await system(() => partsOf(jobId))).toHaveLength(16);
    // Three pages of 160 are left to each part.
    expect(await queue.work(worker('test', message, workOn))).toBe(3 * 16);
    expect(await status()).toMatchObject({ status: 'completed', seen: 400, changed: 400, parts: null });
    expect(new Set(changed).size).toBe(400);
    expect(ends).toEqual([jobId]);
    expect(await system(() => partsOf(jobId))).toEqual([]);
  });

  it('tells what its parts have done before they end', async () => {
    const { workOn, system, jobId, status } = await setUp(400);
    await system(() => workOn({ jobId }));
    await system(() => workOn({ jobId, part: 3 }));
    const { seen, changed } = await status();
    expect(seen).toBeGreaterThan(10);
    expect(changed).toBe(seen);
  });

  it('whose messages come twice at the same instant counts each item once and ends once', async () => {
    const { work, status, ends } = await setUp(400);
    await work(3);
    expect(await status()).toMatchObject({ status: 'completed', seen: 400, changed: 400 });
    expect(ends).toHaveLength(1);
  });

  it('is left alone by a message that comes again after its end', async () => {
    const { work, workOn, system, jobId, status, ends } = await setUp(200);
    await work();
    await system(() => workOn({ jobId }));
    await system(() => workOn({ jobId, part: 5 }));
    expect(await status()).toMatchObject({ status: 'completed', seen: 200 });
    expect(ends).toHaveLength(1);
  });

  it('is not about something else', async () => {
    const { system, jobId } = await setUp(1);
    expect(await system(() => findJob(jobId, 'off_2'))).toBeUndefined();
  });
});

describe('a worker that is killed', () => {
  it.each([0, 1, 2, 3])(
    'behind %s writes: the job is whole when the sweeper has been there',
    async (writes) => {
      const time = timeTravel('2026-03-02T15:00:00Z');
      const { workOn, system, jobId, queue, status, changed, ends } = await setUp(200);
      const alive = killedAfter(writes);
      await system(() => workOn({ jobId })).catch(() => undefined);
      await system(() => workOn({ jobId, part: 1 })).catch(() => undefined);
      alive();
      await queue.empty();
      time.forward({ minutes: 5 });
      await system(() => sweepItems(writes < 2 ? 1 : 16, works));
      await queue.work(worker('test', message, workOn));
      expect(await status()).toMatchObject({ status: 'completed', seen: 200 });
      expect(new Set(changed).size).toBe(200);
      expect(ends).toHaveLength(1);
    },
  );

  it('keeps others from its part until its lease is over', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { workOn, system, jobId, status } = await setUp(400);
    await system(() => workOn({ jobId }));
    const alive = killedAfter(1);
    await system(() => workOn({ jobId, part: 1 })).catch(() => undefined);
    alive();
    await system(() => workOn({ jobId, part: 1 }));
    expect((await status()).seen).toBe(10);
    time.forward({ minutes: 2 });
    await system(() => workOn({ jobId, part: 1 }));
    expect((await status()).seen).toBeGreaterThan(10);
  });
});

describe('a page that fails', () => {
  it('comes again after a wait, later each time', async () => {
    let now = Date.parse('2026-03-02T15:00:00Z');
    onTestFinished(setClock(() => now));
    const { workOn, system, jobId, status, faults } = await setUp(5);
    const workAfter = async (ms: number) => {
      now += ms;
      await system(() => workOn({ jobId }));
      return status();
    };
    faults.push(new Error('The table is busy'), new Error('The table is busy'));
    expect(await workAfter(0)).toMatchObject({ status: 'running', failures: 1 });
    expect(await workAfter(1_999)).toMatchObject({ failures: 1 });
    expect(await workAfter(1)).toMatchObject({ failures: 2 });
    expect(await workAfter(3_999)).toMatchObject({ failures: 2 });
    expect(await workAfter(1)).toMatchObject({ status: 'completed', failures: 0, seen: 5 });
  });

  it('because it is refused ends the job, and its other parts with the next message', async () => {
    const { workOn, system, jobId, status, faults, queue, ends } = await setUp(400);
    await system(() => workOn({ jobId }));
    faults.push(badRequest('No such list.'));
    await queue.work(worker('test', message, workOn));
    const after = await status();
    expect(after).toMatchObject({ status: 'failed', error: 'No such list.' });
    expect(ends).toEqual([]);
    const left = await system(() => partsOf(jobId));
    for (const { part } of left) await system(() => workOn({ jobId, part }));
    expect(await system(() => partsOf(jobId))).toEqual([]);
    expect(await status()).toMatchObject({ status: 'failed', seen: after.seen, changed: after.changed });
  });
});

it('a job that an earlier version began goes on at its cursor, in parts', async () => {
  const { workOn, system, queue, tenant } = await setUp(400);
  const jobId = 'jjb_earlier';
  const body = {
    kind: 'move',
    status: 'running',
    input: {},
    cursor: '50',
    seen: 50,
    changed: 7,
    error: null,
    startedBy: 'boss',
  };
  await system(() =>
    client.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          pk: partitionOf(`jobid_${jobId}`),
          sk: '$journeyjob_1',
          tenantId: tenant.id,
          __edb_e__: 'journeyjob',
          __edb_v__: '1',
          jobId,
          journeyId: 'jrn_1',
          running: '',
          workedAt: clock.iso(),
          expiresAt: clock.seconds() + 3_600,
          version: 4,
          body,
        },
      }),
    ),
  );
  await system(() => workOn({ jobId }));
  await queue.work(worker('test', message, workOn));
  const { status, seen, changed } = (await system(() => findJob(jobId, 'jrn_1')))!;
  expect({ status, seen, changed }).toEqual({ status: 'completed', seen: 400, changed: 357 });
});
