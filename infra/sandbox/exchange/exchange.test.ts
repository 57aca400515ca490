import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from '../sandbox-testing.ts';
import type { SandboxCall } from './call.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sandbox.told.length = 0;
  sandbox.answer.status = 200;
  await sandbox.ask('DELETE', '/sandbox/script');
});

const authorization = 'Bearer sandbox-1';
const secret = 'the secret of the line';
const phone = '+13055550123';
let count = 0;

async function place(more: object = {}) {
  const callId = `cal_${++count}`;
  const order = {
    callId,
    to: phone,
    callerId: '+15615550100',
    maxRingSeconds: 30,
    amd: true,
    context: null,
    callbackUrl: `${sandbox.receiver}/events`,
    secret,
    ...more,
  };
  const placed = await sandbox.ask<SandboxCall>('POST', '/exchange/v1/calls', order, { authorization });
  const told = () => sandbox.told.map(({ body }) => JSON.parse(body)).filter((one) => one.callId === callId);
  return {
    callId,
    order,
    placed,
    told,
    steps: () => told().map(({ event }) => event),
    ask: () => sandbox.ask<SandboxCall>('GET', `/exchange/v1/calls/${callId}`, undefined, { authorization }),
    hand: (action: string) => sandbox.ask('POST', '/sandbox/phone/calls', { callId, action }),
  };
}

describe('a call by a script', () => {
  it.each([
    ['answered', ['ringing', 'answered', 'ended'], { result: 'answered', talkSeconds: 30 }],
    ['voicemail', ['ringing', 'answered', 'ended'], { result: 'voicemail', talkSeconds: 30 }],
    ['busy', ['ringing', 'ended'], { result: 'busy', talkSeconds: 0 }],
    ['no-answer', ['ringing', 'ended'], { result: 'no-answer', talkSeconds: 0 }],
    ['failed', ['ringing', 'ended'], { result: 'failed', talkSeconds: 0 }],
  ])('is %s', async (result, steps, end) => {
    await sandbox.script({ match: '+1305*', call: { result, afterMs: 0, talkSeconds: 30 } });
    const call = await place();
    expect(call.placed).toMatchObject({ status: 202, body: { callId: call.callId, state: 'queued' } });
    expect(call.placed.body).not.toHaveProperty('secret');
    const first = steps.length - 1;
    await eventually(async () => expect(call.steps()).toEqual(expect.arrayContaining(steps.slice(0, first))));
    // Whoever is talked to hangs up half a minute later.
    await sandbox.forward(31);
    await eventually(async () => expect(call.steps()).toEqual(steps));
    expect(call.told().at(-1)).toMatchObject(end);
    if (steps.includes('answered'))
      expect(call.told()[1]).toMatchObject({ by: result === 'voicemail' ? 'machine' : 'human' });
    expect((await call.ask()).body).toMatchObject({ state: 'ended', ...end });
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });

  it('without listening for machines takes a machine for a person', async () => {
    await sandbox.script({ match: phone, call: { result: 'voicemail', afterMs: 0, talkSeconds: 0 } });
    const call = await place({ amd: false });
    await eventually(async () => expect(call.steps()).toEqual(['ringing', 'answered', 'ended']));
    expect(call.told().at(-1)).toMatchObject({ result: 'answered' });
  });

  it('is told signed over timestamp and body, again until it is heard', async () => {
    await sandbox.script({ match: phone, call: { result: 'busy', afterMs: 0 } });
    sandbox.answer.status = 500;
    const call = await place();
    await eventually(async () => expect(call.steps()).toEqual(['ringing']));
    sandbox.answer.status = 200;
    await sandbox.forward(2);
    await eventually(async () => expect(call.steps()).toEqual(['ringing', 'ringing', 'ended']));
    for (const { headers, body } of sandbox.told) {
      const wanted = createHmac('sha256', secret).update(`${headers['exchange-timestamp']}.${body}`);
      expect(headers['exchange-signature']).toBe(wanted.digest('hex'));
    }
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });
});

describe('placing', () => {
  it('the same call again rings once', async () => {
    await sandbox.script({ match: phone, call: { result: 'busy', afterMs: 0 } });
    const call = await place();
    await sandbox.ask('POST', '/exchange/v1/calls', call.order, { authorization });
    await eventually(async () => expect(call.steps()).toEqual(['ringing', 'ended']));
    const again = await sandbox.ask<SandboxCall>('POST', '/exchange/v1/calls', call.order, { authorization });
    expect(again.body.state).toBe('ended');
    expect(call.steps()).toEqual(['ringing', 'ended']);
  });

  it('refuses what is no number, nobody, and everything while it is down', async () => {
    expect((await place({ to: '12' })).placed.status).toBe(400);
    const { order, callId } = await place();
    expect((await sandbox.ask('POST', '/exchange/v1/calls', order)).status).toBe(401);
    const other = { authorization: 'Bearer sandbox-2' };
    expect((await sandbox.ask('GET', `/exchange/v1/calls/${callId}`, undefined, other)).status).toBe(404);
    await sandbox.script({ match: 'exchange', provider: { down: true, times: 1 } });
    expect((await place()).placed.status).toBe(503);
    await sandbox.script({ match: 'exchange', provider: { down: true, lost: true, times: 1 } });
    const lost = await place();
    expect(lost.placed.status).toBe(503);
    expect((await lost.ask()).status).toBe(200);
  });
});

describe('a call that no script takes', () => {
  it('is not answered after some seconds when nobody has a phone’s page open', async () => {
    const call = await place();
    await eventually(async () => expect(call.steps()).toEqual(['ringing']));
    await sandbox.forward(5);
    await eventually(async () => expect(call.told().at(-1)).toMatchObject({ result: 'no-answer' }));
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });

  it('rings on the page as long as it may, and does what a hand does there', async () => {
    const page = new WebSocket(`${sandbox.origin.replace('http', 'ws')}/sandbox/phone/events`);
    let text = '';
    page.addEventListener('message', ({ data }) => {
      text += data;
    });
    await new Promise((resolve) => page.addEventListener('open', resolve));
    const [answered, declined, machine, missed] = [
      await place(),
      await place(),
      await place(),
      await place(),
    ];
    await eventually(async () => expect(sandbox.told).toHaveLength(4));
    await eventually(async () => expect(text).toContain(phone));
    const { body } = await sandbox.ask<{ live: { number: string }[]; calls: SandboxCall[] }>(
      'GET',
      `/sandbox/phone.json?number=${encodeURIComponent(phone)}`,
    );
    expect(body.live).toHaveLength(4);
    expect(body.calls.at(-1)).toMatchObject({ state: 'ringing', callerId: '+15615550100' });
    // Past what a phone rings that nobody looks at.
    await sandbox.forward(10);
    expect((await declined.hand('decline')).status).toBe(200);
    expect((await machine.hand('voicemail')).status).toBe(200);
    expect((await answered.hand('hangup')).status).toBe(409);
    expect((await answered.hand('answer')).status).toBe(200);
    expect((await answered.hand('answer')).status).toBe(409);
    await sandbox.forward(25);
    expect((await answered.hand('hangup')).status).toBe(200);
    for (const [call, result] of [
      [answered, 'answered'],
      [declined, 'busy'],
      [machine, 'voicemail'],
      [missed, 'no-answer'],
    ] as const)
      await eventually(async () => expect(call.told().at(-1)).toMatchObject({ event: 'ended', result }));
    expect(answered.told().at(-1).talkSeconds).toBeGreaterThanOrEqual(25);
    page.close();
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });
});

it('keeps calls and what it still has to tell of them over a restart', async () => {
  await sandbox.script({ match: phone, call: { result: 'answered', afterMs: 0, talkSeconds: 600 } });
  const call = await place();
  await eventually(async () => expect(call.steps()).toEqual(['ringing', 'answered']));
  sandbox.restart();
  expect((await call.ask()).body).toMatchObject({ state: 'answered', by: 'human' });
  await sandbox.forward(601);
  await eventually(async () =>
    expect(call.told().at(-1)).toMatchObject({ event: 'ended', talkSeconds: 600 }),
  );
});

it('does nothing that a page of another site asks for', async () => {
  const foreign = { origin: 'https://evil.example' };
  const { status } = await sandbox.ask('POST', '/sandbox/script', { match: '*' }, foreign);
  expect(status).toBe(403);
  const own = { origin: 'http://localhost:3000' };
  expect((await sandbox.ask('POST', '/sandbox/script', { match: '*' }, own)).status).toBe(200);
});
