import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { leads, leadAssignments, users } = api;

async function team(agents = 1) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const more = await Promise.all(
    Array.from({ length: agents - 1 }, async (_, n) => {
      const { body } = await admin.call(users.create, {
        username: `agent${n}`,
        email: `agent${n}@example.com`,
        password: 'long enough',
      });
      return { ...tenant.agent, userId: body.userId, username: body.username } as TestUser;
    }),
  );
  const all = [tenant.agent, ...more];
  const add = async (count: number, fields: object = {}) => {
    const made = await admin.call(leads.bulkCreate, {
      leads: Array.from({ length: count }, (_, n) => ({ lastName: `Lead ${n}`, ...fields })),
    });
    return made.body.results.map(({ id }) => id!);
  };
  return { tenant, admin, agents: all, callers: all.map((agent) => as(agent)), add };
}

describe('taking a lead', () => {
  it('is one agent’s alone, of two and more who take it at the same instant', async () => {
    const { callers, agents, add, admin } = await team(4);
    for (let round = 0; round < 5; round++) {
      const [leadId] = await add(1);
      const answers = await Promise.all(
        callers.map((caller) => caller.call(leadAssignments.assign, { leadId })),
      );
      const won = answers.flatMap(({ status }, at) => (status === 200 ? [agents[at]!.userId] : []));
      expect(won).toHaveLength(1);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual(
        expect.arrayContaining([expect.toSatisfy((status: number) => status === 409 || status === 404)]),
      );
      expect((await admin.call(leads.get, { id: leadId! })).body.ownerId).toBe(won[0]);
    }
  });

  it('can be given back and handed over by its owner, and nobody else but an admin', async () => {
    const { callers, agents, add, admin } = await team(2);
    const [leadId] = await add(1);
    const [ann, bob] = callers as [(typeof callers)[0], (typeof callers)[0]];
    await ann.call(leadAssignments.assign, { leadId });
    expect((await bob.call(leadAssignments.release, { leadId })).status).toBe(404);
    expect((await bob.call(leadAssignments.assign, { leadId, agentId: agents[0]!.userId })).status).toBe(403);
    const handed = await ann.call(leadAssignments.transfer, {
      leadId,
      agentId: agents[1]!.userId,
      reason: 'Speaks Spanish',
    });
    expect(handed.body).toMatchObject({ ownerId: agents[1]!.userId, assignedAt: expect.any(String) });
    expect((await bob.call(leadAssignments.release, { leadId })).body).toMatchObject({
      ownerId: null,
      assignedAt: null,
    });
    const { body } = await admin.call(leadAssignments.ofLead, { id: leadId! });
    expect(body.history.map(({ how }) => how)).toEqual([
      'released',
      'transferred: Speaks Spanish',
      'assigned',
    ]);
  });

  it('goes to no inactive user', async () => {
    const { admin, agents, add } = await team(2);
    const ids = await add(4);
    await admin.call(users.update, { id: agents[0]!.userId, isActive: false });
    const direct = await admin.call(leadAssignments.assign, { leadId: ids[0], agentId: agents[0]!.userId });
    expect([direct.status, direct.body.error]).toEqual([400, 'Leads go to active users only.']);
    // The other agent was made just now, and users are listed by an index.
    const { assigned } = await eventually(async () => {
      const { status, body } = await admin.call(leadAssignments.autoAssign, { count: 10 });
      expect(status).toBe(200);
      return body;
    });
    expect(new Set(assigned.map(({ agentId }) => agentId))).toEqual(new Set([agents[1]!.userId]));
    expect(assigned).toHaveLength(4);
  });
});

describe('a call from outside', () => {
  it('finds the lead or makes it, once, and gives it to who answers', async () => {
    const { callers, agents } = await team(2);
    const [ann, bob] = callers as [(typeof callers)[0], (typeof callers)[0]];
    const call = { phone: '(305) 555-0170', name: 'Rosa Diaz' };
    const both = await Promise.all([
      ann.call(leadAssignments.inboundCall, call),
      ann.call(leadAssignments.inboundCall, call),
    ]);
    expect(new Set(both.map(({ body }) => body.lead?.id)).size).toBe(1);
    expect(both.map(({ body }) => body.outcome).sort()).toEqual(['already-yours', 'created']);
    const second = await bob.call(leadAssignments.inboundCall, call);
    expect(second.body).toEqual({ outcome: 'owned-by-another', lead: null });
    expect(both[0]!.body.lead).toMatchObject({ ownerId: agents[0]!.userId });
    await ann.call(leadAssignments.release, { leadId: both[0]!.body.lead!.id });
    expect((await bob.call(leadAssignments.inboundCall, call)).body.outcome).toBe('assigned');
  });
});

describe('dealing out', () => {
  const share = (assigned: { agentId: string }[], id: string) =>
    assigned.filter(({ agentId }) => agentId === id).length;

  it('goes round, also for admins who deal at the same instant', async () => {
    const { admin, agents, add } = await team(3);
    await add(12);
    const first = await admin.call(leadAssignments.autoAssign, { count: 5 });
    const second = await admin.call(leadAssignments.autoAssign, { count: 7 });
    const all = [...first.body.assigned, ...second.body.assigned];
    expect(agents.map(({ userId }) => share(all, userId))).toEqual([4, 4, 4]);
    expect(new Set(all.map(({ leadId }) => leadId)).size).toBe(12);
  });

  it('evens out what they have', async () => {
    const { admin, agents, add } = await team(2);
    const ids = await add(10);
    await admin.call(leadAssignments.bulkAssign, { leadIds: ids.slice(0, 4), agentId: agents[0]!.userId });
    await admin.call(leadAssignments.autoAssign, { count: 10, strategy: 'least-loaded' });
    const { body } = await admin.call(leadAssignments.stats, {});
    expect(body).toMatchObject({ unassigned: 0 });
    expect(body.agents.map(({ total, byStatus }) => [total, byStatus])).toEqual([
      [5, { new: 5 }],
      [5, { new: 5 }],
    ]);
  });

  it('follows rules, and says whose rule has nobody', async () => {
    const { admin, agents, add } = await team(2);
    const texas = await add(2, { address: { state: 'TX' } });
    const others = await add(2);
    const { body: settings } = await admin.call(leadAssignments.settings, {});
    await admin.call(leadAssignments.updateSettings, {
      ...settings,
      strategy: 'rules',
      rules: [
        {
          name: 'Texas',
          filter: { field: 'state', op: 'is', value: 'tx' },
          agentIds: [agents[1]!.userId],
        },
      ],
    });
    const { body } = await admin.call(leadAssignments.autoAssign, { count: 10 });
    const of = (id: string) => body.assigned.find(({ leadId }) => leadId === id)?.agentId;
    expect(texas.map(of)).toEqual([agents[1]!.userId, agents[1]!.userId]);
    expect(others.map(of).every(Boolean)).toBe(true);
    await admin.call(users.update, { id: agents[1]!.userId, isActive: false });
    await add(1, { address: { state: 'TX' } });
    const again = await admin.call(leadAssignments.autoAssign, { count: 5 });
    expect(again.body.skipped).toMatchObject([{ reason: 'Nobody of the rule Texas is active.' }]);
  });

  it('gives each of many agents who ask at once a lead of their own', async () => {
    const { callers, add } = await team(10);
    await add(30);
    const answers = await Promise.all(
      callers.flatMap((caller) => [0, 1, 2].map(() => caller.call(leadAssignments.autoAssign, { count: 1 }))),
    );
    const taken = answers.flatMap(({ body }) => body.assigned.map(({ leadId }) => leadId));
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(30);
    const none = await callers[0]!.call(leadAssignments.autoAssign, { count: 1 });
    expect(none.body).toEqual({ assigned: [], skipped: [] });
  }, 30_000);
});

describe('leads that nobody works on', () => {
  it('come back after the time that the tenant set, but for deals that are closed', async () => {
    const { admin, agents, add } = await team(1);
    const clock = timeTravel();
    const ids = await add(3);
    await admin.call(leadAssignments.bulkAssign, { leadIds: ids, agentId: agents[0]!.userId });
    await admin.call(leads.update, { id: ids[0]!, status: 'won' });
    clock.forward({ days: 2 });
    expect((await admin.call(leadAssignments.expireOld, {})).body).toEqual({
      released: 0,
      more: false,
      nextCursor: null,
    });
    clock.forward({ days: 2 });
    expect((await admin.call(leadAssignments.expireOld, {})).body).toEqual({
      released: 2,
      more: false,
      nextCursor: null,
    });
    expect((await admin.call(leadAssignments.agentLeads, { id: agents[0]!.userId })).body).toMatchObject({
      total: 1,
      leads: [{ status: 'won' }],
    });
  });
});
