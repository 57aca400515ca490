import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { missing, TestExchange } from './support/exchange.ts';
import type { Phone } from './support/phone.ts';
import { header } from './support/sip.ts';
import { loudness, samplesOf } from './support/sound.ts';

const reason = await missing();

describe.skipIf(reason)('calls through a real Asterisk', () => {
  let exchange: TestExchange;
  let ann: Phone;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
    ann = await exchange.phone('t1-101');
  });
  afterAll(() => exchange.stop());

  /** Ann talks with a lead. */
  async function talking(to: string, values: Record<string, unknown> = {}): Promise<string> {
    const callId = await exchange.place({ to, agent: { phone: 't1-101' }, ...values });
    await exchange.heard(callId, 'answered');
    return callId;
  }

  test('the agent’s phone rings first, then the lead’s, and the end is told with its length', async () => {
    const callId = await talking('+15552000001');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await exchange.command(callId, { type: 'hangup' });
    const ended = await exchange.heard(callId, 'ended');
    expect(exchange.names(callId)).toEqual([
      'agent-ringing',
      'agent-answered',
      'ringing',
      'answered',
      'agent-left',
      'ended',
    ]);
    expect(exchange.of(callId).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ended.result).toBe('answered');
    expect(header(ann.rung.at(-1)!.invite, 'x-call-id')).toBe(callId);
    expect(ended.talkSeconds).toBeGreaterThanOrEqual(1);
    expect(ended.talkSeconds).toBeLessThan(5);
    await expect.poll(() => ann.call).toBeUndefined();
  });

  test('a lead who is held hears the tenant’s own music, where there is some', async () => {
    const audioUrl = exchange.sound('own-music.wav', wavOf(toneOf(523, 3)));
    const account = { ...exchange.callback(), music: { audioUrl } };
    expect((await exchange.ask('PUT', '/account', account)).status).toBe(200);
    const to = '+15552000031';
    const hears = async (hertz: number) => {
      const callId = await talking(to);
      await exchange.command(callId, { type: 'hold', hold: true });
      const sound = exchange.carrier.sound.get(to)!;
      await expect.poll(() => loudness(sound.heard, hertz)).toBeGreaterThan(0.01);
      await exchange.command(callId, { type: 'hangup' });
      await exchange.heard(callId, 'ended');
    };
    await hears(523);
    await exchange.account();
    await hears(220);
  });

  test('a lead who is held hears music, and none when the call is resumed', async () => {
    const to = '+15552000002';
    const callId = await talking(to);
    await exchange.command(callId, { type: 'hold', hold: true });
    await exchange.heard(callId, 'held');
    const sound = exchange.carrier.sound.get(to)!;
    await expect
      .poll(() => Math.max(...[220, 196].map((hertz) => loudness(sound.heard, hertz))))
      .toBeGreaterThan(0.01);
    await exchange.command(callId, { type: 'hold', hold: false });
    await exchange.heard(callId, 'resumed');
    sound.heard = [];
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(Math.max(0, ...sound.heard.map(Math.abs))).toBeLessThan(0.02);
    await exchange.command(callId, { type: 'hangup' });
  });

  test('a command of the same key is done once', async () => {
    const callId = await talking('+15552000003');
    for (let time = 0; time < 3; time++)
      expect(await exchange.command(callId, { type: 'hold', hold: true }, 'key-1')).toBe(202);
    expect(await exchange.command(callId, { type: 'hold', hold: false }, 'key-2')).toBe(202);
    expect(await exchange.command(callId, { type: 'hold', hold: true }, 'key-1')).toBe(202);
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    expect(exchange.names(callId).filter((name) => /held|resumed/.test(name))).toEqual(['held', 'resumed']);
  });

  test('the same call ordered twice rings once', async () => {
    const to = '+15552000004';
    const callId = await talking(to);
    const again = await exchange.ask('POST', '/calls', {
      callId,
      to,
      maxRingSeconds: 20,
      ...exchange.callback(),
    });
    expect(again).toMatchObject({ status: 202, body: { state: 'answered' } });
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');
    expect(exchange.carrier.rung.get(to)).toHaveLength(1);
  });

  test.each([
    ['busy', 'busy'],
    ['nothing', 'no-answer'],
  ] as const)('a lead whose phone does “%s” ends the call as %s', async (does, result) => {
    const to = does === 'busy' ? '+15552000005' : '+15552000006';
    exchange.carrier.person(to, { does });
    const callId = await exchange.place({ to, agent: { phone: 't1-101' }, maxRingSeconds: 2 });
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result, talkSeconds: 0 });
    await expect.poll(() => ann.call).toBeUndefined();
  });

  test('an agent who does not take up has nobody rung', async () => {
    ann.does = 'decline';
    const to = '+15552000007';
    const callId = await exchange.place({ to, agent: { phone: 't1-101' } });
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'failed' });
    expect(exchange.carrier.rung.get(to)).toBeUndefined();
    ann.does = 'answer';
  });

  test('when the lead hangs up, the agent is free again', async () => {
    const to = '+15552000008';
    const callId = await talking(to);
    await exchange.carrier.rung.get(to)![0]!.hangUp();
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'answered' });
    await expect.poll(() => ann.call).toBeUndefined();
  });

  test('keys that are sent reach the lead’s phone, and a sound is played to it', async () => {
    const callId = await talking('+15552000009');
    expect(await exchange.command(callId, { type: 'digits', digits: '12#' })).toBe(202);
    const audioUrl = exchange.sound('tone.wav', wavOf(toneOf(800, 0.5)));
    exchange.carrier.sound.get('+15552000009')!.heard = [];
    expect(await exchange.command(callId, { type: 'play', audioUrl })).toBe(202);
    await exchange.heard(callId, 'playback-ended');
    expect(loudness(exchange.carrier.sound.get('+15552000009')!.heard, 800)).toBeGreaterThan(0.05);
    await exchange.command(callId, { type: 'hangup' });
  });

  test('a sound that no telephone plays is refused', async () => {
    const callId = await talking('+15552000010');
    const audioUrl = exchange.sound('wrong.wav', Buffer.from('no sound'));
    expect(await exchange.command(callId, { type: 'play', audioUrl })).toBe(400);
    await exchange.command(callId, { type: 'hangup' });
  });

  test('a recording that was paused is put where the product wants it', async () => {
    const to = '+15552000011';
    exchange.carrier.person(to, { does: 'answer', speaks: () => 600 });
    const callId = await talking(to, { recordCall: true });
    await exchange.heard(callId, 'recording-started');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await exchange.command(callId, { type: 'record', action: 'pause' });
    await exchange.heard(callId, 'recording-paused');
    await exchange.command(callId, { type: 'record', action: 'resume' });
    await exchange.heard(callId, 'recording-resumed');
    await exchange.command(callId, { type: 'hangup' });
    const stored = await exchange.heard(callId, 'recording-stored');
    const file = exchange.uploads.at(-1)!;
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
    expect(loudness(samplesOf(file), 600)).toBeGreaterThan(0.05);
    expect(stored.seconds).toBeGreaterThanOrEqual(1);
  });

  test('a recording begins when both have heard that it does, and not at all where that cannot be said', async () => {
    const to = '+15552000021';
    exchange.carrier.person(to, { does: 'answer', speaks: () => 600 });
    const announce = { audioUrl: exchange.sound('said.wav', wavOf(toneOf(800, 1))), seconds: 1 };
    const callId = await talking(to, { announceRecording: announce });
    await exchange.heard(callId, 'recording-started');
    const recorded = exchange.names(callId).filter((name) => name.startsWith('recording'));
    expect(recorded).toEqual(['recording-announced', 'recording-started']);
    expect(loudness(exchange.carrier.sound.get(to)!.heard, 800)).toBeGreaterThan(0.02);
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'recording-stored');

    const wrong = { audioUrl: exchange.sound('not-said.wav', Buffer.from('no sound')), seconds: 1 };
    const silent = await talking('+15552000022', { announceRecording: wrong });
    expect(exchange.names(silent)).toContain('recording-refused');
    const asked = { type: 'record', action: 'start', announce: wrong } as const;
    expect(await exchange.command(silent, asked)).toBe(400);
    await exchange.command(silent, { type: 'hangup' });
    await exchange.heard(silent, 'ended');
    expect(exchange.names(silent)).not.toContain('recording-started');
  });

  test('a person is told from an answering machine, which gets the message after its tone', async () => {
    const [person, machine] = ['+15552000012', '+15552000013'];
    exchange.carrier.person(person, { does: 'answer', speaks: (at) => (at > 0.3 && at < 0.8 ? 400 : 0) });
    exchange.carrier.person(machine, {
      does: 'answer',
      speaks: (at) => (at < 6 ? 400 : at > 6.4 && at < 6.8 ? 1_000 : 0),
    });
    const byPerson = await exchange.place({ to: person, agent: { phone: 't1-101' }, amd: true });
    expect(await exchange.heard(byPerson, 'answered')).toMatchObject({ by: 'human' });
    await exchange.command(byPerson, { type: 'hangup' });
    await exchange.heard(byPerson, 'ended');
    const byMachine = await exchange.place({ to: machine, agent: { phone: 't1-101' }, amd: true });
    expect(await exchange.heard(byMachine, 'answered')).toMatchObject({ by: 'machine' });
    const audioUrl = exchange.sound('message.wav', wavOf(toneOf(800, 1)));
    const sound = exchange.carrier.sound.get(machine)!;
    sound.heard = [];
    expect(await exchange.command(byMachine, { type: 'dropVoicemail', audioUrl })).toBe(202);
    await exchange.heard(byMachine, 'agent-left');
    expect(ann.call).toBeUndefined();
    expect(await exchange.heard(byMachine, 'ended')).toMatchObject({ result: 'voicemail' });
    expect(loudness(sound.heard.slice(-12_000), 800)).toBeGreaterThan(0.05);
  });

  test('a lead who is rung first is put through to an agent, or hears the message in time', async () => {
    const connect = { withinMs: 2_000, audioUrl: exchange.sound('missed.wav', wavOf(toneOf(800, 1))) };
    const [taken, missed] = ['+15552000031', '+15552000032'];
    const callId = await exchange.place({ to: taken, connect });
    await exchange.heard(callId, 'answered');
    expect(await exchange.command(callId, { type: 'connect', phone: 't1-101' })).toBe(202);
    await exchange.heard(callId, 'agent-answered');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(exchange.names(callId)).toEqual(['ringing', 'answered', 'agent-ringing', 'agent-answered']);
    await exchange.command(callId, { type: 'hangup' });
    await exchange.heard(callId, 'ended');

    ann.does = 'nothing';
    const alone = await exchange.place({ to: missed, connect });
    await exchange.heard(alone, 'answered');
    expect(await exchange.command(alone, { type: 'connect', phone: 't1-101' })).toBe(202);
    const told = await exchange.heard(alone, 'abandoned');
    const answered = exchange.of(alone).find(({ event }) => event === 'answered')!;
    expect(Date.parse(told.at) - Date.parse(answered.at)).toBeLessThan(2_300);
    expect(await exchange.heard(alone, 'ended')).toMatchObject({ result: 'answered' });
    expect(loudness(exchange.carrier.sound.get(missed)!.heard, 800)).toBeGreaterThan(0.02);
    expect(await exchange.command(alone, { type: 'connect', phone: 't1-101' })).toBe(409);
    ann.does = 'answer';
  });
});
