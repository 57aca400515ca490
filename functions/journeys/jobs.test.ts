import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line, setUp } from '#tests/support/journeys.ts';
import { setQueue } from '#tests/support/queue.ts';
import { startJob, workOn } from './jobs.ts';
import { enrolmentsOfJourney } from './store/enrolments.ts';
import { handler as worker } from './worker.ts';

const { journeys } = api;

it('a job of more leads than a page is shared out: each comes in once, and goes out once', async () => {
  const total = 110;
  const { publish, lead, system, id, admin } = await setUp(line(hours(1)));
  await publish();
  const queue = await setQueue('JOURNEYS');
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
