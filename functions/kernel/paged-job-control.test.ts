import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { actorName, asSystem, runAs } from './actor.ts';
import { setClock } from './clock.ts';
import { startJob } from './paged-job.ts';
import { findJobRecord, partsOf } from './paged-job-store.ts';
import { jobWorker, mostFailures, type PageAsked, type PageDone } from './paged-job-work.ts';
import { worker } from './queue.ts';

const { jobs } = api;
const message = z.object({ jobId: z.string(), part: z.number().optional() });

/** A tenant whose jobs of the kind `offices.close` do what a test says. */
async function setUp() {
  const tenant = await freshTenant();
  const queue = await setQueue('JOBS');
  let page: (asked: PageAsked) => Promise<PageDone> = async () => ({ cursor: null, seen: 1, changed: 1 });
  const workOn = jobWorker({ 'offices.close': { page: (asked) => page(asked) } });
  const start = ({ userId, role, username }: TestUser, total: number | null = null) =>
    runAs(
      { kind: 'user', tenantId: tenant.id, userId, role, username, permissions: {}, sessionId: 'ses_x' },
      () => startJob({ kind: 'offices.close', title: 'Close offices', input: {}, total }),
    );
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  return {
    tenant,
    admin: as(tenant.admin),
    start,
    system,
    setPage: (next: typeof page) => {
      page = next;
    },
    work: (jobId: string, part?: number) => system(() => workOn({ jobId, part })),
    workAll: () => queue.work(worker('test', message, workOn)),
  };
}

/** A list of `items` in pages of `size`, which parts share. */
const walking =
  (items: number, size: number) =>
  async ({ cursor, isMine, parts }: PageAsked): Promise<PageDone> => {
    const from = Number(cursor ?? 0);
    const to = Math.min(items, from + size * parts);
    const mine = Array.from({ length: to - from }, (_, n) => `item_${from + n}`).filter(isMine);
    return { cursor: to < items ? String(to) : null, seen: mine.length, changed: mine.length };
  };

it('a job that is stopped does no further page, and what it did is counted', async () => {
  const { tenant, admin, start, setPage, work, workAll, system } = await setUp();
  setPage(walking(400, 10));
  const { id } = await start(tenant.admin);
  await work(id);
  await work(id, 3);
  const stopped = await admin.call(jobs.cancel, { id });
  expect(stopped.body).toMatchObject({ status: 'cancelled', isCancellable: false });
  await workAll();
  const { body } = await admin.call(jobs.get, { id });
  expect(body).toMatchObject({ status: 'cancelled', seen: stopped.body.seen, changed: stopped.body.changed });
  expect(body.seen).toBeGreaterThan(10);
  expect(await system(() => partsOf(id))).toEqual([]);
  expect(await admin.call(jobs.cancel, { id })).toMatchObject({
    status: 409,
    body: { error: 'The job has ended already.' },
  });
});

it('a page that is at work when its job is stopped is counted', async () => {
  const { tenant, admin, start, setPage, work } = await setUp();
  const { id } = await start(tenant.admin);
  setPage(async () => {
    await admin.call(jobs.cancel, { id });
    return { cursor: '1', seen: 7, changed: 5 };
  });
  await work(id);
  expect((await admin.call(jobs.get, { id })).body).toMatchObject({
    status: 'cancelled',
    seen: 7,
    changed: 5,
  });
});

it('a job that must be finished cannot be stopped', async () => {
  const { tenant, admin } = await setUp();
  const job = await asSystem(tenant.id, 'test', () =>
    startJob({ kind: 'offices.close', title: 'Close offices', input: {}, isCancellable: false }),
  );
  expect((await admin.call(jobs.cancel, { id: job.id })).status).toBe(409);
});

it('a job whose page fails again and again, or kills its worker, is given up with the reason', async () => {
  let now = Date.parse('2026-03-02T15:00:00Z');
  onTestFinished(setClock(() => now));
  const { tenant, start, setPage, work, system } = await setUp();
  const { id } = await start(tenant.admin);
  let tries = 0;
  setPage(async () => {
    tries++;
    // Each second try does not even come to tell that it failed.
    if (tries % 2 === 0) return new Promise<never>(() => undefined);
    throw new Error('The table is gone.');
  });
  for (let n = 0; n < mostFailures + 5; n++) {
    const before = tries;
    const worked = work(id);
    await Promise.race([worked, eventually(async () => expect(tries).toBeGreaterThan(before))]);
    if (tries % 2 === 1 || tries === before) await worked;
    now += 3_600_000;
  }
  expect(tries).toBe(mostFailures);
  const { status, error } = (await system(() => findJobRecord(id)))!;
  expect({ status, error }).toEqual({
    status: 'dead',
    error: `It failed ${mostFailures} times in a row and was given up. What is done stays done.`,
  });
});

it('a list of jobs names who began them, newest first, with what was refused and the time left', async () => {
  let now = Date.parse('2026-03-02T15:00:00Z');
  onTestFinished(setClock(() => now));
  const { tenant, admin, start, setPage, work } = await setUp();
  const first = await start(tenant.admin);
  now += 1_000;
  const second = await start(tenant.agent, 400);
  setPage(async (asked) => ({
    ...(await walking(400, 10)(asked)),
    problems: [{ id: 'item_1', reason: 'It is closed already.' }],
  }));
  await work(second.id);
  now += 10_000;
  const list = async () => (await admin.call(jobs.list, {})).body.jobs;
  await eventually(async () => expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]));
  const [job] = await list();
  expect(job).toMatchObject({
    title: 'Close offices',
    startedBy: tenant.agent.userId,
    startedByName: tenant.agent.username,
    total: 400,
    seen: 10,
    failed: 1,
    problems: [{ id: 'item_1', reason: 'It is closed already.' }],
    // Ten in ten seconds.
    secondsLeft: 390,
  });
});

it('an agent sees and stops their own jobs, and knows nothing of those of others', async () => {
  const { tenant, start, admin } = await setUp();
  const agent = as(tenant.agent);
  const foreign = await start(tenant.admin);
  const own = await start(tenant.agent);
  await eventually(async () => {
    expect((await agent.call(jobs.list, {})).body.jobs.map(({ id }) => id)).toEqual([own.id]);
    expect((await admin.call(jobs.list, {})).body.jobs).toHaveLength(2);
  });
  expect((await agent.call(jobs.get, { id: foreign.id })).status).toBe(404);
  expect((await agent.call(jobs.cancel, { id: foreign.id })).status).toBe(404);
  expect((await agent.call(jobs.cancel, { id: own.id })).body.status).toBe('cancelled');
});

it('a page acts in the name of whoever began its job', async () => {
  const { tenant, start, setPage, work } = await setUp();
  const names: string[] = [];
  setPage(async () => {
    names.push(actorName());
    return { cursor: null, seen: 0, changed: 0 };
  });
  const { id } = await start(tenant.agent);
  await work(id);
  expect(names).toEqual([tenant.agent.userId]);
});
