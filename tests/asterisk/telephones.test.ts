import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { missing, TestExchange } from './support/exchange.ts';
import { press } from './support/plan-callers.ts';
import { header } from './support/sip.ts';

const reason = await missing();
const mobile = '+15552000077';
const lead = '+15552000078';

describe.skipIf(reason)('agents on other telephones than a browser', () => {
  let exchange: TestExchange;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
    const settings = { name: 'Ann', password: 'a password of Ann', callerId: '+15550001122' };
    await exchange.ask('PUT', '/phones/t1-101', { ...settings, kind: 'outside', outsideNumber: mobile });
  });
  afterEach(() => exchange.carrier.hangUp());
  afterAll(() => exchange.stop());

  const call = (phone = 't1-101') => exchange.place({ to: lead, agent: { phone } });
  const ofMobile = () => exchange.carrier.rung.get(mobile)?.at(-1);
  const mobileAnswered = () => expect.poll(() => ofMobile()?.state, { timeout: 10_000 }).toBe('up');

  test('a mobile is rung by its number, and the lead once its 1 was pressed', async () => {
    await exchange.registered('t1-101');
    const callId = await call();
    await mobileAnswered();
    // What it shows is the workspace's own number: a carrier lets nobody show another's.
    expect(header(ofMobile()!.invite, 'from')).toContain('+15550001122');
    expect(exchange.carrier.rung.get(lead)).toBe(undefined);
    expect(exchange.names(callId)).not.toContain('agent-answered');
    await press(ofMobile()!, '1');
    await exchange.heard(callId, 'answered');
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    expect(exchange.names(callId)).toEqual([
      'agent-ringing',
      'agent-answered',
      'ringing',
      'answered',
      'agent-left',
      'ended',
    ]);
  });

  test('a 2 declines, and the lead is not rung', async () => {
    const callId = await call();
    await mobileAnswered();
    await press(ofMobile()!, '2');
    await exchange.heard(callId, 'ended');
    expect(exchange.carrier.rung.get(lead)).toBe(undefined);
  });

  test('a mailbox, which presses nothing, is let go', { timeout: 40_000 }, async () => {
    const callId = await call();
    await mobileAnswered();
    await exchange.heard(callId, 'ended');
    expect(exchange.carrier.rung.get(lead)).toBe(undefined);
    expect(exchange.names(callId)).not.toContain('agent-answered');
  });

  test('whoever was asked before the bridge was killed can still press 1', async () => {
    const callId = await call();
    await mobileAnswered();
    await exchange.bridge.kill();
    await exchange.startBridge();
    await exchange.connected();
    await press(ofMobile()!, '1');
    await exchange.heard(callId, 'answered');
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
  });

  test('a desk phone registers by SIP and takes part in calls', async () => {
    const desk = await exchange.deskPhone('t1-102');
    const callId = await call('t1-102');
    await exchange.heard(callId, 'answered');
    expect(desk.rung).toHaveLength(1);
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    await expect.poll(() => desk.call).toBe(undefined);
    expect(await desk.dial('+15552000079')).toBeGreaterThanOrEqual(400);
    desk.close();
  });
});
