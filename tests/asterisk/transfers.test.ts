import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, TestExchange } from './support/exchange.ts';
import type { Phone } from './support/phone.ts';
import { loudness } from './support/sound.ts';

const reason = await missing();

describe.skipIf(reason)('transfers and supervision through a real Asterisk', () => {
  let exchange: TestExchange;
  let ann: Phone;
  let bob: Phone;
  let next = 0;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
    ann = await exchange.phone('t1-101');
    bob = await exchange.phone('t1-102');
  });
  afterAll(() => exchange.stop());

  async function talking(speaks = 0): Promise<{ callId: string; lead: string }> {
    const lead = `+1555300000${next++}`;
    exchange.carrier.person(lead, { does: 'answer', speaks: () => speaks });
    const callId = await exchange.place({ to: lead, agent: { phone: 't1-101' } });
    await exchange.heard(callId, 'answered');
    return { callId, lead };
  }

  const over = async (callId: string) => {
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    await expect.poll(() => [ann.call, bob.call]).toEqual([undefined, undefined]);
  };

  test('a blind transfer lets the agent go at once, and the other agent has the lead', async () => {
    const { callId } = await talking();
    await exchange.command(callId, { type: 'transfer', mode: 'blind', to: { phone: 't1-102' } });
    await exchange.heard(callId, 'transferred');
    await expect.poll(() => ann.call).toBeUndefined();
    expect(bob.call).toBeDefined();
    expect(exchange.names(callId).slice(4)).toEqual([
      'agent-left',
      'agent-ringing',
      'agent-answered',
      'transferred',
    ]);
    await over(callId);
  });

  test('a blind transfer that nobody takes says why, and comes back to the agent', async () => {
    const { callId, lead } = await talking();
    bob.does = 'decline';
    await exchange.command(callId, { type: 'transfer', mode: 'blind', to: { phone: 't1-102' } });
    expect(await exchange.heard(callId, 'transfer-failed')).toMatchObject({ reason: 'busy' });
    await expect
      .poll(() => exchange.names(callId).filter((name) => name === 'agent-answered'))
      .toHaveLength(2);
    await expect.poll(() => ann.call).toBeDefined();
    expect(exchange.names(callId)).not.toContain('ended');
    expect(exchange.carrier.rung.get(lead)!.at(-1)!.state).toBe('up');
    ann.does = 'decline';
    await exchange.command(callId, { type: 'transfer', mode: 'blind', to: { phone: 't1-102' } });
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'answered' });
    ann.does = 'answer';
    bob.does = 'answer';
  });

  test('in an attended transfer the lead hears music until it is complete', async () => {
    const { callId, lead } = await talking();
    await exchange.command(callId, { type: 'transfer', mode: 'attended', to: { phone: 't1-102' } });
    await exchange.heard(callId, 'agent-answered');
    const sound = exchange.carrier.sound.get(lead)!;
    await expect
      .poll(() => Math.max(...[220, 196].map((hertz) => loudness(sound.heard, hertz))))
      .toBeGreaterThan(0.01);
    await expect.poll(() => bob.call).toBeDefined();
    expect(await exchange.command(callId, { type: 'completeTransfer' })).toBe(202);
    await exchange.heard(callId, 'transferred');
    await expect.poll(() => ann.call).toBeUndefined();
    expect(bob.call).toBeDefined();
    await over(callId);
  });

  test('an attended transfer that is cancelled gives the lead back to the agent', async () => {
    const { callId } = await talking();
    await exchange.command(callId, { type: 'transfer', mode: 'attended', to: { phone: 't1-102' } });
    await expect.poll(() => bob.call).toBeDefined();
    expect(await exchange.command(callId, { type: 'cancelTransfer' })).toBe(202);
    await exchange.heard(callId, 'transfer-failed');
    await expect.poll(() => bob.call).toBeUndefined();
    expect(ann.call).toBeDefined();
    await over(callId);
  });

  test('three talk together, and go on as two when one leaves; an outside number hears the lead', async () => {
    const { callId, lead } = await talking(500);
    const outside = '+15553999999';
    await exchange.command(callId, {
      type: 'transfer',
      mode: 'attended',
      to: { number: outside, callerId: null },
    });
    await expect.poll(() => exchange.carrier.rung.get(outside)?.at(-1)?.state).toBe('up');
    await expect.poll(() => exchange.command(callId, { type: 'joinTransfer' })).toBe(202);
    await exchange.heard(callId, 'transfer-joined');
    const heard = exchange.carrier.sound.get(outside)!;
    heard.heard = [];
    await expect.poll(() => loudness(heard.heard, 500)).toBeGreaterThan(0.05);
    await ann.call!.hangUp();
    await exchange.heard(callId, 'transferred');
    heard.heard = [];
    await expect.poll(() => loudness(heard.heard, 500)).toBeGreaterThan(0.05);
    expect(exchange.carrier.rung.get(lead)!.at(-1)!.state).toBe('up');
    await over(callId);
  });

  test('a supervisor listens, whispers, barges in and leaves while the call goes on', async () => {
    const { callId } = await talking(500);
    for (const mode of ['listen', 'whisper', 'barge'] as const) {
      expect(await exchange.command(callId, { type: 'supervise', mode, phone: 't1-102' })).toBe(202);
      await expect.poll(() => exchange.of(callId).at(-1)).toMatchObject({ event: 'supervised', mode });
    }
    expect(await exchange.command(callId, { type: 'endSupervision', phone: 't1-102' })).toBe(202);
    await exchange.heard(callId, 'supervision-ended');
    await expect.poll(() => bob.call).toBeUndefined();
    expect(ann.call).toBeDefined();
    await over(callId);
  });
});
