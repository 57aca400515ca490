import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as figuresWorker } from '#functions/dashboard/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { sweepMinutes } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { toldBy } from '#tests/support/raw-items.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { goalCrossingWork, goalWork } from './api.ts';

const { calls, goals, users } = api;
const work = { goal: goalWork, goalCrossing: goalCrossingWork };
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

/** What stands for Slack, at the one address that needs not be of the public internet. */
const heard: { text: string }[] = [];
let answer = 200;
const slack = createServer(async (req, res) => {
  let body = '';
  for await (const part of req) body += part;
  heard.push(JSON.parse(body));
  res.writeHead(answer).end('ok');
});
beforeAll(() => new Promise<void>((resolve) => slack.listen(0, '127.0.0.1', resolve)));
afterEach(() => {
  heard.length = 0;
  answer = 200;
  // The next file of this process would meet them.
  vi.unstubAllEnvs();
});
afterAll(() => new Promise((resolve) => slack.close(resolve)));
const slackUrl = 'https://hooks.dealbell.test/services/T0/B0/x';

interface Sent {
  target: string;
  subject: string;
  body: string;
}

async function office() {
  const clock = timeTravel(noon);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `${sandbox.origin}/ses`);
  vi.stubEnv('MAIL_FROM', 'no-reply@dealbell.example');
  vi.stubEnv('PUBLIC_URL', 'https://dealbell.example');
  vi.stubEnv('SANDBOX_URL', `http://127.0.0.1:${(slack.address() as AddressInfo).port}`);
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const call = (talkSeconds: number, who = admin) =>
    who.call(calls.create, {
      phone: '+13055550201',
      talkSeconds,
      status: talkSeconds > 0 ? 'completed' : 'no-answer',
    });
  const many = async (count: number, talkSeconds: number, who = admin) => {
    for (let n = 0; n < count; n++) await call(talkSeconds, who);
  };
  const inTenant = <T>(part: () => Promise<T>) => asSystem(tenant.id, 'sweeper', part);
  const minutes = (count: number) => sweepMinutes(count, { kinds: work, clock, inTenant });
  const alert = {
    name: `Answers of ${tenant.id}`,
    source: 'calls' as const,
    measure: 'answerRate' as const,
    span: 'lastHour' as const,
    condition: 'below' as const,
    target: 0.5,
    least: 4,
    recipients: [tenant.admin.email],
  };
  const mails = async () => {
    const { body } = await sandbox.ask<{ sent: Sent[] }>('GET', '/sandbox/mail.json');
    return body.sent.filter(({ subject }) => subject.includes(String(tenant.id)));
  };
  const get = async (id: string) => (await admin.call(goals.get, { id })).body;
  return { clock, tenant, admin, agent, many, minutes, inTenant, alert, mails, get };
}

describe('an alert', () => {
  it('is silent without enough data, tells once when it crosses, and again after it has recovered', async () => {
    const { clock, admin, many, minutes, alert, mails, get } = await office();
    await many(3, 0);
    const { body: made } = await admin.call(goals.create, { ...alert, slackUrl });
    expect(made).toMatchObject({
      status: 'noData',
      note: 'Not enough data: Calls 3 of 4.',
      recovers: 0.55,
      hasSlack: true,
    });
    expect(JSON.stringify(made)).not.toContain('hooks.dealbell');
    await many(1, 0);
    await minutes(7);
    expect(await get(made.id)).toMatchObject({
      status: 'crossed',
      value: 0,
      crossings: [
        {
          kind: 'fired',
          recoveredAt: null,
          tellings: [
            { channel: 'mail', state: 'sent' },
            { channel: 'slack', state: 'sent' },
          ],
        },
      ],
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe(`Alert: ${alert.name}, 0%`);
    expect(mail!.body).toContain('Answer rate below 50% within an hour');
    expect(mail!.body).toContain(`https://dealbell.example/reports/goals?goal=${made.id}`);
    expect(heard).toHaveLength(1);
    expect(heard[0]!.text).toContain(`Alert: ${alert.name}, 0%`);

    // 4 of 8 lies at its number, and not far enough off it to arm it again.
    await many(4, 30);
    await minutes(6);
    expect(await get(made.id)).toMatchObject({ status: 'crossed', value: 0.5 });
    await many(2, 30);
    await minutes(6);
    const calm = await get(made.id);
    expect(calm).toMatchObject({ status: 'calm', value: 0.6, crossedAt: null });
    expect(calm.crossings[0]).toMatchObject({ recoveredValue: 0.6 });
    expect(calm.crossings[0]!.recoveredAt).not.toBeNull();
    expect(calm.points.map(({ value }) => value)).toEqual([0, 0.6]);
    // After an hour nothing is left to judge: it stays as it was, and is silent.
    clock.forward({ minutes: 61 });
    await minutes(6);
    expect(await get(made.id)).toMatchObject({ status: 'noData', crossings: [{ kind: 'fired' }] });
    await many(4, 0);
    await minutes(7);
    expect((await get(made.id)).crossings).toHaveLength(2);
    expect(await mails()).toHaveLength(2);
    expect(heard).toHaveLength(2);
  });

  it.each([0, 1, 2, 3, 4])('tells once where a kill comes behind write %i', async (writes) => {
    const { clock, admin, many, minutes, alert, mails, get } = await office();
    const { body: made } = await admin.call(goals.create, alert);
    await many(4, 0);
    clock.forward({ minutes: 6 });
    const revive = killedAfter(writes);
    await minutes(2).catch(() => undefined);
    revive();
    // Whatever was held by the dead is free again, and looks that failed come later.
    for (const wait of [6, 6]) {
      await minutes(3);
      clock.forward({ minutes: wait });
    }
    await minutes(3);
    const { status, crossings } = await get(made.id);
    expect([status, crossings.map(({ kind }) => kind)]).toEqual(['crossed', ['fired']]);
    expect(await mails()).toHaveLength(1);
    // Of a mail that was handed over when the kill came nobody knows, and it says so.
    expect(['sent', 'unsure']).toContain(crossings[0]!.tellings[0]!.state);
  });

  it('that is snoozed tells nobody, unless it still goes on afterwards', async () => {
    const { clock, admin, many, minutes, alert, mails, get } = await office();
    const { body: made } = await admin.call(goals.create, alert);
    const until = new Date(Date.parse(noon) + 20 * 60_000).toISOString();
    expect((await admin.call(goals.snooze, { id: made.id, until })).body.snoozedUntil).toBe(until);
    const tooFar = new Date(Date.parse(noon) + 40 * 86_400_000).toISOString();
    expect((await admin.call(goals.snooze, { id: made.id, until: tooFar })).status).toBe(400);
    await many(4, 0);
    await minutes(10);
    expect(await get(made.id)).toMatchObject({ status: 'crossed' });
    expect(await mails()).toEqual([]);
    clock.forward({ minutes: 15 });
    await minutes(6);
    expect(await mails()).toHaveLength(1);
  });

  it('tells Slack again later where it is busy, and gives up an address that is gone', async () => {
    const { admin, many, minutes, alert, get } = await office();
    const { body: made } = await admin.call(goals.create, { ...alert, recipients: [], slackUrl });
    answer = 503;
    await many(4, 0);
    await minutes(7);
    const telling = async () => (await get(made.id)).crossings[0]!.tellings[0]!;
    expect(await telling()).toMatchObject({ state: 'waiting', reason: 'It answered 503.' });
    answer = 404;
    await minutes(4);
    expect(await telling()).toMatchObject({ state: 'refused', reason: 'It answered 404.' });
  });

  it('of too few is told of when a whole day is over, not while it goes on', async () => {
    const { clock, admin, many, minutes, alert, get } = await office();
    clock.forward({ days: 3 });
    const filter = [{ field: 'direction', values: ['outbound'] }];
    const few = { ...alert, filter, measure: 'calls' as const, span: 'day' as const, target: 2 };
    const { body: made } = await admin.call(goals.create, few);
    expect(made).toMatchObject({ status: 'crossed', value: 0, from: '2026-06-12T04:00:00.000Z' });
    await many(2, 0);
    await minutes(6);
    expect(await get(made.id)).toMatchObject({ status: 'crossed', value: 0 });
    clock.forward({ days: 1 });
    await minutes(6);
    expect(await get(made.id)).toMatchObject({ status: 'calm', value: 2 });
  });

  it('about leads that do not come is silent in a workspace that is younger than that', async () => {
    const { admin, alert } = await office();
    const none = { ...alert, source: 'leads' as const, measure: 'leadsCreated' as const, target: 1 };
    const { body: made } = await admin.call(goals.create, { ...none, span: 'last24Hours' });
    expect(made).toMatchObject({ status: 'noData', note: expect.stringContaining('younger') });
  });
});

describe('an alert about leads that stay away', () => {
  it('fires on Friday where none came since Wednesday, once, and is armed again by the next one', async () => {
    const { clock, admin, inTenant, alert, get } = await office();
    // An id of a lead tells when it was made, and never goes back before those of the tests above.
    clock.forward({ days: 42 });
    await admin.call(api.leads.create, { lastName: 'Lee' });
    const none = { ...alert, source: 'leads' as const, measure: 'leadsCreated' as const, target: 1 };
    const { body: made } = await admin.call(goals.create, { ...none, span: 'last2Days' });
    const looked = async () => {
      await inTenant(() => goalWork.look(made.id));
      return get(made.id);
    };
    // Leads are read by an index, which tells of the newest one some milliseconds late.
    await eventually(async () => expect(await looked()).toMatchObject({ status: 'calm', value: 1 }));
    clock.forward({ days: 2, minutes: 10 });
    expect(await looked()).toMatchObject({ status: 'crossed', value: 0 });
    clock.forward({ minutes: 10 });
    const { crossings } = await looked();
    expect(crossings.map(({ kind }) => kind)).toEqual(['fired']);
    await admin.call(api.leads.create, { lastName: 'Ray' });
    clock.forward({ minutes: 10 });
    await eventually(async () => expect(await looked()).toMatchObject({ status: 'calm', value: 1 }));
  });
});

describe('a goal', () => {
  it('is reached once in its day, and what was missed stands in its history', async () => {
    const { clock, admin, many, minutes, mails, get, tenant } = await office();
    const goal = { name: `Calls of ${tenant.id}`, source: 'calls' as const, measure: 'calls' as const };
    const { body: made } = await admin.call(goals.create, {
      ...goal,
      filter: [{ field: 'direction', values: ['outbound'] }],
      span: 'day',
      condition: 'reach',
      target: 3,
      recipients: [tenant.admin.email],
    });
    expect(made).toMatchObject({ status: 'calm', value: 0, from: '2026-06-10T04:00:00.000Z' });
    await many(3, 30);
    await minutes(7);
    expect(await get(made.id)).toMatchObject({
      status: 'crossed',
      value: 3,
      crossings: [{ kind: 'reached' }],
    });
    await many(1, 30);
    await minutes(6);
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Goal reached: ${goal.name}, 3`]);

    clock.forward({ days: 1 });
    await minutes(6);
    expect(await get(made.id)).toMatchObject({ status: 'calm', value: 0 });
    clock.forward({ days: 1 });
    await minutes(6);
    const { crossings, points } = await get(made.id);
    expect(crossings.map(({ kind }) => kind)).toEqual(['missed', 'reached']);
    expect(crossings[0]).toMatchObject({ value: 0, from: '2026-06-11T04:00:00.000Z', tellings: [] });
    expect(points.slice(-3)).toEqual([
      { at: '2026-06-10', value: 4 },
      { at: '2026-06-11', value: 0 },
      { at: '2026-06-12', value: 0 },
    ]);
    expect(await mails()).toHaveLength(1);
  });

  it('counts the rows of whoever made it, with filters, and begins anew when it asks otherwise', async () => {
    const { admin, agent, many, tenant } = await office();
    await many(2, 30, admin);
    await many(1, 0, agent);
    await many(1, 30, agent);
    // What counters know is asked of them.
    const records = (await toldBy(tenant.id))
      .filter(({ type }) => type === 'call.ended')
      .map((detail) => ({
        messageId: detail.eventId,
        body: JSON.stringify({ 'detail-type': detail.type, detail }),
      }));
    await figuresWorker({ Records: records } as SQSEvent);
    const mine = { name: 'Mine', source: 'calls' as const, measure: 'calls' as const, target: 10 };
    const { body: made } = await agent.call(goals.create, { ...mine, span: 'week', condition: 'reach' });
    expect(made).toMatchObject({ value: 2, isMine: true, shared: false, ownerId: tenant.agent.userId });
    const all = await admin.call(goals.create, { ...mine, span: 'week', condition: 'reach' });
    expect(all.body.value).toBe(4);
    const filter = [{ field: 'agent', op: 'in' as const, values: [tenant.agent.userId] }];
    const filtered = await admin.call(goals.update, { id: all.body.id, filter, target: 2 });
    expect(filtered.body).toMatchObject({ value: 2, status: 'crossed', filter });
    const late = await admin.call(goals.update, { id: all.body.id, name: 'Late', version: 1 });
    expect(late.status).toBe(409);
  });

  it('is seen by its owner and admins until it is shared, and reaches outside by an admin alone', async () => {
    const { admin, agent, alert, tenant } = await office();
    const other = as(await tenant.user('agent'));
    const { body: made } = await agent.call(goals.create, { ...alert, recipients: [tenant.agent.email] });
    const names = async (who: typeof agent) => (await who.call(goals.list, {})).body.goals.length;
    expect([await names(agent), await names(other), await names(admin)]).toEqual([1, 0, 1]);
    for (const call of [goals.get, goals.remove] as const)
      expect((await other.call(call, { id: made.id })).status).toBe(404);
    for (const change of [{ shared: true }, { slackUrl }, { recipients: ['a@elsewhere.example'] }])
      expect((await agent.call(goals.update, { id: made.id, ...change })).status).toBe(403);
    // It has the agent's rows, whose mails stay inside, also where an admin names somebody.
    const outside = await admin.call(goals.update, { id: made.id, recipients: ['a@elsewhere.example'] });
    expect([outside.status, outside.body]).toMatchObject([
      400,
      { error: expect.stringMatching(/^Only goals of admins are mailed .* a@elsewhere\.example/) },
    ]);
    const own = await admin.call(goals.create, { ...alert, recipients: ['a@elsewhere.example'] });
    expect(own.body.recipients).toEqual(['a@elsewhere.example']);
    await admin.call(goals.remove, { id: own.body.id });
    const shared = await admin.call(goals.update, { id: made.id, shared: true, slackUrl });
    expect(shared.body).toMatchObject({ shared: true, hasSlack: true });
    expect((await other.call(goals.get, { id: made.id })).body).toMatchObject({
      mayEdit: false,
      recipients: [],
    });
    expect((await other.call(goals.update, { id: made.id, name: 'Mine' })).status).toBe(403);
    expect((await other.call(goals.snooze, { id: made.id, until: null })).status).toBe(403);
    expect((await admin.call(goals.remove, { id: made.id })).body.message).toMatch(/has been removed/);
    expect((await admin.call(goals.list, {})).body.goals).toEqual([]);
  });

  it('stops, and says why, when its owner leaves', async () => {
    const { admin, agent, alert, minutes, get, tenant } = await office();
    const { body: made } = await agent.call(goals.create, { ...alert, recipients: [] });
    await admin.call(users.update, { id: tenant.agent.userId, isActive: false });
    await minutes(7);
    expect(await get(made.id)).toMatchObject({
      status: 'stopped',
      note: 'Whoever made it is no longer a user of the workspace.',
    });
  });

  it.each([
    [{ measure: 'textsSent' as const }, '“Calls” has no “Sent”.'],
    [{ span: 'lastHour' as const, condition: 'reach' as const }, 'A goal is of a day, a week or a month.'],
    [{ target: 20 }, 'A share is at most 100 %.'],
    [{ target: 0 }, 'Please enter a number above 0.'],
    [
      { filter: [{ field: 'brand', values: ['x'] }] },
      'A report of calls cannot be grouped or filtered by brand.',
    ],
    [{ slackUrl: 'https://10.0.0.1/x' }, '10.0.0.1 is not an address on the public internet.'],
  ])('is refused with %o', async (wrong, error) => {
    const { admin, alert } = await office();
    const refused = await admin.call(goals.create, { ...alert, ...wrong });
    expect(refused).toMatchObject({ status: 400, body: { error } });
  });
});
