import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePlan } from '#functions/dialplans/compiler/compile.ts';
import { anyPlan } from '#functions/dialplans/compiler/generated-plans.ts';
import { nodeContext } from '#functions/dialplans/compiler/names.ts';
import { nextContext } from '#functions/dialplans/compiler/next-context.ts';
import { reachableFolder } from '#infra/asterisk/asterisk.ts';
import { packagesFolder } from '#infra/asterisk/local-exchange.ts';
import { treeOf } from '#infra/asterisk/tree.ts';
import { type CallFacts, type Condition, holds } from '#shared/model/dialplan/condition.ts';
import { exchangeSounds } from '#shared/model/dialplan/nodes.ts';
import { type PlanStep, type PlanSteps, type StepOf, waysOut } from '#shared/model/dialplan/steps.ts';
import { jumped } from '#shared/model/dialplan/types/jump.ts';
import { localTime, weekdayOf } from '#shared/model/zone-time.ts';
import { missing, TestExchange } from './support/exchange.ts';
import { type Acting, Walker, walkerApp } from './support/walker.ts';

const reason = await missing();

/** Plans that are loaded and walked; 200 by `PLANS=200`. */
const plans = Number(process.env.PLANS ?? 30);
/** Calls that go on at once. */
const atOnce = 12;

const planId = (n: number) => `dlp_01JTEST0000000000000000${String(n).padStart(3, '0')}`;
const asWalked = (text: string) => text.replaceAll('Stasis(dealbell,', `Stasis(${walkerApp},`);

/** The same plan with short sounds and waits, so that it is walked in seconds; its ways are the same. */
const brief = (step: PlanStep): PlanStep => {
  const sound = { file: 'beep' };
  if (step.type === 'answer') return { ...step, delay: 0 };
  if (step.type === 'playback') return { ...step, sound };
  if (step.type === 'record') return { ...step, prompt: sound };
  if (step.type === 'collect') return { ...step, prompt: sound, least: 2, most: 2, timeout: 4, tries: 1 };
  if (step.type === 'ivr')
    return { ...step, prompt: sound, invalidPrompt: step.invalidPrompt && sound, timeout: 4, maxRetries: 1 };
  return step;
};

/** The keys that a menu does not have, of which the first is pressed in error. */
const wrongKey = (step: StepOf<'ivr'>) =>
  [...'1234567890*#'].find((key) => !step.keys.some(({ digit }) => digit === key));

/** What is typed where two digits are asked for, by the way that it leads to. */
const typedFor: Record<string, string> = { collected: '55', invalid: '5#' };

interface Edge {
  steps: PlanSteps;
  n: number;
  step: PlanStep;
  way: string;
  acting: Acting;
}

/** What is to be walked of a plan: each way of each node that a caller or the bridge decides on. */
function edgesOf(steps: PlanSteps, n: number): Edge[] {
  return steps.flatMap((step) =>
    [...waysOut(step).keys()].flatMap((way): Edge[] => {
      const edge = { steps, n, step, way };
      // The bridge takes the call elsewhere: deploy.test.ts has it do so.
      if (way === jumped) return [];
      if (step.type === 'condition')
        return ['leadStatus', 'leadTag', 'queueLength'].includes(step.condition.type)
          ? [{ ...edge, acting: { way } }]
          : [];
      if (step.type === 'collect')
        return [{ ...edge, acting: way === 'timeout' ? {} : { typed: typedFor[way]! } }];
      // By the clock.
      if (step.type === 'hours') return [];
      if (step.type !== 'ivr') return [{ ...edge, acting: { way } }];
      if (way === 'timeout') return [{ ...edge, acting: {} }];
      const key = way === 'invalid' ? wrongKey(step) : way.replace('option-', '');
      const does = step.keys.find(({ digit }) => digit === key)?.does;
      // Pressed over and over, a key that asks to hear it again never ends.
      return key && !(does && 'act' in does && does.act === 'repeat') ? [{ ...edge, acting: { key } }] : [];
    }),
  );
}

describe.skipIf(reason)('compiled plans on a real Asterisk', () => {
  let exchange: TestExchange;
  let walker: Walker;

  beforeAll(async () => {
    exchange = await TestExchange.start();
    walker = await Walker.open(exchange);
  });
  afterAll(async () => {
    walker?.close();
    await exchange?.stop();
  });

  test(`${plans} of them load without a warning, and each way leads where the simulator goes`, async () => {
    const drawn = fc.sample(anyPlan(8), { numRuns: plans, seed: 20_261_125 });
    const compiled = drawn.map((steps, n) =>
      compilePlan(steps, { tenant: 1, planId: planId(n), now: Date.now() }),
    );
    const before = exchange.warnings.length;
    await exchange.addDialPlan(compiled.map(({ text }) => text).join('\n'));
    expect(exchange.warnings.slice(before)).toEqual([]);

    const walked = drawn.map((steps) => steps.map(brief));
    const texts = walked.map((steps, n) =>
      asWalked(compilePlan(steps, { tenant: 2, planId: planId(n), now: Date.now() }).text),
    );
    await exchange.addDialPlan(texts.join('\n'));
    const atPlan = (n: number) => ({ plan: `t2-p${planId(n).replace('dlp_', '')}`, planId: planId(n) });
    // One that leads back to its own node is seen nowhere else.
    const edges = walked.flatMap(edgesOf).filter(({ steps, n, step, way }) => {
      const at = atPlan(n);
      return nextContext(steps, step, way, at) !== nodeContext(at.plan, step.id);
    });
    const wrong: string[] = [];
    const next = edges.values();
    const caller = async () => {
      for (const { steps, n, step, way, acting } of next) {
        const at = atPlan(n);
        const expected = nextContext(steps, step, way, at);
        const came = await walker.walk(nodeContext(at.plan, step.id), acting);
        if (came !== expected)
          wrong.push(`${at.plan} ${step.id} ${step.type} ${way}: ${came}, not ${expected}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
    console.log(`dial plans: ${plans} loaded, ${edges.length} ways walked`);
    expect(wrong).toEqual([]);
    expect(edges.length).toBeGreaterThan(plans * 5);
  }, 400_000);

  test('every sound that a plan may play is among those that Asterisk brings', () => {
    const { data } = treeOf(reachableFolder(packagesFolder()));
    const files = readdirSync(join(data, 'sounds/en_US_f_Allison'));
    for (const name of Object.keys(exchangeSounds)) expect(files).toContain(`${name}.wav`);
  });

  test('conditions come to what the simulator says of the same call', async () => {
    const facts = {
      at: Date.now(),
      callerNumber: '+13055550101',
      callerName: 'Ann O Neil-2',
      calledNumber: '+12175550100',
      lead: null,
      waiting: {},
      collected: { account: '4711' },
      language: 'es',
    } satisfies CallFacts;
    const zones = ['America/New_York', 'Asia/Tokyo', 'UTC'];
    const hours = zones.flatMap((timeZone) => {
      const { date, minute } = localTime(timeZone, facts.at);
      const today = weekdayOf(date);
      const weekWith = (window: [number, number] | null, others: [number, number] | null) =>
        Array.from({ length: 7 }, (_, day) => (day === today ? window : others));
      const around: [number, number] = [Math.max(0, minute - 30), Math.min(1440, minute + 30)];
      const over: [number, number] = minute > 720 ? [0, minute - 60] : [minute + 60, 1440];
      return [
        weekWith(around, null),
        weekWith(over, [0, 1440]),
        weekWith([0, 1440], null),
        weekWith(null, [0, 1440]),
      ].map((week): Condition => ({ type: 'hours', hours: { timeZone, week } }));
    });
    const says = (
      name: 'callerName' | 'calledNumber' | 'language' | 'account',
      test: 'is' | 'startsWith',
      value: string,
    ): Condition => ({
      type: 'variable',
      name,
      test,
      value,
    });
    const conditions: Condition[] = [
      ...hours,
      { type: 'callerArea', areaCodes: ['212', '305'] },
      { type: 'callerArea', areaCodes: ['212', '550'] },
      { type: 'callerNumber', numbers: ['+12125550101', '+13055550101'] },
      { type: 'callerNumber', numbers: ['+13055550102'] },
      says('callerName', 'is', 'Ann O Neil-2'),
      says('callerName', 'is', 'Ann'),
      says('callerName', 'startsWith', 'Ann O'),
      says('callerName', 'startsWith', 'nn'),
      says('language', 'is', 'es'),
      says('language', 'is', 'en'),
      says('account', 'is', '4711'),
      says('account', 'startsWith', '47'),
      says('account', 'is', '471'),
      says('calledNumber', 'is', '+12175550100'),
      says('calledNumber', 'startsWith', '+1217'),
      says('calledNumber', 'startsWith', '+1305'),
      { type: 'holiday', place: 'NY', timeZone: 'America/New_York' },
    ];
    const ends = ['yes', 'no'].map((id): PlanStep => ({ id, type: 'hangup', cause: 16, ways: {} }));
    const steps: PlanSteps = [
      { id: 'start', type: 'start', ways: { next: 'c0' } },
      ...conditions.map(
        (condition, n): PlanStep => ({
          id: `c${n}`,
          type: 'condition',
          condition,
          ways: { true: 'yes', false: 'no' },
        }),
      ),
      ...ends,
    ];
    const { text, context } = compilePlan(steps, { tenant: 3, planId: planId(0), now: facts.at });
    const entries = conditions.map(
      (_, n) =>
        `[enter-c${n}]\nexten => s,1,Set(CALLERID(num)=\${WALK_NUMBER})\n same => n,Set(CALLERID(name)=\${WALK_NAME})\n same => n,Set(DEALBELL_CALLED=\${WALK_CALLED})\n same => n,Goto(${context}-c${n},s,1)\n`,
    );
    const before = exchange.warnings.length;
    await exchange.addDialPlan([text, ...entries].join('\n'));
    const answers = async (callerName: string) =>
      Promise.all(
        conditions.map((_, n) =>
          walker.walk(`enter-c${n}`, {
            through: `${context}-c${n}`,
            variables: {
              WALK_NUMBER: facts.callerNumber,
              WALK_NAME: callerName,
              WALK_CALLED: facts.calledNumber,
              DEALBELL_LANGUAGE: facts.language,
              DEALBELL_DIGITS_account: facts.collected.account,
            },
          }),
        ),
      );
    const expected = (callerName: string) =>
      conditions.map((one) => `${context}-${holds(one, { ...facts, callerName }) ? 'yes' : 'no'}`);
    expect(await answers(facts.callerName)).toEqual(expected(facts.callerName));
    // Whoever calls may name themselves as they like.
    for (const evil of ['"] | 1 | $["', `\${GLOBAL(x)}`, 'Ann",1) = (1', '\\")]?'])
      expect(await answers(evil), evil).toEqual(expected(evil));
    expect(exchange.warnings.slice(before)).toEqual([]);
  }, 120_000);
});
