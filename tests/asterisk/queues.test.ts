import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { missing, TestExchange } from './support/exchange.ts';
import type { Phone } from './support/phone.ts';
import { loudness, samplesOf } from './support/sound.ts';

const reason = await missing();

const number = '+15554000000';

describe.skipIf(reason)('inbound calls and queues through a real Asterisk', () => {
  let exchange: TestExchange;
  let ann: Phone;
  let bob: Phone;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
    ann = await exchange.phone('t1-101');
    bob = await exchange.phone('t1-102');
  });
  afterAll(() => exchange.stop());

  const member = (phone: string, values = {}) => ({ phone, penalty: 0, paused: false, ...values });
  const inboundFrom = async (from: string) => {
    await expect
      .poll(() => exchange.events.find((one) => one.event === 'inbound' && one.from === from))
      .toBeDefined();
    return exchange.events.find((one) => one.event === 'inbound' && one.from === from)!.callId!;
  };
  const route = (to: unknown) => exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to });

  test('a number rings an agent’s phone, and the caller is connected when it is taken up', async () => {
    await route({ phone: 't1-101' });
    const { call, status } = await exchange.carrier.call('+15555000001', number);
    expect(status).toBe(200);
    const callId = await inboundFrom('+15555000001');
    await exchange.heard(callId, 'answered');
    expect(exchange.names(callId)).toEqual(['inbound', 'agent-ringing', 'agent-answered', 'answered']);
    await call.hangUp();
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'answered' });
    await expect.poll(() => ann.call).toBeUndefined();
  });

  test('a number that nobody has is refused', async () => {
    const { status } = await exchange.carrier.call('+15555000002', '+15559999999');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(exchange.events.find(({ from }) => from === '+15555000002')).toBeUndefined();
  });

  test('a caller hears music in the queue until a member is free, after the wrap-up', async () => {
    await exchange.queue('que_sales', { members: [member('t1-101', { paused: true })], wrapUpSeconds: 2 });
    await route({ queueId: 'que_sales' });
    const { call } = await exchange.carrier.call('+15555000003', number, () => 0);
    const callId = await inboundFrom('+15555000003');
    expect(await exchange.heard(callId, 'queue-joined')).toMatchObject({ queueId: 'que_sales', position: 1 });
    const sound = exchange.carrier.sound.get('+15555000003')!;
    await expect
      .poll(() => Math.max(...[220, 196].map((hertz) => loudness(sound.heard, hertz))))
      .toBeGreaterThan(0.01);
    expect((await exchange.ask('GET', '/queues/que_sales')).body).toMatchObject({
      waiting: [{ callId, position: 1 }],
    });
    await exchange.queue('que_sales', { members: [member('t1-101')], wrapUpSeconds: 2 });
    expect(await exchange.heard(callId, 'queue-left')).toMatchObject({ queueExit: 'answered' });
    await call.hangUp();
    await exchange.heard(callId, 'ended');
    const began = Date.now();
    await exchange.carrier.call('+15555000004', number);
    const second = await inboundFrom('+15555000004');
    await exchange.heard(second, 'answered');
    expect(Date.now() - began).toBeGreaterThan(1_000);
    await exchange.command(second, { type: 'hangup' });
    await exchange.heard(second, 'ended');
  });

  test('a member who does not take up gives the caller to another', async () => {
    ann.does = 'decline';
    await exchange.queue('que_linear', { strategy: 'linear', members: [member('t1-101'), member('t1-102')] });
    await route({ queueId: 'que_linear' });
    await exchange.carrier.call('+15555000005', number);
    const callId = await inboundFrom('+15555000005');
    await exchange.heard(callId, 'answered');
    expect(exchange.of(callId).filter(({ event }) => /^agent-(left|answered)/.test(event))).toMatchObject([
      { event: 'agent-left', phone: 't1-101' },
      { event: 'agent-answered', phone: 't1-102' },
    ]);
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    ann.does = 'answer';
  });

  test('with ringall the first to take up has the caller, and the others stop ringing', async () => {
    ann.does = 'nothing';
    await exchange.queue('que_all', { members: [member('t1-101'), member('t1-102')] });
    await route({ queueId: 'que_all' });
    await exchange.carrier.call('+15555000006', number);
    const callId = await inboundFrom('+15555000006');
    await exchange.heard(callId, 'answered');
    await expect.poll(() => ann.rung.at(-1)?.state).toBe('over');
    expect(bob.call).toBeDefined();
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    ann.does = 'answer';
  });

  test('who hangs up while waiting has abandoned, and who finds the queue full is not kept', async () => {
    await exchange.queue('que_small', { maxCallers: 1 });
    await route({ queueId: 'que_small' });
    const { call } = await exchange.carrier.call('+15555000007', number);
    const first = await inboundFrom('+15555000007');
    await exchange.heard(first, 'queue-joined');
    await exchange.carrier.call('+15555000008', number);
    const second = await inboundFrom('+15555000008');
    expect(await exchange.heard(second, 'queue-left')).toMatchObject({ queueExit: 'full' });
    expect(await exchange.heard(second, 'ended')).toMatchObject({ result: 'no-answer' });
    await call.hangUp();
    expect(await exchange.heard(first, 'queue-left')).toMatchObject({ queueExit: 'abandoned' });
  });

  test('a caller whom nobody answers hears the greeting, and leaves a message that is put where it shall go', async () => {
    const audioUrl = exchange.sound('greeting.wav', wavOf(toneOf(697, 1.5)));
    const greeting = { audioUrl, seconds: 1.5 };
    const voicemail = { boxId: 'ext_ann', greeting, maxSeconds: 60 };
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, {
      to: { phone: 't1-101' },
      voicemail,
    });
    ann.does = 'decline';
    const { call } = await exchange.carrier.call('+15555000021', number, () => 941);
    const callId = await inboundFrom('+15555000021');
    expect(await exchange.heard(callId, 'voicemail-started')).toMatchObject({ boxId: 'ext_ann' });
    const { heard } = exchange.carrier.sound.get('+15555000021')!;
    await expect.poll(() => loudness(heard, 697), { timeout: 5_000 }).toBeGreaterThan(0.01);
    await expect.poll(() => exchange.recordedSeconds(callId), { timeout: 15_000 }).toBeGreaterThan(2.5);
    await call.hangUp();
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'voicemail', talkSeconds: 0 });
    const stored = await exchange.heard(callId, 'voicemail-stored');
    expect(stored).toMatchObject({ boxId: 'ext_ann' });
    expect(stored.seconds).toBeGreaterThanOrEqual(2);
    expect(loudness(samplesOf(exchange.uploads.at(-1)!), 941)).toBeGreaterThan(0.01);
    expect(exchange.names(callId)).not.toContain('answered');
    ann.does = 'answer';
  });

  test('who hangs up before they have said anything leaves no message', async () => {
    await exchange.queue('que_box', {
      maxCallers: 1,
      voicemail: { boxId: 'que_box', greeting: null, maxSeconds: 60 },
    });
    await route({ queueId: 'que_box' });
    const { call: waiting } = await exchange.carrier.call('+15555000022', number);
    await exchange.heard(await inboundFrom('+15555000022'), 'queue-joined');
    // The queue is full.
    const { call } = await exchange.carrier.call('+15555000023', number);
    const callId = await inboundFrom('+15555000023');
    await exchange.heard(callId, 'voicemail-started');
    await call.hangUp();
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'no-answer' });
    expect(exchange.names(callId)).not.toContain('voicemail-ready');
    await waiting.hangUp();
  });

  test('who has heard of it keeps their place by a key, and a member who is free is found for it', async () => {
    const callback = {
      afterSeconds: 0,
      offer: { audioUrl: exchange.sound('offer.wav', wavOf(toneOf(697, 1))), seconds: 1 },
      thanks: { audioUrl: exchange.sound('thanks.wav', wavOf(toneOf(852, 1))), seconds: 1 },
    };
    await exchange.queue('que_back', { callback });
    await route({ queueId: 'que_back' });
    const { call } = await exchange.carrier.call('+15555000031', number, () => 0);
    const callId = await inboundFrom('+15555000031');
    const { heard } = exchange.carrier.sound.get('+15555000031')!;
    await expect.poll(() => loudness(heard, 697), { timeout: 5_000 }).toBeGreaterThan(0.01);
    await call.request('INFO', ['Content-Type: application/dtmf-relay'], 'Signal=1\r\nDuration=160\r\n');
    expect(await exchange.heard(callId, 'queue-left')).toMatchObject({ queueExit: 'callback' });
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'no-answer', talkSeconds: 0 });
    expect(loudness(heard, 852)).toBeGreaterThan(0.01);
    const places = [{ placeId: 'cbk_first', since: new Date().toISOString() }];
    await exchange.queue('que_back', { places, members: [member('t1-101')] });
    const due = () => exchange.events.filter(({ event }) => event === 'place-due');
    await expect.poll(due).toMatchObject([{ queueId: 'que_back', placeId: 'cbk_first', phone: 't1-101' }]);
    await exchange.queue('que_back', {});
  });

  test('an agent puts a lead into a queue, and is free', async () => {
    await exchange.queue('que_after', { members: [member('t1-102')] });
    const callId = await exchange.place({ to: '+15552100001', agent: { phone: 't1-101' } });
    await exchange.heard(callId, 'answered');
    expect(
      await exchange.command(callId, { type: 'transfer', mode: 'blind', to: { queueId: 'que_after' } }),
    ).toBe(202);
    expect(await exchange.heard(callId, 'queue-left')).toMatchObject({ queueExit: 'answered' });
    expect(ann.call).toBeUndefined();
    expect(bob.call).toBeDefined();
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
  });

  test('fifty callers wait in one queue, each with a place of their own, and all are let go', async () => {
    await exchange.queue('que_fifty', { maxCallers: 50 });
    await route({ queueId: 'que_fifty' });
    const began = Date.now();
    const callers = Array.from({ length: 50 }, (_, at) => `+1555600${String(at).padStart(4, '0')}`);
    const made = await Promise.all(callers.map((from) => exchange.carrier.call(from, number)));
    console.log(`50 callers joined in ${Date.now() - began} ms`);
    expect(made.every(({ status }) => status === 200)).toBe(true);
    const joined = () =>
      exchange.events.filter((one) => one.event === 'queue-joined' && one.queueId === 'que_fifty');
    await expect.poll(() => joined().length).toBe(50);
    expect(
      joined()
        .map(({ position }) => position!)
        .sort((one, other) => one - other),
    ).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    await Promise.all(made.map(({ call }) => call.hangUp()));
    const left = () =>
      exchange.events.filter((one) => one.event === 'queue-left' && one.queueId === 'que_fifty');
    await expect.poll(() => left().length).toBe(50);
    expect((await exchange.ask('GET', '/health')).body).toMatchObject({ liveCalls: 0 });
  });
});
