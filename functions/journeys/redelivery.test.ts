import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { findJobRecord } from '#functions/kernel/paged-job-store.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { client, tableName } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { dueIds } from '#tests/support/due.ts';
import { hours, line, setUp, tagging } from '#tests/support/journeys.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';
import { removeFromJourneys } from './end-enrolment.ts';
import { runningOf } from './engine/run.ts';
import { park } from './engine/transition.ts';
import { enrol } from './enrol.ts';
import { startJob } from './jobs.ts';
import { callEnded, leadUpdated, messageReceived } from './listening.ts';
import { takeContact } from './steps/contact.ts';
import { runnerOf } from './steps/index.ts';
import { openEnrolments } from './store/memberships.ts';

const { journeys } = api;

/* What comes twice, late, or not at all because a process died between two writes. */

const always = { reentry: { rule: 'always' } };
const calling = { type: 'call', config: { maxAttempts: 1 }, next: { answered: 'stp_2', failed: 'stp_3' } };

const sandbox = withSandbox();

/** Lets the first transaction through and no other: the process is killed behind it. */
function killedAfterOneWrite() {
  const real = client.send.bind(client) as (command: { input: object }) => Promise<unknown>;
  let written = 0;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
    if ('TransactItems' in command.input && written++ > 0) throw new Error('killed');
    return real(command);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

/** Jobs that the sweeper will look at. */
const jobsToDo = async () => Promise.all((await dueIds('job')).map(async (id) => (await findJobRecord(id))!));

describe('a step that is run twice', () => {
  it('enters another journey once, even one that lets leads in at any time', async () => {
    const other = await setUp(line(hours(1)), always);
    await other.publish();
    const { admin, system } = other;
    const made = await admin.call(journeys.create, {
      name: 'First',
      ...line({ type: 'enter', config: { journeyId: other.id } }, hours(1)),
    });
    const { id } = made.body;
    await admin.call(journeys.publish, { id });
    const leadId = await other.lead();
    const { enrolmentId } = (await system(() => enrol(id, [leadId], { how: 'manual' })))[0]!;
    await system(async () => {
      const running = (await runningOf(await other.now(enrolmentId!)))!;
      await runnerOf('enter').run(running);
      await runnerOf('enter').run(running);
      expect(await openEnrolments(leadId)).toHaveLength(2);
    });
  });

  it('so does a page of leads that are enrolled in the background', async () => {
    const { publish, lead, system, id, admin } = await setUp(line(hours(1)), always);
    await publish();
    const leadId = await lead();
    const { id: jobId } = await system(() => startJob(id, 'enrol', { filter: { all: [] }, how: 'bulk' }));
    await vi.waitFor(async () => {
      const page = await admin.call(journeys.availableLeads, { id });
      expect(page.body.leads).toHaveLength(1);
    }, 5_000);
    await system(() => Promise.all([workOn({ jobId }), workOn({ jobId })]));
    expect(await system(() => openEnrolments(leadId))).toHaveLength(1);
    expect((await admin.call(journeys.job, { id, jobId })).body).toMatchObject({ changed: 1 });
  });
});

describe('a process that dies', () => {
  it('once a journey is live again has its held leads let go all the same', async () => {
    const { publish, admin, id, system } = await setUp(line(hours(1)));
    await publish();
    await admin.call(journeys.toggle, { id, status: 'paused' });
    const alive = killedAfterOneWrite();
    await admin.call(journeys.toggle, { id, status: 'live' });
    alive();
    expect((await admin.call(journeys.get, { id })).body.status).toBe('live');
    await vi.waitFor(async () => {
      const jobs = await system(jobsToDo);
      expect(jobs.map(({ subjectId, kind }) => [subjectId, kind])).toEqual([[id, 'journeys.resume']]);
    }, 5_000);
  });

  it('once a journey is removed has its leads taken out all the same', async () => {
    const { publish, admin, id, system } = await setUp(line(hours(1)));
    await publish();
    const alive = killedAfterOneWrite();
    await admin.call(journeys.remove, { id });
    alive();
    expect((await admin.call(journeys.get, { id })).status).toBe(404);
    await vi.waitFor(async () => {
      const jobs = await system(jobsToDo);
      expect(jobs.map(({ kind }) => kind)).toEqual(['journeys.exit']);
    }, 5_000);
  });

  it('once a call is made does not lose its result, which was told before it waited for it', async () => {
    timeTravel('2026-06-10T16:00:00Z');
    const { publish, lead, enter, run, system, now, tags } = await setUp(
      line(calling, tagging('talked'), tagging('never')),
    );
    await publish();
    const leadId = await lead();
    const enrolmentId = (await enter(leadId)).enrolmentId!;
    const { movePlaced } = await import('#functions/calls/placed-calls.ts');
    await system(async () => {
      const running = (await runningOf(await now(enrolmentId)))!;
      await runnerOf('call').run(running);
      const { activeCalls } = await import('#functions/calls/read.ts');
      const [call] = await activeCalls();
      await movePlaced(call!.id, { to: 'answered', at: new Date().toISOString(), talkSeconds: 5 });
    });
    await run(enrolmentId);
    expect(await tags(leadId)).toEqual(['talked', 'never']);
  });
});

describe('what happens while a journey or a lead is paused', () => {
  it.each(['journey', 'lead'])('the %s: the result of its call is not lost', async (what) => {
    timeTravel('2026-06-10T16:00:00Z');
    const { publish, lead, enter, run, system, now, admin, id } = await setUp(
      line(calling, tagging('talked'), tagging('failed')),
    );
    await publish();
    const leadId = await lead();
    const enrolmentId = (await enter(leadId)).enrolmentId!;
    const { waiting } = await run(enrolmentId);
    expect(waiting?.call).toBeDefined();
    if (what === 'journey') await admin.call(journeys.toggle, { id, status: 'paused' });
    else await admin.call(journeys.setStatus, { id: enrolmentId, status: 'paused' });
    const source = { kind: 'journey' as const, id: waiting!.call! };
    await system(() => callEnded({ leadId, answered: true, source, result: 'answered' } as never, '9'));
    expect(await now(enrolmentId)).toMatchObject({
      stepId: 'stp_2',
      status: what === 'journey' ? 'held' : 'paused',
      happened: ['answered'],
    });
  });

  it('a reply that it waits for is not lost', async () => {
    const { publish, lead, enter, run, system, now, admin, id } = await setUp(
      line(
        { type: 'wait', config: { mode: 'event', event: 'reply' }, next: { happened: 'stp_2' } },
        tagging('x'),
      ),
      { rules: { exitOnReply: false } },
    );
    await publish();
    const leadId = await lead();
    const enrolmentId = (await enter(leadId)).enrolmentId!;
    await run(enrolmentId);
    await admin.call(journeys.toggle, { id, status: 'paused' });
    const told = { messageId: 'm', leadId, channel: 'sms', address: '+1', kind: 'text' } as never;
    await system(() => messageReceived(told, '9'));
    expect(await now(enrolmentId)).toMatchObject({ stepId: 'stp_2', status: 'held' });
  });
});

describe('what a branch asks', () => {
  it.each(['replied', 'answered'])('%s, when it happened while nothing waited for it', async (event) => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const branch = { type: 'branch', config: { event }, next: { yes: 'stp_3', no: 'stp_4' } };
    const { publish, lead, enter, run, system, tags } = await setUp(
      line(
        hours(1),
        branch,
        { ...tagging('yes'), next: {} } as never,
        { ...tagging('no'), next: {} } as never,
      ),
      { rules: { exitOnReply: false } },
    );
    await publish();
    const leadId = await lead();
    const enrolmentId = (await enter(leadId)).enrolmentId!;
    await run(enrolmentId);
    if (event === 'replied')
      await system(() =>
        messageReceived(
          { messageId: 'm', leadId, channel: 'sms', address: '+1', kind: 'text' } as never,
          '9',
        ),
      );
    else await system(() => callEnded({ leadId, answered: true, source: null, result: null } as never, '9'));
    time.forward({ minutes: 61 });
    await run(enrolmentId);
    expect(await tags(leadId)).toEqual(['yes']);
  });
});

describe('what was told before', () => {
  it('a lead came in again does not take it out', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, system, now } = await setUp(line(hours(1)), always);
    await publish();
    const leadId = await lead();
    await enter(leadId);
    const told = { messageId: 'm', leadId, channel: 'sms', address: '+1', kind: 'text' } as never;
    time.forward({ minutes: 1 });
    await system(() => messageReceived(told, '2026-03-02T15:01:00.000Z'));
    expect(await system(() => openEnrolments(leadId))).toEqual([]);
    time.forward({ minutes: 5 });
    const again = (await enter(leadId)).enrolmentId!;
    await system(() => messageReceived(told, '2026-03-02T15:01:00.000Z'));
    expect((await now(again)).status).toBe('active');
  });

  it('a wait began is not what it waits for', async () => {
    const time = timeTravel('2026-03-02T15:00:00Z');
    const { publish, lead, enter, run, system, now } = await setUp(
      line(hours(1), {
        type: 'wait',
        config: { mode: 'event', event: 'statusChanged' },
        next: {},
      }),
    );
    await publish();
    const leadId = await lead();
    const enrolmentId = (await enter(leadId)).enrolmentId!;
    await run(enrolmentId);
    time.forward({ minutes: 61 });
    await run(enrolmentId);
    const changes = [{ field: 'status', before: 'new', after: 'contacted' }] as never;
    await system(() => leadUpdated(leadId, { changes }, '2026-03-02T15:30:00.000Z'));
    expect(await now(enrolmentId)).toMatchObject({ status: 'active', stepId: 'stp_2' });
    await system(() => leadUpdated(leadId, { changes }, '2026-03-02T16:30:00.000Z'));
    expect(await now(enrolmentId)).toMatchObject({ status: 'completed' });
  });
});

it('a contact whose provider was down, and that was then held for days, has gone stale', async () => {
  const time = timeTravel('2026-03-02T15:00:00Z');
  const { publish, lead, enter, run, history, admin } = await setUp(
    line({ type: 'sms', config: { body: 'Hello' } }),
    { rules: { staleAfterHours: 12 } },
  );
  await publish();
  const id = (await enter(await lead())).enrolmentId!;
  await sandbox().script({ match: 'twilio', provider: { down: true, times: 1 } });
  expect((await run(id)).attempts).toBe(1);
  await admin.call(journeys.setStatus, { id, status: 'paused' });
  time.forward({ days: 5 });
  await admin.call(journeys.setStatus, { id, status: 'active' });
  await run(id);
  expect((await history(id))[0]).toMatchObject({ stepType: 'sms', outcome: 'skipped' });
});

it('a call that is under way is not run now', async () => {
  timeTravel('2026-06-10T16:00:00Z');
  const { publish, lead, enter, run, now, admin } = await setUp(
    line(calling, tagging('talked'), tagging('failed')),
  );
  await publish();
  const enrolmentId = (await enter(await lead())).enrolmentId!;
  await run(enrolmentId);
  const [pending] = [`jex_${enrolmentId.slice(4)}-1`];
  const { body } = await admin.call(journeys.process, { executionIds: [pending] });
  expect(body.results).toMatchObject([{ ok: false, note: expect.stringMatching(/under way/) }]);
  expect(await now(enrolmentId)).toMatchObject({ stepId: 'stp_1' });
});

it('a call of a journey shows a number near the lead where its step says so', async () => {
  timeTravel('2026-06-10T16:00:00Z');
  const local = { ...calling, config: { maxAttempts: 1, useLocalDID: true } };
  const { publish, lead, enter, run, admin } = await setUp(line(local, tagging('talked'), tagging('failed')));
  const didIds = await Promise.all(
    ['+13055550177', '+12125550177'].map(
      async (phoneNumber) => (await admin.call(api.dids.create, { phoneNumber })).body.id,
    ),
  );
  await admin.call(api.didPools.create, { name: 'All', dids: didIds.map((didId) => ({ didId })) });
  await publish();
  const leadId = await lead();
  await run((await enter(leadId)).enrolmentId!);
  await vi.waitFor(async () => {
    const { calls } = (await admin.call(api.calls.list, { leadId })).body;
    expect(calls).toMatchObject([
      { from: '+12125550177', numberReason: 'It has the lead’s area code 212. It is next by weight.' },
    ]);
  }, 5_000);
});

describe('a cap of the day', () => {
  it('counts the contacts of journeys that have none', async () => {
    const free = await setUp(line({ type: 'sms', config: { body: 'Hi' } }), {
      rules: { dayCaps: { sms: null } },
    });
    await free.publish();
    const leadId = await free.lead();
    const { enrolmentId } = await free.enter(leadId);
    await free.system(async () => {
      const running = (await runningOf(await free.now(enrolmentId!)))!;
      const capped = {
        ...running,
        version: {
          ...running.version,
          rules: { ...running.version.rules, dayCaps: { call: 1, sms: 1, email: 1 } },
        },
      };
      expect((await takeContact({ ...running, key: 'a' } as never, 'sms')).ok).toBe(true);
      expect((await takeContact({ ...running, key: 'b' } as never, 'sms')).ok).toBe(true);
      expect((await takeContact({ ...capped, key: 'c' } as never, 'sms')).ok).toBe(false);
    });
  });
});

describe('figures', () => {
  it('keep who came to a step and left the journey there', async () => {
    const { publish, lead, enter, run, admin, id, system } = await setUp(
      line(tagging('a'), hours(1), tagging('b')),
    );
    await publish();
    const [one, two, three] = [await lead(), await lead(), await lead()];
    for (const leadId of [one, two, three]) await run((await enter(leadId)).enrolmentId!);
    await system(() => removeFromJourneys(one, 'asked to'));
    const stages = async () =>
      (await admin.call(journeys.funnel, { id })).body.stages.map(({ leads }) => leads);
    expect(await stages()).toEqual([3, 3, 3, 0, 0]);
    expect(
      (await admin.call(journeys.statistics, { id })).body.steps.map(({ reached, now }) => [reached, now]),
    ).toEqual([
      [3, 0],
      [3, 2],
      [0, 0],
    ]);
  });

  it('are whole when their counters are more than one read of the table brings', async () => {
    const { admin, id, system } = await setUp(line(hours(1)));
    await system(async () => {
      for (let shard = 0; shard < 16; shard++) {
        const days = Array.from({ length: 3_000 }, (_, n) => [`day:entered:filler-of-a-day-${n}`, 1]);
        const Item = {
          pk: partitionOf(`journeycounts#${id}`),
          sk: `shard_${String(shard).padStart(2, '0')}`,
          'all:entered': 1,
          ...Object.fromEntries(days),
        };
        await client.send(new PutCommand({ TableName: tableName(), Item }));
      }
    });
    expect((await admin.call(journeys.statistics, { id })).body.counts.entered).toBe(16);
  });
});

it('a step that is left out by hand after days does not make the next one late', async () => {
  const time = timeTravel('2026-03-02T15:00:00Z');
  const { publish, lead, enter, run, history, admin, system, now } = await setUp(
    line(tagging('a'), tagging('b'), { type: 'sms', config: { body: 'Hello' } }),
    { rules: { staleAfterHours: 12 } },
  );
  await publish();
  const enrolmentId = (await enter(await lead())).enrolmentId!;
  await system(async () => park(await now(enrolmentId), 'Look at it'));
  time.forward({ days: 5 });
  await admin.call(journeys.skipStep, { id: enrolmentId });
  await run(enrolmentId);
  const texts = (await history(enrolmentId)).filter(({ stepType }) => stepType === 'sms');
  expect(texts.map(({ outcome }) => outcome)).not.toContain('skipped');
});

describe('a filter', () => {
  const unfinishedFilter = { field: 'score', op: 'between' } as const;

  it('that asks for nothing is refused before leads are enrolled by it', async () => {
    const { admin, id, publish } = await setUp(line(hours(1)));
    await publish();
    const refused = await admin.call(journeys.bulkEnroll, { id, filter: unfinishedFilter });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/a value for score/) },
    });
  });

  it('that no list takes has its job end as failed, and not tried for ever', async () => {
    const { admin, id, publish, system } = await setUp(line(hours(1)));
    await publish();
    let filter: object = { all: [] };
    for (let deep = 0; deep < 8; deep++) filter = { all: [filter] };
    expect((await admin.call(journeys.bulkEnroll, { id, filter: filter as never })).status).toBe(400);
    const { id: jobId } = await system(() => startJob(id, 'enrol', { filter, how: 'bulk' }));
    await system(() => workOn({ jobId }));
    expect((await admin.call(journeys.job, { id, jobId })).body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/nests at most/),
    });
  });

  it('keeps a journey from going live that would ask it', async () => {
    const branch = { type: 'branch', config: { filter: unfinishedFilter }, next: { yes: null } };
    const { admin, id, publish } = await setUp(line(branch), { rules: { goal: unfinishedFilter } });
    const { status, body } = await publish();
    expect(status).toBe(400);
    expect(body.error).toMatch(/a value for score/);
    const { problems } = (await admin.call(journeys.get, { id })).body;
    expect(problems.map(({ stepId }) => stepId)).toEqual(['stp_1', null]);
  });

  it('that is too large for the journey’s item is refused with a sentence', async () => {
    const { admin, id } = await setUp(line(hours(1)));
    const value = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(500, 'x'));
    const goal = { any: Array.from({ length: 9 }, () => ({ field: 'lastName', op: 'in', value })) };
    const refused = await admin.call(journeys.update, { id, rules: { goal } as never });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(/too much text/) } });
  });
});
