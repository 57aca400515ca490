import { describe, expect, it } from 'vitest';
import { handler as worker, workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { startJob } from '#functions/kernel/paged-job.ts';
import { api } from '#shared/api/index.ts';
import { leadLimits } from '#shared/model/lead.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { jobs, leadAssignments, leads } = api;
const fromFair = { field: 'source', op: 'is', value: 'Fair' } as const;

/** A tenant with so many leads of the source Fair, and one that is of none. */
async function setUp(count: number) {
  const tenant = await freshTenant();
  const queue = await setQueue('JOBS');
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const add = async (many: number, fields: object) => {
    const { body } = await admin.call(leads.bulkCreate, {
      leads: Array.from({ length: many }, (_, n) => ({ lastName: `Lead ${n}`, ...fields })),
    });
    return body.results.map(({ id }) => id!);
  };
  const other = (await add(1, { source: 'Web' }))[0]!;
  const ids = await add(count, { source: 'Fair' });
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const recordOf = async (id: string) => (await admin.call(leads.get, { id })).body;
  await eventually(async () =>
    expect((await admin.call(leads.count, { filter: fromFair })).body).toEqual({ count, isExact: true }),
  );
  return {
    tenant,
    admin,
    agent,
    ids,
    other,
    system,
    recordOf,
    queue,
    /** Works a job to its end, each message so often at the same time. */
    async finish(jobId: string, times = 1) {
      const often = async (event: never, context: never) => {
        const [answer] = await Promise.all(Array.from({ length: times }, () => worker(event, context)));
        return answer!;
      };
      await system(() => workOn({ jobId }));
      await queue.work(often as never);
      return (await admin.call(jobs.get, { id: jobId })).body;
    },
  };
}

describe('a bulk change of leads', () => {
  it('takes tags alone, and answers a result for each of a few', async () => {
    const { admin, ids, recordOf } = await setUp(2);
    const { status, body } = await admin.call(leads.bulkPatch, { ids, addTags: ['vip'] });
    expect([status, body.summary.successful, body.job]).toEqual([200, 2, undefined]);
    expect((await recordOf(ids[0]!)).tags).toEqual(['vip']);
  });

  it('of more ids than a call has time for is a job, which tells of those that are not there', async () => {
    const { admin, ids, finish, recordOf } = await setUp(leadLimits.bulkAtOnce);
    const { body } = await admin.call(leads.bulkPatch, {
      ids: [...ids, 'led_nobody'],
      changes: { brand: 'Acme' },
      addTags: ['vip'],
    });
    expect(body.summary).toEqual({ successful: 0, failed: 0, skipped: 0 });
    expect(body.job).toMatchObject({ kind: 'leads.change', status: 'running', total: ids.length + 1 });
    expect(await finish(body.job!.id)).toMatchObject({
      status: 'completed',
      total: ids.length + 1,
      seen: ids.length + 1,
      changed: ids.length,
      failed: 1,
      problems: [{ id: 'led_nobody', reason: 'The lead was not found.' }],
    });
    for (const id of [ids[0]!, ids.at(-1)!])
      expect(await recordOf(id)).toMatchObject({ brand: 'Acme', tags: ['vip'] });
  }, 60_000);

  it('reaches all that a filter finds and nobody else, each once though every message comes twice', async () => {
    const { admin, ids, other, finish, recordOf } = await setUp(60);
    const { body } = await admin.call(leads.bulkPatch, {
      filter: fromFair,
      expected: 60,
      // The change takes the leads out of the filter that finds them.
      changes: { source: 'Called' },
    });
    expect(await finish(body.job!.id, 2)).toMatchObject({
      status: 'completed',
      total: 60,
      seen: 60,
      changed: 60,
    });
    expect((await recordOf(ids[0]!)).source).toBe('Called');
    expect((await recordOf(other)).source).toBe('Web');
    expect((await recordOf(ids[0]!)).version).toBe(2);
  }, 60_000);

  it('leaves out leads that came in after it was asked for', async () => {
    const time = timeTravel();
    const { admin, finish, recordOf } = await setUp(2);
    const { body } = await admin.call(leads.bulkPatch, { filter: fromFair, addTags: ['vip'] });
    time.forward({ seconds: 1 });
    const late = await admin.call(leads.create, { lastName: 'Late', source: 'Fair' });
    await eventually(async () =>
      expect((await admin.call(leads.count, { filter: fromFair })).body.count).toBe(3),
    );
    expect(await finish(body.job!.id)).toMatchObject({ total: 2, changed: 2 });
    expect((await recordOf(late.body.id)).tags).toEqual([]);
  });

  it('is refused where the filter finds more leads than were shown', async () => {
    const { admin, ids, recordOf } = await setUp(3);
    const { status, body } = await admin.call(leads.bulkPatch, {
      filter: fromFair,
      expected: 2,
      addTags: ['vip'],
    });
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'count_changed',
        error: '3 leads match now, and you were shown 2. Nothing was done. Please look at them again.',
      },
    ]);
    expect((await recordOf(ids[0]!)).tags).toEqual([]);
  });

  it('that finds more than were shown only while it works changes none', async () => {
    const { ids, finish, recordOf, system } = await setUp(3);
    const choice = { filter: fromFair, expected: 2, until: newId('led') };
    const { id } = await system(() =>
      startJob({
        kind: 'leads.change',
        title: 'Change leads',
        input: { choice, changes: {}, addTags: ['vip'] },
      }),
    );
    expect(await finish(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('3 leads match'),
    });
    expect((await recordOf(ids[0]!)).tags).toEqual([]);
  });

  it.each([{}, { ids: ['led_1'], filter: fromFair }])('is refused when it says %j', async (which) => {
    const tenant = await freshTenant();
    const { status, body } = await as(tenant.admin).call(leads.bulkPatch, which as never);
    expect([status, body.error]).toEqual([400, 'Please say which leads: by their ids, or by a filter.']);
  });
});

describe('an agent’s bulk change by a filter', () => {
  it('reaches their own leads and nobody’s, and never a colleague’s', async () => {
    const { tenant, admin, agent, ids, finish, recordOf } = await setUp(3);
    await admin.call(leads.update, { id: ids[0]!, ownerId: tenant.admin.userId });
    await admin.call(leads.update, { id: ids[1]!, ownerId: tenant.agent.userId });
    const { body } = await agent.call(leads.bulkPatch, { filter: fromFair, addTags: ['vip'] });
    expect(await finish(body.job!.id)).toMatchObject({ total: 2, changed: 2, failed: 0 });
    expect((await recordOf(ids[0]!)).tags).toEqual([]);
    expect((await recordOf(ids[1]!)).tags).toEqual(['vip']);
    expect((await agent.call(leads.count, { filter: fromFair })).body.count).toBe(2);
  });

  it('tells nothing of a colleague’s lead that it names', async () => {
    const { tenant, admin, agent, ids, finish } = await setUp(1);
    await admin.call(leads.update, { id: ids[0]!, ownerId: tenant.admin.userId });
    const strangers = Array.from({ length: leadLimits.bulkAtOnce }, (_, n) => `led_nobody${n}`);
    const { body } = await agent.call(leads.bulkRemove, { ids: [ids[0]!, ...strangers] });
    const job = await finish(body.job!.id);
    expect(job).toMatchObject({ changed: 0, failed: 1 + strangers.length });
    expect(new Set(job.problems.map(({ reason }) => reason))).toEqual(new Set(['The lead was not found.']));
  });
});

it('finds nothing of another tenant’s in a job', async () => {
  const [own, foreign] = [await setUp(1), await setUp(1)];
  const strangers = Array.from({ length: leadLimits.bulkAtOnce }, (_, n) => `led_nobody${n}`);
  const { body } = await own.admin.call(leads.bulkPatch, {
    ids: [foreign.ids[0]!, ...strangers],
    addTags: ['vip'],
  });
  // The newer of the two tenants has taken the place of the queue.
  await own.system(() => workOn({ jobId: body.job!.id }));
  expect((await own.admin.call(jobs.get, { id: body.job!.id })).body).toMatchObject({ changed: 0 });
  expect((await foreign.admin.call(jobs.get, { id: body.job!.id })).status).toBe(404);
  expect((await foreign.recordOf(foreign.ids[0]!)).tags).toEqual([]);
});

describe('a bulk deletion', () => {
  it.each([0, 1, 2, 20, 40])(
    'that is killed behind %s writes deletes each once, and counts them all',
    async (writes) => {
      const time = timeTravel();
      const { admin, ids, other, system, queue, finish } = await setUp(60);
      const { body } = await admin.call(leads.bulkRemove, { filter: fromFair, expected: 60, force: true });
      const jobId = body.job!.id;
      const alive = killedAfter(writes);
      await system(() => workOn({ jobId })).catch(() => undefined);
      for (const part of [0, 1]) await system(() => workOn({ jobId, part })).catch(() => undefined);
      alive();
      await queue.empty();
      time.forward({ minutes: 5 });
      await finish(jobId);
      for (let part = 0; part < 16; part++) await system(() => workOn({ jobId, part }));
      expect((await admin.call(jobs.get, { id: jobId })).body).toMatchObject({
        status: 'completed',
        total: 60,
        changed: 60,
        failed: 0,
      });
      expect((await admin.call(leads.get, { id: ids[59]! })).status).toBe(404);
      expect((await admin.call(leads.get, { id: other })).status).toBe(200);
      expect((await admin.call(leads.statistics, {})).body.total).toBe(1);
    },
    60_000,
  );
});

describe('assigning many leads', () => {
  it('by a filter gives each to the agent', async () => {
    const { tenant, admin, ids, other, finish, recordOf } = await setUp(3);
    const { body } = await admin.call(leadAssignments.bulkAssign, {
      filter: fromFair,
      agentId: tenant.agent.userId,
    });
    expect(await finish(body.job!.id)).toMatchObject({ kind: 'leads.assign', changed: 3 });
    expect((await recordOf(ids[2]!)).ownerId).toBe(tenant.agent.userId);
    expect((await recordOf(other)).ownerId).toBeNull();
  });

  it('to nobody who could work them is refused before a job begins', async () => {
    const { admin } = await setUp(1);
    const { status } = await admin.call(leadAssignments.bulkAssign, {
      filter: fromFair,
      agentId: 'usr_nobody',
    });
    expect(status).toBe(400);
    expect((await admin.call(jobs.list, {})).body.jobs).toEqual([]);
  });
});

it('an export holds the leads that are named, and none that the caller may not see', async () => {
  const { tenant, admin, agent, ids, system } = await setUp(3);
  await admin.call(leads.update, { id: ids[0]!, ownerId: tenant.admin.userId });
  const { workExport } = await import('./exports/work.ts');
  const { body } = await agent.call(leads.startExport, { ids: ids.slice(0, 2), format: 'json' });
  await system(() => workExport(body.id));
  const ready = (await agent.call(leads.getExport, { id: body.id })).body;
  const held = (await (await fetch(ready.downloadUrl!)).json()) as { id: string }[];
  expect(held.map(({ id }) => id)).toEqual([ids[1]]);
});

it('an export is refused where the filter finds more leads than were shown', async () => {
  const { admin } = await setUp(2);
  expect((await admin.call(leads.startExport, { filter: fromFair, expected: 1 })).body).toMatchObject({
    code: 'count_changed',
  });
});
