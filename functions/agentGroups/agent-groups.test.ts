import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { agentGroups, leadAssignments, leads, users } = api;

async function office() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const agent = as(tenant.agent);
  const add = async (username: string) => {
    const { body } = await admin.call(users.create, {
      username,
      email: `${username}@example.com`,
      password: 'long enough',
      firstName: username,
    });
    return body.userId;
  };
  return { tenant, admin, agent, ann: tenant.agent.userId, bob: await add('Bob'), add };
}

describe('a group of agents', () => {
  it('is added with agents and their roles, changed, found and removed', async () => {
    const { admin, agent, ann, bob } = await office();
    const { status, body: made } = await admin.call(agentGroups.create, {
      name: ' Texas ',
      agents: [
        { agentId: bob, role: 'member' },
        { agentId: ann, role: 'lead' },
      ],
    });
    expect([status, made]).toMatchObject([
      201,
      { name: 'Texas', description: '', isActive: true, version: 1 },
    ]);
    expect(made.agents.map(({ agentId, role }) => [agentId, role])).toEqual([
      [ann, 'lead'],
      [bob, 'member'],
    ]);
    const { id } = made;
    const changed = await admin.call(agentGroups.update, { id, version: 1, description: 'Licensed there' });
    expect(changed.body).toMatchObject({ name: 'Texas', description: 'Licensed there', agents: made.agents });
    expect((await admin.call(agentGroups.update, { id, version: 1, name: 'Late' })).status).toBe(409);
    await admin.call(agentGroups.create, { name: 'Closers' });
    const names = async (asked: object) =>
      (await agent.call(agentGroups.list, asked)).body.groups.map(({ name }) => name);
    expect(await names({})).toEqual(['Closers', 'Texas']);
    expect(await names({ search: 'LICENSED' })).toEqual(['Texas']);
    expect(await names({ agentId: bob })).toEqual(['Texas']);
    const second = (await agent.call(agentGroups.list, { page: 2, limit: 1 })).body;
    expect(second).toMatchObject({ groups: [{ name: 'Texas' }], pagination: { total: 2, pages: 2 } });
    expect((await admin.call(agentGroups.remove, { id })).body.message).toBe(
      '“Texas” has been removed. Its agents stay.',
    );
    expect((await agent.call(agentGroups.get, { id })).status).toBe(404);
    expect((await admin.call(agentGroups.create, { name: 'texas' })).status).toBe(201);
  });

  it('has a name of its own, also when two are added at one instant', async () => {
    const { admin } = await office();
    const answers = await Promise.all(
      ['East', 'EAST', 'east'].map((name) => admin.call(agentGroups.create, { name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { body: west } = await admin.call(agentGroups.create, { name: 'West' });
    const taken = await admin.call(agentGroups.update, { id: west.id, name: 'easT' });
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { code: 'name_taken', details: { field: 'name' } },
    ]);
    expect((await admin.call(agentGroups.update, { id: west.id, name: 'WEST' })).body.name).toBe('WEST');
  });

  it('takes agents in and lets them go, each once, and refuses by name who cannot come', async () => {
    const { admin, ann, bob, add, tenant } = await office();
    const { body: group } = await admin.call(agentGroups.create, { name: 'East' });
    const gone = await add('Gone');
    await admin.call(users.update, { id: gone, isActive: false });
    const clock = timeTravel();
    const first = await admin.call(agentGroups.addAgents, { id: group.id, agentIds: [ann] });
    const since = first.body.group.agents[0]!.addedAt;
    clock.forward({ minutes: 60 });
    const { body } = await admin.call(agentGroups.addAgents, {
      id: group.id,
      agentIds: [ann, bob, bob, gone, 'usr_nobody'],
      role: 'lead',
    });
    expect(body.summary).toEqual({ successful: 2, failed: 2 });
    expect(body.results.filter(({ success }) => !success)).toEqual([
      { agentId: gone, success: false, reason: 'Gone is not active, or takes no leads.' },
      { agentId: 'usr_nobody', success: false, reason: 'This user is not there.' },
    ]);
    expect(body.group.agents).toHaveLength(2);
    expect(body.group.agents.find(({ agentId }) => agentId === ann)).toMatchObject({
      role: 'lead',
      addedAt: since,
    });
    const removed = await admin.call(agentGroups.removeAgents, { id: group.id, agentIds: [bob, gone] });
    expect(removed.body.group.agents.map(({ agentId }) => agentId)).toEqual([ann]);
    const refused = await admin.call(agentGroups.update, {
      id: group.id,
      agents: [{ agentId: gone, role: 'member' }],
    });
    expect([refused.status, refused.body.details]).toEqual([400, { field: 'agents' }]);
    const vendor = await admin.call(agentGroups.addAgents, {
      id: group.id,
      agentIds: [tenant.vendor.userId],
    });
    expect(vendor.body.summary).toEqual({ successful: 0, failed: 1 });
  });

  it('keeps every agent of many who are added at the same time', async () => {
    const { admin, add } = await office();
    const { body: group } = await admin.call(agentGroups.create, { name: 'East' });
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`agent-${n}`)));
    const answers = await Promise.all(
      ids.map((agentId) => admin.call(agentGroups.addAgents, { id: group.id, agentIds: [agentId] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { agents } = (await admin.call(agentGroups.get, { id: group.id })).body;
    expect(agents.map(({ agentId }) => agentId).sort()).toEqual([...ids].sort());
  });

  it('is kept when somebody in it was removed from the users, who is not shown any more', async () => {
    const { admin, ann, bob } = await office();
    const agents = [ann, bob].map((agentId) => ({ agentId, role: 'member' as const }));
    const { body: group } = await admin.call(agentGroups.create, { name: 'East', agents });
    await admin.call(users.remove, { id: bob });
    const kept = await admin.call(agentGroups.update, { id: group.id, name: 'North', agents });
    expect([kept.status, kept.body.agents.map(({ agentId }) => agentId)]).toEqual([200, [ann]]);
  });

  it('is changed by admins alone', async () => {
    const { admin, agent, ann } = await office();
    const { body: group } = await admin.call(agentGroups.create, { name: 'East' });
    for (const { status } of [
      await agent.call(agentGroups.create, { name: 'Mine' }),
      await agent.call(agentGroups.update, { id: group.id, name: 'Mine' }),
      await agent.call(agentGroups.addAgents, { id: group.id, agentIds: [ann] }),
      await agent.call(agentGroups.remove, { id: group.id }),
    ])
      expect(status).toBe(403);
  });
});

describe('leads that are dealt out to a group', () => {
  async function dealing() {
    const floor = await office();
    const { admin, bob } = floor;
    const { body: group } = await admin.call(agentGroups.create, {
      name: 'Texas',
      agents: [{ agentId: bob, role: 'member' }],
    });
    const leadOf = async (fields: object) =>
      (await admin.call(leads.create, { lastName: 'Lead', ...fields })).body.id;
    return { ...floor, group, leadOf };
  }

  it('go to whoever is in it by then', async () => {
    const { admin, ann, bob, group, leadOf } = await dealing();
    const deal = async () => {
      const leadIds = [await leadOf({}), await leadOf({})];
      return (await admin.call(leadAssignments.autoAssign, { leadIds, groupIds: [group.id] })).body.assigned;
    };
    expect((await deal()).map(({ agentId }) => agentId)).toEqual([bob, bob]);
    await admin.call(agentGroups.addAgents, { id: group.id, agentIds: [ann] });
    expect((await deal()).map(({ agentId }) => agentId).sort()).toEqual([ann, bob].sort());
  });

  it('follow a rule that names it, and stay nobody’s while it is empty or inactive', async () => {
    const { admin, bob, group, leadOf } = await dealing();
    const rule = { name: 'Texas', filter: { field: 'state', op: 'is', value: 'tx' }, agentIds: [] } as const;
    const bare = await admin.call(leadAssignments.updateSettings, { rules: [{ ...rule, groupIds: [] }] });
    expect(bare.body.error).toBe('A rule needs an agent or a group.');
    await admin.call(leadAssignments.updateSettings, {
      strategy: 'rules',
      rules: [{ ...rule, groupIds: [group.id] }],
    });
    const first = await leadOf({ address: { state: 'TX' } });
    const deal = async () => (await admin.call(leadAssignments.autoAssign, { count: 5 })).body;
    expect(await deal()).toMatchObject({ assigned: [{ leadId: first, agentId: bob }], skipped: [] });
    await admin.call(agentGroups.update, { id: group.id, isActive: false });
    const second = await leadOf({ address: { state: 'TX' } });
    expect(await deal()).toEqual({
      assigned: [],
      skipped: [{ leadId: second, reason: 'Nobody of the rule Texas is active.' }],
    });
    // A group that was removed may stay in the settings, and is no way to store one that never was.
    await admin.call(agentGroups.remove, { id: group.id });
    const { body: settings } = await admin.call(leadAssignments.settings, {});
    expect((await admin.call(leadAssignments.updateSettings, { rules: settings.rules })).status).toBe(200);
    const other = await admin.call(leadAssignments.updateSettings, { groupIds: ['agr_nobody'] });
    expect([other.status, other.body.code]).toEqual([400, 'unknown_reference']);
  });

  it('are refused where nobody of the groups can take them', async () => {
    const { admin, leadOf } = await dealing();
    const { body: empty } = await admin.call(agentGroups.create, { name: 'Empty' });
    const leadIds = [await leadOf({})];
    const refused = await admin.call(leadAssignments.autoAssign, { leadIds, groupIds: [empty.id] });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'There is no active agent to take the leads.',
    ]);
  });
});
