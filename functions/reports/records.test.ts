import { expect, it } from 'vitest';
import { commit } from '#functions/kernel/table.ts';
import { advance } from '#functions/messages/record/advance.ts';
import { countWrites } from '#functions/messages/record/counter-store.ts';
import { insertMessage, type MessageRecord } from '#functions/messages/record/message-store.ts';
import { api } from '#shared/api/index.ts';
import type { Report } from '#shared/model/report.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line, setUp } from '#tests/support/journeys.ts';
import { expectRowsBehind } from '#tests/support/report-rows.ts';
import { as } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';

// Needs a process of its own: it makes things in 2027, and ids never go back to today.

const { calls, journeys, reports, sms } = api;

const valuesOf = ({ rows }: Report, ...names: string[]) =>
  rows.map(({ keys, values }) => [keys[0], ...names.map((name) => values[name])]);

it('webhooks say what came in and what became of its rows', async () => {
  const { admin, webhook, deliver } = await withWebhook();
  await deliver({ name: 'Ann Lee', phone: number(4_101) });
  await deliver({ name: 'Nobody' });
  const { body } = await eventually(async () => {
    const answer = await admin.call(reports.webhooks, { groupBy: 'source' });
    expect(answer.body.totals.deliveries).toBe(2);
    return answer;
  });
  const { rowsSucceeded, rowsFailed, rows } = body.totals;
  expect([rowsSucceeded, rowsFailed, rows]).toEqual([1, 1, 2]);
  expect(valuesOf(body, 'source', 'rowSuccessRate')).toEqual([[webhook.id, 'Website form', 0.5]]);
  const { from, to } = body;
  const asked = { report: { report: 'webhooks', from, to, groupBy: 'source' } };
  expect(await expectRowsBehind(admin, asked, body)).toBeGreaterThan(3);
});

it('journeys say what has become of those who entered, to an agent of their own leads', async () => {
  const { publish, lead, id, admin, tenant } = await setUp(line(hours(1)));
  await publish();
  const ids = [
    await lead({ ownerId: tenant.agent.userId }),
    await lead({ ownerId: null }),
    await lead({ ownerId: tenant.agent.userId }),
  ];
  expect((await admin.call(journeys.enroll, { id, leadIds: ids })).status).toBe(200);
  const { body: running } = await eventually(async () => {
    const answer = await admin.call(reports.journeys, {});
    expect(answer.body.totals.entered).toBe(3);
    return answer;
  });
  expect(valuesOf(running, 'source', 'stillIn', 'completionRate')).toEqual([[id, 'Welcome', 3, 0]]);
  const own = (await as(tenant.agent).call(reports.journeys, { groupBy: 'agent' })).body;
  expect(valuesOf(own, 'entered')).toEqual([[tenant.agent.userId, 2]]);
  const asked = (groupBy: string) => ({ report: { report: 'journeys', groupBy } });
  expect(await expectRowsBehind(admin, asked('source'), running)).toBeGreaterThan(1);
  expect(await expectRowsBehind(as(tenant.agent), asked('agent'), own)).toBeGreaterThan(1);
});

it('texts count on the day when each thing happened to them, as the statistics of texts have it', async () => {
  const { admin, tenant, lead, system } = await setUp(line(hours(1)));
  // Ten minutes before midnight in New York.
  const clock = timeTravel('2027-06-11T03:50:00.000Z');
  const mine = await lead({ ownerId: tenant.agent.userId });
  const other = await lead({ ownerId: null });
  const write = async (id: string, change: Partial<MessageRecord>) => {
    const text = {
      id,
      key: id,
      conversationId: 'cnv_1',
      channel: 'sms',
      direction: 'outbound',
      address: '+12125550188',
      ownAddress: '+12125550100',
      subject: '',
      body: 'Hello',
      status: 'sending',
      kind: 'text',
      segments: { count: 2, encoding: 'GSM-7', characters: 5, perSegment: 160 },
      source: { kind: 'manual', id: null },
      sentBy: 'usr_1',
      at: '2027-06-11T03:50:00.000Z',
      sentAt: null,
      deliveredAt: null,
      failedAt: null,
      providerId: null,
      leaseUntil: 0,
      version: 1,
      ...change,
    } as MessageRecord;
    const isIn = text.direction === 'inbound';
    await system(() =>
      commit(insertMessage(text), isIn ? countWrites('sms', '2027-06-10', { received: 1 }, id) : []),
    );
  };
  await write('msg_1', { leadId: mine });
  await write('msg_2', { leadId: other, source: { kind: 'blast', id: 'bst_1' } });
  await write('msg_3', { leadId: mine, direction: 'inbound', status: 'received' });
  const move = (id: string, status: 'sent' | 'delivered' | 'failed') => system(() => advance(id, { status }));
  await move('msg_1', 'sent');
  await move('msg_2', 'sent');
  clock.forward({ minutes: 20 });
  await move('msg_1', 'delivered');
  await move('msg_2', 'failed');
  const period = { from: '2027-06-10', to: '2027-06-11' };
  const names = ['textsSent', 'textsDelivered', 'textsFailed', 'textsReceived', 'segments'];
  const byDay = (await admin.call(reports.sms, period)).body;
  expect(valuesOf(byDay, ...names)).toEqual([
    ['2027-06-10', 2, 0, 0, 1, 4],
    ['2027-06-11', 0, 1, 1, 0, 0],
  ]);
  expect((await admin.call(sms.stats, { days: 2 })).body.total).toMatchObject({
    sent: byDay.totals.textsSent,
    delivered: byDay.totals.textsDelivered,
    failed: byDay.totals.textsFailed,
    received: byDay.totals.textsReceived,
  });
  const bySource = await eventually(async () => {
    const { body } = await admin.call(reports.sms, { ...period, groupBy: 'source' });
    expect(body.rows.map(({ keys }) => keys[0])).toEqual(['blast', 'manual']);
    return body;
  });
  expect(bySource.totals).toEqual(byDay.totals);
  const asked = (groupBy: string) => ({ report: { report: 'sms', ...period, groupBy } });
  expect(await expectRowsBehind(admin, asked('source'), bySource)).toBeGreaterThan(5);
  expect(await expectRowsBehind(admin, asked('day'), byDay)).toBeGreaterThan(4);
  const own = (await as(tenant.agent).call(reports.sms, period)).body;
  expect(valuesOf(own, ...names)).toEqual([
    ['2027-06-10', 1, 0, 0, 1, 2],
    ['2027-06-11', 0, 1, 0, 0, 0],
  ]);
  expect(await expectRowsBehind(as(tenant.agent), asked('day'), own)).toBeGreaterThan(3);
  const daily = (await admin.call(reports.daily, { date: '2027-06-10' })).body;
  expect(daily).toMatchObject({ texts: { textsSent: 2, textsReceived: 1 }, isToday: false });
});

it('a day at a glance has its hours by the tenant’s clock, and an agent’s own', async () => {
  const { admin, tenant } = await setUp(line(hours(1)));
  const second = await tenant.user('agent');
  timeTravel('2027-07-14T16:00:00.000Z');
  const log = (user: typeof second, startedAt: string) =>
    as(user).call(calls.create, { phone: '+13055550123', startedAt, talkSeconds: 60 });
  await log(tenant.agent, '2027-07-14T13:10:00.000Z');
  await log(tenant.agent, '2027-07-14T03:59:00.000Z');
  await log(second, '2027-07-14T04:00:00.000Z');
  const own = (await as(tenant.agent).call(reports.daily, {})).body;
  expect(own).toMatchObject({
    date: '2027-07-14',
    isToday: true,
    timeZone: 'America/New_York',
    calls: { calls: 1, callsAnswered: 1, talkSeconds: 60, averageTalkSeconds: 60 },
  });
  expect(own.hours.filter(({ calls: n }) => n > 0)).toEqual([
    { hour: 9, calls: 1, callsAnswered: 1, talkSeconds: 60, leadsCreated: 0 },
  ]);
  const day = (
    await admin.call(reports.custom, {
      source: 'calls',
      fields: ['calls'],
      groupBy: ['hour', 'agent'],
    })
  ).body;
  expect(day.rows.map(({ keys, values }) => [...keys, values.calls])).toEqual([
    ['00', second.userId, 1],
    ['09', tenant.agent.userId, 1],
  ]);
});
