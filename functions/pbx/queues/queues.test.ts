import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { queueLimits } from '#shared/model/queue.ts';
import { dueIds, expectNoneDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { timeTravel } from '#tests/support/time.ts';
import { exchangePushWork } from '../exchange/pushes.ts';

const { pbx } = api;
const exchange = withExchange();
beforeEach(() => {
  exchange.isDown = false;
});

async function floor() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const own = await admin.call(pbx.createExtension, {
    number: '101',
    name: 'Ann',
    userId: tenant.agent.userId,
  });
  const other = await admin.call(pbx.createExtension, { number: '102', name: 'Bob' });
  const extensionId = own.body.id;
  const made = await admin.call(pbx.createQueue, {
    number: '600',
    name: 'Sales',
    members: [{ extensionId, penalty: 2 }],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  const onExchange = () => exchange.queues.get(`${tenant.id}/${id}`);
  const phoneOf = (number: string) => `t${tenant.id}-${number}`;
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  return {
    tenant,
    admin,
    agent,
    made: made.body,
    id,
    extensionId,
    otherId: other.body.id,
    onExchange,
    phoneOf,
    inTenant,
  };
}

describe('a queue', () => {
  it('has what may be left out by default, and its members with their extensions', async () => {
    const { made, extensionId, tenant } = await floor();
    expect(made).toMatchObject({
      strategy: 'rrmemory',
      timeout: 20,
      maxWaitTime: 300,
      wrapUpSeconds: 0,
      maxCallers: 100,
      musicOnHold: 'default',
      announcePosition: true,
      members: [
        {
          extensionId,
          penalty: 2,
          paused: false,
          reason: '',
          number: '101',
          name: 'Ann',
          userId: tenant.agent.userId,
          userName: 'Agent Tester',
          status: 'offline',
        },
      ],
    });
  });

  it.each([
    [{ number: '911' }, 400, 'An extension is never 911 or 933, which call the emergency services.'],
    [{ number: '101' }, 409, 'The number 101 is another extension’s or a queue’s.'],
    [{ number: '600' }, 409, 'The number 600 is another extension’s or a queue’s.'],
    [{ name: 'SALES' }, 409, 'There is a queue named “Sales” already.'],
    [{ maxWaitTime: 29 }, 400, expect.stringContaining('At least 30 seconds.')],
    [{ maxWaitTime: 3601 }, 400, expect.stringContaining('At most 3600 seconds.')],
    [{ strategy: 'fastest' }, 400, expect.any(String)],
    [{ musicOnHold: 'jazz' }, 400, expect.any(String)],
  ])('is refused with %j', async (wrong, expected, sentence) => {
    const { admin } = await floor();
    const fields = { number: '601', name: 'Support', ...wrong } as { number: string; name: string };
    const { status, body } = await admin.call(pbx.createQueue, fields);
    expect([status, body.error]).toEqual([expected, sentence]);
  });

  it('has a number that no extension can have', async () => {
    const { admin } = await floor();
    const { status } = await admin.call(pbx.createExtension, { number: '600', name: 'Late' });
    expect(status).toBe(409);
  });

  it('is changed in what is given; a list of members keeps the pauses of those who stay', async () => {
    const { admin, id, extensionId, otherId } = await floor();
    await admin.call(pbx.pauseQueueMember, { id, extensionId, paused: true, reason: 'Lunch' });
    const { body } = await admin.call(pbx.updateQueue, {
      id,
      timeout: 15,
      members: [{ extensionId: otherId }, { extensionId, penalty: 7 }],
    });
    expect(body).toMatchObject({
      name: 'Sales',
      timeout: 15,
      members: [
        { extensionId: otherId, penalty: 0, paused: false },
        { extensionId, penalty: 7, paused: true, reason: 'Lunch' },
      ],
    });
    const late = await admin.call(pbx.updateQueue, { id, version: 1, timeout: 10 });
    expect(late.status).toBe(409);
    const twice = await admin.call(pbx.updateQueue, { id, members: [{ extensionId }, { extensionId }] });
    expect(twice.status).toBe(400);
  });

  it('is found by its name and number, and read by agents alone', async () => {
    const { admin, agent, id } = await floor();
    for (const search of ['sal', '60'])
      expect((await agent.call(pbx.listQueues, { search })).body.queues).toMatchObject([{ id }]);
    expect((await agent.call(pbx.updateQueue, { id, name: 'Mine' })).status).toBe(403);
    expect((await admin.call(pbx.removeQueue, { id })).body.message).toBe('“Sales” has been removed.');
    expect((await agent.call(pbx.getQueue, { id })).body.error).toBe('The queue was not found.');
    expect((await admin.call(pbx.createQueue, { number: '600', name: 'Sales' })).status).toBe(201);
  });
});

describe('the members of a queue', () => {
  it('come and go from either side, once each', async () => {
    const { admin, id, extensionId, otherId } = await floor();
    const added = await admin.call(pbx.addExtensionQueue, { id: otherId, queueId: id, penalty: 4 });
    expect(added.body.queues).toEqual([{ queueId: id, name: 'Sales', penalty: 4, paused: false }]);
    const { body } = await admin.call(pbx.addQueueMember, { id, extensionId: otherId, penalty: 1 });
    expect(body.members.map((one) => [one.number, one.penalty])).toEqual([
      ['101', 2],
      ['102', 1],
    ]);
    await admin.call(pbx.removeExtensionQueue, { id: otherId, queueId: id });
    await admin.call(pbx.removeQueueMember, { id, extensionId });
    expect((await admin.call(pbx.queueMembers, { id })).body.members).toEqual([]);
    expect((await admin.call(pbx.removeQueueMember, { id, extensionId })).status).toBe(404);
  });

  it('pause with a reason, agents themselves alone', async () => {
    const { admin, agent, id, extensionId, otherId } = await floor();
    const silent = await agent.call(pbx.pauseQueueMember, { id, extensionId, paused: true });
    expect([silent.status, silent.body.error]).toEqual([
      400,
      'Please say why you pause: a break, training, paperwork.',
    ]);
    const paused = await agent.call(pbx.pauseQueueMember, { id, extensionId, paused: true, reason: 'Lunch' });
    expect(paused.body.members).toMatchObject([{ paused: true, reason: 'Lunch' }]);
    await admin.call(pbx.addQueueMember, { id, extensionId: otherId });
    const others = { id, extensionId: otherId, paused: true, reason: 'Lunch' };
    expect((await agent.call(pbx.pauseQueueMember, others)).status).toBe(403);
    expect((await admin.call(pbx.pauseQueueMember, others)).status).toBe(200);
    const back = await agent.call(pbx.pauseQueueMember, { id, extensionId, paused: false, reason: 'x' });
    expect(back.body.members[0]).toMatchObject({ paused: false, reason: '' });
  });

  it('go with their extension', async () => {
    const { admin, id, extensionId, onExchange } = await floor();
    await admin.call(pbx.removeExtension, { id: extensionId });
    expect((await admin.call(pbx.getQueue, { id })).body.members).toEqual([]);
    expect(onExchange()!.members).toEqual([]);
  });

  it('are in as many queues as can be changed with one extension', async () => {
    const { admin, extensionId } = await floor();
    const queue = (n: number) => ({ number: `7${100 + n}`, name: `Queue ${n}`, members: [{ extensionId }] });
    for (let n = 1; n < queueLimits.queuesOfExtension; n++)
      expect((await admin.call(pbx.createQueue, queue(n))).status).toBe(201);
    expect((await admin.call(pbx.createQueue, queue(99))).status).toBe(400);
    expect((await admin.call(pbx.updateExtension, { id: extensionId, number: '109' })).status).toBe(200);
    expect((await admin.call(pbx.removeExtension, { id: extensionId })).status).toBe(200);
  }, 20_000);
});

describe('what the exchange hears of a queue', () => {
  it('is how it stands after each change, with members paused who take no calls', async () => {
    const { admin, agent, id, extensionId, otherId, onExchange, phoneOf } = await floor();
    expect(onExchange()).toMatchObject({ number: '600', strategy: 'rrmemory' });
    expect(onExchange()!.members).toEqual([{ phone: phoneOf('101'), penalty: 2, paused: true }]);
    await agent.call(pbx.setExtensionStatus, { id: extensionId, status: 'available' });
    expect(onExchange()!.members[0]!.paused).toBe(false);
    await agent.call(pbx.pauseQueueMember, { id, extensionId, paused: true, reason: 'Lunch' });
    expect(onExchange()!.members[0]!.paused).toBe(true);
    await admin.call(pbx.updateExtension, { id: otherId, number: '109' });
    await admin.call(pbx.updateQueue, { id, strategy: 'ringall', members: [{ extensionId: otherId }] });
    expect(onExchange()).toMatchObject({ strategy: 'ringall', members: [{ phone: phoneOf('109') }] });
    await admin.call(pbx.removeQueue, { id });
    expect(onExchange()).toBe(undefined);
  });

  it('is told later where the exchange was down, as it stands then', async () => {
    const time = timeTravel();
    const { admin, id, onExchange, inTenant } = await floor();
    exchange.isDown = true;
    await admin.call(pbx.updateQueue, { id, timeout: 40 });
    await admin.call(pbx.updateQueue, { id, timeout: 45 });
    expect(onExchange()!.timeout).toBe(20);
    exchange.isDown = false;
    time.forward({ minutes: 1 });
    await inTenant(async () => {
      await eventually(async () => expect(await dueIds('exchangePush')).toEqual([`queue:${id}`]));
      await sweepItems(1, { exchangePush: exchangePushWork });
      expect(onExchange()!.timeout).toBe(45);
      await expectNoneDue('exchangePush');
    });
  });

  it('is the last of many changes at one instant, though an earlier one arrives late', async () => {
    const { admin, id, onExchange, inTenant } = await floor();
    let release = () => {};
    exchange.holds.push(new Promise((done) => (release = done)));
    const first = admin.call(pbx.updateQueue, { id, timeout: 31 });
    const others = [32, 33, 34].map((timeout) => admin.call(pbx.updateQueue, { id, timeout }));
    setTimeout(release, 300);
    const answers = await Promise.all([first, ...others]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await admin.call(pbx.getQueue, { id });
    expect(onExchange()!.timeout).toBe(body.timeout);
    await inTenant(() => expectNoneDue('exchangePush'));
  });

  it('is told by the next after whoever told it was killed', async () => {
    const time = timeTravel();
    const { admin, id, onExchange, inTenant } = await floor();
    exchange.isDown = true;
    await admin.call(pbx.updateQueue, { id, timeout: 40 });
    exchange.isDown = false;
    // Killed with the turn in hand: it is held until its lease has run out.
    let release = () => {};
    exchange.holds.push(new Promise((done) => (release = done)));
    const killed = inTenant(() => exchangePushWork.look(`queue:${id}`));
    await new Promise((done) => setTimeout(done, 100));
    time.forward({ minutes: 1 });
    await inTenant(() => exchangePushWork.look(`queue:${id}`));
    expect(onExchange()!.timeout).toBe(40);
    release();
    await killed;
    expect(clock.now()).toBeGreaterThan(0);
  });
});
