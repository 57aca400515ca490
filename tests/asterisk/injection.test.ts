import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePlan } from '#functions/dialplans/compiler/compile.ts';
import { asSounds } from '#functions/dialplans/texts.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import { dialPlan, planConfig } from '#shared/model/dialplan/plan.ts';
import { type PlanResources, resolveNode, Unresolved } from '#shared/model/dialplan/resolve.ts';
import { type PlanStep, type PlanSteps, planStep, recordingsOf } from '#shared/model/dialplan/steps.ts';
import { newIvrMenu } from '#shared/model/ivr.ts';
import { missing, TestExchange } from './support/exchange.ts';
import { injections } from './support/injections.ts';

const reason = await missing();

/** Nodes of one plan; a plan has at most 200. */
const nodesAtOnce = 190;
const position = { x: 0, y: 0 };
const condition = (asked: object) => ({ type: 'condition', data: { condition: asked } });

/** A node for each text that somebody can enter in a plan, with `text` there. */
const fields: Record<string, (text: string) => object> = {
  id: (text) => ({ type: 'answer', id: text, data: {} }),
  speech: (text) => ({ type: 'playback', data: { type: 'tts', text } }),
  voice: (text) => ({ type: 'playback', data: { type: 'tts', text: 'Hello', voice: text } }),
  file: (text) => ({ type: 'playback', data: { type: 'file', filePath: text } }),
  recording: (text) => ({ type: 'playback', data: { type: 'recording', recordingId: text } }),
  recordingId: (text) => ({ type: 'playback', data: { type: 'recording', recordingId: `rec_${text}` } }),
  menuId: (text) => ({ type: 'ivr', data: { ivrId: text } }),
  menuName: (text) => ({ type: 'ivr', data: { ivrId: 'ivr_menu', name: text } }),
  menuPrompt: (text) => ({ type: 'ivr', data: { ivrId: 'ivr_menu', prompt: text } }),
  queueId: (text) => ({ type: 'queue', data: { queueId: text } }),
  queueName: (text) => ({ type: 'queue', data: { queueId: 'que_sales', queueName: text } }),
  mailbox: (text) => ({ type: 'voicemail', data: { mailbox: text } }),
  callerId: (text) => ({
    type: 'dial',
    data: { destinations: [{ kind: 'number', number: '+13055550101' }], callerId: text },
  }),
  number: (text) => ({ type: 'dial', data: { destinations: [{ kind: 'number', number: text }] } }),
  extension: (text) => ({ type: 'dial', data: { destinations: [{ kind: 'extension', extensionId: text }] } }),
  callerName: (text) => condition({ type: 'variable', name: 'callerName', test: 'is', value: text }),
  calledNumber: (text) =>
    condition({ type: 'variable', name: 'calledNumber', test: 'startsWith', value: text }),
  variable: (text) => condition({ type: 'variable', name: text, test: 'is', value: 'a' }),
  area: (text) => condition({ type: 'callerArea', areaCodes: [text] }),
  callerNumber: (text) => condition({ type: 'callerNumber', numbers: [text] }),
  status: (text) => condition({ type: 'leadStatus', statuses: [text] }),
  tag: (text) => condition({ type: 'leadTag', tags: [text] }),
  zone: (text) => condition({ type: 'holiday', place: 'NY', timeZone: text }),
  place: (text) => condition({ type: 'holiday', place: text, timeZone: 'UTC' }),
  waiting: (text) => condition({ type: 'queueLength', queueId: text, atLeast: 1 }),
  hoursZone: (text) => ({
    type: 'hours',
    data: { hours: { timeZone: text, week: Array(7).fill([0, 1440]) } },
  }),
  hoursPlace: (text) => ({
    type: 'hours',
    data: { hours: { timeZone: 'UTC', week: Array(7).fill(null) }, holidays: text },
  }),
  jumpPlan: (text) => ({ type: 'jump', data: { planId: text } }),
  jumpPlanId: (text) => ({ type: 'jump', data: { planId: `dlp_${text}` } }),
  collected: (text) => ({ type: 'collect', data: { type: 'file', filePath: 'beep', variable: text } }),
  recordSpeech: (text) => ({ type: 'record', data: { type: 'tts', text, mailbox: 'ext_front' } }),
  recordBox: (text) => ({ type: 'record', data: { type: 'file', filePath: 'beep', mailbox: text } }),
  language: (text) => ({ type: 'language', data: { language: text } }),
  languageAsked: (text) => condition({ type: 'variable', name: 'language', test: 'is', value: text }),
  template: (text) => ({ type: 'sms', data: { templateId: text } }),
  templateId: (text) => ({ type: 'sms', data: { templateId: `mtp_${text}` } }),
  collectSpeech: (text) => ({ type: 'collect', data: { type: 'tts', text } }),
  endpoint: (text) => ({ type: 'webhook', data: { endpointId: text } }),
  reason: (text) => ({ type: 'hangup', data: { reason: text } }),
};

const resources: PlanResources = {
  menus: new Map(),
  queues: new Map([['que_sales', { name: 'Sales' }]]),
  extensions: new Map([['ext_front', { number: '101', name: 'Front desk', voicemail: true }]]),
  recordings: new Map(),
  templates: new Map(),
  endpoints: new Map(),
  plans: new Map(),
  dids: new Map(),
};

/** Whether the compiler's own whitelists let a step through. */
function compiles(step: PlanStep): boolean {
  const start: PlanStep = { id: 'start', type: 'start', ways: { next: step.id } };
  try {
    return compilePlan([start, step], { tenant: 1, planId: 'dlp_one', now: 0 }).text !== '';
  } catch {
    return false;
  }
}

/** The step that a node comes to; undefined where the contract, what the workspace has, or the compiler refuses it. */
function stepOf(name: string, text: string, id: string): PlanStep | undefined {
  const node = { id, position, ...fields[name]!(text) };
  const start = { id: 'start', type: 'start', position, data: {} };
  const read = planConfig.safeParse({ nodes: [start, node], edges: [] });
  if (!read.success) return undefined;
  // A menu that has the text wherever somebody can write one.
  const menu = newIvrMenu.safeParse({ name: text.slice(0, 60), prompt: text, invalidPrompt: text });
  const fallback = newIvrMenu.parse({ name: 'Menu', prompt: 'Hello' });
  const menus = new Map([['ivr_menu', menu.success ? menu.data : fallback]]);
  try {
    const step = resolveNode(read.data.nodes[1]!, undefined, { ...resources, menus });
    // Numbers that are none are refused by who saves a plan, and by the exchange's own contract.
    const [played] = asSounds([step]);
    return planStep.safeParse(step).success && compiles(played!) ? played : undefined;
  } catch (error) {
    if (error instanceof Unresolved) return undefined;
    throw error;
  }
}

describe.skipIf(reason)('texts that mean something to Asterisk, in every field of a plan', () => {
  let exchange: TestExchange;
  beforeAll(async () => {
    exchange = await TestExchange.start();
  });
  afterAll(() => exchange?.stop());

  /** Asterisk's dial plan by context, as it shows it itself. */
  async function shown(): Promise<Map<string, string>> {
    const text = await exchange.console('dialplan show');
    const contexts = text.split(/^(?=\[ Context ')/m).slice(1);
    return new Map(
      contexts.map((one) => [/^\[ Context '([^']*)'/.exec(one)![1]!, one.replace(/\n-= .*$/s, '').trim()]),
    );
  }

  test('change nothing outside the plan’s own contexts', async () => {
    expect(injections).toHaveLength(500);
    const before = await shown();
    expect([...before.keys()]).toContain('from-carrier');
    const steps: PlanStep[] = [];
    const taken = new Map<string, number>();
    for (const [n, text] of injections.entries())
      for (const name of Object.keys(fields)) {
        const step = stepOf(name, text, `n${n}-${name}`);
        if (!step) continue;
        taken.set(name, (taken.get(name) ?? 0) + 1);
        steps.push(step);
      }
    // What is said, and what leads are asked for, may be any text; everything else is a choice or has a form.
    expect([...taken.keys()].toSorted()).toEqual(
      expect.arrayContaining(['menuName', 'menuPrompt', 'queueName', 'speech', 'status']),
    );
    for (const name of [
      'callerNumber',
      'id',
      'file',
      'voice',
      'number',
      'extension',
      'variable',
      'collected',
      'jumpPlan',
      'zone',
      'place',
      'waiting',
    ])
      expect(taken.get(name), name).toBeUndefined();
    expect(dialPlan.shape.name.safeParse(injections[0]).success).toBe(true);

    const warnings = exchange.warnings.length;
    const deployed: string[] = [];
    const contexts: string[] = [];
    // What the texts were read into is there before the plans.
    const audioUrl = exchange.sound('said.wav', wavOf(toneOf(440, 0.1)));
    for (const recordingId of recordingsOf(steps))
      expect((await exchange.ask('PUT', `/sounds/${recordingId}`, { audioUrl })).status).toBe(200);
    for (let from = 0; from < steps.length; from += nodesAtOnce) {
      const planId = `dlp_01JEVIL000000000000000${String(deployed.length).padStart(3, '0')}`;
      const own = steps.slice(from, from + nodesAtOnce);
      const plan: PlanSteps = [{ id: 'start', type: 'start', ways: { next: own[0]!.id } }, ...own];
      const { status, body, context } = await exchange.deploy(planId, plan);
      expect([status, body]).toEqual([200, {}]);
      deployed.push(planId);
      contexts.push(context);
    }
    const after = await shown();
    const isOwn = (name: string) => contexts.some((one) => name === one || name.startsWith(`${one}-`));
    const others = new Map([...after].filter(([name]) => !isOwn(name)));
    expect(Object.fromEntries(others)).toEqual(Object.fromEntries(before));
    expect(after.size - before.size).toBe(steps.length + 2 * deployed.length);
    expect(exchange.warnings.slice(warnings)).toEqual([]);
    console.log(`${injections.length} texts in ${Object.keys(fields).length} fields, ${steps.length} taken`);

    for (const planId of deployed)
      expect((await exchange.ask('DELETE', `/plans/${planId}`)).status).toBe(200);
    expect(Object.fromEntries(await shown())).toEqual(Object.fromEntries(before));
  }, 240_000);
});
