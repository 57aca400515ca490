import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { phoneSessionLimits } from '#shared/model/phone-session.ts';
import { expectNoneDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { timeTravel } from '#tests/support/time.ts';
import { exchangePushWork } from '../exchange/pushes.ts';
import { phoneSessionWork } from './keep.ts';

const { pbx, users, calls } = api;
const exchange = withExchange();
beforeEach(() => {
  exchange.isDown = false;
});

async function floor() {
  const tenant = await freshTenant();
  const time = timeTravel();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const { userId } = tenant.agent;
  const made = await admin.call(pbx.createExtension, { number: '101', name: 'Ann', userId });
  const { id: extensionId, secret } = made.body;
  const phone = () => exchange.phones.get(`${tenant.id}/t${tenant.id}-101`);
  const status = async () => (await admin.call(pbx.getExtension, { id: extensionId })).body.status;
  const signIn = async (input = {}) => {
    const answer = await agent.call(pbx.startPhoneSession, input);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const look = (id: string) => asSystem(tenant.id, 'test', () => phoneSessionWork.look(id));
  return { tenant, time, admin, agent, userId, extensionId, secret, phone, status, signIn, look };
}

describe('signing in to the phone', () => {
  it('makes a password of its own, which the exchange is told and nobody else is shown', async () => {
    const { tenant, admin, agent, signIn, phone, status, secret } = await floor();
    const { session, password, access, phone: name } = await signIn();
    expect(name).toBe(`t${tenant.id}-101`);
    expect(access.driver).toBe('sandbox');
    expect(password).not.toBe(secret);
    expect(phone()).toMatchObject({ name: 'Ann', password });
    expect(session).toMatchObject({
      number: '101',
      device: 'browser',
      endedAt: null,
      userName: 'Agent Tester',
    });
    expect(await status()).toBe('available');
    for (const caller of [admin, agent]) {
      const list = await caller.call(pbx.listPhoneSessions, { active: true });
      expect(list.body.sessions).toMatchObject([{ id: session.id }]);
      expect(JSON.stringify(list.body)).not.toContain(password);
    }
  });

  it('of a desk phone lets that register by the password of its extension', async () => {
    const { admin, signIn, phone, secret, extensionId } = await floor();
    const { password } = await signIn({ device: 'desk' });
    expect(password).toBe(null);
    expect(phone()!.password).toBe(secret);
    const { body } = await admin.call(pbx.rotateExtensionSecret, { id: extensionId });
    expect(phone()!.password).toBe(body.secret);
  });

  it('rings a telephone outside, as an admin has entered it for the extension, and tells no password', async () => {
    const { admin, agent, signIn, phone, extensionId, status } = await floor();
    const none = await agent.call(pbx.startPhoneSession, { device: 'outside' });
    expect([none.status, none.body.code]).toEqual([409, 'no_outside_number']);
    const change = (outsideNumber: string | null) =>
      admin.call(pbx.updateExtension, { id: extensionId, outsideNumber });
    expect((await change('900 555 0100')).status).toBe(400);
    expect((await change('911')).status).toBe(400);
    expect((await change('(305) 555-0177')).body.outsideNumber).toBe('+13055550177');
    // Agents may not have calls of the workspace ring where they please.
    const own = await agent.call(pbx.updateExtension, { id: extensionId, outsideNumber: '+13055550199' });
    expect(own.status).toBe(403);
    const { password, session } = await signIn({ device: 'outside' });
    expect([password, session.device]).toEqual([null, 'outside']);
    expect(phone()).toMatchObject({ kind: 'outside', outsideNumber: '+13055550177' });
    expect(await status()).toBe('available');
    await change('+13055550178');
    expect(await status()).toBe('offline');
    expect(phone()).toBe(undefined);
    const { body } = await agent.call(pbx.listPhoneSessions, {});
    expect(body.sessions[0]).toMatchObject({ id: session.id, endReason: 'extensionChanged' });
  });

  it('tells the exchange nothing of the kind of a browser, which bridges of before would refuse', async () => {
    const { signIn, phone } = await floor();
    await signIn();
    expect(phone()).not.toHaveProperty('kind');
    expect(phone()).not.toHaveProperty('outsideNumber');
  });

  it('needs an extension, and a person', async () => {
    const tenant = await freshTenant();
    const { status, body } = await as(tenant.agent).call(pbx.startPhoneSession, {});
    expect([status, body.code]).toEqual([409, 'no_extension']);
    expect((await as(tenant.vendor).call(pbx.startPhoneSession, {})).status).toBe(403);
  });

  it('fails in words while the exchange is down, and leaves nothing behind', async () => {
    const { agent, status, signIn } = await floor();
    exchange.isDown = true;
    const { status: code, body } = await agent.call(pbx.startPhoneSession, {});
    expect([code, body.code]).toEqual([502, 'exchange_down']);
    expect(await status()).toBe('offline');
    expect((await agent.call(pbx.listPhoneSessions, { active: true })).body.sessions).toEqual([]);
    exchange.isDown = false;
    await signIn();
  });

  it('on a second device ends the first, which hears why', async () => {
    const { agent, signIn, phone } = await floor();
    const first = await signIn();
    const second = await signIn();
    const heard = await agent.call(pbx.phoneHeartbeat, { id: first.session.id });
    expect(heard.body).toMatchObject({ endReason: 'takenOver', endedAt: expect.any(String) });
    expect(phone()!.password).toBe(second.password);
    const other = await agent.call(pbx.phoneHeartbeat, { id: second.session.id });
    expect(other.body.endedAt).toBe(null);
  });

  it('on many devices at one instant leaves one, whose password the exchange has', async () => {
    const { agent, phone } = await floor();
    const answers = await Promise.all([1, 2, 3, 4].map(() => agent.call(pbx.startPhoneSession, {})));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const { body } = await agent.call(pbx.listPhoneSessions, { active: true });
    expect(body.sessions).toHaveLength(1);
    const winner = answers.find((one) => one.status === 201 && one.body.session.id === body.sessions[0]!.id);
    expect(winner!.body.password).toBe(phone()!.password);
  });
});

describe('a session of the phone', () => {
  it('ends by its agent, and again changes nothing', async () => {
    const { agent, signIn, phone, status } = await floor();
    const { id } = (await signIn()).session;
    const { body } = await agent.call(pbx.endPhoneSession, { id });
    expect(body.endReason).toBe('signedOut');
    expect(phone()).toBe(undefined);
    expect(await status()).toBe('offline');
    expect((await agent.call(pbx.endPhoneSession, { id })).body.endedAt).toBe(body.endedAt);
  });

  it('is ended by an admin, and by no other agent, who does not even see it', async () => {
    const { tenant, admin, agent, signIn } = await floor();
    const { id } = (await signIn()).session;
    const other = as(await tenant.user('agent', { username: 'other' }));
    for (const call of [pbx.endPhoneSession, pbx.phoneHeartbeat])
      expect((await other.call(call, { id })).status).toBe(404);
    expect((await other.call(pbx.listPhoneSessions, {})).body.sessions).toEqual([]);
    const theirs = await other.call(pbx.listPhoneSessions, { userId: tenant.agent.userId });
    expect(theirs.body.sessions).toEqual([]);
    expect((await admin.call(pbx.phoneHeartbeat, { id })).status).toBe(404);
    await admin.call(pbx.endPhoneSession, { id });
    const { body } = await agent.call(pbx.phoneHeartbeat, { id });
    expect(body.endReason).toBe('signedOutByAdmin');
  });

  it('is not ended by an admin during a call, which it would end', async () => {
    const { admin, agent, signIn } = await floor();
    const { id } = (await signIn()).session;
    const call = await agent.call(calls.create, { direction: 'inbound', phone: '+13055550123', start: true });
    const move = (status: 'ringing' | 'in-progress' | 'completed') =>
      agent.call(calls.setStatus, { id: call.body.id, status });
    await move('ringing');
    await move('in-progress');
    const refused = await admin.call(pbx.endPhoneSession, { id });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'on_call', error: 'They are on a call. Please sign them out when it is over.' },
    ]);
    await move('completed');
    expect((await admin.call(pbx.endPhoneSession, { id })).body.endReason).toBe('signedOutByAdmin');
  });

  it('goes on while its phone says that it lives, and ends when it falls silent', async () => {
    const { agent, tenant, time, signIn, phone } = await floor();
    const { id } = (await signIn()).session;
    await asSystem(tenant.id, 'test', async () => {
      time.forward({ seconds: 60 });
      await agent.call(pbx.phoneHeartbeat, { id });
      time.forward({ seconds: 60 });
      await sweepItems(1, { phoneSession: phoneSessionWork });
      expect(phone()).toBeDefined();
      time.forward({ seconds: 31 });
      await sweepItems(1, { phoneSession: phoneSessionWork });
      expect(phone()).toBe(undefined);
      await expectNoneDue('phoneSession');
    });
    const { body } = await agent.call(pbx.phoneHeartbeat, { id });
    expect(body.endReason).toBe('timedOut');
  });

  it('does not end for its silence while a call goes on', async () => {
    const { agent, time, signIn, look } = await floor();
    const { id } = (await signIn()).session;
    const call = await agent.call(calls.create, { direction: 'inbound', phone: '+13055550123', start: true });
    await agent.call(calls.setStatus, { id: call.body.id, status: 'ringing' });
    await agent.call(calls.setStatus, { id: call.body.id, status: 'in-progress' });
    time.forward({ minutes: 5 });
    expect(await look(id)).toBeGreaterThan(0);
    await agent.call(calls.setStatus, { id: call.body.id, status: 'completed' });
    expect(await look(id)).toBe(undefined);
    const { body } = await agent.call(pbx.listPhoneSessions, {});
    expect(body.sessions[0]).toMatchObject({
      endReason: 'timedOut',
      calls: 1,
      talkSeconds: expect.any(Number),
    });
    expect(body.sessions[0]!.talkSeconds).toBeGreaterThanOrEqual(300);
  });

  it('of a desk phone ends with the day', async () => {
    const { time, signIn, look, agent } = await floor();
    const { id } = (await signIn({ device: 'desk' })).session;
    time.forward({ minutes: 30 });
    expect(await look(id)).toBeGreaterThan(0);
    time.forward({ minutes: phoneSessionLimits.longestHours * 60 });
    expect(await look(id)).toBe(undefined);
    const { body } = await agent.call(pbx.listPhoneSessions, {});
    expect(body.sessions[0]!.endReason).toBe('tooLong');
  });

  it.each(['deactivated', 'removed'])(
    'ends when its user is %s, and the phone is signed out',
    async (how) => {
      const { admin, userId, signIn, phone, status } = await floor();
      const { id } = (await signIn()).session;
      const answer =
        how === 'removed'
          ? await admin.call(users.remove, { id: userId })
          : await admin.call(users.update, { id: userId, isActive: false });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(phone()).toBe(undefined);
      expect(await status()).toBe('offline');
      await eventually(async () => {
        const { body } = await admin.call(pbx.listPhoneSessions, {});
        expect(body.sessions).toMatchObject([{ id, endReason: 'userLeft' }]);
      });
    },
  );

  it('ends when its extension gets another number, person, or is removed', async () => {
    const { tenant, admin, agent, extensionId, userId, signIn, phone } = await floor();
    const reasonOf = async (id: string) => (await agent.call(pbx.phoneHeartbeat, { id })).body.endReason;
    const first = await signIn();
    await admin.call(users.update, { id: userId, extension: '108' });
    expect([await reasonOf(first.session.id), phone()]).toEqual(['extensionChanged', undefined]);
    const second = await signIn();
    expect(second.phone).toBe(`t${tenant.id}-108`);
    await admin.call(pbx.updateExtension, { id: extensionId, userId: tenant.admin.userId });
    expect(await reasonOf(second.session.id)).toBe('extensionChanged');
    await admin.call(pbx.updateExtension, { id: extensionId, userId });
    const third = await signIn();
    await admin.call(pbx.removeExtension, { id: extensionId });
    expect(await reasonOf(third.session.id)).toBe('extensionChanged');
    expect(exchange.phones.get(`${tenant.id}/t${tenant.id}-108`)).toBe(undefined);
  });

  it('is signed out on the exchange later, where that was down', async () => {
    const { tenant, time, agent, signIn, phone } = await floor();
    const { id } = (await signIn()).session;
    exchange.isDown = true;
    await agent.call(pbx.endPhoneSession, { id });
    expect(phone()).toBeDefined();
    exchange.isDown = false;
    time.forward({ minutes: 1 });
    await asSystem(tenant.id, 'test', () => sweepItems(1, { exchangePush: exchangePushWork }));
    expect(phone()).toBe(undefined);
  });

  it('adds up pauses by reason: of the status, and of queues', async () => {
    const { admin, agent, time, signIn, extensionId } = await floor();
    const members = [{ extensionId }];
    const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Sales', members });
    const { id } = (await signIn()).session;
    const pause = (paused: boolean, reason = '') =>
      agent.call(pbx.pauseQueueMember, { id: queue.body.id, extensionId, paused, reason });
    await pause(true, 'Lunch');
    time.forward({ seconds: 600 });
    await agent.call(pbx.setExtensionStatus, { id: extensionId, status: 'away' });
    time.forward({ seconds: 60 });
    await pause(false);
    await agent.call(pbx.setExtensionStatus, { id: extensionId, status: 'available' });
    time.forward({ seconds: 300 });
    await pause(true, 'Lunch');
    time.forward({ seconds: 30 });
    const { body } = await agent.call(pbx.endPhoneSession, { id });
    const seconds = Object.fromEntries(body.pauses.map((one) => [one.reason, one.seconds]));
    expect(Object.keys(seconds).sort()).toEqual(['Away', 'Lunch']);
    expect(Math.abs(seconds.Lunch! - 630)).toBeLessThan(5);
    expect(Math.abs(seconds.Away! - 60)).toBeLessThan(5);
    const { body: stats } = await agent.call(pbx.extensionStats, { id: extensionId });
    expect(Math.abs(stats.signedInSeconds - 990)).toBeLessThan(10);
    expect(Math.abs(stats.pausedSeconds - 690)).toBeLessThan(10);
  });

  it('is listed by the time at which it began, a page after the other', async () => {
    const { admin, time, agent, signIn } = await floor();
    const begun: string[] = [];
    for (let n = 0; n < 3; n++) {
      begun.push((await signIn()).session.startedAt);
      time.forward({ minutes: 10 });
    }
    await eventually(async () => {
      const { body } = await admin.call(pbx.listPhoneSessions, { from: begun[1]!, to: begun[2]! });
      expect(body.sessions.map(({ startedAt }) => startedAt)).toEqual([begun[2], begun[1]]);
    });
    const long = { from: '2020-01-01T00:00:00.000Z' };
    expect((await agent.call(pbx.listPhoneSessions, long)).status).toBe(400);
  });
});
