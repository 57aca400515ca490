import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { exchangePushWork } from '#functions/pbx/api.ts';
import {
  ExchangeDown,
  ExchangeRefused,
  exchangeHealth,
  putQueue,
  queueState,
} from '#functions/telephony/api.ts';
import { commandCall } from '#functions/telephony/command.ts';
import { api } from '#shared/api/index.ts';
import { type ChannelMessage, channelMessage } from '#shared/exchange/channel.ts';
import type { ExchangeQueue } from '#shared/exchange/commands.ts';
import { expectNoneDue, sweepItems } from '#tests/support/due.ts';
import { anybody, as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { timeTravel } from '#tests/support/time.ts';

/* Exchanges as records, the enrolment of their bridges, and commands by a queue, with a bridge of the test's own. */

const builtIn = withExchange();

const secretOf = (letter: string) => letter.repeat(43);
const phoneUrl = 'wss://pbx.example.com/ws';
const journal = 'a-journal-of-one';

const queue: ExchangeQueue = {
  number: '700',
  strategy: 'ringall',
  timeout: 20,
  maxWaitTime: 300,
  wrapUpSeconds: 0,
  musicOnHold: 'default',
  announcePosition: false,
  maxCallers: 10,
  members: [],
};

/** What a bridge says by its key. */
function bridgeOf(key: string) {
  const say = (path: string, body: object) =>
    anybody().send('telephony', {
      method: 'POST',
      path: `/telephony/bridge/${path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const fetched = async (): Promise<(ChannelMessage & { receipt: string })[]> => {
    const { body } = await say('messages', { run: 'a-run-of-it' });
    return (body as { messages: { receipt: string; message: string }[] }).messages.map(
      ({ receipt, message }) => ({ ...channelMessage.parse(JSON.parse(message)), receipt }),
    );
  };
  return {
    say,
    fetched,
    beat: (connected = true, of = journal) =>
      say('heartbeat', {
        version: '1.0',
        run: 'a-run-of-it',
        journal: of,
        asterisk: { connected, version: '22.10.1' },
        liveCalls: 2,
        phones: 3,
      }),
    answer: ({ id, tenant }: ChannelMessage, status: number, body: object, receipt?: string) =>
      say('answers', { id, tenant, status, body, ...(receipt ? { receipt } : {}) }),
  };
}

async function enrolled(user: TestUser, letter = 'k') {
  const admin = as(user);
  const made = await admin.call(api.telephony.createExchange, { name: 'Head office', phoneUrl });
  const { id } = made.body;
  const { token } = (await admin.call(api.telephony.enrolExchange, { id })).body;
  const secret = secretOf(letter);
  const spent = await anybody().call(api.telephony.enrolBridge, { token, secret, version: '1.0' });
  expect(spent.status).toBe(200);
  const [, owner] = token.split('_');
  return { admin, id, token, bridge: bridgeOf(`brg_${owner}_${id}_${secret}`) };
}

async function onOwnExchange() {
  const tenant = await freshTenant();
  const one = await enrolled(tenant.admin);
  await one.bridge.beat();
  const moved = await one.admin.call(api.telephony.moveToExchange, { exchangeId: one.id });
  expect(moved.status).toBe(200);
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  return { ...one, tenant, inTenant };
}

const shown = async (user: TestUser, id: string) =>
  (await as(user).call(api.telephony.exchanges, {})).body.exchanges.find((one) => one.id === id);

describe('enrolment', () => {
  it('lets one bridge in by a token, which may ask again when the answer was lost', async () => {
    const { admin } = await freshTenant();
    const one = await enrolled(admin);
    const again = (letter: string) =>
      anybody().call(api.telephony.enrolBridge, {
        token: one.token,
        secret: secretOf(letter),
        version: '1.0',
      });
    expect((await again('k')).body).toMatchObject({ exchangeId: one.id, name: 'Head office' });
    expect(await again('x')).toMatchObject({ status: 401, body: { code: 'token_unknown' } });
    expect(await shown(admin, one.id)).toMatchObject({ state: 'offline', enrolmentUntil: null });
    expect((await one.bridge.beat()).status).toBe(200);
    expect(await shown(admin, one.id)).toMatchObject({
      state: 'online',
      asteriskVersion: '22.10.1',
      liveCalls: 2,
    });
  });

  it('takes a token for an hour', async () => {
    const { admin } = await freshTenant();
    const { body } = await as(admin).call(api.telephony.createExchange, { name: 'Late', phoneUrl });
    const { token } = (await as(admin).call(api.telephony.enrolExchange, { id: body.id })).body;
    expect(await shown(admin, body.id)).toMatchObject({ state: 'enrolling' });
    const travel = timeTravel();
    travel.forward({ seconds: 3_601 });
    const spent = await anybody().call(api.telephony.enrolBridge, {
      token,
      secret: secretOf('k'),
      version: '1.0',
    });
    expect(spent.status).toBe(401);
  });

  it('is over for the bridge before when another is enrolled, and for all when it is revoked', async () => {
    const { admin } = await freshTenant();
    const { id, bridge } = await enrolled(admin);
    await bridge.beat();
    const { token } = (await as(admin).call(api.telephony.enrolExchange, { id })).body;
    expect((await bridge.beat()).status).toBe(200);
    await anybody().call(api.telephony.enrolBridge, { token, secret: secretOf('n'), version: '1.0' });
    expect((await bridge.beat()).status).toBe(401);
    const next = bridgeOf(`brg_${admin.tenantId}_${id}_${secretOf('n')}`);
    expect((await next.beat()).status).toBe(200);
    expect((await as(admin).call(api.telephony.revokeExchange, { id })).body.state).toBe('revoked');
    for (const [path, body] of [
      ['channel', {}],
      ['messages', { run: 'a-run-of-it' }],
    ] as const)
      expect(await next.say(path, body)).toMatchObject({ status: 401, body: { code: 'key_unknown' } });
  });

  it('is an admin’s own: another tenant and an agent change nothing', async () => {
    const mine = await freshTenant();
    const theirs = await freshTenant();
    const { id } = await enrolled(mine.admin);
    const { telephony: t } = api;
    for (const call of [t.enrolExchange, t.revokeExchange, t.removeExchange] as const) {
      expect((await as(theirs.admin).call(call, { id })).status).toBe(404);
      expect((await as(mine.agent).call(call, { id })).status).toBe(403);
    }
    expect((await as(theirs.admin).call(t.updateExchange, { id, name: 'Mine' })).status).toBe(404);
    expect((await as(theirs.admin).call(t.moveToExchange, { exchangeId: id })).status).toBe(404);
    expect(await shown(theirs.admin, id)).toBeUndefined();
  });
});

describe('how an exchange stands', () => {
  it('is degraded without its Asterisk, and offline when nothing is heard', async () => {
    const { admin } = await freshTenant();
    const { id, bridge } = await enrolled(admin);
    await bridge.beat(false);
    expect(await shown(admin, id)).toMatchObject({ state: 'degraded', since: expect.any(String) });
    await bridge.beat(true);
    expect((await shown(admin, id))?.state).toBe('online');
    const travel = timeTravel();
    travel.forward({ seconds: 51 });
    expect((await shown(admin, id))?.state).toBe('offline');
  });
});

describe('commands by the queue', () => {
  it('are fetched, done and answered, and refusals are told', async () => {
    const { bridge, inTenant, tenant } = await onOwnExchange();
    const asked = inTenant(() => exchangeHealth());
    const [message] = await bridge.fetched();
    expect(message).toMatchObject({ tenant: tenant.id, method: 'GET', path: '/health' });
    const health = { kind: 'asterisk', version: '22.10.1', capabilities: ['hangup'], liveCalls: 0 };
    await bridge.answer(message!, 200, health, message!.receipt);
    expect(await asked).toEqual({ ...health, plans: [] });

    const refused = inTenant(() => queueState('que_none')).catch((error) => error);
    const [next] = await bridge.fetched();
    await bridge.answer(next!, 404, { error: 'There is nothing of that name.', code: 'not_found' });
    expect(await refused).toBeInstanceOf(ExchangeRefused);
  });

  it('keep their order within a call, and the same key is sent once', async () => {
    const { bridge, inTenant } = await onOwnExchange();
    const callId = 'cal_12345678';
    const send = (key: string, hold: boolean) =>
      inTenant(() => commandCall(callId, { type: 'hold', hold }, key)).catch((error) => error);
    const first = send('cmd_1', true);
    const seen = await bridge.fetched();
    expect(seen).toHaveLength(1);
    const rest = [send('cmd_1', true), send('cmd_2', false)];
    // While the first is not done, nothing else of its call is given out.
    await bridge.answer(seen[0]!, 202, {}, seen[0]!.receipt);
    const then = await bridge.fetched();
    expect(then.map(({ body }) => (body as { key: string }).key)).toEqual(['cmd_2']);
    await bridge.answer(then[0]!, 202, {}, then[0]!.receipt);
    expect(await Promise.all([first, ...rest])).toEqual([undefined, undefined, undefined]);
  });

  it('are not waited for where the bridge is known to be away', async () => {
    const { inTenant } = await onOwnExchange();
    const travel = timeTravel();
    travel.forward({ seconds: 60 });
    await expect(inTenant(() => exchangeHealth())).rejects.toBeInstanceOf(ExchangeDown);
  });

  it('are answered by the exchange of the tenant alone', async () => {
    const one = await onOwnExchange();
    const other = await onOwnExchange();
    const asked = one.inTenant(() => exchangeHealth()).catch((error) => error);
    const [message] = await one.bridge.fetched();
    const forged = { kind: 'asterisk', version: 'forged', capabilities: [], liveCalls: 0 };
    expect((await other.bridge.answer(message!, 200, forged)).status).toBe(403);
    await one.bridge.answer(message!, 200, { ...forged, version: 'true' });
    expect(await asked).toMatchObject({ version: 'true' });
  });
});

describe('a move', () => {
  it('has every queue told to the new exchange, and refuses one that is not online', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const made = await admin.call(api.pbx.createQueue, { name: 'Sales', number: '700' });
    expect(made.status).toBe(201);
    expect(builtIn.queues.size).toBeGreaterThan(0);
    const { id, bridge } = await enrolled(tenant.admin);
    expect(await admin.call(api.telephony.moveToExchange, { exchangeId: id })).toMatchObject({
      status: 409,
      body: { code: 'exchange_offline' },
    });
    await bridge.beat();
    await admin.call(api.telephony.moveToExchange, { exchangeId: id });
    const swept = asSystem(tenant.id, 'test', () => exchangePushWork.look(`queue:${made.body.id}`));
    const paths: string[] = [];
    while (paths.length < 2)
      for (const message of await bridge.fetched()) {
        paths.push(`${message.method} ${message.path}`);
        await bridge.answer(message, 200, {}, message.receipt);
      }
    await swept;
    expect(paths).toEqual(['PUT /account', `PUT /queues/${made.body.id}`]);
    expect(await admin.call(api.telephony.removeExchange, { id })).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
  });

  it('signs everybody out of the phone, and in at the new exchange', async () => {
    const tenant = await freshTenant();
    const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
    const { userId } = tenant.agent;
    await admin.call(api.pbx.createExtension, { number: '101', name: 'Ann', userId });
    const first = await agent.call(api.pbx.startPhoneSession, { device: 'browser' });
    expect(first.body.access.driver).toBe('sandbox');
    const { id, bridge } = await enrolled(tenant.admin);
    await bridge.beat();
    await admin.call(api.telephony.moveToExchange, { exchangeId: id });
    const { body } = await admin.call(api.pbx.listPhoneSessions, {});
    expect(body.sessions[0]).toMatchObject({ endReason: 'exchangeMoved' });
    const signingIn = agent.call(api.pbx.startPhoneSession, { device: 'browser' });
    const access = { driver: 'sip', url: phoneUrl, sipUri: 'sip:t1-101@exchange', iceServers: [] };
    for (let put = false; !put; )
      for (const message of await bridge.fetched()) {
        put = message.path.startsWith('/phones/');
        await bridge.answer(message, 200, put ? access : {}, message.receipt);
      }
    expect((await signingIn).body.access).toEqual(access);
  });

  it('leaves calls that go on where they began', async () => {
    const { inTenant, bridge, admin } = await onOwnExchange();
    const begun = { direction: 'inbound', phone: '+13055550124', start: true } as const;
    const call = await admin.call(api.calls.create, begun);
    expect(call.status).toBe(201);
    const callId = call.body.id;
    timeTravel().forward({ seconds: 1 });
    await admin.call(api.telephony.moveToExchange, { exchangeId: 'exc_builtin' });
    const hangingUp = inTenant(() => commandCall(callId, { type: 'hangup' }));
    const [message] = await bridge.fetched();
    expect(message).toMatchObject({ path: `/calls/${callId}/commands`, lane: callId });
    await bridge.answer(message!, 202, {}, message!.receipt);
    await hangingUp;
  });

  it('leaves the built-in exchange and comes back to it', async () => {
    const { admin, inTenant, bridge, id } = await onOwnExchange();
    await admin.call(api.telephony.moveToExchange, { exchangeId: 'exc_builtin' });
    await inTenant(() => putQueue('que_back', queue));
    expect([...builtIn.queues.keys()].some((key) => key.endsWith('/que_back'))).toBe(true);
    expect((await admin.call(api.telephony.removeExchange, { id })).status).toBe(200);
    expect((await bridge.beat()).status).toBe(401);
  });

  it('tells everything again when the bridge comes with another journal', async () => {
    const { admin, bridge, tenant } = await onOwnExchange();
    const looked: string[] = [];
    const look = async (id: string) => void looked.push(id);
    const adding = admin.call(api.pbx.createQueue, { name: 'Sales', number: '700' });
    for (let told = 0; told < 2; )
      for (const message of await bridge.fetched()) {
        told++;
        await bridge.answer(message, 200, {}, message.receipt);
      }
    const { id } = (await adding).body;
    await bridge.beat();
    await asSystem(tenant.id, 'test', () => expectNoneDue('exchangePush'));
    await bridge.beat(true, 'a-journal-of-another');
    await asSystem(tenant.id, 'test', () => sweepItems(1, { exchangePush: { look } }));
    expect(looked).toEqual([`queue:${id}`]);
  });
});

describe('the platform’s exchanges', () => {
  it('are for every tenant to use and for operators to change', async () => {
    const platform = await freshTenant();
    const operator = await platform.user('operator');
    const { id, bridge } = await enrolled(operator, 'p');
    await bridge.beat();
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    expect(await shown(tenant.admin, id)).toMatchObject({
      isShared: true,
      mayManage: false,
      liveCalls: null,
    });
    expect((await admin.call(api.telephony.enrolExchange, { id })).status).toBe(404);
    expect((await admin.call(api.telephony.moveToExchange, { exchangeId: id })).status).toBe(200);
    expect(await as(operator).call(api.telephony.removeExchange, { id })).toMatchObject({ status: 409 });
    await admin.call(api.telephony.moveToExchange, { exchangeId: 'exc_builtin' });
    expect((await as(operator).call(api.telephony.removeExchange, { id })).status).toBe(200);
  });
});
