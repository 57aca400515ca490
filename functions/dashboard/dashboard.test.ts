import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { handler } from './worker.ts';

const { calls, dashboard, didPools, dids, leads, tenants } = api;
/** A Wednesday, noon in New York. */
const noon = '2026-06-10T16:00:00.000Z';

/** What the rule of the bus would put on the queue: the events of some entities. */
async function countedFigures(tenant: TestTenant, ...entityIds: string[]): Promise<SQSEvent> {
  const types = ['lead.created', 'lead.deal', 'call.ended', 'call.disposed'];
  const pages = await asSystem(tenant.id, 'test', () =>
    Promise.all(
      entityIds.map((entityId) =>
        Events.query.byEntity({ tenantId: tenant.id, entityId }).go({ consistent: true, pages: 'all' }),
      ),
    ),
  );
  const records = pages
    .flatMap(({ data }) => data)
    .filter(({ type }) => types.includes(type))
    .map((detail) => ({
      messageId: detail.eventId,
      body: JSON.stringify({ 'detail-type': detail.type, detail }),
    }));
  return { Records: records } as SQSEvent;
}

async function floor() {
  const tenant = await freshTenant();
  return { tenant, agent: as(tenant.agent), admin: as(tenant.admin) };
}

describe('the figures', () => {
  it('count each event once, however often it is given and by how many workers at once', async () => {
    const { tenant, agent, admin } = await floor();
    timeTravel(noon);
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        agent.call(calls.create, { phone: `+1305555020${n}`, talkSeconds: 30, disposition: 'Interested' }),
      ),
    );
    const event = await countedFigures(tenant, ...made.map(({ body }) => body.id));
    expect(event.Records).toHaveLength(6);
    const answers = await Promise.all([
      handler(event),
      handler({ Records: event.Records.slice(2) }),
      handler(event),
    ]);
    for (const { batchItemFailures } of answers) expect(batchItemFailures).toEqual([]);
    await handler(event);
    const { body } = await admin.call(calls.stats, {});
    expect(body).toMatchObject({ total: 6, answered: 6, missed: 0, outbound: 6, talkSeconds: 180 });
    expect(body.agents).toMatchObject([{ agentId: tenant.agent.userId, calls: 6, talkSeconds: 180 }]);
    expect((await admin.call(calls.statistics, {})).body).toMatchObject({
      byStatus: { completed: 6 },
      byDirection: { outbound: 6 },
      byDisposition: { Interested: 6 },
      days: [{ date: '2026-06-10', calls: 6 }],
    });
    await agent.call(calls.update, { id: made[0]!.body.id, disposition: 'Call back' });
    await handler(await countedFigures(tenant, made[0]!.body.id));
    expect((await admin.call(calls.statistics, {})).body.byDisposition).toEqual({
      Interested: 5,
      'Call back': 1,
    });
  });

  it('say of a number how often it was answered and how soon people hung up, each call once', async () => {
    const { tenant, agent, admin } = await floor();
    timeTravel(noon);
    const number = '+13055550100';
    const talked = [30, 6, 0, 7];
    const made = await Promise.all(
      talked.map((talkSeconds, n) =>
        agent.call(calls.create, {
          phone: `+1305555020${n}`,
          talkSeconds,
          ...(talkSeconds === 0 ? { status: 'no-answer' as const } : {}),
        }),
      ),
    );
    const event = await countedFigures(tenant, ...made.map(({ body }) => body.id));
    // Calls that are noted by hand show no number: these are told as the exchange's are.
    const shown = event.Records.map((record) => {
      const { detail, ...rest } = JSON.parse(record.body);
      return {
        ...record,
        body: JSON.stringify({ ...rest, detail: { ...detail, data: { ...detail.data, number } } }),
      };
    });
    await Promise.all([handler({ Records: shown }), handler({ Records: shown.slice(1) })]);
    await handler({ Records: shown });
    const figures = { calls: 4, answered: 3, short: 1 };
    expect((await agent.call(dids.figures, {})).body).toEqual({
      days: 30,
      numbers: [{ phoneNumber: number, ...figures }],
    });
    const { id } = (await admin.call(dids.create, { phoneNumber: number })).body;
    const other = (await admin.call(dids.create, { phoneNumber: '+13055550101' })).body;
    for (const of of [[id, other.id], [other.id]])
      await admin.call(didPools.create, {
        name: `Pool of ${of.length}`,
        dids: of.map((didId) => ({ didId })),
      });
    const { pools } = (await agent.call(didPools.stats, {})).body;
    expect(pools.map((pool) => pool.figures)).toEqual([{ calls: 0, answered: 0, short: 0 }, figures]);
    timeTravel('2026-07-10T03:00:00.000Z');
    expect((await agent.call(dids.figures, {})).body.numbers).toHaveLength(1);
    timeTravel('2026-07-10T16:00:00.000Z');
    expect((await agent.call(dids.figures, {})).body.numbers).toEqual([]);
  });

  it('give a transferred call to each agent for their own part, and once to the floor', async () => {
    const { tenant, admin } = await floor();
    const second = await tenant.user('agent');
    timeTravel(noon);
    const leg = (agentId: string, from: string, to: string) => ({
      agentId,
      startedAt: `2026-06-10T${from}:00.000Z`,
      answeredAt: `2026-06-10T${from}:00.000Z`,
      endedAt: `2026-06-10T${to}:00.000Z`,
    });
    const { id } = (
      await admin.call(calls.create, {
        phone: '+13055550123',
        legs: [
          leg(tenant.agent.userId, '14:00', '14:02'),
          leg(second.userId, '14:02', '14:05'),
          leg(tenant.agent.userId, '14:05', '14:06'),
        ],
      })
    ).body;
    await handler(await countedFigures(tenant, id));
    const { body } = await admin.call(calls.stats, {});
    expect(body).toMatchObject({ total: 1, answered: 1, talkSeconds: 360 });
    expect(
      Object.fromEntries(
        body.agents.map(({ agentId, calls: n, talkSeconds }) => [agentId, [n, talkSeconds]]),
      ),
    ).toEqual({ [tenant.agent.userId]: [1, 180], [second.userId]: [1, 180] });
    expect((await as(second).call(calls.stats, {})).body).toMatchObject({ total: 1, talkSeconds: 180 });
  });

  it('count no more what came by an import that was undone, and still what was deleted by hand', async () => {
    const { tenant, admin } = await floor();
    timeTravel(noon);
    const ids = await Promise.all(
      ['Ito', 'Ray'].map(async (lastName) => (await admin.call(leads.create, { lastName })).body.id),
    );
    const [{ Records: undone }, { Records: deleted }] = await Promise.all([
      countedFigures(tenant, ids[0]!),
      countedFigures(tenant, ids[1]!),
    ]);
    const deletion = ([record]: SQSEvent['Records'], undoneFrom?: string) => {
      const { detail } = JSON.parse(record!.body);
      const told = {
        ...detail,
        eventId: `${detail.eventId}X`,
        type: 'lead.deleted',
        data: { force: false, undoneFrom },
      };
      return { ...record!, body: JSON.stringify({ 'detail-type': 'lead.deleted', detail: told }) };
    };
    const created = async () => (await admin.call(dashboard.stats, {})).body.today.leadsCreated;
    await handler({ Records: [...undone, ...deleted] });
    expect(await created()).toBe(2);
    const later = { Records: [deletion(undone, noon), deletion(deleted)] };
    for (let again = 0; again < 2; again++) await handler(later);
    expect(await created()).toBe(1);
  });

  it('know the deals that were won, whose they are, and those that were lost again', async () => {
    const { tenant, agent } = await floor();
    timeTravel(noon);
    const { id } = (
      await agent.call(leads.create, { lastName: 'Ito', ownerId: tenant.agent.userId, dealAmount: 1200 })
    ).body;
    await agent.call(leads.update, { id, status: 'won' });
    await handler(await countedFigures(tenant, id));
    const stats = async () => (await agent.call(dashboard.stats, {})).body;
    expect(await stats()).toMatchObject({
      today: { leadsCreated: 1, dealsWon: 1, dealAmount: 1200 },
      totalLeads: 1,
      leaderboard: [{ agentId: tenant.agent.userId, dealsWon: 1, dealAmount: 1200 }],
    });
    await agent.call(leads.update, { id, dealAmount: 1500 });
    await handler(await countedFigures(tenant, id));
    expect((await stats()).today).toMatchObject({ dealsWon: 1, dealAmount: 1500 });
    await agent.call(leads.update, { id, status: 'lost' });
    await handler(await countedFigures(tenant, id));
    expect((await stats()).today).toMatchObject({ dealsWon: 0, dealAmount: 0 });
  });

  it('leave a deal with who won it, in the hour when it was won, in whatever order its changes are heard', async () => {
    const { tenant, agent, admin } = await floor();
    const clock = timeTravel(noon);
    const second = await tenant.user('agent');
    const made = await agent.call(leads.create, {
      lastName: 'Ito',
      ownerId: tenant.agent.userId,
      dealAmount: 100,
    });
    const { id } = made.body;
    await admin.call(leads.update, { id, status: 'won' });
    await admin.call(leads.update, { id, ownerId: second.userId });
    clock.forward({ days: 1 });
    await admin.call(leads.update, { id, dealAmount: 700 });
    const { Records } = await countedFigures(tenant, id);
    await handler({ Records: Records.toReversed() } as SQSEvent);
    const shares = async () =>
      (await admin.call(dashboard.stats, { days: 2 })).body.leaderboard
        .filter(({ dealsWon, dealAmount }) => dealsWon !== 0 || dealAmount !== 0)
        .map(({ agentId, dealsWon, dealAmount }) => [agentId, dealsWon, dealAmount]);
    expect(await shares()).toEqual([[tenant.agent.userId, 1, 700]]);
    expect((await admin.call(dashboard.today, {})).body).toMatchObject({
      today: { dealsWon: 0, dealAmount: 0 },
      yesterday: { dealsWon: 1, dealAmount: 700 },
    });
    await admin.call(leads.update, { id, status: 'lost' });
    await handler(await countedFigures(tenant, id));
    expect(await shares()).toEqual([]);
    expect((await admin.call(dashboard.today, {})).body.yesterday).toMatchObject({
      dealsWon: 0,
      dealAmount: 0,
    });
  });

  it('know a customer who was added as one from a deal', async () => {
    const { tenant, admin } = await floor();
    timeTravel(noon);
    const { id } = (await admin.call(leads.create, { lastName: 'Old', status: 'won', dealAmount: 900 })).body;
    await admin.call(leads.update, { id, dealAmount: 950 });
    await admin.call(leads.update, { id, status: 'contacted' });
    await handler(await countedFigures(tenant, id));
    expect((await admin.call(dashboard.stats, {})).body.today).toMatchObject({ dealsWon: 0, dealAmount: 0 });
  });

  it('lie in the hours of the tenant’s own zone', async () => {
    const { tenant, admin } = await floor();
    const current = (await admin.call(tenants.get, { id: tenant.id })).body;
    await admin.call(tenants.update, { id: tenant.id, timeZone: 'Asia/Tokyo', version: current.version });
    // Half past midnight on the 11th in Tokyo.
    timeTravel('2026-06-10T15:30:00.000Z');
    const { id } = (await admin.call(calls.create, { phone: '+13055550123', talkSeconds: 60 })).body;
    await handler(await countedFigures(tenant, id));
    const hourly = (await admin.call(dashboard.hourly, {})).body;
    expect([hourly.date, hourly.timeZone]).toEqual(['2026-06-11', 'Asia/Tokyo']);
    expect(hourly.hours).toHaveLength(24);
    expect(hourly.hours[0]).toMatchObject({ hour: 0, calls: 1 });
    const history = (await admin.call(dashboard.history, { hours: 3 })).body;
    expect(history.hours.map(({ date, hour, calls: n }) => [date, hour, n])).toEqual([
      ['2026-06-10', 22, 0],
      ['2026-06-10', 23, 0],
      ['2026-06-11', 0, 1],
    ]);
    expect((await admin.call(dashboard.today, {})).body).toMatchObject({
      today: { calls: 1 },
      yesterday: { calls: 0 },
    });
    expect((await admin.call(dashboard.history, { hours: 745 })).status).toBe(400);
  });

  it('name what could not be counted, and count the rest', async () => {
    const { tenant, agent, admin } = await floor();
    timeTravel(noon);
    const { id } = (await agent.call(calls.create, { phone: '+13055550123' })).body;
    const { Records } = await countedFigures(tenant, id);
    const strange = { messageId: 'strange', body: JSON.stringify({ detail: { type: 'call.ended' } }) };
    const answer = await handler({ Records: [strange, ...Records] } as SQSEvent);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'strange' }]);
    expect((await admin.call(calls.stats, {})).body.total).toBe(1);
  });
});
