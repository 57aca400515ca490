import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { agentGroups, didPools, dids, leads, pbx, users } = api;

/** An agent with an extension whose group calls from a pool with these numbers. */
async function floor(phoneNumbers: string[], fields: object = {}) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const agent = as(tenant.agent);
  const { userId } = tenant.agent;
  const desk = (await admin.call(pbx.createExtension, { number: '101', name: 'Desk', userId })).body;
  const didIds: string[] = [];
  for (const phoneNumber of phoneNumbers)
    didIds.push((await admin.call(dids.create, { phoneNumber })).body.id);
  const group = (
    await admin.call(agentGroups.create, { name: 'Sales', agents: [{ agentId: userId, role: 'member' }] })
  ).body;
  const { body: pool } = await admin.call(didPools.create, {
    name: 'Florida',
    groupIds: [group.id],
    dids: didIds.map((didId) => ({ didId })),
    ...fields,
  });
  const leadOf = async (phone = '+13055550123', ownerId?: string) =>
    (
      await admin.call(leads.create, {
        lastName: 'Doe',
        phones: [{ number: phone }],
        ...(ownerId ? { ownerId } : {}),
      })
    ).body.id;
  const next = async (leadId: string) => agent.call(didPools.nextDid, { agentExtensionId: desk.id, leadId });
  return { tenant, admin, agent, userId, desk, didIds, group, pool, leadOf, next };
}

describe('a pool of numbers', () => {
  it('is added with its numbers and groups, changed, found and removed', async () => {
    const { admin, agent, pool, didIds, group } = await floor(['+13055550102', '+13055550101']);
    expect(pool).toMatchObject({
      name: 'Florida',
      strategy: 'local',
      restMinutes: 0,
      maxPerDay: null,
      version: 1,
    });
    expect(pool.dids.map(({ phoneNumber, weight }) => [phoneNumber, weight])).toEqual([
      ['+13055550101', 1],
      ['+13055550102', 1],
    ]);
    const { id } = pool;
    const changed = await admin.call(didPools.update, { id, version: 1, strategy: 'weighted' });
    expect(changed.body).toMatchObject({ strategy: 'weighted', groupIds: [group.id], dids: pool.dids });
    expect((await admin.call(didPools.update, { id, version: 1, name: 'Late' })).status).toBe(409);
    const found = async (search: string) => (await agent.call(didPools.list, { search })).body.pools.length;
    expect([await found('flor'), await found('5550102'), await found('texas')]).toEqual([1, 1, 0]);
    const added = await admin.call(didPools.addDids, { id, didIds: [didIds[0]!, 'did_none'], weight: 3 });
    expect(added.body.summary).toEqual({ successful: 1, failed: 1 });
    expect(added.body.pool.dids.find(({ didId }) => didId === didIds[0])?.weight).toBe(3);
    const removed = await admin.call(didPools.removeDids, { id, didIds: [didIds[1]!, didIds[1]!] });
    expect(removed.body.pool.dids.map(({ didId }) => didId)).toEqual([didIds[0]]);
    const free = (await agent.call(didPools.unpooled, {})).body.dids;
    expect(free.map(({ id: didId }) => didId)).toEqual([didIds[1]]);
    expect((await admin.call(didPools.remove, { id })).body.message).toBe(
      '“Florida” has been removed. Its numbers stay.',
    );
    expect((await agent.call(didPools.get, { id })).status).toBe(404);
  });

  it('is changed by admins alone, and drawn of by agents for themselves', async () => {
    const { admin, agent, pool, leadOf } = await floor(['+13055550101']);
    expect((await agent.call(didPools.update, { id: pool.id, name: 'Mine' })).status).toBe(403);
    const other = (
      await admin.call(users.create, { username: 'bob', email: 'bob@example.com', password: 'long enough' })
    ).body;
    const desk = (await admin.call(pbx.createExtension, { number: '102', name: 'Bob', userId: other.userId }))
      .body;
    const leadId = await leadOf();
    expect((await agent.call(didPools.nextDid, { agentExtensionId: desk.id, leadId })).status).toBe(403);
    expect((await agent.call(didPools.availableOfAgent, { id: other.userId })).status).toBe(403);
    // Bob's group calls from no pool; an admin may ask for him.
    const none = await admin.call(didPools.nextDid, { agentExtensionId: desk.id, leadId });
    expect([none.status, none.body.error]).toEqual([404, 'No number is available.']);
  });
});

describe('the number that a lead sees', () => {
  it('is the nearest of the pools of the agent’s groups, and says why', async () => {
    const { next, leadOf, didIds, pool } = await floor(['+13055550101', '+12135550101', '+19045550101']);
    const miami = await next(await leadOf('+13055550123'));
    expect(miami.body).toMatchObject({
      did: { id: didIds[0], areaCode: '305' },
      phoneNumber: '+13055550101',
      poolId: pool.id,
      reason: 'It has the lead’s area code 305. It is next by weight.',
      passedOver: [],
    });
    const tampa = await next(await leadOf('+18135550123'));
    expect(['+13055550101', '+19045550101']).toContain(tampa.body.phoneNumber);
    expect(tampa.body.reason).toMatch(/^It is of the lead’s state\./);
  });

  it('rests, and is shown no more often than it may be in a day of the workspace', async () => {
    const clock = timeTravel('2026-11-26T15:00:00Z');
    const { next, leadOf, agent, admin, userId } = await floor(['+13055550101', '+13055550102'], {
      restMinutes: 10,
      maxPerDay: 2,
    });
    const leadId = await leadOf();
    const first = [await next(leadId), await next(leadId)].map(({ body }) => body.phoneNumber);
    expect(first.toSorted()).toEqual(['+13055550101', '+13055550102']);
    const resting = await next(leadId);
    expect([resting.status, resting.body.code]).toEqual([404, 'no_number_available']);
    expect(resting.body.details).toMatchObject({ passedOver: [{ reason: 'It rests for 10 min more.' }, {}] });
    expect((await admin.call(didPools.stats, {})).body.pools).toMatchObject([
      { numbers: 2, inUse: 2, callsToday: 2, resting: 2, atLimit: 0 },
    ]);
    clock.forward({ minutes: 10 });
    expect((await agent.call(didPools.availableOfAgent, { id: userId })).body.dids).toHaveLength(2);
    expect([(await next(leadId)).status, (await next(leadId)).status]).toEqual([200, 200]);
    clock.forward({ minutes: 10 });
    expect((await next(leadId)).body.details).toMatchObject({
      passedOver: [{ reason: 'It was shown 2 times today, which is the limit.' }, {}],
    });
    clock.forward({ days: 1 });
    expect((await next(leadId)).status).toBe(200);
  });

  it('is never one that is flagged as spam or rests for some days, which its own page tells', async () => {
    const clock = timeTravel('2026-11-26T15:00:00Z');
    const numbers = ['+13055550101', '+13055550102', '+13055550103'];
    const { next, leadOf, admin, agent, didIds, pool } = await floor(numbers);
    const [flagged, resting, other] = didIds as [string, string, string];
    const leadId = await leadOf();
    const label = await admin.call(dids.update, { id: flagged, spamLabel: 'flagged' });
    expect(label.body).toMatchObject({
      spamLabel: 'flagged',
      spamLabelAt: expect.stringMatching(/^2026-11-26T15/),
    });
    await admin.call(dids.update, { id: resting, restsThrough: '2026-11-27' });
    for (let draw = 0; draw < 3; draw++) {
      const { body } = await next(leadId);
      expect([body.did.id, body.passedOver.map(({ reason }) => reason)]).toEqual([
        other,
        ['It is flagged as spam.', 'It rests through 2026-11-27.'],
      ]);
    }
    const { body } = await agent.call(dids.list, { poolId: pool.id });
    expect(body.dids).toMatchObject([
      { id: flagged, status: 'active', callsToday: 0, lastUsedAt: null, poolIds: [pool.id] },
      { id: resting, status: 'resting', restsThrough: '2026-11-27', poolIds: [pool.id] },
      { id: other, status: 'active', callsToday: 3, poolIds: [pool.id] },
    ]);
    expect(body.dids[2]!.lastUsedAt).toMatch(/^2026-11-26T15:00/);
    expect((await agent.call(dids.list, { status: 'resting' })).body.dids).toHaveLength(1);
    // The day is over in New York, and the label stays as old as it is when something else changes.
    clock.forward({ days: 2 });
    expect((await admin.call(dids.get, { id: resting })).body).toMatchObject({ status: 'active' });
    expect((await admin.call(dids.get, { id: other })).body).toMatchObject({
      callsToday: 0,
      lastUsedAt: body.dids[2]!.lastUsedAt,
    });
    const renamed = await admin.call(dids.update, { id: flagged, label: 'Old line', spamLabel: 'flagged' });
    expect(renamed.body.spamLabelAt).toBe(label.body.spamLabelAt);
    const shown = [await next(leadId), await next(leadId)].map((draw) => draw.body.did.id);
    expect(shown.toSorted()).toEqual([resting, other].toSorted());
  });

  it('is never a number that was removed, of a pool or a group that is not active, or of another group', async () => {
    const { next, leadOf, admin, didIds, pool, group } = await floor(['+13055550101', '+13055550102']);
    const leadId = await leadOf();
    await admin.call(dids.remove, { id: didIds[0]! });
    for (let draw = 0; draw < 3; draw++) expect((await next(leadId)).body.phoneNumber).toBe('+13055550102');
    await admin.call(didPools.update, { id: pool.id, isActive: false });
    expect((await next(leadId)).status).toBe(404);
    await admin.call(didPools.update, { id: pool.id, isActive: true });
    await admin.call(agentGroups.update, { id: group.id, isActive: false });
    expect((await next(leadId)).status).toBe(404);
    await admin.call(agentGroups.update, { id: group.id, isActive: true });
    await admin.call(didPools.unassign, { poolId: pool.id, groupId: group.id });
    expect((await next(leadId)).status).toBe(404);
    const again = await admin.call(didPools.assign, { poolId: pool.id, groupId: group.id });
    expect(again.body).toEqual({ poolId: pool.id, groupId: group.id, assigned: true });
    expect((await next(leadId)).status).toBe(200);
  });

  it.each(['local', 'weighted', 'round-robin', 'least-used'])(
    'is dealt out fairly to many at once: %s',
    async (strategy) => {
      const numbers = Array.from({ length: 10 }, (_, n) => `+1305555010${n}`);
      const { next, leadOf, admin } = await floor(numbers, { strategy });
      const leadId = await leadOf();
      const drawn: string[] = [];
      for (let round = 0; round < 4; round++)
        for (const { status, body } of await Promise.all(Array.from({ length: 20 }, () => next(leadId)))) {
          expect(status).toBe(200);
          drawn.push(body.phoneNumber);
        }
      const counts = numbers.map((one) => drawn.filter((it) => it === one).length);
      expect(counts).toEqual(numbers.map(() => 8));
      const { pools } = (await admin.call(didPools.stats, {})).body;
      expect(pools[0]).toMatchObject({ callsToday: 80, inUse: 10 });
    },
  );

  it('is not asked for of a lead that the agent may not see', async () => {
    const { next, leadOf, tenant } = await floor(['+13055550101']);
    expect((await next(await leadOf('+13055550124', tenant.admin.userId))).status).toBe(404);
  });
});
