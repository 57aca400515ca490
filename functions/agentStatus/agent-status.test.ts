import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import {
  agentCallBegan,
  agentCallEnded,
  agentPresenceWork,
  agentSignedIn,
  agentSignedOut,
  type QueueOfAgents,
  queuesOfExchange,
} from './api.ts';

const { agentStatus } = api;

/** Queues of the tenants of this file; the extensions and their queues have tests of their own. */
const queues = new Map<number, QueueOfAgents[]>();
beforeAll(async () => {
  await import('./index.ts');
  queuesOfExchange.register(async () => queues.get(tenantOf()) ?? []);
});

let tenant: TestTenant;
let admin: ReturnType<typeof as>;
let agent: ReturnType<typeof as>;
beforeEach(async () => {
  tenant = await freshTenant();
  [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const userIds = [tenant.agent.userId];
  queues.set(tenant.id, [
    { queueId: 'que_sales', name: 'Sales', userIds },
    { queueId: 'que_help', name: 'Help', userIds },
    { queueId: 'que_other', name: 'Other', userIds: [] },
  ]);
});

const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
const email = { key: 'email', label: 'E-mails', color: '#15aabf', isAvailable: true };
const config = async (name: string, more: object = {}) => {
  const made = await admin.call(agentStatus.create, { name, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
const mine = async () => (await agent.call(agentStatus.mine)).body;

describe('configs of statuses', () => {
  it('are added, changed in what is given and removed by admins, and read by agents', async () => {
    const made = await config('Closers', { statuses: [email], ingroups: ['que_sales'] });
    expect(made).toMatchObject({
      statuses: [{ ...email, isPaid: true, maxMinutes: null }],
      ingroups: ['que_sales'],
      wrapUpSeconds: 30,
      isActive: true,
      isDefault: false,
    });
    const { id } = made;
    const changed = await admin.call(agentStatus.update, { id, version: 1, wrapUpSeconds: 5 });
    expect(changed.body).toMatchObject({
      name: 'Closers',
      wrapUpSeconds: 5,
      ingroups: ['que_sales'],
      version: 2,
    });
    expect((await admin.call(agentStatus.update, { id, version: 1, name: 'Late' })).status).toBe(409);
    expect((await agent.call(agentStatus.update, { id, name: 'Mine' })).status).toBe(403);
    expect((await agent.call(agentStatus.list)).body.configs).toMatchObject([{ id }]);
    expect((await admin.call(agentStatus.remove, { id })).body.message).toBe('“Closers” has been removed.');
    expect((await admin.call(agentStatus.ingroups)).body.ingroups.map((one) => one.statusConfigId)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    [{ name: ' ' }, 'Please enter a name.'],
    [{ statuses: [email, email] }, expect.stringContaining('The key “email” is there twice.')],
    [{ statuses: [{ ...email, key: 'on-call' }] }, expect.stringContaining('“on-call” is there by itself.')],
    [{ statuses: [{ ...email, key: 'E Mail' }] }, expect.stringContaining('small letters')],
    [{ wrapUpSeconds: 601 }, expect.stringContaining('600')],
    [{ ingroups: ['que_nobody'] }, 'There is no such queue.'],
  ])('are refused with %j', async (wrong, sentence) => {
    const { status, body } = await admin.call(agentStatus.create, { name: 'A', ...wrong } as never);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('have names of their own, and a queue has one of them', async () => {
    const first = await config('Closers', { ingroups: ['que_sales'] });
    expect((await admin.call(agentStatus.create, { name: 'CLOSERS' })).status).toBe(409);
    const second = await config('Openers', { ingroups: ['que_sales'] });
    const { configs } = (await admin.call(agentStatus.list)).body;
    expect(configs.map(({ id, ingroups }) => [id, ingroups])).toEqual([
      [first.id, []],
      [second.id, ['que_sales']],
    ]);
  });

  it('give one default at most, also when two are made it at once', async () => {
    await Promise.all(['A', 'B', 'C'].map((name) => config(name, { isDefault: true })));
    const { configs } = (await admin.call(agentStatus.list)).body;
    expect(configs.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('the config of an agent', () => {
  it('is that of their first queue with an active one, else the default, else the standard one', async () => {
    const names = async () => (await mine()).choices.map(({ key }) => key);
    expect(await names()).toEqual(['available', 'break', 'lunch', 'meeting', 'training']);
    const status = (key: string) => ({ statuses: [{ ...email, key }] });
    await config('Default', { ...status('default'), isDefault: true });
    expect(await names()).toEqual(['available', 'default']);
    const sales = await config('Sales', { ...status('sales'), ingroups: ['que_sales'] });
    expect(await names()).toEqual(['available', 'sales']);
    const help = await config('Help', status('help'));
    const help1 = { id: 'que_help', statusConfigId: help.id, priority: 1 };
    expect((await admin.call(agentStatus.updateIngroup, help1)).body).toMatchObject(help1);
    expect(await names()).toEqual(['available', 'help']);
    await admin.call(agentStatus.update, { id: help.id, isActive: false });
    expect(await names()).toEqual(['available', 'sales']);
    const { body } = await admin.call(agentStatus.test, { id: help.id, agentId: tenant.agent.userId });
    expect(body).toMatchObject({
      applies: false,
      config: { id: sales.id, name: 'Sales' },
      reason: '“Sales” is the config of “Sales”, the first of their queues that has an active one.',
      status: { key: 'offline' },
      offered: false,
    });
    queues.set(tenant.id, []);
    expect(await names()).toEqual(['available', 'default']);
  });

  it('is kept, told of by the cache, and read again after a change and after clearing', async () => {
    const cache = async () => (await admin.call(agentStatus.cacheStatus)).body;
    expect(await cache()).toEqual({ entries: 0, hits: 0, misses: 0, refreshedAt: null });
    await mine();
    await mine();
    expect(await cache()).toMatchObject({ entries: 1, hits: 1, misses: 1, refreshedAt: expect.any(String) });
    expect((await agent.call(agentStatus.clearCache)).status).toBe(403);
    await admin.call(agentStatus.clearCache);
    expect(await cache()).toMatchObject({ entries: 0, hits: 1, misses: 1 });
  });

  it('names a queue that is there', async () => {
    const { status, body } = await admin.call(agentStatus.updateIngroup, { id: 'que_nobody', priority: 2 });
    expect([status, body.error]).toEqual([404, 'The queue was not found.']);
  });
});

describe('the status of an agent', () => {
  it('is chosen by themselves while they are signed in to the phone, and of those of their config', async () => {
    const refused = await agent.call(agentStatus.setMine, { status: 'lunch' });
    expect([refused.status, refused.body.code]).toEqual([409, 'signed_out']);
    await inTenant(() => agentSignedIn(tenant.agent.userId));
    expect((await agent.call(agentStatus.setMine, { status: 'lunch' })).body).toMatchObject({
      status: 'lunch',
      isAvailable: false,
      signedIn: true,
    });
    for (const status of ['siesta', 'on-call', 'offline'])
      expect((await agent.call(agentStatus.setMine, { status })).status).toBe(400);
  });

  it('is changed by an admin, and not by a colleague', async () => {
    const { userId } = tenant.agent;
    await inTenant(() => agentSignedIn(userId));
    expect((await agent.call(agentStatus.setOf, { userId, status: 'break' })).status).toBe(403);
    expect((await admin.call(agentStatus.setOf, { userId, status: 'break' })).body.status).toBe('break');
    expect((await admin.call(agentStatus.getOf, { userId })).body).toMatchObject({ status: 'break' });
    expect((await agent.call(agentStatus.getOf, { userId })).status).toBe(403);
    const { logs } = (await agent.call(agentStatus.logs)).body;
    expect(logs[0]).toMatchObject({
      from: 'available',
      to: 'break',
      cause: 'admin',
      by: tenant.admin.userId,
    });
    const vendor = { userId: tenant.vendor.userId, status: 'break' };
    expect((await admin.call(agentStatus.setOf, vendor)).status).toBe(404);
  });

  it('follows calls, with the wrap-up of the config, also when forty news of it come at once', async () => {
    await config('Default', { isDefault: true, wrapUpSeconds: 20 });
    const time = timeTravel('2026-11-23T15:00:00.000Z');
    const { userId } = tenant.agent;
    await inTenant(async () => {
      await agentSignedIn(userId);
      const began = Array.from({ length: 20 }, () =>
        agentCallBegan(userId, 'cal_1', '2026-11-23T15:00:05.000Z'),
      );
      await Promise.all(began);
    });
    expect(await mine()).toMatchObject({
      status: 'on-call',
      since: '2026-11-23T15:00:05.000Z',
      next: 'available',
    });
    time.forward({ minutes: 2 });
    await inTenant(() =>
      Promise.all(
        Array.from({ length: 20 }, () => agentCallEnded(userId, 'cal_1', '2026-11-23T15:02:00.000Z')),
      ),
    );
    expect(await mine()).toMatchObject({
      status: 'wrap-up',
      until: '2026-11-23T15:02:20.000Z',
      wrapUpSeconds: 20,
    });
    time.forward({ seconds: 30 });
    expect(await mine()).toMatchObject({ status: 'available', since: '2026-11-23T15:02:20.000Z' });
    await inTenant(async () => {
      expect(await agentPresenceWork.look(userId)).toBeUndefined();
      await agentPresenceWork.look(userId);
    });
    const { logs } = (await agent.call(agentStatus.logs)).body;
    expect(logs.map(({ to, seconds, cause }) => [to, seconds, cause])).toEqual([
      ['available', 20, 'wrap-up'],
      ['wrap-up', 115, 'call'],
      ['on-call', expect.any(Number), 'call'],
      ['available', 0, 'session'],
    ]);
  });

  it('is marked once it lasts too long, and stays as it is', async () => {
    const time = timeTravel('2026-11-23T15:00:00.000Z');
    const { userId } = tenant.agent;
    await inTenant(() => agentSignedIn(userId));
    await agent.call(agentStatus.setMine, { status: 'break' });
    expect(await mine()).toMatchObject({ isOverdue: false });
    time.forward({ minutes: 16 });
    await inTenant(() => agentPresenceWork.look(userId));
    expect(await mine()).toMatchObject({ status: 'break', isOverdue: true });
  });
});

describe('the log of statuses', () => {
  it('is paged, narrowed to an agent and a time, and is their own alone to agents', async () => {
    const time = timeTravel('2026-11-23T15:00:00.000Z');
    for (const { userId } of [tenant.agent, tenant.admin]) {
      await inTenant(() => agentSignedIn(userId));
      time.forward({ minutes: 1 });
      await inTenant(() => agentSignedOut(userId));
      time.forward({ minutes: 1 });
    }
    await eventually(async () => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const { body } = await admin.call(agentStatus.logs, { limit: 3, ...(cursor ? { cursor } : {}) });
        pages.push(body.logs.map(({ at }) => at.slice(11, 16)));
        cursor = body.nextCursor ?? undefined;
      } while (cursor);
      expect(pages).toEqual([['15:03', '15:02', '15:01'], ['15:00']]);
    });
    const from = '2026-11-23T15:01:00.000Z';
    const some = await admin.call(agentStatus.logs, { agentId: tenant.agent.userId, from });
    expect(some.body.logs).toMatchObject([{ to: 'offline', seconds: 60 }]);
    expect((await admin.call(agentStatus.logs, { from, to: from })).body.logs).toEqual([]);
    expect((await agent.call(agentStatus.logs)).body.logs).toHaveLength(2);
    expect((await agent.call(agentStatus.logs, { agentId: tenant.admin.userId })).status).toBe(403);
    expect((await admin.call(agentStatus.logs, { cursor: 'made-up' })).status).toBe(400);
  });
});
