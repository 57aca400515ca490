import { expect, it } from 'vitest';
import { handler as worker, workOn } from '#functions/jobs/worker.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { hours, line, setUp } from '#tests/support/journeys.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as } from '#tests/support/tenant.ts';
import { startJob } from './jobs.ts';
import { enrolmentsOfJourney } from './store/enrolments.ts';
import { handler as journeysWorker } from './worker.ts';

const { journeys } = api;

it('a job of more leads than a page is shared out: each comes in once, and goes out once', async () => {
  const total = 110;
  const { publish, lead, system, id, admin } = await setUp(line(hours(1)));
  await publish();
  const queue = await setQueue('JOBS');
  for (let n = 0; n < total; n += 10) await Promise.all(Array.from({ length: 10 }, () => lead()));
  const jobOf = async (jobId: string) => (await admin.call(journeys.job, { id, jobId })).body;
  const work = async (jobId: string) => {
    await system(() => workOn({ jobId }));
    expect(await jobOf(jobId)).toMatchObject({ status: 'running', seen: 100 });
    await queue.work(worker);
    return jobOf(jobId);
  };
  const entered = await system(() => startJob(id, 'enrol', { filter: { all: [] }, how: 'bulk' }));
  expect(await work(entered.id)).toMatchObject({ status: 'completed', seen: total, changed: total });
  expect((await admin.call(journeys.statistics, { id })).body.counts.entered).toBe(total);
  await eventually(async () => {
    const { data } = await system(() =>
      enrolmentsOfJourney(id, { status: 'active', limit: 1_000, cursor: null }),
    );
    expect(data).toHaveLength(total);
  });
  const removed = await system(() => startJob(id, 'exit', {}));
  expect(await work(removed.id)).toMatchObject({ status: 'completed', seen: total, changed: total });
}, 60_000);

it('enrols the leads that are named, and tells of one that is not there', async () => {
  const { publish, lead, system, id, admin } = await setUp(line(hours(1)));
  await publish();
  const queue = await setQueue('JOBS');
  const leadIds = [await lead(), await lead(), 'led_nobody'];
  const { body } = await admin.call(journeys.bulkEnroll, { id, leadIds });
  expect(body).toMatchObject({ kind: 'enrol', status: 'running', total: 3 });
  await system(() => workOn({ jobId: body.id }));
  await queue.work(worker);
  expect((await admin.call(journeys.job, { id, jobId: body.id })).body).toMatchObject({
    status: 'completed',
    seen: 3,
    changed: 2,
    problems: [{ id: 'led_nobody', reason: 'The lead was not found.' }],
  });
});

it('enrols by the filter of an agent, who was given that right, no lead of a colleague', async () => {
  const { publish, lead, system, id, admin, tenant } = await setUp(line(hours(1)));
  await publish();
  await setQueue('JOBS');
  const { userId } = tenant.agent;
  await admin.call(api.users.rolePermissions, { id: userId, permissions: { 'journeys.bulkEnroll': true } });
  const own = await lead({ ownerId: userId });
  await lead({ ownerId: tenant.admin.userId });
  const filter = { field: 'firstName', op: 'is', value: 'Ann' } as const;
  await eventually(async () => expect((await admin.call(api.leads.count, { filter })).body.count).toBe(2));
  const { body } = await as(tenant.agent).call(journeys.bulkEnroll, { id, filter, expected: 1 });
  await system(() => workOn({ jobId: body.id }));
  expect((await admin.call(journeys.job, { id, jobId: body.id })).body).toMatchObject({
    seen: 1,
    changed: 1,
  });
  await eventually(async () => {
    const page = await system(() => enrolmentsOfJourney(id, { status: 'active', limit: 10, cursor: null }));
    expect(page.data.map(({ leadId }) => leadId)).toEqual([own]);
  });
});

it('refuses to enrol by a filter that finds more leads than were shown', async () => {
  const { publish, lead, id, admin } = await setUp(line(hours(1)));
  await publish();
  await lead();
  await eventually(async () =>
    expect(await admin.call(journeys.bulkEnroll, { id, expected: 0 })).toMatchObject({
      status: 409,
      body: { code: 'count_changed' },
    }),
  );
});

it('leaves a job that an earlier version put on the queue of journeys to the sweeper', async () => {
  const { tenant } = await setUp(line(hours(1)));
  const record = {
    messageId: 'one',
    body: JSON.stringify({ tenantId: tenant.id, body: { jobId: 'jjb_1' } }),
  };
  const answer = await journeysWorker({ Records: [record] } as never, lambdaContext());
  expect(answer).toEqual({ batchItemFailures: [] });
});
