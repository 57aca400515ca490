import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { type Asked, inMiami, leadFirstFloor } from '#tests/support/lead-first-floor.ts';
import { withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as } from '#tests/support/tenant.ts';
import { findList, readyFor } from '../store.ts';
import { floorOf } from './agents.ts';

/* A list that rings leads before there is an agent for them, through the sandbox's exchange and back. */

const { callingLists } = api;
const exchange = withSandboxExchange();
beforeEach(async () => {
  await exchange().ask('DELETE', '/sandbox/script');
});
const floor = (asked: Asked = {}) => leadFirstFloor(exchange(), asked);

describe('a power list', () => {
  it('rings as many leads for an agent as its gauge allows, and more once it knows more', async () => {
    // They answer so late that none does before the last look.
    const script = Object.fromEntries([0, 1, 2].map((n) => [n, { result: 'answered', afterMs: 60_000 }]));
    const { ready, dial, pace, lines, counted, leadIds, progress } = await floor({
      script,
      linesPerAgent: 3,
    });
    await ready();
    await dial();
    // One of one who answer would be 50 %.
    expect(await lines()).toHaveLength(1);
    await counted(100, 0);
    await pace();
    expect((await lines()).map(({ leadId }) => leadIds.indexOf(leadId)).sort()).toEqual([0, 1, 2]);
    await pace();
    expect(await progress()).toMatchObject({ linesOpen: 3, states: { taken: 3 } });
  });

  it('keeps to one line for each agent from 2.5 % on', async () => {
    const { ready, dial, lines, counted } = await floor({ linesPerAgent: 3 });
    await counted(80, 2);
    await ready();
    await dial();
    expect(await lines()).toHaveLength(1);
  });

  it('opens no line too many when many look at once', async () => {
    const { ready, dial, pace, lines, counted } = await floor({ leads: 8, linesPerAgent: 2 });
    await counted(200, 0);
    await ready();
    await dial();
    await Promise.all([pace(), pace(), pace(), pace()]);
    await pace();
    expect(await lines()).toHaveLength(2);
  });

  it('puts who answers through to an agent, who has the lead until they say how it ended', async () => {
    const script = { 0: { result: 'answered' } };
    const { ready, dial, callOf, press, lines, agentsOf, tenant, id, leadIds, entry } = await floor({
      script,
    });
    await ready();
    await dial();
    await eventually(async () => expect(await agentsOf()).toHaveLength(1));
    const { id: callId } = (await callOf(0))!;
    await press(callId, 'answer');
    await eventually(async () => expect(await lines()).toEqual([]));
    expect((await callOf(0))!.legs).toMatchObject([{ agentId: tenant.agent.userId }]);
    await dial();
    expect(await lines()).toEqual([]);
    await press(callId, 'hangup');
    await eventually(async () => expect((await callOf(0))!.status).toBe('completed'));
    const agent = as(tenant.agent);
    const said = await agent.call(callingLists.result, { id, leadId: leadIds[0]!, result: 'finished' });
    expect(said.status).toBe(200);
    expect(await entry(0)).toMatchObject({ state: 'done', attempts: 1 });
    await dial();
    expect(await lines()).toHaveLength(1);
  });

  it('plays the message to who finds nobody, and rings them with an agent on the line the next time', async () => {
    const script = { 0: { result: 'answered' }, 1: { result: 'answered' } };
    const {
      ready,
      dial,
      counted,
      pace,
      forward,
      lines,
      entry,
      progress,
      calls,
      press,
      callOf,
      agentsOf,
      ...on
    } = await floor({ leads: 2, script, linesPerAgent: 2, retryMinutes: 15 });
    await counted(100, 0);
    await ready();
    await dial();
    await pace();
    await eventually(async () => {
      expect(await agentsOf()).toHaveLength(1);
      expect((await calls()).filter(({ status }) => status === 'in-progress')).toHaveLength(2);
    });
    const taken = (await agentsOf())[0]!.lead;
    const lost = 1 - taken;
    await press((await callOf(taken))!.id, 'answer');
    await eventually(async () => expect(await lines()).toHaveLength(1));
    await forward(3);
    await eventually(async () => expect(await lines()).toEqual([]));
    expect(await entry(lost)).toMatchObject({ state: 'waiting', isAgentFirst: true, attempts: 0 });
    expect((await progress()).abandonment).toMatchObject({ live: 102, abandoned: 1 });
    // The message is two seconds long.
    await forward(3);
    await eventually(async () => expect((await callOf(lost))!.status).toBe('completed'));

    await press((await callOf(taken))!.id, 'hangup');
    await eventually(async () => expect((await callOf(taken))!.status).toBe('completed'));
    await forward(16 * 60);
    const agent = as(on.tenant.agent);
    await agent.call(callingLists.result, { id: on.id, leadId: on.leadIds[taken]!, result: 'finished' });
    await dial();
    await dial();
    const again = (await calls()).filter(({ leadId }) => leadId === on.leadIds[lost]);
    expect(again).toHaveLength(2);
    expect(again.map(({ origin }) => origin!.kind).sort()).toEqual(['agent', 'list']);
    expect(await lines()).toEqual([]);
  });

  it('opts out who presses a key while the message is played, and nobody before', async () => {
    const script = { 0: { result: 'answered' } };
    const { ready, dial, agentsOf, tell, admin, leadIds, forward, lines } = await floor({ leads: 1, script });
    const consent = async () =>
      (await admin.call(api.leads.get, { id: leadIds[0]! })).body.consent.call.state;
    await ready();
    await dial();
    await eventually(async () => expect(await agentsOf()).toHaveLength(1));
    await tell(0, 'digits', { digits: '9', seq: 20 });
    expect(await consent()).not.toBe('withdrawn');
    await forward(3);
    await eventually(async () => expect(await lines()).toEqual([]));
    await tell(0, 'digits', { digits: '9', seq: 21 });
    expect(await consent()).toBe('withdrawn');
    const checked = await admin.call(api.tcpa.check, { phone: inMiami(0), channel: 'call' });
    expect(checked.body).toMatchObject({ allowed: false });
  });

  it('gives each of those who answer at once an agent of their own', async () => {
    const script = Object.fromEntries([0, 1, 2].map((n) => [n, { result: 'answered' }]));
    const { team, ready, dial, agentsOf, calls } = await floor({
      leads: 3,
      agents: 3,
      script,
      linesPerAgent: 1,
    });
    for (const user of team) await ready(user);
    await Promise.all(team.map((user) => dial(user)));
    await eventually(async () => expect(await agentsOf()).toHaveLength(3));
    const taken = await agentsOf();
    expect(new Set(taken.map(({ agentId }) => agentId)).size).toBe(3);
    expect(new Set(taken.map(({ lead }) => lead)).size).toBe(3);
    expect(await calls()).toHaveLength(3);
  });

  it('gives who waits another agent where the first declines', async () => {
    const script = { 0: { result: 'answered' } };
    const { team, ready, dial, agentsOf, callOf, press, inTenant, id } = await floor({
      leads: 1,
      agents: 2,
      script,
    });
    for (const user of team) await ready(user);
    await dial();
    await dial(team[1]);
    // Whoever waits the longest is first, and both wait.
    await eventually(async () => expect(await agentsOf()).toHaveLength(1));
    const [first] = await agentsOf();
    const other = team.find(({ userId }) => userId !== first!.agentId)!;
    await eventually(async () =>
      expect((await inTenant(() => readyFor(id))).filter((one) => one.awaitsAnswers)).toHaveLength(1),
    );
    const decliner = team.find(({ userId }) => userId === first!.agentId)!;
    await press((await callOf(0))!.id, 'decline', decliner);
    await eventually(async () => expect(await agentsOf()).toMatchObject([{ agentId: other.userId }]));
  });

  it('settles who does not answer, and goes on', async () => {
    const script = { 0: { result: 'busy' } };
    const { ready, dial, callOf, lines, entry, pace, leadIds } = await floor({ script });
    await ready();
    await dial();
    await eventually(async () => expect((await callOf(0))!.status).toBe('busy'));
    await eventually(async () => expect(await lines()).toEqual([]));
    expect(await entry(0)).toMatchObject({ state: 'waiting', attempts: 1, isAgentFirst: false });
    expect((await callOf(0))!.disposition).toBe('busy');
    await pace();
    expect((await lines()).map(({ leadId }) => leadIds.indexOf(leadId))).toEqual([1]);
  });

  it('rests a minute after a call that the exchange could not make, which is no attempt at the lead', async () => {
    const script = { 0: { result: 'failed' } };
    const { ready, dial, lines, entry, pace, time, calls } = await floor({ script });
    await ready();
    await dial();
    await eventually(async () => expect(await lines()).toEqual([]));
    expect(await entry(0)).toMatchObject({ attempts: 0, reason: 'The exchange could not call it.' });
    await eventually(async () =>
      expect((await pace()).waitsFor).toBe(
        'The exchange could not make a call. It is tried again each minute.',
      ),
    );
    time.forward({ seconds: 61 });
    await pace();
    expect(await calls()).toHaveLength(2);
  });

  it('stands where events come twice, late and in another order', async () => {
    const script = { 0: { result: 'answered' } };
    const { ready, dial, tell, callOf, press, lines, agentsOf, entry, progress, calls, settle } = await floor(
      {
        leads: 1,
        script,
      },
    );
    await ready();
    await dial();
    await eventually(async () => expect(await agentsOf()).toHaveLength(1));
    await tell(0, 'answered', { by: 'human', seq: 2 });
    const { id: callId } = (await callOf(0))!;
    await press(callId, 'answer');
    await eventually(async () => expect(await lines()).toEqual([]));
    await tell(0, 'answered', { by: 'human', seq: 2 });
    await tell(0, 'abandoned', { seq: 9 });
    await settle(0);
    expect(await agentsOf()).toHaveLength(1);
    await press(callId, 'hangup');
    await eventually(async () => expect((await callOf(0))!.status).toBe('completed'));
    await tell(0, 'ended', { result: 'answered', seq: 9 });
    expect(await entry(0)).toMatchObject({ state: 'taken' });
    expect((await progress()).abandonment).toMatchObject({ live: 1, abandoned: 0 });
    expect(await calls()).toHaveLength(1);
  });

  it('has one call of a lead wherever the dialler was killed', async () => {
    for (const transactions of [0, 1, 2, 3, 4, 5]) {
      const { ready, dial, calls, settle, lines } = await floor({ leads: 1 });
      await ready();
      const revive = killedAfter(transactions);
      await dial().catch(() => undefined);
      revive();
      await dial();
      await settle(0);
      await settle(0);
      expect(await calls(), `killed behind ${transactions}`).toHaveLength(1);
      expect(await lines()).toHaveLength(1);
    }
  });
});

describe('a list that rings leads first', () => {
  it('needs a message that can be played', async () => {
    const { admin, id, tenant, inTenant } = await floor();
    const noMessage = await admin.call(callingLists.update, { id, message: null });
    expect([noMessage.status, noMessage.body]).toMatchObject([400, { details: { field: 'message' } }]);
    const message = { name: 'Northwind', number: '+13055550199' };
    const at = (sound: string) => admin.call(callingLists.update, { id, message: { ...message, sound } });
    expect((await at(`/media/${tenant.id}/none.wav`)).body.error).toBe(
      'The sound of the message is not there.',
    );
    expect((await at(`/media/${tenant.id + 1}/message.wav`)).status).toBe(400);
    expect((await at(`/media/${tenant.id}/100%.wav`)).status).toBe(400);
    await inTenant(() => bucket('media').put('text.wav', 'no sound', 'audio/wav'));
    expect((await at(`/media/${tenant.id}/text.wav`)).body.error).toBe(
      'The sound of the message has to be WAV, 8 kHz, mono, 16 bit.',
    );
    expect((await admin.call(callingLists.update, { id, message: null, mode: 'progressive' })).status).toBe(
      200,
    );
  });

  it('is worked in the browser alone: another telephone is not taken up within two seconds', async () => {
    const script = { 0: { result: 'answered', afterMs: 60_000 } };
    const { tenant, id, ready, dial, inTenant } = await floor({ leads: 1, script });
    await ready();
    const agent = as(tenant.agent);
    const list = await inTenant(() => findList(id));
    const free = async () => (await inTenant(() => floorOf(list!))).agents.length;
    await dial();
    expect(await free()).toBe(1);
    // She changes to her desk phone while she is ready.
    expect((await agent.call(api.pbx.startPhoneSession, { device: 'desk' })).status).toBe(201);
    expect(await free()).toBe(0);
    await agent.call(callingLists.pause, { id });
    const refused = await agent.call(callingLists.ready, { id });
    expect([refused.status, refused.body.code]).toEqual([409, 'phone_too_slow']);
  });

  it('needs an exchange that can put who answers through to an agent', async () => {
    const { admin, id, tenant } = await floor();
    await admin.call(callingLists.update, { id, mode: 'preview' });
    const real = globalThis.fetch;
    const old = { kind: 'asterisk', version: '22.9.0', capabilities: ['hangup'], liveCalls: 0 };
    let isOld = true;
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (asked, init) =>
        isOld && String(asked).endsWith('/exchange/v1/health') ? Response.json(old) : real(asked, init),
      );
    onTestFinished(() => spy.mockRestore());
    const refused = await admin.call(callingLists.update, { id, mode: 'predictive' });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'exchange_cannot_connect' }]);
    expect((await admin.call(callingLists.update, { id, mode: 'progressive' })).status).toBe(200);
    isOld = false;
    expect((await admin.call(callingLists.update, { id, mode: 'predictive' })).status).toBe(200);
    isOld = true;
    const ready = await as(tenant.agent).call(callingLists.ready, { id });
    expect(ready.body).toMatchObject({ code: 'exchange_cannot_connect' });
  });
});
