import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpExchange } from '#functions/telephony/adapters/http.ts';
import { missing, TestExchange } from './support/exchange.ts';
import { Phone } from './support/phone.ts';

const reason = await missing();

describe.skipIf(reason)('the product’s own port, with a real Asterisk behind it', () => {
  let exchange: TestExchange;

  beforeAll(async () => {
    exchange = await TestExchange.start();
  });
  afterAll(() => exchange.stop());

  test('every answer is of the contract, from the phone’s password to the end of a call', async () => {
    const port = httpExchange(`${exchange.address}/exchange/v1`, exchange.token(1));
    expect(await port.health()).toMatchObject({ kind: 'asterisk', version: expect.stringMatching(/^22\./) });
    await port.putAccount(exchange.callback());
    const password = 'a password of sixteen';
    const access = await port.putPhone('t1-101', { name: 'Ann', password, callerId: null, expiresAt: null });
    expect(access).toMatchObject({ driver: 'sip', sipUri: 'sip:t1-101@exchange' });
    await Phone.register(access.url, 't1-101', password);
    await exchange.registered('t1-101');
    expect(await port.phoneStates()).toMatchObject([{ phone: 't1-101', registered: true }]);
    await expect.poll(() => exchange.events).toMatchObject([{ event: 'phone-registered', phone: 't1-101' }]);
    const callId = `cal_${randomUUID()}`;
    await port.place({
      callId,
      to: '+15552300001',
      callerId: '+15550001111',
      maxRingSeconds: 20,
      amd: false,
      context: null,
      transferNumber: null,
      recordCall: false,
      announceRecording: null,
      agent: { phone: 't1-101' },
      connect: null,
      ...exchange.callback(),
    });
    await exchange.heard(callId, 'answered');
    await port.command(callId, 'hold', { type: 'hold', hold: true });
    await exchange.heard(callId, 'held');
    await port.command(callId, 'end', { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    expect(await port.ask(callId)).toMatchObject({ state: 'ended', result: 'answered' });
    expect(await port.ask('cal_never-was-here')).toBeNull();
    await port.removePhone('t1-101');
    await port.removePhone('t1-101');
    expect(await port.phoneStates()).toEqual([]);
  });

  test('a phone whose session is over is removed', async () => {
    const port = httpExchange(`${exchange.address}/exchange/v1`, exchange.token(1));
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    const password = 'a password of sixteen';
    const { url } = await port.putPhone('t1-102', { name: 'Bob', password, callerId: null, expiresAt });
    const phone = await Phone.register(url, 't1-102', password);
    await expect.poll(() => port.phoneStates()).toEqual([]);
    expect(await phone.register()).toBeGreaterThanOrEqual(400);
  });
});
