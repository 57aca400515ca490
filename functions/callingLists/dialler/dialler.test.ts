import { beforeEach, describe, expect, it } from 'vitest';
import {
  agentCallBegan,
  agentCallEnded,
  agentSignedIn,
  queuesOfExchange,
  setStatusOf,
  statusOf,
} from '#functions/agentStatus/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { queuesOfAgents } from '#functions/pbx/api.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { indexTold, sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { followClock, withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { callingTurnWork } from '../api.ts';
import { callingReadinessWork, dialFor } from './dial.ts';

/* A list that dials by itself, from the agent who is ready through the sandbox's exchange and back. */

const { callingLists, pbx } = api;
/** Noon in New York, six in the morning in Hawaii. */
const noon = '2026-11-23T16:00:00.000Z';
const inMiami = (n: number) => `+1305555${1000 + n}`;
const inHawaii = '+18085551234';

queuesOfExchange.register(queuesOfAgents);

const exchange = withSandboxExchange();
let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = exchange();
  await sandbox.ask('DELETE', '/sandbox/script');
});

/** A tenant with a progressive list of so many leads in Miami, and an agent at their phone. */
async function floor({ leads = 3, ...more }: { leads?: number; [field: string]: unknown } = {}) {
  const tenant = await freshTenant();
  const time = timeTravel(noon);
  await followClock(sandbox);
  const admin = as(tenant.admin);
  const leadIds: string[] = [];
  const addLead = async (phone: string) => {
    const { body } = await admin.call(api.leads.create, { firstName: 'Lee', phones: [phone] });
    leadIds.push(body.id);
    time.forward({ seconds: 1 });
  };
  for (let n = 0; n < leads; n++) await addLead(inMiami(n));
  const made = await admin.call(callingLists.create, {
    name: 'Spring',
    filter: { all: [] },
    sort: { field: 'createdAt', direction: 'asc' },
    mode: 'progressive',
    ...more,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const passwords: Record<string, { authorization: string }> = {};
  const phoneOf: Record<string, string> = {};
  async function signIn(user: TestUser, number: string) {
    await admin.call(pbx.createExtension, { number, name: number, userId: user.userId });
    const { phone, password } = (await as(user).call(pbx.startPhoneSession, { device: 'browser' })).body;
    phoneOf[user.userId] = phone;
    passwords[phone] = { authorization: `Bearer ${password}` };
    await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, passwords[phone]);
    await inTenant(() => agentSignedIn(user.userId));
  }
  await signIn(tenant.agent, '101');
  const { userId } = tenant.agent;
  const calls = async () => (await admin.call(api.calls.list, { limit: 100 })).body.calls;
  const press = (callId: string, action: string, of = userId) =>
    sandbox.ask('POST', `/sandbox/line/${phoneOf[of]}/calls`, { callId, action }, passwords[phoneOf[of]!]);
  const standing = async (who = tenant.agent) => (await as(who).call(callingLists.readiness, { id })).body;
  return {
    tenant,
    time,
    id,
    leadIds,
    addLead,
    inTenant,
    signIn,
    calls,
    press,
    standing,
    leavePhone: () =>
      sandbox.ask('DELETE', `/sandbox/line/${phoneOf[userId]}`, undefined, passwords[phoneOf[userId]!]),
    ready: (who = tenant.agent) => as(who).call(callingLists.ready, { id }),
    pause: (who = tenant.agent) => as(who).call(callingLists.pause, { id }),
    dial: async (agentId = userId) => {
      // Leads that came or came back a moment ago are told of late by the index, and one dial looks once.
      await indexTold();
      return inTenant(() => dialFor(agentId));
    },
    result: (leadId: string, result: string) =>
      as(tenant.agent).call(callingLists.result, { id, leadId, result } as never),
    /** The call of a lead, once it is in some status. */
    callOf: async (n: number, status?: string) => {
      await eventually(async () => {
        const call = (await calls()).find(({ leadId }) => leadId === leadIds[n]);
        expect(call?.status).toBe(status ?? call?.status ?? 'made');
      });
      return (await calls()).find(({ leadId }) => leadId === leadIds[n])!;
    },
  };
}

describe('an agent who is ready', () => {
  it('has leads dialled one after another; those that nobody takes up need no word of theirs', async () => {
    await sandbox.script({ match: inMiami(0), call: { result: 'no-answer', afterMs: 0 } });
    const { ready, dial, press, callOf, standing, leadIds, calls } = await floor();
    expect((await ready()).body).toMatchObject({ isReady: true, turn: null });
    await dial();
    const first = await callOf(0, 'queued');
    expect(first.legs).toMatchObject([{ agentId: expect.any(String) }]);
    expect((await standing()).turn).toMatchObject({ leadId: leadIds[0], kind: 'first' });
    await press(first.id, 'answer');
    await callOf(0, 'no-answer');
    await dial();
    expect((await callOf(0)).disposition).toBe('no-answer');
    expect((await standing()).turn).toMatchObject({ leadId: leadIds[1] });
    await dial();
    expect(await calls()).toHaveLength(2);
  });

  it('is left alone with who has answered, until they say how it ended', async () => {
    await sandbox.script({ match: inMiami(0), call: { result: 'answered', afterMs: 0 } });
    const { ready, dial, press, callOf, standing, result, leadIds, tenant, inTenant } = await floor();
    await ready();
    await dial();
    const { id: callId } = await callOf(0, 'queued');
    await press(callId, 'answer');
    await callOf(0, 'in-progress');
    const { userId } = tenant.agent;
    await inTenant(() => agentCallBegan(userId, callId, clock.iso()));
    await dial();
    await press(callId, 'hangup');
    await callOf(0, 'completed');
    await inTenant(() => agentCallEnded(userId, callId, clock.iso()));
    await dial();
    expect((await inTenant(() => statusOf(userId))).status).toBe('wrap-up');
    expect((await standing()).turn).toMatchObject({ leadId: leadIds[0] });
    expect((await result(leadIds[0]!, 'finished')).status).toBe(200);
    await dial();
    expect((await standing()).turn).toMatchObject({ leadId: leadIds[1] });
  });

  it('is told whom the law does not let be called, and has the next one dialled', async () => {
    const { ready, dial, standing, addLead, leadIds, callOf, tenant, id } = await floor({ leads: 0 });
    await addLead(inHawaii);
    await addLead(inMiami(1));
    await as(tenant.admin).call(callingLists.update, { id, description: 'Read again' });
    await ready();
    await dial();
    await callOf(1, 'queued');
    const { passedOver, turn } = await standing();
    expect(turn?.leadId).toBe(leadIds[1]);
    expect(passedOver).toMatchObject([{ leadId: leadIds[0], nextAt: '2026-11-23T18:00:00.000Z' }]);
    const { userId } = await tenant.user('agent');
    await as(tenant.admin).call(api.leads.update, { id: leadIds[0]!, ownerId: userId });
    expect((await standing()).passedOver).toEqual([]);
  });

  it('goes on talking with a lead who opts out meanwhile, whom neither a list nor anybody else calls again', async () => {
    await sandbox.script({ match: inMiami(0), call: { result: 'answered', afterMs: 0 } });
    const { ready, pause, dial, press, callOf, leadIds, tenant, id, time, calls } = await floor();
    const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
    const second = await admin.call(callingLists.create, { name: 'Other', filter: { all: [] } });
    await ready();
    await dial();
    const { id: callId } = await callOf(0, 'queued');
    await press(callId, 'answer');
    await callOf(0, 'in-progress');
    await agent.call(api.tcpa.optOut, { phone: inMiami(0), channel: 'call', how: 'Said so on the phone' });
    await dial();
    expect(await callOf(0, 'in-progress')).toMatchObject({ live: { agentState: 'talking' } });
    expect((await agent.call(pbx.holdCall, { id: callId, hold: true })).status).toBe(200);
    await press(callId, 'hangup');
    await callOf(0, 'completed');
    expect((await agent.call(pbx.originateCall, { leadId: leadIds[0]! })).body.code).toBe('contact_refused');

    // Promised back by mistake, on this list and on another, a day later, at an hour that the law allows.
    const callbackAt = '2026-11-24T15:00:00.000Z';
    const promised = await agent.call(callingLists.result, {
      id,
      leadId: leadIds[0]!,
      result: 'callback',
      callbackAt,
    });
    expect(promised.status).toBe(200);
    await pause();
    time.forward({ days: 1 });
    await admin.call(callingLists.update, { id, mode: 'preview' });
    for (const list of [id, second.body.id]) {
      const given: (string | undefined)[] = [];
      for (let n = 0; n < 3; n++) {
        const { turn } = (await agent.call(callingLists.next, { id: list })).body;
        given.push(turn?.leadId);
        if (turn)
          await agent.call(callingLists.result, { id: list, leadId: turn.leadId, result: 'finished' });
      }
      expect(given).not.toContain(leadIds[0]);
    }
    expect((await calls()).filter(({ leadId }) => leadId === leadIds[0])).toHaveLength(1);
  });

  it('has no second line, however often it is looked and however many tell it at once', async () => {
    const { ready, dial, calls } = await floor();
    await ready();
    await Promise.all([dial(), dial(), dial(), dial()]);
    await dial();
    expect(await calls()).toHaveLength(1);
  });

  it('has one call of a lead wherever the dialler was killed', async () => {
    for (const transactions of [0, 1, 2, 3, 4]) {
      const { ready, dial, calls } = await floor({ leads: 1 });
      await ready();
      const revive = killedAfter(transactions);
      await dial().catch(() => undefined);
      revive();
      await dial();
      expect(await calls(), `killed behind ${transactions}`).toHaveLength(1);
    }
  });

  it('never has the lead of another one', async () => {
    const { ready, dial, calls, signIn, tenant, id } = await floor({ leads: 6 });
    const agents = [tenant.agent, await tenant.user('agent'), await tenant.user('agent')];
    for (const [n, agent] of agents.entries()) if (n > 0) await signIn(agent, `20${n}`);
    for (const agent of agents) await ready(agent);
    await Promise.all(agents.map(({ userId }) => dial(userId)));
    const { body } = await as(tenant.admin).call(callingLists.progress, { id });
    expect(body.agentsReady).toBe(3);
    const made = await calls();
    expect(new Set(made.map(({ leadId }) => leadId)).size).toBe(made.length);
    expect(made).toHaveLength(3);
  });

  it('is dialled for by the minute’s sweep where the news was lost', async () => {
    const { ready, calls, inTenant, time } = await floor();
    await ready();
    time.forward({ seconds: 61 });
    await eventually(async () => {
      await inTenant(() => sweepDue({ callingReadiness: callingReadinessWork }));
      expect(await calls()).toHaveLength(1);
    });
  });

  it('has nothing dialled in a break, and goes on after it', async () => {
    const { ready, dial, calls, standing, inTenant, tenant } = await floor();
    const { userId } = tenant.agent;
    await as(tenant.admin).call(api.agentStatus.create, {
      name: 'All',
      statuses: [{ key: 'lunch', label: 'Lunch' }],
      isDefault: true,
    });
    await ready();
    await inTenant(() => setStatusOf(userId, 'lunch', 'self'));
    await dial();
    expect([await calls(), (await standing()).waitsFor]).toEqual([[], 'Your status is Lunch.']);
    await inTenant(() => setStatusOf(userId, 'available', 'self'));
    await dial();
    expect(await calls()).toHaveLength(1);
  });
});

describe('dialling ends', () => {
  it('when the agent pauses; the call that goes on is settled all the same', async () => {
    await sandbox.script({ match: inMiami(0), call: { result: 'busy', afterMs: 0 } });
    const { ready, pause, dial, press, callOf, standing, calls } = await floor();
    await ready();
    await dial();
    const { id: callId } = await callOf(0, 'queued');
    expect((await pause()).body).toMatchObject({ isReady: false });
    await press(callId, 'answer');
    await callOf(0, 'busy');
    await dial();
    expect(await standing()).toMatchObject({ isReady: false, turn: null });
    expect(await calls()).toHaveLength(1);
  });

  it('when the phone cannot be reached, and says so', async () => {
    const { ready, dial, standing, leavePhone, calls } = await floor();
    await ready();
    await leavePhone();
    await dial();
    expect(await standing()).toMatchObject({
      isReady: false,
      waitsFor: 'Your phone cannot be reached: sign in to it again.',
    });
    expect(await calls()).toEqual([]);
  });

  it('when the agent does not take up three calls in a row, which count as no attempt at the leads', async () => {
    const { ready, dial, press, calls, standing, tenant, id } = await floor({ leads: 5 });
    await ready();
    for (let n = 0; n < 3; n++) {
      await dial();
      const open = (await calls()).find(({ status }) => status === 'queued')!;
      await press(open.id, 'decline');
      await eventually(async () =>
        expect((await calls()).filter(({ status }) => status === 'failed')).toHaveLength(n + 1),
      );
    }
    await dial();
    expect(await standing()).toMatchObject({
      isReady: false,
      waitsFor: '3 calls in a row could not be made. Is your phone in order?',
    });
    const { body } = await as(tenant.admin).call(callingLists.progress, { id });
    expect(body.reasons).toEqual([{ text: 'An agent skipped it.', leads: 3 }]);
  });

  it('when they tell no result for half an hour; the lead is free again', async () => {
    await sandbox.script({ match: inMiami(0), call: { result: 'answered', afterMs: 0 } });
    const { ready, dial, press, callOf, standing, inTenant, time, leadIds } = await floor();
    await ready();
    await dial();
    const { id: callId } = await callOf(0, 'queued');
    await press(callId, 'answer');
    await callOf(0, 'in-progress');
    await press(callId, 'hangup');
    await callOf(0, 'completed');
    await dial();
    expect((await standing()).turn?.leadId).toBe(leadIds[0]);
    time.forward({ minutes: 31 });
    await eventually(async () => {
      await inTenant(() => sweepDue({ callingTurn: callingTurnWork }));
      expect(await standing()).toMatchObject({ isReady: false, turn: null });
    });
    expect((await standing()).waitsFor).toBe('You told no result of your last lead for half an hour.');
  });

  it('when the list is put to rest', async () => {
    const { ready, dial, standing, tenant, id } = await floor();
    await ready();
    await as(tenant.admin).call(callingLists.update, { id, mode: 'preview' });
    await dial();
    expect((await standing()).waitsFor).toBe('The list does not dial by itself any more.');
  });
});

describe('being ready', () => {
  it('needs a list that dials, and a phone', async () => {
    const { ready, tenant, id } = await floor();
    const other = await tenant.user('agent');
    expect((await ready(other)).body).toMatchObject({ code: 'phone_not_signed_in' });
    const next = await as(tenant.agent).call(callingLists.next, { id });
    expect([next.status, next.body]).toMatchObject([409, { code: 'list_dials' }]);
    await as(tenant.admin).call(callingLists.update, { id, mode: 'preview' });
    expect((await ready()).body).toMatchObject({ code: 'list_previews' });
  });

  it('shows leads a number of the workspace where the list names one', async () => {
    const { tenant, id, ready, dial, callOf } = await floor();
    const admin = as(tenant.admin);
    const did = await admin.call(api.dids.create, { phoneNumber: '+15615550177' });
    await admin.call(callingLists.update, { id, didId: did.body.id, ringSeconds: 15 });
    await ready();
    await dial();
    expect((await callOf(0, 'queued')).from).toBe('+15615550177');
  });
});
