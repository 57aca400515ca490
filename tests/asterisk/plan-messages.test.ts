import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reachableFolder } from '#infra/asterisk/asterisk.ts';
import { packagesFolder } from '#infra/asterisk/local-exchange.ts';
import { treeOf } from '#infra/asterisk/tree.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import type { PlanStep, PlanSteps } from '#shared/model/dialplan/steps.ts';
import { missing, TestExchange } from './support/exchange.ts';
import { beep, callOf, hangUp, number, press, start, walked } from './support/plan-callers.ts';
import { loudness } from './support/sound.ts';

const reason = await missing();

/** How long one of Asterisk's own sounds lasts; ms. It is telephones': 8 kHz, 16 bit. */
const lasts = (name: string): number =>
  (statSync(join(treeOf(reachableFolder(packagesFolder())).data, `sounds/${name}.wav`)).size - 44) / 16;

describe.skipIf(reason)('messages that callers of dial plans leave on a real Asterisk', () => {
  let exchange: TestExchange;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
  });
  beforeEach(() => {
    exchange.answers = () => ({});
  });
  afterAll(() => exchange.stop());

  test('a caller comes to a mailbox, hears its greeting as it stands now, and leaves a message', async () => {
    const [plan, boxId] = ['dlp_01JDEPLOY0000000000000007', 'ext_ann'];
    const steps: PlanSteps = [
      start('closed'),
      { id: 'closed', type: 'playback', sound: beep, allowSkip: false, ways: { next: 'box' } },
      { id: 'box', type: 'voicemail', boxId, ways: {} },
    ];
    expect((await exchange.deploy(plan, steps)).status).toBe(200);
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: plan } });
    const greeting = { audioUrl: exchange.sound('closed.wav', wavOf(toneOf(697, 1.5))), seconds: 1.5 };
    exchange.answers = ({ event }) =>
      event === 'plan-asks' ? { box: { boxId, greeting, maxSeconds: 60 } } : {};
    const from = '+15555000009';
    const { call } = await exchange.carrier.call(from, number, () => 941);
    const callId = await callOf(exchange, from);
    expect(await exchange.heard(callId, 'voicemail-started')).toMatchObject({ boxId });
    expect(walked(exchange, callId)).toEqual([
      ['start', 'next'],
      ['closed', 'next'],
      ['box', null],
    ]);
    const { heard } = exchange.carrier.sound.get(from)!;
    await expect.poll(() => loudness(heard, 697), { timeout: 5_000 }).toBeGreaterThan(0.01);
    await expect.poll(() => exchange.recordedSeconds(callId), { timeout: 15_000 }).toBeGreaterThan(2.5);
    await call.hangUp();
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'voicemail' });
    expect(await exchange.heard(callId, 'voicemail-ready')).toMatchObject({ boxId });
  }, 60_000);

  test('a caller goes on in Spanish, says something that is kept, and is sent a text', async () => {
    const [plan, boxId] = ['dlp_01JDEPLOY0000000000000008', 'ext_ann'];
    const sound = (id: string, file: string, next: string): PlanStep => ({
      id,
      type: 'playback',
      sound: { file },
      allowSkip: false,
      ways: { next },
    });
    const steps: PlanSteps = [
      start('es'),
      { id: 'es', type: 'language', language: 'es', ways: { next: 'speaks' } },
      {
        id: 'speaks',
        type: 'condition',
        condition: { type: 'variable', name: 'language', test: 'is', value: 'es' },
        ways: { true: 'thanks', false: null },
      },
      sound('thanks', 'queue-thankyou', 'bye'),
      // The Spanish sounds have none.
      sound('bye', 'goodbye', 'say'),
      {
        id: 'say',
        type: 'record',
        prompt: beep,
        boxId,
        seconds: 30,
        ways: { recorded: 'text', silent: null },
      },
      { id: 'text', type: 'sms', templateId: 'mtp_where', ways: { sent: 'end', failed: null } },
      hangUp('end'),
    ];
    expect((await exchange.deploy(plan, steps)).status).toBe(200);
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: plan } });
    exchange.answers = ({ event }) => (event === 'plan-asks' ? { way: 'sent' } : {});
    const from = '+15555000011';
    const { call } = await exchange.carrier.call(from, number, () => 941);
    const callId = await callOf(exchange, from);
    await expect.poll(() => exchange.recordedSeconds(callId), { timeout: 25_000 }).toBeGreaterThan(2.5);
    await press(call, '#');
    expect(await exchange.heard(callId, 'voicemail-ready')).toMatchObject({ boxId });
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'voicemail' });
    expect(walked(exchange, callId)).toEqual([
      ['start', 'next'],
      ['es', 'next'],
      ['speaks', 'true'],
      ['thanks', 'next'],
      ['bye', 'next'],
      ['say', 'recorded'],
      ['text', 'sent'],
      ['end', null],
    ]);
    const asked = exchange.of(callId).find(({ event }) => event === 'plan-asks');
    expect(asked?.question).toEqual({ type: 'sms', templateId: 'mtp_where' });
    const stayed = (node: string) => exchange.of(callId).find(({ nodeId }) => nodeId === node)!.nodeMs!;
    expect(Math.abs(stayed('thanks') - lasts('es_MX_f_Allison/queue-thankyou'))).toBeLessThan(400);
    expect(Math.abs(stayed('bye') - lasts('en_US_f_Allison/goodbye'))).toBeLessThan(400);
    expect(
      Math.abs(lasts('es_MX_f_Allison/queue-thankyou') - lasts('en_US_f_Allison/queue-thankyou')),
    ).toBeGreaterThan(500);

    const silent = '+15555000012';
    await exchange.carrier.call(silent, number, () => 0);
    const silentId = await callOf(exchange, silent);
    expect(await exchange.heard(silentId, 'ended')).toMatchObject({ result: 'no-answer' });
    expect(walked(exchange, silentId).at(-1)).toEqual(['say', 'silent']);
    expect(exchange.of(silentId).some(({ event }) => event === 'voicemail-ready')).toBe(false);
  }, 90_000);
});
