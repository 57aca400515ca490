import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, TestExchange } from './support/exchange.ts';
import { Phone } from './support/phone.ts';
import { header, partsOf } from './support/sip.ts';

const reason = await missing();

describe.skipIf(reason)('who may do what with a real Asterisk', () => {
  let exchange: TestExchange;
  let ann: Phone;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
    ann = await exchange.phone('t1-101', '+15557000099');
    await exchange.phone('t2-101');
  });
  afterAll(() => exchange.stop());

  /** Waits until the workspace has been told of so many emergency calls of a phone to a number. */
  const told = (to: string, times: number, phone = 't1-101') =>
    expect
      .poll(() =>
        exchange.events.filter(
          (one) => one.event === 'emergency-dialled' && one.to === to && one.phone === phone,
        ),
      )
      .toHaveLength(times);

  test('another tenant reaches no call, phone, queue or number of the first', async () => {
    const callId = await exchange.place({ to: '+15557000001', agent: { phone: 't1-101' } });
    await exchange.heard(callId, 'answered');
    await exchange.queue('que_one', {});
    const own = encodeURIComponent('+15557000002');
    await exchange.ask('PUT', `/numbers/${own}`, { to: { phone: 't1-101' } });
    const as = async (method: string, path: string, body?: unknown) =>
      (await exchange.ask(method, path, body, 2)).status;
    const hangUp = { key: 'a key', command: { type: 'hangup' } };
    expect(await as('GET', `/calls/${callId}`)).toBe(404);
    expect(await as('POST', `/calls/${callId}/commands`, hangUp)).toBe(404);
    expect(await as('PUT', '/phones/t1-101', { name: 'x', password: 'a password that is long' })).toBe(404);
    expect(await as('DELETE', '/phones/t1-101')).toBe(404);
    expect(await as('GET', '/queues/que_one')).toBe(404);
    expect(await as('DELETE', `/numbers/${own}`)).toBe(404);
    expect(await as('PUT', `/numbers/${own}`, { to: { phone: 't2-101' } })).toBe(409);
    expect((await exchange.ask('GET', '/calls', undefined, 2)).body).toEqual({ calls: [] });
    expect((await exchange.ask('GET', '/phones', undefined, 2)).body).toMatchObject({
      phones: [{ phone: 't2-101' }],
    });
    expect((await exchange.ask('GET', `/calls/${callId}`)).body).toMatchObject({ state: 'answered' });
    await exchange.command(callId, { type: 'hangup' });
  });

  test('a call is not put through to, nor heard by, a phone of another tenant', async () => {
    const callId = await exchange.place({ to: '+15557000003', agent: { phone: 't1-101' } });
    await exchange.heard(callId, 'answered');
    const to = { phone: 't2-101' };
    expect(await exchange.command(callId, { type: 'transfer', mode: 'blind', to })).toBe(404);
    expect(await exchange.command(callId, { type: 'supervise', mode: 'listen', ...to })).toBe(404);
    const members = [{ ...to, penalty: 0, paused: false }];
    expect((await exchange.queue('que_theirs', { members })).status).toBe(404);
    const placed = {
      callId: 'cal_12345678',
      to: '+15557000004',
      maxRingSeconds: 5,
      agent: to,
      ...exchange.callback(),
    };
    expect((await exchange.ask('POST', '/calls', placed)).status).toBe(404);
    await exchange.command(callId, { type: 'hangup' });
  });

  test('without a token, or with a forged one, nothing is answered', async () => {
    for (const authorization of ['', 'Bearer sandbox-1', `Bearer t1.${'0'.repeat(64)}`]) {
      const { status } = await fetch(`${exchange.address}/exchange/v1/calls`, { headers: { authorization } });
      expect(status).toBe(401);
    }
  });

  test('nobody takes Asterisk’s place without its password', async () => {
    const socket = new WebSocket(`${exchange.address.replace('http', 'ws')}/ari`, 'ari');
    const outcome = await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => resolve('refused'));
    });
    expect(outcome).toBe('refused');
    await exchange.connected();
  });

  test('a browser that says it is the carrier is refused', async () => {
    await exchange.ask('PUT', `/numbers/${encodeURIComponent('+15557000005')}`, { to: { phone: 't1-101' } });
    const posing = await Phone.open(exchange.phoneUrl, 'carrier', 'no password');
    const before = exchange.events.length;
    expect(await posing.dial('+15557000005')).toBeGreaterThanOrEqual(400);
    expect(exchange.events.slice(before)).toEqual([]);
    posing.close();
  });

  test('a phone registers with its own password alone, and not after it was removed', async () => {
    const wrong = await Phone.open(exchange.phoneUrl, 't1-101', 'another password');
    expect(await wrong.register()).toBeGreaterThanOrEqual(400);
    wrong.close();
    const bob = await exchange.phone('t1-102');
    expect((await exchange.ask('DELETE', '/phones/t1-102')).status).toBe(200);
    expect(await bob.register()).toBeGreaterThanOrEqual(400);
    bob.close();
  });

  test('a phone cannot dial out or transfer past the product', async () => {
    expect(await ann.dial('+15557000006')).toBeGreaterThanOrEqual(400);
    const callId = await exchange.place({ to: '+15557000007', agent: { phone: 't1-101' } });
    await exchange.heard(callId, 'answered');
    // Asterisk has nothing loaded that would answer.
    const refer = ann
      .call!.request('REFER', ['Refer-To: <sip:+15557000008@exchange>'])
      .catch(() => undefined);
    await Promise.race([refer, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    expect((await exchange.ask('GET', `/calls/${callId}`)).body).toMatchObject({ state: 'answered' });
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    for (const number of ['+15557000006', '+15557000008'])
      expect(exchange.carrier.rung.get(number)).toBeUndefined();
  });

  test('an emergency call goes out from the phone itself, even while the bridge is away', async () => {
    await exchange.bridge.kill();
    await ann.dial('911');
    await ann.dial('933');
    expect([exchange.carrier.rung.get('911')?.length, exchange.carrier.rung.get('933')?.length]).toEqual([
      1, 1,
    ]);
    await exchange.startBridge();
    await exchange.connected();
    await told('911', 1);
    await told('933', 1);
  });

  test('an emergency call says where its phone stands, and goes out without where the carrier refuses that', async () => {
    const { carrier } = exchange;
    const stands = `1 Main St., floor 3 – "room" \${EPOCH}, x;y=z`;
    const eve = await exchange.phone('t1-103', '+15557000098', stands);
    const invites = (to = '933') => (carrier.rung.get(to) ?? []).map(({ invite }) => invite);
    expect(await eve.dial('933')).toBe(200);
    const said = invites().at(-1)!;
    expect(header(said, 'geolocation')).toMatch(/^<cid:.+>/);
    const location = partsOf(said).get('application/pidf+xml');
    expect(location).toContain('<ca:LOC>1 Main St., floor 3 room EPOCH , x;y z</ca:LOC>');

    carrier.person('933', { does: 'refuseLocation' });
    const before = invites().length;
    expect(await eve.dial('933')).toBe(200);
    const [refused, taken] = invites().slice(before);
    expect(header(refused!, 'geolocation')).toMatch(/^<cid:.+>/);
    expect(taken!.headers.has('geolocation')).toBe(false);
    await told('933', 2, 't1-103');
    carrier.person('933', { does: 'answer' });

    const callId = await exchange.place({ to: '+15557000011', agent: { phone: 't1-103' } });
    await exchange.heard(callId, 'answered');
    expect(invites('+15557000011').map(({ headers }) => headers.has('geolocation'))).toEqual([false]);
    await exchange.command(callId, { type: 'hangup' });
    eve.close();
  });

  test('an emergency call shows the number of the phone, and the workspace is told of it once', async () => {
    await ann.dial('911');
    expect(header(exchange.carrier.rung.get('911')!.at(-1)!.invite, 'from')).toContain('<sip:+15557000099@');
    await told('911', 2);
    await exchange.bridge.kill();
    await exchange.startBridge();
    await exchange.connected();
    await ann.dial('933');
    await told('933', 2);
    await told('911', 2);
  });
});
