import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import type { PlanStep, PlanSteps } from '#shared/model/dialplan/steps.ts';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from '../sandbox-testing.ts';

/* Callers who go through a dial plan of the sandbox's exchange. */

const authorization = 'Bearer sandbox-1';
const to = '+15615550100';
const mainId = 'dlp_01JSANDBOX';
const planId = mainId;
const beep = { file: 'beep' };
const start = (next: string): PlanStep => ({ id: 'start', type: 'start', ways: { next } });

let sandbox: TestSandbox;
let files: Server;
const bodies = new Map<string, string>();
const sounds = new Map<string, Buffer>();

beforeAll(async () => {
  sandbox = await TestSandbox.open();
  files = createServer((request, response) =>
    response.end(sounds.get(request.url!) ?? bodies.get(request.url!)),
  );
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await sandbox.close();
  files.closeAllConnections();
  files.close();
});
beforeEach(() => {
  sandbox.told.length = 0;
  sandbox.answer = { status: 200, body: '' };
});

const ask = (method: string, path: string, body?: object) =>
  sandbox.ask<Record<string, unknown>>(method, `/exchange/v1${path}`, body, { authorization });

async function deploy(steps: PlanSteps, planId = mainId) {
  const marker = `sha-${'0'.repeat(32)}`;
  const body = JSON.stringify({ context: planId.replace('dlp_', 't1-p'), marker, text: '', steps });
  const sha256 = createHash('sha256').update(body).digest('hex');
  bodies.set(`/${sha256}`, body);
  const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/${sha256}`;
  return ask('PUT', `/plans/${planId}`, { url, sha256 });
}

async function callIn(from: string) {
  await ask('PUT', '/account', {
    callbackUrl: `${sandbox.receiver}/events`,
    secret: 'the secret of the line',
  });
  expect((await ask('PUT', `/numbers/${encodeURIComponent(to)}`, { to: { planId } })).status).toBe(200);
  const { body } = await sandbox.ask<{ callId: string }>('POST', '/sandbox/phone/call', { from, to });
  const told = () =>
    sandbox.told.map(({ body: text }) => JSON.parse(text)).filter(({ callId }) => callId === body.callId);
  return {
    told,
    walked: () =>
      told()
        .filter(({ event }) => event === 'plan-node')
        .map(({ nodeId, way = null }) => [nodeId, way]),
    press: (digits: string) => sandbox.ask('POST', '/sandbox/phone/keys', { callId: body.callId, digits }),
    over: () => eventually(async () => expect(told().at(-1)).toMatchObject({ event: 'ended' })),
  };
}

describe('a dial plan of the sandbox', () => {
  it('takes a caller through a menu, a question and whom it rings, as the simulator does', async () => {
    await deploy([
      start('menu'),
      {
        id: 'menu',
        type: 'ivr',
        prompt: beep,
        invalidPrompt: null,
        maxRetries: 2,
        timeout: 30,
        keys: [{ digit: '1', does: { next: 'vip' } }],
        ways: { timeout: null, invalid: 'end' },
      },
      {
        id: 'vip',
        type: 'condition',
        condition: { type: 'leadTag', tags: ['vip'] },
        ways: { true: 'desk', false: 'end' },
      },
      {
        id: 'desk',
        type: 'dial',
        strategy: 'sequential',
        timeout: 5,
        callerId: null,
        to: [{ extension: '101' }],
        ways: { answered: null, busy: null, noanswer: null, failed: 'end' },
      },
      { id: 'end', type: 'hangup', cause: 16, ways: {} },
    ]);
    sandbox.answer.body = JSON.stringify({ way: 'true' });
    const caller = await callIn('+13055550141');
    await caller.press('7');
    await caller.press('1');
    await caller.over();
    expect(caller.walked()).toEqual([
      ['start', 'next'],
      ['menu', 'option-1'],
      ['vip', 'true'],
      ['desk', 'failed'],
      ['end', null],
    ]);
    const asked = caller.told().find(({ event }) => event === 'plan-asks');
    expect(asked).toMatchObject({ planId, nodeId: 'vip', condition: { type: 'leadTag', tags: ['vip'] } });
    expect(caller.told().map(({ seq }) => seq)).toEqual(caller.told().map((_, n) => n + 1));
  });

  it('has a caller leave a message in the mailbox as the product says that it stands', async () => {
    const boxId = 'ext_01OWNER';
    await deploy([start('box'), { id: 'box', type: 'voicemail', boxId, ways: {} }]);
    sandbox.answer.body = JSON.stringify({ box: { boxId, greeting: null, maxSeconds: 60 } });
    const caller = await callIn('+13055550183');
    const leaves = () => caller.told().find(({ event }) => event === 'voicemail-started');
    await eventually(async () => expect(leaves()).toMatchObject({ boxId }));
    expect(caller.walked()).toEqual([
      ['start', 'next'],
      ['box', null],
    ]);
    const asked = caller.told().find(({ event }) => event === 'plan-asks');
    expect(asked).toMatchObject({ nodeId: 'box', question: { type: 'voicemail', boxId } });
  });

  it('ends the call of who comes to a mailbox that takes no messages any more', async () => {
    await deploy([start('box'), { id: 'box', type: 'voicemail', boxId: 'ext_01OWNER', ways: {} }]);
    sandbox.answer.body = JSON.stringify({ box: null });
    const caller = await callIn('+13055550184');
    await caller.over();
    expect(caller.told().map(({ event }) => event)).not.toContain('voicemail-started');
    expect(caller.told().at(-1)).toMatchObject({ result: 'no-answer' });
  });

  it('rings the phones of a dial in turn, each caller’s from the next one on', async () => {
    const password = 'password-of-a-phone';
    const line = (extension: string, path = '', body?: object) =>
      sandbox.ask('POST', `/sandbox/line/t1-${extension}${path}`, body, {
        authorization: `Bearer ${password}`,
      });
    const extensions = ['101', '102', '103'];
    for (const extension of extensions) {
      await ask('PUT', `/phones/t1-${extension}`, { name: extension, password });
      await line(extension);
    }
    await deploy([
      start('desk'),
      {
        id: 'desk',
        type: 'dial',
        strategy: 'roundrobin',
        timeout: 30,
        callerId: null,
        to: extensions.map((extension) => ({ extension })),
        ways: { answered: null, busy: 'end', noanswer: null, failed: null },
      },
      { id: 'end', type: 'hangup', cause: 17, ways: {} },
    ]);
    for (const order of [
      ['101', '102', '103'],
      ['102', '103', '101'],
      ['103', '101', '102'],
      ['101', '102', '103'],
    ]) {
      const caller = await callIn('+13055550147');
      const rung = () =>
        caller.told().flatMap(({ event, phone }) => (event === 'agent-ringing' ? [phone] : []));
      for (const [at, extension] of order.entries()) {
        await eventually(async () => expect(rung()[at]).toBe(`t1-${extension}`));
        await line(extension, '/calls', { callId: caller.told()[0].callId, action: 'decline' });
      }
      await caller.over();
      expect(caller.walked().slice(1)).toEqual([
        ['desk', 'busy'],
        ['end', null],
      ]);
    }
  });

  it('plays a recording once it has it, for as long as it lasts, and the caller’s phone hears it', async () => {
    const recording = 'rec_01JHELLO';
    const steps: PlanSteps = [
      start('hello'),
      { id: 'hello', type: 'playback', sound: { recording }, allowSkip: true, ways: { next: 'end' } },
      { id: 'end', type: 'hangup', cause: 16, ways: {} },
    ];
    const refused = await deploy(steps);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'wrong_state' }]);
    const wav = wavOf(toneOf(440, 30));
    sounds.set('/hello.wav', wav);
    const audioUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/hello.wav`;
    expect((await ask('PUT', `/sounds/${recording}`, { audioUrl })).status).toBe(200);
    expect((await deploy(steps)).status).toBe(200);
    const caller = await callIn('+13055550143');
    const path = `/sandbox/phone/sounds/sandbox-1/${recording}.wav`;
    const { body } = await sandbox.ask<{ calls: { hears: object }[] }>(
      'GET',
      `/sandbox/phone.json?number=${encodeURIComponent('+13055550143')}`,
    );
    expect(body.calls[0]!.hears).toMatchObject({ account: 'sandbox-1', recordingId: recording });
    const heard = await fetch(`${sandbox.origin}${path}`);
    expect(Buffer.from(await heard.arrayBuffer()).equals(wav)).toBe(true);
    // It lasts half a minute: the call is still there, until a key skips it.
    await eventually(async () => expect(caller.walked()).toEqual([['start', 'next']]));
    await caller.press('1');
    await caller.over();
    expect(caller.told().find(({ nodeId }) => nodeId === 'hello')).toMatchObject({
      way: 'next',
      recordingId: recording,
    });
  });

  it('goes on by the hours, and by what the product says of a node that it is asked for', async () => {
    const never = Array.from({ length: 7 }, () => null);
    const steps: PlanSteps = [
      start('hours'),
      {
        id: 'hours',
        type: 'hours',
        hours: { timeZone: 'UTC', week: never },
        holidays: null,
        ways: { open: 'end', closed: 'who', holiday: 'end' },
      },
      { id: 'who', type: 'lookup', ways: { found: 'end', notFound: null } },
      { id: 'end', type: 'hangup', cause: 16, ways: {} },
    ];
    await deploy(steps);
    sandbox.answer.body = JSON.stringify({ way: 'found' });
    const caller = await callIn('+13055550145');
    await caller.over();
    expect(caller.walked()).toEqual([
      ['start', 'next'],
      ['hours', 'closed'],
      ['who', 'found'],
      ['end', null],
    ]);
    expect(caller.told().find(({ event }) => event === 'plan-asks')).toMatchObject({
      nodeId: 'who',
      question: { type: 'lookup' },
    });
    // An answer that names no way of the node is none.
    sandbox.answer.body = JSON.stringify({ way: 'open' });
    const other = await callIn('+13055550146');
    await other.over();
    expect(other.walked().at(-1)).toEqual(['who', 'notFound']);
  });

  it('goes on in another plan by what a caller types, as that serves by then', async () => {
    const otherId = 'dlp_01JOTHER';
    const account = { id: 'account', type: 'collect', prompt: beep, variable: 'account', tries: 2 } as const;
    await deploy([
      start('account'),
      {
        ...account,
        least: 3,
        most: 4,
        timeout: 30,
        ways: { collected: 'over', invalid: 'end', timeout: 'end' },
      },
      { id: 'over', type: 'jump', planId: otherId, ways: { failed: 'end' } },
      { id: 'end', type: 'hangup', cause: 16, ways: {} },
    ]);
    const early = await callIn('+13055550148');
    await early.press('12345');
    await early.over();
    expect(early.walked()).toEqual([
      ['start', 'next'],
      ['account', 'collected'],
      ['over', 'failed'],
      ['end', null],
    ]);

    const asked = { type: 'variable', name: 'account', test: 'is' } as const;
    await deploy(
      [
        start('vip'),
        {
          id: 'vip',
          type: 'condition',
          condition: { ...asked, value: '777' },
          ways: { true: 'again', false: null },
        },
        { id: 'again', type: 'hangup', cause: 17, ways: {} },
      ],
      otherId,
    );
    const late = await callIn('+13055550149');
    // Too few, then as many as it takes; keys that are no digits count for nothing.
    await late.press('12#');
    await late.press('77*7');
    await late.over();
    expect(late.walked()).toEqual([
      ['start', 'next'],
      ['account', 'collected'],
      ['over', 'jumped'],
      ['start', 'next'],
      ['vip', 'true'],
      ['again', null],
    ]);
    expect(
      late.told().filter(({ event, planId: at }) => event === 'plan-node' && at === otherId),
    ).toHaveLength(3);
    const lost = await callIn('+13055550150');
    await lost.press('1#');
    await lost.press('2#');
    await lost.over();
    expect(lost.walked().at(-2)).toEqual(['account', 'invalid']);
  });

  it('takes an outbound call that names it, once that is answered', async () => {
    await deploy([start('end'), { id: 'end', type: 'hangup', cause: 16, ways: {} }]);
    const [callId, lead] = ['cal_outbound-plan', '+13055550144'];
    await sandbox.script({ match: lead, call: { result: 'answered', afterMs: 0 } });
    await ask('POST', '/calls', {
      callId,
      to: lead,
      maxRingSeconds: 20,
      context: planId.replace('dlp_', 'p'),
      callbackUrl: `${sandbox.receiver}/events`,
      secret: 'the secret of the line',
    });
    const told = () =>
      sandbox.told.map(({ body }) => JSON.parse(body)).filter((event) => event.callId === callId);
    await eventually(async () => expect(told().at(-1)).toMatchObject({ event: 'ended', result: 'answered' }));
    const walked = told().filter(({ event }) => event === 'plan-node');
    expect(walked.map(({ nodeId }) => nodeId)).toEqual(['start', 'end']);
  });

  it('is refused where the file is another one than was meant; the old one goes on', async () => {
    await deploy([start('end'), { id: 'end', type: 'hangup', cause: 17, ways: {} }]);
    const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/${[...bodies.keys()].at(-1)!.slice(1)}`;
    expect((await ask('PUT', `/plans/${planId}`, { url, sha256: 'a'.repeat(64) })).status).toBe(400);
    const caller = await callIn('+13055550142');
    await caller.over();
    expect(caller.walked()).toEqual([
      ['start', 'next'],
      ['end', null],
    ]);
    expect(caller.told().at(-1)).toMatchObject({ result: 'busy' });
  });

  it('is another tenant’s nobody’s, and rings nobody once it is taken away', async () => {
    const other = { authorization: 'Bearer sandbox-2' };
    const path = `/exchange/v1/plans/${planId}`;
    expect((await sandbox.ask('GET', path, undefined, other)).status).toBe(404);
    expect((await sandbox.ask('DELETE', path, undefined, other)).status).toBe(404);
    expect((await ask('DELETE', `/plans/${planId}`)).status).toBe(200);
    const route = await ask('PUT', `/numbers/${encodeURIComponent(to)}`, { to: { planId } });
    expect(route.status).toBe(404);
  });
});
