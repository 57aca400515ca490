import { describe, expect, it } from 'vitest';
import { recordPlaced } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { findLead } from '#functions/leads/api.ts';
import { api } from '#shared/api/index.ts';
import { indexTold, sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { callingListWork, callingTurnWork } from './api.ts';
import { entriesOf } from './store.ts';

const { callingLists } = api;

/** Eleven in New York, six in the morning in Hawaii: a Monday. */
const morning = '2026-11-23T16:00:00Z';
const inMiami = (n: number) => `+1305555${String(1000 + n)}`;
const inHawaii = '+18085551234';

async function addLead(tenant: TestTenant, phone: string, more: object = {}): Promise<string> {
  const { status, body } = await as(tenant.admin).call(api.leads.create, {
    firstName: 'Lee',
    phones: [phone],
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** A tenant with so many leads in Miami and a list of all of them. */
async function list({ leads = 3, ...more }: { leads?: number; [field: string]: unknown } = {}) {
  const tenant = await freshTenant();
  const leadIds: string[] = [];
  for (let n = 0; n < leads; n++) leadIds.push(await addLead(tenant, inMiami(n)));
  const made = await as(tenant.admin).call(callingLists.create, {
    name: 'Spring',
    filter: { all: [] },
    sort: { field: 'createdAt', direction: 'asc' },
    ...more,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  const next = async (who = tenant.agent) => (await as(who).call(callingLists.next, { id })).body;
  const result = (leadId: string, result: string, more: object = {}, who = tenant.agent) =>
    as(who).call(callingLists.result, { id, leadId, result, ...more } as never);
  const sweep = () =>
    asSystem(tenant.id, 'sweeper', () =>
      sweepDue({ callingList: callingListWork, callingTurn: callingTurnWork }),
    );
  return { tenant, id, leadIds, made: made.body, next, result, sweep };
}

describe('a calling list', () => {
  it('is worked by whoever is in its groups at the time, and is nobody else’s', async () => {
    timeTravel(morning);
    const { tenant, id, next } = await list();
    const admin = as(tenant.admin);
    const colleague = await tenant.user('agent');
    const { body: group } = await admin.call(api.agentGroups.create, {
      name: 'Evening',
      agents: [{ agentId: tenant.agent.userId, role: 'member' }],
    });
    expect((await admin.call(callingLists.update, { id, groupIds: [group.id] })).status).toBe(200);
    const seenBy = async (who = tenant.agent) =>
      (await as(who).call(callingLists.list, {})).body.lists.map((one) => one.id);
    expect(await seenBy()).toEqual([id]);
    expect(await seenBy(colleague)).toEqual([]);
    expect((await as(colleague).call(callingLists.next, { id })).status).toBe(404);
    expect((await next()).turn).not.toBe(null);
    // Who leaves the group keeps the lead that they have, and comes to no other; who comes in does.
    await admin.call(api.agentGroups.update, {
      id: group.id,
      agents: [{ agentId: colleague.userId, role: 'member' }],
    });
    expect(await seenBy()).toEqual([]);
    expect((await next(colleague)).turn).not.toBe(null);
    // Of a group that is not active nobody works it.
    await admin.call(api.agentGroups.update, { id: group.id, isActive: false });
    expect(await seenBy(colleague)).toEqual([]);
    const other = await freshTenant();
    const theirs = await as(other.admin).call(api.agentGroups.create, { name: 'Theirs' });
    const refused = await admin.call(callingLists.update, { id, groupIds: [theirs.body.id] });
    expect(refused.status).toBe(400);
  });

  it('has what may be left out by default, and a name of its own', async () => {
    const { tenant, made } = await list({ leads: 0 });
    expect(made).toMatchObject({
      maxAttempts: 6,
      retryMinutes: 240,
      agentIds: [],
      isActive: true,
    });
    const again = await as(tenant.admin).call(callingLists.create, { name: 'SPRING', filter: { all: [] } });
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: 'There is a list named “Spring” already.' },
    ]);
  });

  it('is seen by its agents while it is active, and by admins always', async () => {
    const { tenant, id } = await list({ leads: 0 });
    const other = await tenant.user('agent');
    const change = (fields: object) => as(tenant.admin).call(callingLists.update, { id, ...fields });
    const seen = async (who: typeof other) => (await as(who).call(callingLists.list, {})).body.lists.length;
    await change({ agentIds: [other.userId] });
    expect([await seen(other), await seen(tenant.agent), await seen(tenant.admin)]).toEqual([1, 0, 1]);
    expect((await as(tenant.agent).call(callingLists.next, { id })).status).toBe(404);
    await change({ isActive: false });
    expect([await seen(other), await seen(tenant.admin)]).toEqual([0, 1]);
    const refused = await as(tenant.admin).call(callingLists.next, { id });
    expect([refused.status, refused.body]).toMatchObject([409, { error: 'This list is not active.' }]);
  });

  it('refuses agents that are not there, and keeps one who has left', async () => {
    const { tenant, id } = await list({ leads: 0 });
    const { status, body } = await as(tenant.admin).call(callingLists.update, {
      id,
      agentIds: ['usr_nobody'],
    });
    expect([status, body]).toMatchObject([400, { code: 'unknown_reference' }]);
  });

  it('takes its entries away when it is removed', async () => {
    const { tenant, id, sweep } = await list();
    expect((await as(tenant.admin).call(callingLists.remove, { id })).status).toBe(200);
    await eventually(async () => {
      await sweep();
      expect(await asSystem(tenant.id, 'test', () => entriesOf(id))).toEqual([]);
    });
    expect((await as(tenant.admin).call(callingLists.get, { id })).status).toBe(404);
  });
});

describe('the next lead of a calling list', () => {
  it('comes in the order of the list, and is the same until its result is told', async () => {
    timeTravel(morning);
    const { next, result, leadIds } = await list();
    const first = await next();
    expect(first.turn).toMatchObject({ leadId: leadIds[0], kind: 'first', attempts: 0, dueAt: null });
    expect((await next()).turn).toEqual(first.turn);
    expect((await result(leadIds[0]!, 'called')).body).toMatchObject({ state: 'waiting', attempts: 1 });
    await eventually(async () => expect((await next()).turn?.leadId).toBe(leadIds[1]));
  });

  it('is never given to two agents, nor two leads to one agent who asks twice at once', async () => {
    timeTravel(morning);
    const { tenant, next } = await list({ leads: 6 });
    const agents = [tenant.agent, ...(await Promise.all([1, 2, 3, 4].map(() => tenant.user('agent'))))];
    const drawn = await Promise.all([...agents, ...agents].map((agent) => next(agent)));
    const byAgent = agents.map((_, n) => [drawn[n]!.turn?.leadId, drawn[n + agents.length]!.turn?.leadId]);
    for (const [one, other] of byAgent) expect(one ?? other).toBe(other ?? one);
    const given = byAgent.flatMap(([one, other]) => one ?? other ?? []);
    expect(new Set(given).size).toBe(given.length);
    expect(given.length).toBeGreaterThanOrEqual(4);
  });

  it('is given once although it is on two lists', async () => {
    timeTravel(morning);
    const { tenant, next } = await list({ leads: 1 });
    const other = await tenant.user('agent');
    const second = await as(tenant.admin).call(callingLists.create, { name: 'Other', filter: { all: [] } });
    expect((await next()).turn).not.toBeNull();
    const { body } = await as(other).call(callingLists.next, { id: second.body.id });
    expect(body.turn).toBeNull();
  });

  it('passes over who may not be called now, says why, and comes back when the law allows it', async () => {
    const time = timeTravel(morning);
    const { tenant, next, result, id } = await list({ leads: 0 });
    const early = await addLead(tenant, inHawaii);
    const now = await addLead(tenant, inMiami(1));
    await as(tenant.admin).call(callingLists.update, { id, description: 'Read again' });
    const first = await next();
    expect(first.turn?.leadId).toBe(now);
    expect(first.passedOver).toMatchObject([{ leadId: early, nextAt: '2026-11-23T18:00:00.000Z' }]);
    expect(first.passedOver[0]!.reason).toBe(
      'It is 6 am in Pacific/Honolulu; by federal law contact begins at 8 am.',
    );
    await result(now, 'finished');
    await eventually(async () => {
      const none = await next();
      expect(none).toMatchObject({ turn: null, lookAgainAt: '2026-11-23T18:00:00.000Z' });
    });
    time.forward({ minutes: 121 });
    expect((await next()).turn).toMatchObject({ leadId: early, kind: 'first' });
  });

  it('leaves out leads that were deleted, no longer fit, or are a colleague’s', async () => {
    timeTravel(morning);
    const { tenant, leadIds, next, id } = await list({
      leads: 4,
      filter: { field: 'company', op: 'is', value: '' },
    });
    const other = await tenant.user('agent');
    const admin = as(tenant.admin);
    await admin.call(api.leads.remove, { id: leadIds[0]! });
    await admin.call(api.leads.update, { id: leadIds[1]!, company: 'Sold' });
    await admin.call(api.leads.update, { id: leadIds[2]!, ownerId: other.userId });
    const { turn, passedOver } = await next();
    expect(turn?.leadId).toBe(leadIds[3]);
    expect(passedOver.map(({ reason }) => reason)).toEqual([
      'The lead is gone.',
      'It no longer fits the list.',
    ]);
    await eventually(async () => expect((await next(other)).turn?.leadId).toBe(leadIds[2]));
    const { body } = await admin.call(callingLists.progress, { id });
    expect(body.states).toEqual({ waiting: 0, callback: 0, taken: 2, done: 2 });
  });

  it('is a promised call first, and only for the agent who promised it', async () => {
    const time = timeTravel(morning);
    const { tenant, leadIds, next, result } = await list();
    const other = await tenant.user('agent');
    await next();
    const callbackAt = '2026-11-23T16:30:00.000Z';
    const { body } = await result(leadIds[0]!, 'callback', { callbackAt });
    expect(body).toEqual({ state: 'callback', dueAt: callbackAt, attempts: 1 });
    time.forward({ minutes: 31 });
    expect((await next(other)).turn?.leadId).toBe(leadIds[1]);
    expect((await next()).turn).toMatchObject({ leadId: leadIds[0], kind: 'callback', dueAt: callbackAt });
  });
});

describe('the result of a lead', () => {
  it('ends it after the list’s attempts, and rests it in between', async () => {
    const time = timeTravel(morning);
    const { leadIds, next, result } = await list({ leads: 1, maxAttempts: 2, retryMinutes: 60 });
    await next();
    await result(leadIds[0]!, 'called');
    expect((await next()).turn).toBeNull();
    time.forward({ minutes: 61 });
    expect((await next()).turn).toMatchObject({ kind: 'again', attempts: 1 });
    expect((await result(leadIds[0]!, 'called')).body).toEqual({ state: 'done', dueAt: null, attempts: 2 });
  });

  it('told twice counts once, and another agent cannot tell it', async () => {
    timeTravel(morning);
    const { tenant, leadIds, next, result } = await list({ leads: 1 });
    const other = await tenant.user('agent');
    await next();
    expect((await result(leadIds[0]!, 'called', {}, other)).status).toBe(409);
    const first = await result(leadIds[0]!, 'called');
    expect((await result(leadIds[0]!, 'called')).body).toEqual(first.body);
    expect(
      (await result(leadIds[0]!, 'callback', { callbackAt: '2026-11-01T00:00:00.000Z' })).body,
    ).toMatchObject({
      error: 'Please say when to call again: a time to come.',
    });
  });

  it('is not needed: a lead is free again when its time is over, unless a call with it goes on', async () => {
    const time = timeTravel(morning);
    const { tenant, leadIds, next, sweep } = await list({ leads: 1 });
    const other = await tenant.user('agent');
    await next();
    const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
    await inTenant(async () =>
      recordPlaced({
        id: 'cal_goes_on',
        to: inMiami(0),
        callerId: null,
        lead: await findLead(leadIds[0]!),
        origin: { kind: 'agent', id: tenant.agent.userId },
      }),
    );
    time.forward({ minutes: 31 });
    await sweep();
    expect((await next(other)).turn).toBeNull();
    await as(tenant.admin).call(api.calls.setStatus, { id: 'cal_goes_on', status: 'cancelled' });
    time.forward({ minutes: 6 });
    await sweep();
    await eventually(async () => expect((await next(other)).turn?.leadId).toBe(leadIds[0]));
  });
});

describe('the hopper', () => {
  it('takes in leads a few hundred at a time, each once, also those that come later', async () => {
    const time = timeTravel(morning);
    const { tenant, id, sweep } = await list({ leads: 2 });
    const later = await addLead(tenant, inMiami(7));
    const leadsIn = async () =>
      (await asSystem(tenant.id, 'test', () => entriesOf(id))).map(({ leadId }) => leadId);
    expect(await leadsIn()).toHaveLength(2);
    time.forward({ minutes: 16 });
    await sweep();
    expect(await leadsIn()).toContain(later);
    await Promise.all([sweep(), sweep()]);
    expect(await leadsIn()).toHaveLength(3);
  });

  it('gives a lead that has just come before those that wait, where the newest come first', async () => {
    const time = timeTravel(morning);
    const { tenant, next, leadIds } = await list({
      leads: 9,
      sort: { field: 'createdAt', direction: 'desc' },
    });
    expect((await next()).turn?.leadId).toBe(leadIds.at(-1));
    const fresh = await addLead(tenant, inMiami(9));
    time.forward({ seconds: 16 });
    // Whoever asks before the index has told of it is given one of those that wait, and keeps it.
    const given: (string | undefined)[] = [];
    while (!given.includes(fresh) && given.length < leadIds.length - 2) {
      await indexTold();
      given.push((await next(await tenant.user('agent'))).turn?.leadId);
    }
    expect(given).toContain(fresh);
  });

  it.each([
    ['score', 'desc', { score: 10 }, { score: 90 }],
    ['score', 'asc', { score: 90 }, { score: 10 }],
    ['lastName', 'asc', { lastName: 'Young' }, { lastName: 'Adams' }],
    ['lastName', 'desc', { lastName: 'Adams' }, { lastName: 'Young' }],
    ['dealAmount', 'desc', {}, { dealAmount: 500 }],
  ])('gives leads by %s, %s', async (field, direction, later, sooner) => {
    timeTravel(morning);
    const { tenant, next, id } = await list({ leads: 0, sort: { field, direction } });
    await addLead(tenant, inMiami(1), later);
    const first = await addLead(tenant, inMiami(2), sooner);
    await as(tenant.admin).call(callingLists.update, { id, description: 'Read again' });
    await eventually(async () => expect((await next()).turn?.leadId).toBe(first));
  });
});
