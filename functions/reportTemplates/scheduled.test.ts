import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { dueIds, sweepMinutes } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { reportRunWork, reportScheduleWork } from './api.ts';

const { audit, calls, reportTemplates, users } = api;
const work = { reportSchedule: reportScheduleWork, reportRun: reportRunWork };
/** A Wednesday, noon in New York. */
const noon = '2026-06-10T16:00:00.000Z';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.ask('DELETE', '/sandbox/script');
});

interface Sent {
  target: string;
  subject: string;
  body: string;
  notes: string;
}

/** An agent's calls of last week, kept as a template that is mailed each day at 13:00 in New York. */
async function office(given: object = {}) {
  const clock = timeTravel(noon);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `${sandbox.origin}/ses`);
  vi.stubEnv('MAIL_FROM', 'no-reply@dealbell.example');
  vi.stubEnv('PUBLIC_URL', 'https://dealbell.example');
  await setQueue('JOBS');
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  for (const who of [admin, agent, agent])
    await who.call(calls.create, {
      phone: '+13055550201',
      talkSeconds: 30,
      startedAt: '2026-06-04T15:00:00.000Z',
    });
  const { body: template } = await agent.call(reportTemplates.create, {
    name: `Calls of ${tenant.id}`,
    report: 'custom',
    parameters: {
      period: 'lastWeek',
      custom: { source: 'calls', fields: ['calls', 'talkSeconds'], groupBy: ['day'] },
    },
  });
  const { id } = template;
  // By the list of users it is known who is of the workspace; it tells of a new one some milliseconds late.
  await eventually(async () => {
    const { body } = await admin.call(users.list, {});
    expect(JSON.stringify(body)).toContain(tenant.agent.email);
  });
  const plan = (more: object = {}, who = agent) =>
    who.call(reportTemplates.schedule, {
      id,
      cadence: 'daily',
      time: '13:00',
      zone: 'America/New_York',
      recipients: [tenant.agent.email],
      format: 'csv',
      ...given,
      ...more,
    });
  const state = async () => (await agent.call(reportTemplates.get, { id })).body.schedule!;
  const inTenant = <T>(part: () => Promise<T>) => asSystem(tenant.id, 'sweeper', part);
  /** Some minutes of the sweeper; the messages of its jobs come some seconds later, and are worked at once here. */
  const minutes = (count = 6) =>
    sweepMinutes(count, {
      kinds: work,
      clock,
      inTenant,
      between: async () => {
        for (const jobId of await dueIds('job')) await workOn({ jobId });
      },
    });
  const mails = async (about = template.name) => {
    const { body } = await sandbox.ask<{ sent: Sent[] }>('GET', '/sandbox/mail.json');
    return body.sent.filter(({ subject }) => subject.includes(about));
  };
  return { clock, tenant, admin, agent, template, id, plan, state, inTenant, minutes, mails };
}

describe('a scheduled report', () => {
  it('is made at its time by the figures of its planner, mailed once, and planned again', async () => {
    const { clock, plan, state, minutes, mails, tenant } = await office();
    expect((await plan()).body.schedule).toMatchObject({
      nextRunAt: '2026-06-10T17:00:00.000Z',
      nextRuns: ['2026-06-10T17:00:00.000Z', '2026-06-11T17:00:00.000Z', '2026-06-12T17:00:00.000Z'],
      setBy: tenant.agent.userId,
    });
    await minutes(2);
    expect(await mails()).toEqual([]);
    clock.forward({ minutes: 60 });
    await minutes();
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      target: tenant.agent.email,
      subject: `Calls of ${tenant.id}: 2026-06-01 to 2026-06-07`,
    });
    expect(sent[0]!.body).toMatch(/Calls: 2\nTalk time: 0:01:00/);
    expect(sent[0]!.notes).toMatch(/\.csv \([1-9]\d* bytes\)/);
    expect(await state()).toMatchObject({
      nextRunAt: '2026-06-11T17:00:00.000Z',
      runs: [{ status: 'sent', dueAt: '2026-06-10T17:00:00.000Z', from: '2026-06-01', to: '2026-06-07' }],
    });
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'goes out once where a kill comes behind write %i',
    async (writes) => {
      const { clock, plan, state, minutes, inTenant, mails } = await office();
      await plan();
      clock.forward({ minutes: 61 });
      const revive = killedAfter(writes);
      await minutes(4).catch(() => undefined);
      revive();
      // Whatever was held by the dead is free again, and looks that failed come later.
      clock.forward({ minutes: 70 });
      await minutes(4);
      clock.forward({ minutes: 70 });
      await minutes(6);
      const [run, ...others] = (await state()).runs;
      expect(others).toEqual([]);
      const attached = (await mails()).filter(({ notes }) => notes.includes('.csv'));
      expect(attached).toHaveLength(1);
      // Of a mail that was handed over when the kill came nobody knows, and it says so.
      expect(['sent', 'unsure']).toContain(run!.recipients[0]!.state);
      expect(await inTenant(() => dueIds('reportRun'))).toEqual([]);
    },
    60_000,
  );

  it('is told of as missed where nothing could be made, and is made by hand for its own days', async () => {
    const { clock, plan, state, minutes, mails, agent, id } = await office();
    await plan();
    clock.forward({ days: 3, minutes: 60 + 13 * 60 });
    await minutes(4);
    const { runs, nextRunAt } = await state();
    expect(nextRunAt).toBe('2026-06-14T17:00:00.000Z');
    expect(runs.map(({ status, dueAt }) => [status, dueAt.slice(0, 10)])).toEqual([
      ['missed', '2026-06-13'],
      ['missed', '2026-06-12'],
      ['missed', '2026-06-11'],
      ['missed', '2026-06-10'],
    ]);
    const told = await mails();
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringMatching(/did not go out/)]);
    const again = await agent.call(reportTemplates.execute, { id, run: runs[3]!.id });
    expect(again.body).toMatchObject({ run: { status: 'working', from: '2026-06-01', to: '2026-06-07' } });
    expect((await agent.call(reportTemplates.execute, { id, run: runs[3]!.id })).status).toBe(409);
    await minutes();
    expect((await state()).runs[3]).toMatchObject({ status: 'sent', reason: '' });
    expect(await mails()).toHaveLength(2);
    expect((await agent.call(reportTemplates.execute, { id, run: runs[3]!.id })).body).toMatchObject({
      code: 'run_sent',
    });
    expect((await agent.call(reportTemplates.execute, { id, run: 'rpt_other_1' })).status).toBe(404);
  });

  it('that cannot be mailed is told to its planner, and goes on by hand to who has it not', async () => {
    const { clock, plan, state, minutes, mails, tenant, agent, id } = await office();
    const boss = tenant.admin.email;
    await plan({ recipients: [tenant.agent.email, boss] });
    await sandbox.script({ match: boss, mail: { outcome: 'reject' } });
    clock.forward({ minutes: 60 });
    await minutes();
    const { runs } = await state();
    expect(runs[0]).toMatchObject({
      status: 'failed',
      reason: '1 of 2 did not get it, or perhaps not.',
      recipients: [{ state: 'sent' }, { address: boss, state: 'refused' }],
    });
    expect((await mails()).map(({ target }) => target)).toEqual([tenant.agent.email, tenant.agent.email]);
    await sandbox.ask('DELETE', '/sandbox/script');
    await agent.call(reportTemplates.execute, { id, run: runs[0]!.id });
    await minutes();
    expect((await state()).runs[0]!.status).toBe('sent');
    expect((await mails()).map(({ target }) => target)[0]).toBe(boss);
    expect(await mails()).toHaveLength(3);
  });

  it('goes to people outside the workspace by an admin alone', async () => {
    const { plan, admin, template } = await office();
    const out = { recipients: ['board@elsewhere.example'] };
    const refused = await plan(out);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Only an admin may have reports sent to people outside the workspace: board@elsewhere.example.',
    ]);
    expect((await plan(out, admin)).body.schedule!.recipients).toEqual(['board@elsewhere.example']);
    await plan({ ...out, isActive: false }, admin);
    const { body } = await admin.call(audit.list, { action: 'report.scheduled' } as never);
    expect(
      (body as unknown as { entries: { summary: string }[] }).entries.map(({ summary }) => summary),
    ).toEqual([
      `Stopped the mails of the report “${template.name}”`,
      `Had the report “${template.name}” mailed to 1 address (outside the workspace: board@elsewhere.example): Every day at 13:00, America/New York`,
    ]);
  });

  it('of an admin keeps what it counts while an agent has the template', async () => {
    const { plan, admin, agent, id, template, tenant } = await office();
    const wider = { report: 'webhooks' as const, parameters: { period: 'lastWeek' as const } };
    const change = (who: typeof agent, changes: object) =>
      who.call(reportTemplates.update, { id, ...changes });
    await plan({ recipients: [tenant.agent.email] }, admin);
    const refused = await change(agent, wider);
    expect([refused.status, refused.body.code]).toEqual([403, 'planned_by_admin']);
    // Its name is the agent's, and so is what they plan themselves.
    expect((await change(agent, { name: 'Calls, mailed' })).status).toBe(200);
    expect((await change(agent, { parameters: template.parameters })).status).toBe(200);
    await plan();
    expect((await change(agent, { columns: ['calls'] })).status).toBe(200);
    await plan({}, admin);
    expect((await change(admin, { columns: [] })).status).toBe(200);
  });

  it('says in its mail what its file says, also where more was counted since', async () => {
    const { clock, plan, minutes, mails, inTenant, agent } = await office();
    await plan();
    clock.forward({ minutes: 60 });
    const isMade = () =>
      inTenant(async () =>
        (await bucket('exports').list('reports/')).some((key) => key.endsWith('/report.csv')),
      );
    for (let n = 0; n < 5 && !(await isMade()); n++) await minutes(1);
    expect(await mails()).toEqual([]);
    // A call of last week that is entered while the file waits to be mailed.
    await agent.call(calls.create, {
      phone: '+13055550201',
      talkSeconds: 30,
      startedAt: '2026-06-04T16:00:00.000Z',
    });
    await minutes();
    const [sent] = await mails();
    expect(sent!.notes).toContain('.csv');
    expect(sent!.body).toMatch(/Calls: 2\nTalk time: 0:01:00/);
  });

  it('is sent at once by hand, also while it is stopped, and not at all without a schedule', async () => {
    const { plan, state, minutes, mails, agent, id } = await office();
    const none = await agent.call(reportTemplates.execute, { id, send: true });
    expect([none.status, none.body.code]).toEqual([409, 'no_schedule']);
    expect((await plan({ isActive: false })).body.schedule).toMatchObject({ nextRunAt: null, nextRuns: [] });
    const begun = await agent.call(reportTemplates.execute, { id, send: true });
    expect(begun.body).toMatchObject({ run: { byHand: true, status: 'working' } });
    await minutes();
    expect((await state()).runs).toMatchObject([{ status: 'sent', byHand: true }]);
    expect(await mails()).toHaveLength(1);
  });

  it('that is refused when it is made is told to its planner, and nothing is sent', async () => {
    const { clock, minutes, mails, admin, tenant } = await office();
    const boss = await tenant.user('admin');
    const name = `Webhooks of ${tenant.id}`;
    const { body: made } = await as(boss).call(reportTemplates.create, {
      name,
      report: 'webhooks',
      parameters: { period: 'lastWeek' },
    });
    const daily = {
      cadence: 'daily' as const,
      time: '13:00',
      zone: 'America/New_York',
      format: 'csv' as const,
    };
    await as(boss).call(reportTemplates.schedule, {
      id: made.id,
      ...daily,
      recipients: [tenant.admin.email],
    });
    // Webhooks are for admins alone, which the planner is no more.
    await admin.call(users.update, { id: boss.userId, role: 'agent' });
    clock.forward({ minutes: 60 });
    await minutes();
    const { body } = await admin.call(reportTemplates.get, { id: made.id });
    expect(body.schedule!.runs).toMatchObject([
      { status: 'failed', reason: 'Access denied. admin role required.', recipients: [{ state: 'waiting' }] },
    ]);
    expect((await mails(name)).map(({ target, subject }) => [target, subject])).toEqual([
      [boss.email, `“${name}” did not go out`],
    ]);
  });

  it('of somebody who may not plan any more is not made, and the admins hear of it', async () => {
    const { clock, plan, minutes, mails, admin, tenant } = await office();
    await plan();
    await admin.call(users.update, { id: tenant.agent.userId, isActive: false });
    clock.forward({ minutes: 60 });
    await minutes();
    const { body } = await admin.call(reportTemplates.list, {});
    expect(body.templates[0]!.schedule!.runs).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(/may not have reports sent any more/) },
    ]);
    expect((await mails()).map(({ target }) => target)).toEqual([tenant.admin.email]);
  });
});
