import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import type { PlanStep, PlanSteps } from '#shared/model/dialplan/steps.ts';
import { missing, TestExchange } from './support/exchange.ts';
import type { Phone } from './support/phone.ts';
import { beep, callOf, hangUp, number, press, start, walked } from './support/plan-callers.ts';
import { loudness } from './support/sound.ts';

const reason = await missing();

const planId = 'dlp_01JDEPLOY0000000000000001';

describe.skipIf(reason)('callers of dial plans on a real Asterisk', () => {
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
    const callId = await callOf(exchange, '+15555000001');
    await expect.poll(() => walked(exchange, callId)).toContainEqual(['hello', 'next']);
    // The key is pressed until it is heard: before the menu listens nobody hears it.
    await expect
      .poll(async () => {
        await press(call, '2');
        return walked(exchange, callId).some(([node]) => node === 'menu');
      })
      .toBe(true);
    await exchange.heard(callId, 'answered');
    await expect.poll(() => ann.call).toBeDefined();
    await ann.call!.hangUp();
    await exchange.heard(callId, 'ended');
    expect(walked(exchange, callId)).toEqual([
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
    const callId = await callOf(exchange, '+15555000002');
    await exchange.heard(callId, 'queue-joined');
    await call.hangUp();
    await exchange.heard(callId, 'ended');
    expect(walked(exchange, callId)).toEqual([
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
    const callId = await callOf(exchange, '+15555000003');
    const hears = async (hertz: number) => {
      sound.heard = [];
      await expect.poll(() => loudness(sound.heard, hertz), { timeout: 5_000 }).toBeGreaterThan(0.01);
    };
    await hears(523);
    await expect
      .poll(async () => {
        await press(call, '#');
        return walked(exchange, callId).some(([node]) => node === 'hello');
      })
      .toBe(true);
    await hears(880);
    await expect
      .poll(async () => {
        await press(call, '1');
        return walked(exchange, callId).some(([node]) => node === 'menu');
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
    const callId = await callOf(exchange, '+15555000004');
    await exchange.heard(callId, 'ended');
    expect(walked(exchange, callId)).toEqual([
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
    const callId = await callOf(exchange, '+15555000005');
    await expect
      .poll(async () => {
        await press(call, '4');
        return walked(exchange, callId).some(([node]) => node === 'account');
      })
      .toBe(true);
    await exchange.heard(callId, 'ended');
    expect(walked(exchange, callId)).toEqual([
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
    const lateId = await callOf(exchange, '+15555000006');
    await expect
      .poll(async () => {
        await press(late.call, '4');
        return walked(exchange, lateId).at(-1);
      })
      .toEqual(['over', 'failed']);
    await exchange.heard(lateId, 'ended');
  }, 60_000);
});
