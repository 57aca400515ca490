import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reachableFolder } from '#infra/asterisk/asterisk.ts';
import { packagesFolder } from '#infra/asterisk/local-exchange.ts';
import { treeOf } from '#infra/asterisk/tree.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import type { PlanStep, PlanSteps } from '#shared/model/dialplan/steps.ts';
import { missing, TestExchange } from './support/exchange.ts';
import type { Phone } from './support/phone.ts';
import type { SipCall } from './support/sip.ts';
import { loudness } from './support/sound.ts';

const reason = await missing();

const number = '+15554000000';
const planId = 'dlp_01JDEPLOY0000000000000001';
const beep = { file: 'beep' };
/** How long one of Asterisk's own sounds lasts; ms. It is telephones': 8 kHz, 16 bit. */
const lasts = (name: string): number =>
  (statSync(join(treeOf(reachableFolder(packagesFolder())).data, `sounds/${name}.wav`)).size - 44) / 16;
const hangUp = (id: string, cause = 16): PlanStep => ({ id, type: 'hangup', cause, ways: {} });
const start = (next: string): PlanStep => ({ id: 'start', type: 'start', ways: { next } });

/** A plan of two nodes; another `cause` is another version of it. */
const small = (cause: number): PlanSteps => [start('end'), hangUp('end', cause)];

describe.skipIf(reason)('dial plans deployed to a real Asterisk', () => {
  let exchange: TestExchange;
  let ann: Phone;

  beforeAll(async () => {
    exchange = await TestExchange.withAccount();
    ann = await exchange.phone('t1-101');
  });
  beforeEach(() => {
    exchange.answers = () => ({});
  });
  afterAll(() => exchange.stop());

  const runs = async (context: string, marker: string) =>
    (await exchange.console(`dialplan show ${marker}@${context}`)).includes(`'${marker}' =>`);
  const serving = async () => (await exchange.ask('GET', `/plans/${planId}`)).body.sha256;
  const press = (call: SipCall, key: string) =>
    call.request('INFO', ['Content-Type: application/dtmf-relay'], `Signal=${key}\r\nDuration=160\r\n`);
  const callOf = async (from: string) => {
    const inbound = () => exchange.events.find((one) => one.event === 'inbound' && one.from === from);
    await expect.poll(inbound).toBeDefined();
    return inbound()!.callId!;
  };
  /** Nodes and the ways by which a caller left them, in their order. */
  const walked = (callId: string) =>
    exchange
      .of(callId)
      .filter(({ event }) => event === 'plan-node')
      .map(({ nodeId, way = null }) => [nodeId, way]);

  test('a caller walks through one with keys, a question, a queue, a phone, and what follows', async () => {
    const member = { phone: 't1-101', penalty: 0, paused: false };
    await exchange.queue('que_empty', { members: [] });
    await exchange.queue('que_sales', { members: [member] });
    const steps: PlanSteps = [
      start('hello'),
      { id: 'hello', type: 'answer', delay: 0, playRinging: false, ways: { next: 'menu' } },
      {
        id: 'menu',
        type: 'ivr',
        prompt: beep,
        invalidPrompt: null,
        maxRetries: 3,
        timeout: 10,
        keys: [{ digit: '2', does: { next: 'vip' } }],
        ways: { timeout: null, invalid: null },
      },
      {
        id: 'vip',
        type: 'condition',
        condition: { type: 'leadTag', tags: ['vip'] },
        ways: { true: 'busy', false: null },
      },
      {
        id: 'busy',
        type: 'condition',
        condition: { type: 'queueLength', queueId: 'que_empty', atLeast: 1 },
        ways: { true: null, false: 'desk' },
      },
      {
        id: 'desk',
        type: 'dial',
        strategy: 'sequential',
        timeout: 10,
        callerId: null,
        to: [{ extension: '555' }],
        ways: { answered: null, busy: null, noanswer: null, failed: 'sales' },
      },
      {
        id: 'sales',
        type: 'queue',
        queueId: 'que_sales',
        maxWaitTime: 60,
        musicOnHold: 'default',
        announcePosition: false,
        ways: { answered: 'thanks', timeout: null, full: null },
      },
      { id: 'thanks', type: 'playback', sound: beep, allowSkip: false, ways: { next: 'end' } },
      hangUp('end'),
    ];
    const { status, body } = await exchange.deploy(planId, steps);
    expect([status, body]).toEqual([200, {}]);
    exchange.answers = ({ event }) => (event === 'plan-asks' ? { way: 'true' } : {});
    const routed = await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId } });
    expect(routed.status).toBe(200);

    const { call } = await exchange.carrier.call('+15555000001', number, () => 0);
    const callId = await callOf('+15555000001');
    await expect.poll(() => walked(callId)).toContainEqual(['hello', 'next']);
    // The key is pressed until it is heard: before the menu listens nobody hears it.
    await expect
      .poll(async () => {
        await press(call, '2');
        return walked(callId).some(([node]) => node === 'menu');
      })
      .toBe(true);
    await exchange.heard(callId, 'answered');
    await expect.poll(() => ann.call).toBeDefined();
    await ann.call!.hangUp();
    await exchange.heard(callId, 'ended');
    expect(walked(callId)).toEqual([
      ['start', 'next'],
      ['hello', 'next'],
      ['menu', 'option-2'],
      ['vip', 'true'],
      ['busy', 'false'],
      ['desk', 'failed'],
      ['sales', 'answered'],
      ['thanks', 'next'],
      ['end', null],
    ]);
    const thanks = exchange.of(callId).find(({ nodeId }) => nodeId === 'thanks');
    expect(thanks?.nodeMs).toBeGreaterThan(100);
    expect(exchange.of(callId).map(({ seq }) => seq)).toEqual(exchange.of(callId).map((_, n) => n + 1));
  }, 60_000);

  test('a question that the product does not answer is answered with no, and who hangs up is told', async () => {
    const other = 'dlp_01JDEPLOY0000000000000002';
    const asks: PlanSteps = [
      start('vip'),
      {
        id: 'vip',
        type: 'condition',
        condition: { type: 'leadTag', tags: ['vip'] },
        ways: { true: null, false: 'wait' },
      },
      {
        id: 'wait',
        type: 'queue',
        queueId: 'que_empty',
        maxWaitTime: 60,
        musicOnHold: 'none',
        announcePosition: false,
        ways: { answered: null, timeout: null, full: null },
      },
    ];
    await exchange.queue('que_empty', { members: [] });
    expect((await exchange.deploy(other, asks)).status).toBe(200);
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: other } });
    const { call } = await exchange.carrier.call('+15555000002', number, () => 0);
    const callId = await callOf('+15555000002');
    await exchange.heard(callId, 'queue-joined');
    await call.hangUp();
    await exchange.heard(callId, 'ended');
    expect(walked(callId)).toEqual([
      ['start', 'next'],
      ['vip', 'false'],
      ['wait', null],
    ]);
  }, 60_000);

  test('a recording is heard by the caller, and a plan is refused that plays one which is not there', async () => {
    const other = 'dlp_01JDEPLOY0000000000000003';
    const [hello, menu] = ['rec_01JHELLO', 'rec_01JMENU'];
    const steps: PlanSteps = [
      start('hello'),
      { id: 'hello', type: 'playback', sound: { recording: hello }, allowSkip: true, ways: { next: 'menu' } },
      {
        id: 'menu',
        type: 'ivr',
        prompt: { recording: menu },
        invalidPrompt: null,
        maxRetries: 3,
        timeout: 10,
        keys: [{ digit: '1', does: { next: 'end' } }],
        ways: { timeout: null, invalid: null },
      },
      hangUp('end'),
    ];
    const bring = (id: string, hertz: number, tenant = 1) => {
      const audioUrl = exchange.sound(`${id}.wav`, wavOf(toneOf(hertz, 8)));
      return exchange.ask('PUT', `/sounds/${id}`, { audioUrl }, tenant);
    };
    await bring(hello, 523);
    // Another tenant's recording of that id is none of this one's.
    await bring(menu, 300, 2);
    const missing = await exchange.deploy(other, steps);
    expect([missing.status, missing.body.error]).toEqual([
      409,
      `The exchange does not have the recording ${menu} that the plan plays.`,
    ]);
    await bring(menu, 880);
    expect((await exchange.deploy(other, steps)).status).toBe(200);
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: other } });
    const { call } = await exchange.carrier.call('+15555000003', number, () => 0);
    const sound = exchange.carrier.sound.get('+15555000003')!;
    const callId = await callOf('+15555000003');
    const hears = async (hertz: number) => {
      sound.heard = [];
      await expect.poll(() => loudness(sound.heard, hertz), { timeout: 5_000 }).toBeGreaterThan(0.01);
    };
    await hears(523);
    await expect
      .poll(async () => {
        await press(call, '#');
        return walked(callId).some(([node]) => node === 'hello');
      })
      .toBe(true);
    await hears(880);
    await expect
      .poll(async () => {
        await press(call, '1');
        return walked(callId).some(([node]) => node === 'menu');
      })
      .toBe(true);
    await exchange.heard(callId, 'ended');
    const played = exchange.of(callId).filter(({ recordingId }) => recordingId);
    expect(played.map(({ nodeId, recordingId }) => [nodeId, recordingId])).toEqual([
      ['hello', hello],
      ['menu', menu],
    ]);
    // Whom we call hears it as well, where a plan takes the answered call.
    const lead = '+15552000077';
    const placed = await exchange.place({ to: lead, context: other.replace('dlp_', 'p') });
    await exchange.heard(placed, 'answered');
    await expect
      .poll(() => loudness(exchange.carrier.sound.get(lead)?.heard ?? [0], 523), { timeout: 5_000 })
      .toBeGreaterThan(0.01);
    await exchange.command(placed, { type: 'hangup' });
    await exchange.heard(placed, 'ended');
  }, 60_000);

  test('business hours are Asterisk’s own, and the product says the way of a node that it is asked for', async () => {
    const other = 'dlp_01JDEPLOY0000000000000004';
    const always = Array.from({ length: 7 }, (): [number, number] => [0, 1440]);
    const ask = (id: string, next: string | null): PlanStep => ({
      id,
      type: 'webhook',
      endpointId: 'whe_01JCRM',
      timeout: 1,
      ways: { true: next, false: null, failed: next },
    });
    const steps: PlanSteps = [
      start('hours'),
      {
        id: 'hours',
        type: 'hours',
        hours: { timeZone: 'America/New_York', week: always },
        holidays: null,
        ways: { open: 'who', closed: 'who', holiday: 'who' },
      },
      { id: 'who', type: 'lookup', ways: { found: 'crm', notFound: null } },
      ask('crm', 'late'),
      ask('late', 'end'),
      hangUp('end'),
    ];
    expect((await exchange.deploy(other, steps)).status).toBe(200);
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: other } });
    const ways: Record<string, string> = { who: 'found', crm: 'true', late: 'nonsense' };
    exchange.answers = ({ event, nodeId }) => (event === 'plan-asks' ? { way: ways[nodeId!] } : {});
    await exchange.carrier.call('+15555000004', number, () => 0);
    const callId = await callOf('+15555000004');
    await exchange.heard(callId, 'ended');
    expect(walked(callId)).toEqual([
      ['start', 'next'],
      ['hours', 'open'],
      ['who', 'found'],
      ['crm', 'true'],
      ['late', 'failed'],
      ['end', null],
    ]);
    const asked = exchange.of(callId).filter(({ event }) => event === 'plan-asks');
    expect(asked.map(({ question }) => question?.type)).toEqual(['lookup', 'webhook', 'webhook']);
  }, 60_000);

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
    const callId = await callOf(from);
    expect(await exchange.heard(callId, 'voicemail-started')).toMatchObject({ boxId });
    expect(walked(callId)).toEqual([
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
    const callId = await callOf(from);
    await expect.poll(() => exchange.recordedSeconds(callId), { timeout: 25_000 }).toBeGreaterThan(2.5);
    await press(call, '#');
    expect(await exchange.heard(callId, 'voicemail-ready')).toMatchObject({ boxId });
    expect(await exchange.heard(callId, 'ended')).toMatchObject({ result: 'voicemail' });
    expect(walked(callId)).toEqual([
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
    const silentId = await callOf(silent);
    expect(await exchange.heard(silentId, 'ended')).toMatchObject({ result: 'no-answer' });
    expect(walked(silentId).at(-1)).toEqual(['say', 'silent']);
    expect(exchange.of(silentId).some(({ event }) => event === 'voicemail-ready')).toBe(false);
  }, 90_000);

  test('what a caller types goes along into another plan, which serves as it was deployed last', async () => {
    const [asking, next] = ['dlp_01JDEPLOY0000000000000005', 'dlp_01JDEPLOY0000000000000006'];
    const known = (value: string): PlanSteps => [
      start('crm'),
      {
        id: 'crm',
        type: 'webhook',
        endpointId: 'whe_01JCRM',
        timeout: 1,
        ways: { true: 'known', false: null, failed: null },
      },
      {
        id: 'known',
        type: 'condition',
        condition: { type: 'variable', name: 'account', test: 'is', value },
        ways: { true: 'end', false: null },
      },
      hangUp('end'),
    ];
    expect((await exchange.deploy(next, known('99'))).status).toBe(200);
    const steps: PlanSteps = [
      start('account'),
      {
        id: 'account',
        type: 'collect',
        prompt: { file: 'beep' },
        variable: 'account',
        least: 2,
        most: 2,
        timeout: 5,
        tries: 5,
        ways: { collected: 'over', invalid: null, timeout: null },
      },
      { id: 'over', type: 'jump', planId: next, ways: { failed: null } },
    ];
    expect((await exchange.deploy(asking, steps)).status).toBe(200);
    const { status } = await exchange.deploy(next, known('44'));
    expect(status).toBe(200);
    await exchange.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { to: { planId: asking } });
    exchange.answers = ({ event }) => (event === 'plan-asks' ? { way: 'true' } : {});
    const { call } = await exchange.carrier.call('+15555000005', number, () => 0);
    const callId = await callOf('+15555000005');
    await expect
      .poll(async () => {
        await press(call, '4');
        return walked(callId).some(([node]) => node === 'account');
      })
      .toBe(true);
    await exchange.heard(callId, 'ended');
    expect(walked(callId)).toEqual([
      ['start', 'next'],
      ['account', 'collected'],
      ['over', 'jumped'],
      ['start', 'next'],
      ['crm', 'true'],
      ['known', 'true'],
      ['end', null],
    ]);
    const plans = exchange.of(callId).flatMap(({ event, planId: at }) => (event === 'plan-node' ? [at] : []));
    expect(plans).toEqual([asking, asking, asking, next, next, next, next]);
    const asked = exchange.of(callId).find(({ event }) => event === 'plan-asks');
    expect(asked).toMatchObject({ planId: next, collected: { account: '44' } });
    // Taken off, it is nobody's any more: the call goes by the way that says so.
    expect((await exchange.ask('DELETE', `/plans/${next}`)).status).toBe(200);
    const late = await exchange.carrier.call('+15555000006', number, () => 0);
    const lateId = await callOf('+15555000006');
    await expect
      .poll(async () => {
        await press(late.call, '4');
        return walked(lateId).at(-1);
      })
      .toEqual(['over', 'failed']);
    await exchange.heard(lateId, 'ended');
  }, 60_000);

  test('another version takes its place in one step, and the same again changes nothing', async () => {
    const first = await exchange.deploy(planId, small(16));
    const second = await exchange.deploy(planId, small(17));
    expect([first.status, second.status, second.context]).toEqual([200, 200, first.context]);
    expect([await runs(first.context, first.marker), await runs(second.context, second.marker)]).toEqual([
      false,
      true,
    ]);
    expect((await exchange.deploy(planId, small(17))).status).toBe(200);
    expect((await exchange.ask('DELETE', `/plans/${planId}`)).status).toBe(200);
    expect(await runs(second.context, second.marker)).toBe(false);
    expect((await exchange.ask('GET', `/plans/${planId}`)).status).toBe(404);
  }, 60_000);

  test('what is not the plan’s own is refused before Asterisk reads it', async () => {
    const { context, marker, text } = await exchange.deploy(planId, small(16));
    const before = await serving();
    const evil = [
      { context, marker, text: `${text}\n[t2-pother]\nexten => s,1,Hangup()\n` },
      { context: 't2-pother', marker, text },
      { context, marker, text: text.replace('Hangup(16)', 'System(id)') },
      { context, marker, text: `#exec /bin/sh\n${text}` },
      { context, marker: `sha-${'0'.repeat(32)}`, text },
    ];
    for (const file of evil) {
      const { status } = await exchange.deployFile(planId, { ...file, steps: small(16) });
      expect(status).toBe(400);
    }
    expect(await serving()).toBe(before);
    expect(await runs(context, marker)).toBe(true);
    // Another tenant neither sees it nor takes it away.
    expect((await exchange.ask('GET', `/plans/${planId}`, undefined, 2)).status).toBe(404);
    expect((await exchange.ask('DELETE', `/plans/${planId}`, undefined, 2)).status).toBe(404);
    const routed = await exchange.ask('PUT', `/numbers/%2B15554000009`, { to: { planId } }, 2);
    expect(routed.status).toBe(404);
  }, 60_000);

  test('a full disk, and a file that cannot be fetched, leave the old plan serving', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    // Every write to this device fails as on a disk that is full.
    symlinkSync('/dev/full', join(exchange.plansFolder, `${old.context}.conf.new`));
    const full = await exchange.deploy(planId, small(21));
    expect(full.status).toBe(503);
    expect(readdirSync(exchange.plansFolder).filter((name) => name.endsWith('.new'))).toEqual([]);
    const lost = { url: `${exchange.callback().callbackUrl}/nothing`, sha256: 'a'.repeat(64) };
    expect((await exchange.ask('PUT', `/plans/${planId}`, lost)).status).toBe(503);
    expect([await serving(), await runs(old.context, old.marker)]).toEqual([before, true]);
    expect((await exchange.deploy(planId, small(21))).status).toBe(200);
  }, 60_000);

  test('a bridge killed between the rename and the reload leaves the old plan serving', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    // Asterisk does not come to the reload.
    exchange.asterisk.process.kill('SIGSTOP');
    const cut = exchange.deploy(planId, small(34));
    const file = join(exchange.plansFolder, `${old.context}.conf`);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Hangup(34)');
    await exchange.bridge.kill();
    await cut;
    exchange.asterisk.process.kill('SIGCONT');
    await exchange.startBridge();
    await exchange.connected();
    await expect.poll(serving).toBe(before);
    await expect.poll(() => runs(old.context, old.marker)).toBe(true);
    expect((await exchange.deploy(planId, small(34))).status).toBe(200);
  }, 60_000);

  test('a bridge killed after the reload, and before it wrote down that the plan serves, goes back to the old one', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    exchange.asterisk.process.kill('SIGSTOP');
    const cut = exchange.deploy(planId, small(38));
    const file = join(exchange.plansFolder, `${old.context}.conf`);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Hangup(38)');
    // Asterisk was told to reload, and nobody hears its answer.
    exchange.bridge.process.kill('SIGSTOP');
    exchange.asterisk.process.kill('SIGCONT');
    await expect.poll(() => exchange.console(`dialplan show ${old.context}-end`)).toContain('Hangup(38)');
    await exchange.bridge.kill();
    await cut;
    await exchange.startBridge();
    await exchange.connected();
    await expect.poll(serving).toBe(before);
    await expect.poll(() => runs(old.context, old.marker)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('Hangup(16)');
  }, 60_000);

  test('an Asterisk killed while it is given a plan comes back with the old one', async () => {
    const old = await exchange.deploy(planId, small(16));
    const before = await serving();
    exchange.asterisk.process.kill('SIGSTOP');
    const cut = exchange.deploy(planId, small(1));
    const file = join(exchange.plansFolder, `${old.context}.conf`);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Hangup(1)');
    await exchange.asterisk.kill();
    expect((await cut).status).toBe(503);
    exchange.startAsterisk();
    await exchange.connected();
    await expect.poll(() => runs(old.context, old.marker)).toBe(true);
    expect(await serving()).toBe(before);
    expect(existsSync(`${file}.new`)).toBe(false);
  }, 60_000);
});
