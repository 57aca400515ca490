import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { queueStrategies } from '#shared/exchange/commands.ts';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from '../sandbox-testing.ts';
import { accountOf, lead, ours, password, secret, type TestAccount } from './account-testing.ts';
import { chosenMembers } from './strategy.ts';

/* Agents at the exchange: their phones, what is done with calls, and queues. */

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sandbox.told.length = 0;
  sandbox.answer = { status: 200, body: '' };
  await sandbox.ask('DELETE', '/sandbox/script');
  await sandbox.ask('POST', '/sandbox/clock', { now: null });
});

const account = (...extensions: string[]) => accountOf(sandbox, ...extensions);

/** An account whose agent 101 talks with the lead. */
async function talking(...extensions: string[]): Promise<TestAccount> {
  await sandbox.script({ match: lead, call: { result: 'answered', afterMs: 0 } });
  const one = await account(...extensions);
  await one.place('101');
  await one.press('101', 'answer');
  await eventually(async () => expect(one.steps()).toContain('answered'));
  return one;
}

const expectEvents = async (one: TestAccount, ...wanted: string[]) =>
  eventually(async () => expect(one.steps()).toEqual(expect.arrayContaining(wanted)));

describe('a call of an agent', () => {
  it('rings the agent first, and the other party once they have answered', async () => {
    await sandbox.script({ match: lead, call: { result: 'answered', afterMs: 0 } });
    const one = await account('101');
    await one.place('101');
    await expectEvents(one, 'agent-ringing');
    expect(one.steps()).toEqual(['agent-ringing']);
    expect((await one.line('101')).body.calls).toMatchObject([{ state: 'ringing', otherParty: 'queued' }]);
    await one.press('101', 'answer');
    await expectEvents(one, 'answered');
    await one.press('101', 'hangup');
    await expectEvents(one, 'ended');
    expect(one.steps()).toEqual([
      'agent-ringing',
      'agent-answered',
      'ringing',
      'answered',
      'agent-left',
      'ended',
    ]);
    expect(one.events().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('fails without ringing anybody when the agent’s phone cannot be reached or is declined', async () => {
    const one = await account('101');
    await one.line('101', 'DELETE');
    await one.place('101');
    await expectEvents(one, 'ended');
    expect(one.steps()).toEqual(['ended']);
    const other = await account('101');
    await other.place('101');
    await other.press('101', 'decline');
    await expectEvents(other, 'ended');
    expect(other.steps()).toEqual(['agent-ringing', 'agent-left', 'ended']);
    expect(other.events().at(-1)).toMatchObject({ result: 'failed' });
  });

  it('has its tenant’s music on hold, or the exchange’s own, and none while they talk', async () => {
    const one = await talking('101');
    const heard = async () => {
      const { body } = await sandbox.ask<{ calls: { callId: string; music: object | null }[] }>(
        'GET',
        `/sandbox/phone.json?number=${encodeURIComponent(lead)}`,
      );
      return body.calls.find(({ callId }) => callId === one.callId)!.music;
    };
    expect(await heard()).toBeNull();
    await one.command({ type: 'hold', hold: true });
    expect(await heard()).toEqual({ where: 'hold', url: '/sandbox/line/sounds/music.wav' });
    const audioUrl = 'https://app.dealbell.test/media/waltz.wav';
    const callback = { callbackUrl: `${sandbox.receiver}/events/${one.id}`, secret };
    await one.ask('PUT', '/account', { ...callback, music: { audioUrl } });
    expect(await heard()).toEqual({ where: 'hold', url: audioUrl });
    await one.command({ type: 'hold', hold: false });
    expect(await heard()).toBeNull();
    await one.press('101', 'hangup');
    await expectEvents(one, 'ended');
    expect(await heard()).toBeNull();
  });

  it.each([
    ['default', '/sandbox/line/sounds/music.wav'],
    ['custom', 'https://app.dealbell.test/media/waltz.wav'],
    ['none', null],
  ])('that waits in a queue with %s music', async (musicOnHold, url) => {
    const one = await account('101');
    await one.line('101', 'DELETE');
    const callback = { callbackUrl: `${sandbox.receiver}/events/${one.id}`, secret };
    const music = { audioUrl: 'https://app.dealbell.test/media/waltz.wav' };
    await one.ask('PUT', '/account', { ...callback, music });
    const queueId = `que_music_${one.id}`;
    await one.ask('PUT', `/queues/${queueId}`, one.queue({ musicOnHold }));
    await one.ask('PUT', `/numbers/${encodeURIComponent(ours)}`, { to: { queueId } });
    const callId = await one.callIn();
    const { body } = await sandbox.ask<{ calls: { callId: string; music: object | null }[] }>(
      'GET',
      `/sandbox/phone.json?number=${encodeURIComponent(lead)}`,
    );
    expect(body.calls.find((call) => call.callId === callId)?.music).toEqual({ where: 'queue', url });
    await sandbox.ask('POST', '/sandbox/phone/calls', { callId, action: 'hangup' });
    await one.ask('DELETE', `/numbers/${encodeURIComponent(ours)}`);
  });

  it('is held and taken back, once for each key', async () => {
    const one = await talking('101');
    for (const key of ['a', 'a', 'b']) await one.command({ type: 'hold', hold: true }, key);
    await one.command({ type: 'hold', hold: false });
    await one.command({ type: 'hold', hold: true }, 'a');
    await expectEvents(one, 'resumed');
    expect(one.steps().filter((step) => step === 'held')).toHaveLength(1);
    expect((await one.command({ type: 'hangup' })).status).toBe(200);
    expect((await one.command({ type: 'hangup' })).status).toBe(200);
    expect((await one.command({ type: 'hold', hold: true })).status).toBe(409);
  });

  it('is put through blind, and comes back to who did it when nobody takes it up', async () => {
    const one = await talking('101', '102');
    await one.command({ type: 'transfer', mode: 'blind', to: { phone: one.phone('102') } });
    expect((await one.line('101')).body.calls).toEqual([]);
    await one.press('102', 'answer');
    await expectEvents(one, 'transferred');
    await one.command({ type: 'transfer', mode: 'blind', to: { phone: one.phone('101') } });
    await one.press('101', 'decline');
    await expectEvents(one, 'transfer-failed', 'agent-ringing');
    expect((await one.line('102')).body.calls).toMatchObject([{ callId: one.callId, state: 'ringing' }]);
    await one.press('102', 'answer');
    expect((await one.line('102')).body.calls).toMatchObject([{ otherParty: 'answered', state: 'talking' }]);
    expect(one.steps()).not.toContain('ended');
  });

  it('comes back from a number that does not answer, and is over when its agent does not take it up either', async () => {
    const one = await talking('101');
    const number = '+13055550188';
    await sandbox.script({ match: number, call: { result: 'busy' } });
    await one.command({ type: 'transfer', mode: 'blind', to: { number } });
    await expectEvents(one, 'transfer-failed', 'agent-ringing');
    await one.press('101', 'decline');
    await expectEvents(one, 'ended');
    expect(one.events().at(-1)).toMatchObject({ result: 'answered' });
    expect(one.steps()).not.toContain('transferred');
  });

  it.each([
    ['completeTransfer', ['transferred'], '102'],
    ['cancelTransfer', ['transfer-failed', 'resumed'], '101'],
  ])('is transferred after a talk: %s', async (type, wanted, has) => {
    const one = await talking('101', '102');
    await one.command({ type: 'transfer', mode: 'attended', to: { phone: one.phone('102') } });
    expect((await one.command({ type: 'completeTransfer' })).status).toBe(409);
    await one.press('102', 'answer');
    expect((await one.command({ type })).status).toBe(200);
    await expectEvents(one, 'held', 'transfer-started', ...wanted);
    expect((await one.line(has)).body.calls).toMatchObject([{ callId: one.callId, state: 'talking' }]);
    expect((await one.line(has === '101' ? '102' : '101')).body.calls).toEqual([]);
  });

  it('is talked by three, and goes on with the third when the first hangs up', async () => {
    const one = await talking('101', '102');
    await one.command({ type: 'transfer', mode: 'attended', to: { phone: one.phone('102') } });
    await one.press('102', 'answer');
    await one.command({ type: 'joinTransfer' });
    await expectEvents(one, 'transfer-joined', 'resumed');
    await one.press('101', 'hangup');
    await expectEvents(one, 'transferred');
    expect((await one.line('102')).body.calls).toMatchObject([{ state: 'talking' }]);
  });

  it('is listened to by a third phone, which changes how', async () => {
    const one = await talking('101', '109');
    const phone = one.phone('109');
    await one.command({ type: 'supervise', mode: 'listen', phone });
    await one.press('109', 'answer');
    await one.command({ type: 'supervise', mode: 'barge', phone });
    await one.command({ type: 'endSupervision', phone });
    await expectEvents(one, 'supervision-ended');
    expect(one.events().flatMap(({ event, mode }) => (event === 'supervised' ? [mode] : []))).toEqual([
      'listen',
      'barge',
    ]);
    expect((await one.line('101')).body.calls).toMatchObject([{ state: 'talking' }]);
  });

  it('is recorded without its pauses, as a WAV that is put where the product says', async () => {
    const put: Buffer[] = [];
    const files = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        put.push(Buffer.concat(parts));
        response.end();
      });
    });
    await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
    onTestFinished(() => void files.close());
    const uploadUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/call.wav`;
    sandbox.answer.body = JSON.stringify({ uploadUrl });
    const one = await talking('101');
    await one.command({ type: 'record', action: 'start' });
    await sandbox.forward(10);
    await one.command({ type: 'record', action: 'pause' });
    await sandbox.forward(100);
    await one.command({ type: 'record', action: 'resume' });
    await sandbox.forward(5);
    await one.command({ type: 'hangup' });
    await expectEvents(one, 'recording-paused', 'recording-resumed', 'recording-ready', 'recording-stored');
    expect(one.events().find(({ event }) => event === 'recording-ready')!.seconds).toBe(15);
    expect(put[0]!.subarray(0, 4).toString()).toBe('RIFF');
    expect((put[0]!.length - 44) / 16_000).toBe(15);
  });

  it('is recorded once everybody has heard of it, and not at all where that is stopped', async () => {
    const announce = { audioUrl: 'http://127.0.0.1/said.wav', seconds: 5 };
    await sandbox.script({ match: lead, call: { result: 'answered', afterMs: 0 } });
    const one = await account('101');
    await one.place('101', { announceRecording: announce });
    await one.press('101', 'answer');
    await expectEvents(one, 'answered');
    expect(one.steps()).not.toContain('recording-started');
    await sandbox.forward(5);
    await expectEvents(one, 'recording-started');
    const steps = one.steps().filter((step) => step.startsWith('recording'));
    expect(steps).toEqual(['recording-announced', 'recording-started']);
    await one.command({ type: 'record', action: 'stop' });
    await expectEvents(one, 'recording-ready');
    await one.command({ type: 'record', action: 'start', announce });
    await one.command({ type: 'record', action: 'stop' });
    await sandbox.forward(5);
    await one.command({ type: 'hangup' });
    await expectEvents(one, 'ended');
    expect(one.steps().filter((step) => step === 'recording-started')).toHaveLength(1);
  });

  it('has nothing done with it by another tenant, nor with a phone or queue of theirs', async () => {
    const one = await talking('101');
    const other = await account('101');
    expect((await other.command({ type: 'hangup' }, 'x', one.callId)).status).toBe(404);
    expect((await other.ask('GET', `/calls/${one.callId}`)).status).toBe(404);
    expect((await other.ask('POST', '/calls', {})).status).toBe(400);
    expect((await other.ask('PUT', `/phones/${one.phone('105')}`, { name: 'x', password })).status).toBe(404);
    const theirs = { phone: other.phone('101') };
    expect((await one.command({ type: 'transfer', mode: 'blind', to: theirs })).status).toBe(404);
    expect((await one.command({ type: 'supervise', mode: 'listen', ...theirs })).status).toBe(404);
    const wrong = { authorization: 'Bearer not-the-password' };
    const line = await sandbox.ask('GET', `/sandbox/line/${one.phone('101')}`, undefined, wrong);
    expect(line.status).toBe(401);
  });

  it('goes on over a restart of the exchange', async () => {
    const one = await talking('101');
    sandbox.restart();
    expect((await one.line('101')).body.calls).toMatchObject([{ state: 'talking' }]);
    await one.press('101', 'hangup');
    await expectEvents(one, 'ended');
  });
});

describe('a queue', () => {
  async function waiting(more: object, ...extensions: string[]) {
    const one = await account(...extensions);
    const queueId = `que_${one.id}`;
    await one.ask('PUT', `/queues/${queueId}`, one.queue(more));
    await one.ask('PUT', `/numbers/${encodeURIComponent(ours)}`, { to: { queueId } });
    onTestFinished(async () => {
      await one.ask('DELETE', `/numbers/${encodeURIComponent(ours)}`);
    });
    return { ...one, queueId };
  }

  it('offers a caller to the next member when one does not take it up', async () => {
    const one = await waiting({}, '101', '102');
    const callId = await one.callIn();
    expect((await one.line('101')).body.calls).toMatchObject([{ callId, state: 'ringing' }]);
    await one.press('101', 'decline', callId);
    await eventually(async () => expect((await one.line('102')).body.calls).toHaveLength(1));
    await one.press('102', 'answer', callId);
    await eventually(async () => expect(one.steps(callId)).toContain('answered'));
    expect(one.steps(callId)).toEqual([
      'inbound',
      'queue-joined',
      'agent-ringing',
      'agent-left',
      'agent-ringing',
      'agent-answered',
      'queue-left',
      'answered',
    ]);
    expect(one.events(callId).find(({ event }) => event === 'queue-left')).toMatchObject({
      queueExit: 'answered',
    });
  });

  it('tells who gave up, who waited too long, and for whom there was no room', async () => {
    const one = await waiting({ maxWaitTime: 30, maxCallers: 1 });
    const exits = async (callId: string) => {
      await eventually(async () => expect(one.steps(callId)).toContain('ended'));
      return one.events(callId).find(({ event }) => event === 'queue-left')?.queueExit;
    };
    const first = await one.callIn();
    const state = await one.ask<{ waiting: object[] }>('GET', `/queues/${one.queueId}`);
    expect(state.body.waiting).toMatchObject([{ callId: first, position: 1 }]);
    expect(await exits(await one.callIn('+13055550124'))).toBe('full');
    await sandbox.ask('POST', '/sandbox/phone/calls', { callId: first, action: 'hangup' });
    expect(await exits(first)).toBe('abandoned');
    const second = await one.callIn();
    await sandbox.forward(31);
    expect(await exits(second)).toBe('timeout');
  });

  it('leaves a member in peace for the wrap-up time, and rings all under ringall', async () => {
    const one = await waiting({ strategy: 'ringall', wrapUpSeconds: 20 }, '101', '102');
    const first = await one.callIn();
    for (const extension of ['101', '102'])
      expect((await one.line(extension)).body.calls).toMatchObject([{ state: 'ringing' }]);
    await one.press('102', 'answer', first);
    expect((await one.line('101')).body.calls).toEqual([]);
    await one.press('102', 'hangup', first);
    const second = await one.callIn();
    expect((await one.line('102')).body.calls).toEqual([]);
    expect((await one.line('101')).body.calls).toMatchObject([{ callId: second }]);
  });
});

describe('strategies', () => {
  const members = ['t1-30', 't1-10', 't1-20'].map((phone) => ({ phone, penalty: 0, paused: false }));
  const memory = {
    last: 't1-10',
    members: {
      't1-30': { calls: 1, lastAt: '2026-06-10T16:02:00.000Z' },
      't1-10': { calls: 2, lastAt: '2026-06-10T16:01:00.000Z' },
      't1-20': { calls: 3, lastAt: '2026-06-10T16:00:00.000Z' },
    },
  };
  it.each([
    ['ringall', ['t1-30', 't1-10', 't1-20']],
    ['leastrecent', ['t1-20']],
    ['fewestcalls', ['t1-30']],
    ['random', ['t1-10']],
    ['wrandom', ['t1-30']],
    ['rrmemory', ['t1-20']],
    ['rrordered', ['t1-20']],
    ['linear', ['t1-30']],
  ] as const)('%s rings %j', (strategy, phones) => {
    expect(chosenMembers({ strategy, members }, members, memory, () => 0.5)).toEqual(phones);
  });

  it('asks a member of a higher penalty only when nobody else is free, but under wrandom', () => {
    const two = members.map((member, n) => ({ ...member, penalty: n === 0 ? 5 : 0 }));
    for (const strategy of queueStrategies.filter((one) => one !== 'wrandom'))
      expect(chosenMembers({ strategy, members: two }, two, memory)).not.toContain('t1-30');
    const lucky = [0, 0.9, 0.9];
    expect(chosenMembers({ strategy: 'wrandom', members: two }, two, memory, () => lucky.shift()!)).toEqual([
      't1-30',
    ]);
  });
});

describe('a caller whom nobody answers', () => {
  const voicemail = { boxId: 'ext_of_101', maxSeconds: 60 };
  const number = `/numbers/${encodeURIComponent(ours)}`;
  const leads = (one: TestAccount, to: object, more: object = {}) => {
    // Another account has it next.
    onTestFinished(async () => {
      await one.ask('DELETE', number);
    });
    return one.ask('PUT', number, { to, ...more });
  };

  it('leaves a message where the phone has a box, also when it is declined, and the call was not answered', async () => {
    await sandbox.script({ match: lead, call: { result: 'answered', messageSeconds: 12 } });
    const one = await account('101');
    sandbox.answer = { status: 200, body: JSON.stringify({ uploadUrl: `${sandbox.receiver}/upload` }) };
    await leads(one, { phone: one.phone('101') }, { voicemail });
    const callId = await one.callIn();
    await one.press('101', 'decline', callId);
    await sandbox.forward(5);
    await sandbox.forward(13);
    await eventually(async () => expect(one.steps(callId)).toContain('voicemail-stored'));
    const [ready, ended, stored] = one.events(callId).slice(-3);
    expect(ready).toMatchObject({ event: 'voicemail-ready', boxId: 'ext_of_101' });
    expect(ended).toMatchObject({ event: 'ended', result: 'voicemail', talkSeconds: 0 });
    expect(stored).toMatchObject({ recordingId: ready!.recordingId, seconds: ready!.seconds });
    expect(ready!.seconds).toBeGreaterThanOrEqual(12);
    expect(one.steps(callId)).not.toContain('answered');
    await leads(one, { phone: one.phone('101') });
    const without = await one.callIn();
    await one.press('101', 'decline', without);
    await eventually(async () => expect(one.steps(without)).toContain('ended'));
    expect(one.steps(without)).not.toContain('voicemail-started');
  });

  it('leaves one in the box of a queue that is full or takes too long, and none by hanging up at once', async () => {
    const one = await account('101');
    await one.line('101', 'DELETE');
    const box = { boxId: 'que_box', maxSeconds: 60 };
    await one.ask('PUT', '/queues/que_box', one.queue({ maxCallers: 1, maxWaitTime: 30, voicemail: box }));
    await leads(one, { queueId: 'que_box' });
    const first = await one.callIn();
    const second = await one.callIn('+13055550124');
    await eventually(async () => expect(one.steps(second)).toContain('voicemail-started'));
    await sandbox.ask('POST', '/sandbox/phone/calls', { callId: second, action: 'hangup' });
    await sandbox.forward(31);
    await eventually(async () => expect(one.steps(first)).toContain('voicemail-started'));
    await eventually(async () =>
      expect(one.events(second).at(-1)).toMatchObject({ event: 'ended', result: 'no-answer' }),
    );
    expect(one.steps(second)).not.toContain('voicemail-ready');
  });
});
