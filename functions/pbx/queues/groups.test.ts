import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { queuesOfAgents } from '#functions/pbx/api.ts';
import { api } from '#shared/api/index.ts';
import { queueLimits } from '#shared/model/queue.ts';
import { dueIds } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { exchangePushWork } from '../exchange/pushes.ts';

const { agentGroups, pbx } = api;
const exchange = withExchange();
beforeEach(() => {
  exchange.isDown = false;
});

/** A queue whose members are the agents of a group: Ann, of extension 101, and not Bob, of 102. */
async function floor() {
  const tenant = await freshTenant();
  const second = await tenant.user('agent');
  const [admin, ann, bob] = [as(tenant.admin), as(tenant.agent), as(second)];
  const extension = async (number: string, userId: string) =>
    (await admin.call(pbx.createExtension, { number, name: `Agent ${number}`, userId })).body.id;
  const annsId = await extension('101', tenant.agent.userId);
  const bobsId = await extension('102', second.userId);
  const [anns, bobs] = [tenant.agent.userId, second.userId];
  const group = (
    await admin.call(agentGroups.create, { name: 'Closers', agents: [{ agentId: anns, role: 'member' }] })
  ).body;
  const made = await admin.call(pbx.createQueue, {
    number: '600',
    name: 'Sales',
    groups: [{ groupId: group.id, penalty: 3 }],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  const phones = () =>
    exchange.queues
      .get(`${tenant.id}/${id}`)!
      .members.map(({ phone, penalty, paused }) => [phone.split('-')[1], penalty, paused]);
  const members = async () =>
    (await admin.call(pbx.getQueue, { id })).body.members.map((one) => [
      one.number,
      one.penalty,
      one.groupId,
    ]);
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const join = (...agentIds: string[]) => admin.call(agentGroups.addAgents, { id: group.id, agentIds });
  const leave = (...agentIds: string[]) => admin.call(agentGroups.removeAgents, { id: group.id, agentIds });
  return {
    tenant,
    admin,
    ann,
    bob,
    anns,
    bobs,
    annsId,
    bobsId,
    group,
    id,
    made: made.body,
    phones,
    members,
    inTenant,
    join,
    leave,
  };
}

describe('a queue with a group', () => {
  it('has the group’s agents as members, who see it and have its penalty', async () => {
    const { made, members, phones, group, ann, annsId, inTenant, id, anns } = await floor();
    expect(made.groups).toEqual([{ groupId: group.id, name: 'Closers', penalty: 3 }]);
    expect(await members()).toEqual([['101', 3, group.id]]);
    expect(phones()).toEqual([['101', 3, true]]);
    await ann.call(pbx.setExtensionStatus, { id: annsId, status: 'available' });
    expect(phones()).toEqual([['101', 3, false]]);
    expect((await ann.call(pbx.getExtension, { id: annsId })).body.queues).toMatchObject([{ queueId: id }]);
    expect(await inTenant(queuesOfAgents)).toMatchObject([{ queueId: id, userIds: [anns] }]);
  });

  it('has whoever comes into the group, and nobody who leaves it, on the exchange at once', async () => {
    const { admin, phones, group, join, leave, anns, bobs } = await floor();
    await join(bobs);
    expect(
      phones()
        .map(([number]) => number)
        .sort(),
    ).toEqual(['101', '102']);
    await leave(anns);
    expect(phones().map(([number]) => number)).toEqual(['102']);
    await admin.call(agentGroups.update, { id: group.id, isActive: false });
    expect(phones()).toEqual([]);
    await admin.call(agentGroups.update, { id: group.id, isActive: true });
    expect(phones().map(([number]) => number)).toEqual(['102']);
    await admin.call(agentGroups.remove, { id: group.id });
    expect(phones()).toEqual([]);
  });

  it('is told later where the exchange was down when the group changed', async () => {
    const { phones, join, bobs, inTenant, id } = await floor();
    exchange.isDown = true;
    await join(bobs);
    expect(phones()).toHaveLength(1);
    exchange.isDown = false;
    await inTenant(async () => {
      await eventually(async () => expect(await dueIds('exchangePush')).toEqual([`queue:${id}`]));
      await exchangePushWork.look(`queue:${id}`);
    });
    expect(phones()).toHaveLength(2);
  });

  it('has the extension that an agent gets, and not the one that they had', async () => {
    const { admin, phones, annsId, bobsId, anns } = await floor();
    await admin.call(pbx.updateExtension, { id: annsId, number: '109' });
    expect(phones().map(([number]) => number)).toEqual(['109']);
    await admin.call(pbx.updateExtension, { id: annsId, userId: null });
    expect(phones()).toEqual([]);
    await admin.call(pbx.updateExtension, { id: bobsId, userId: anns });
    expect(phones().map(([number]) => number)).toEqual(['102']);
    await admin.call(pbx.removeExtension, { id: bobsId });
    expect(phones()).toEqual([]);
  });

  it('has a member whom it names itself once, as it names them', async () => {
    const { admin, members, id, annsId, leave, anns } = await floor();
    await admin.call(pbx.addQueueMember, { id, extensionId: annsId, penalty: 1 });
    expect(await members()).toEqual([['101', 1, null]]);
    await leave(anns);
    expect(await members()).toEqual([['101', 1, null]]);
  });

  it('counts the lowest penalty of who is in two of its groups', async () => {
    const { admin, members, id, group, anns } = await floor();
    const other = (
      await admin.call(agentGroups.create, { name: 'Night', agents: [{ agentId: anns, role: 'member' }] })
    ).body;
    await admin.call(pbx.updateQueue, {
      id,
      groups: [
        { groupId: group.id, penalty: 3 },
        { groupId: other.id, penalty: 2 },
      ],
    });
    expect(await members()).toEqual([['101', 2, other.id]]);
  });

  it('lets its members pause, and takes none of them out by itself', async () => {
    const { admin, ann, bob, id, annsId, phones, join, bobs } = await floor();
    await join(bobs);
    await ann.call(pbx.setExtensionStatus, { id: annsId, status: 'available' });
    const pause = { id, extensionId: annsId, paused: true, reason: 'Lunch' };
    expect((await bob.call(pbx.pauseQueueMember, pause)).status).toBe(403);
    const { body } = await ann.call(pbx.pauseQueueMember, pause);
    expect(body.members.find(({ number }) => number === '101')).toMatchObject({
      paused: true,
      reason: 'Lunch',
    });
    expect(phones().find(([number]) => number === '101')).toEqual(['101', 3, true]);
    await ann.call(pbx.pauseQueueMember, { ...pause, paused: false });
    expect(phones().find(([number]) => number === '101')).toEqual(['101', 3, false]);
    const refused = await admin.call(pbx.removeQueueMember, { id, extensionId: annsId });
    expect([refused.status, (refused.body as { error?: string }).error]).toEqual([
      409,
      'This extension takes calls as one of a group. Take its agent out of the group.',
    ]);
  });

  it('names groups of its own workspace, each once, and a group is in so many queues', async () => {
    const [{ admin, id, group }, other] = [await floor(), await floor()];
    const set = async (...groupIds: string[]) =>
      (await admin.call(pbx.updateQueue, { id, groups: groupIds.map((groupId) => ({ groupId })) })).status;
    expect(await set(other.group.id)).toBe(400);
    expect(await set(group.id, group.id)).toBe(400);
    for (let n = 1; n < queueLimits.queuesOfGroup; n++)
      await admin.call(pbx.createQueue, {
        number: String(700 + n),
        name: `Queue ${n}`,
        groups: [{ groupId: group.id }],
      });
    const more = { number: '799', name: 'One more', groups: [{ groupId: group.id }] };
    expect((await admin.call(pbx.createQueue, more)).body).toMatchObject({
      error: 'A group takes calls of at most 20 queues.',
    });
    expect(await set(group.id)).toBe(200);
  }, 20_000);
});
