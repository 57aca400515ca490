import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planTextProblems } from '#shared/exchange/plan-text/check.ts';
import { readPlan } from '#shared/exchange/plan-text/read.ts';
import { type PlanStep, type PlanSteps, planSteps, waysOut } from '#shared/model/dialplan/steps.ts';
import { compilePlan } from './compile.ts';
import { anyPlan } from './generated-plans.ts';
import { nodeContext, planContext } from './names.ts';
import { nextContext } from './next-context.ts';
import { type Happening, runText } from './run-text.ts';

const at = { tenant: 7, planId: 'dlp_01JABCDEFGHJKMNPQRSTVWXYZ0', now: Date.parse('2026-11-25T12:00:00Z') };
const plan = planContext(at.tenant, at.planId);

/** What has a call leave a step by a way. */
function happeningOf(step: PlanStep, way: string): Happening {
  if (step.type !== 'ivr') return { way };
  if (way === 'timeout') return { key: 't' };
  return { key: way === 'invalid' ? 'i' : way.replace('option-', '') };
}

/** Whether a step's condition can be true at all: one whose hours are closed all week has no expression. */
const canBe = (step: PlanStep, way: string): boolean =>
  !(step.type === 'condition' && way === 'true' && step.condition.type === 'hours') ||
  (step.type === 'condition' &&
    step.condition.type === 'hours' &&
    step.condition.hours.week.some((day) => day !== null));

describe('a compiled plan', () => {
  it('is read back whole, in contexts of its own, and each way leads where the simulator goes', () => {
    let ways = 0;
    fc.assert(
      fc.property(anyPlan(), (steps) => {
        const compiled = compilePlan(steps, at);
        const read = readPlan(compiled.text);
        expect([...read.keys()]).toEqual([plan, ...steps.map(({ id }) => nodeContext(plan, id))]);
        expect(read.get(plan)!.has(compiled.marker)).toBe(true);
        for (const step of steps)
          for (const way of waysOut(step).keys()) {
            if (!canBe(step, way)) continue;
            // A menu that a caller asks to hear again stays where it is; its silence then leads on.
            const again =
              step.type === 'ivr' && step.keys.find(({ digit }) => `option-${digit}` === way)?.does;
            const isRepeat = again && 'act' in again && again.act === 'repeat';
            const expected = nextContext(steps, step, isRepeat ? 'timeout' : way, {
              plan,
              planId: at.planId,
            });
            const context = nodeContext(plan, step.id);
            const came = runText(read, context, happeningOf(step, way));
            if (came !== expected) throw new Error(`${step.type} ${way}: ${came} is not ${expected}`);
            ways++;
          }
      }),
      { numRuns: 300 },
    );
    expect(ways).toBeGreaterThan(3_000);
  });

  it('is of what exchanges take', () => {
    fc.assert(
      fc.property(anyPlan(), (steps) => {
        expect(planSteps.safeParse(steps.filter(isPlain)).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('says nothing of what anybody wrote', () => {
    fc.assert(
      fc.property(anyPlan(), (steps) => {
        const { text } = compilePlan(steps, at);
        expect(text).toMatch(/^[\x20-\x7e\n]*$/);
        for (const word of ['SHELL', 'System', '#exec', 't2-pother']) expect(text).not.toContain(word);
      }),
    );
  });

  it('has another marker when anything in it is another', () => {
    const hangup = (cause: number): PlanSteps => [
      { id: 'start', type: 'start', ways: { next: 'a' } },
      { id: 'a', type: 'hangup', cause, ways: {} },
    ];
    const [one, same, other] = [16, 16, 17].map((cause) => compilePlan(hangup(cause), at));
    expect([one!.marker, one!.marker === same!.marker, one!.marker === other!.marker]).toEqual([
      expect.stringMatching(/^sha-[0-9a-f]{32}$/),
      true,
      false,
    ]);
  });

  it.each([
    [
      {
        id: 'a',
        type: 'condition',
        condition: { type: 'variable', name: 'callerName', test: 'is', value: '"]' },
      },
      'value',
    ],
    [{ id: 'a', type: 'condition', condition: { type: 'callerNumber', numbers: ['+1305\n[x]'] } }, 'e164'],
    [
      { id: 'a', type: 'condition', condition: { type: 'holiday', place: 'NY', timeZone: 'A,B' } },
      'timeZone',
    ],
    [{ id: 'a', type: 'playback', sound: { file: '../../etc/passwd' }, allowSkip: false }, 'sound'],
    [{ id: 'a', type: 'playback', sound: { recording: 'rec_a/../../b' }, allowSkip: false }, 'recording'],
    [
      {
        id: 'a',
        type: 'collect',
        prompt: { file: 'beep' },
        variable: 'a=1)\nexten => s,9,System(x',
        least: 1,
        most: 4,
        timeout: 5,
        tries: 3,
        ways: { collected: null, invalid: null, timeout: null },
      },
      'collected',
    ],
    [{ id: 'a', type: 'hangup', cause: '16)\nexten => s,2,System(x' }, 'digits'],
    [{ id: 'a]\n[b', type: 'hangup', cause: 16 }, 'name'],
  ])('is refused where a field is none: %#', (step, kind) => {
    const steps = [
      { id: 'start', type: 'start', ways: { next: step.id } },
      { ways: { next: null, true: null, false: null }, ...step },
    ] as never;
    expect(() => compilePlan(steps, at)).toThrow(`no ${kind}.`);
  });
});

/** Whose texts the contract would take as they are: those of leads it trims and bounds. */
const isPlain = (step: PlanStep): boolean =>
  step.type !== 'condition' || !['leadTag', 'leadStatus'].includes(step.condition.type);

describe('what Asterisk would not tell of a plan', () => {
  const lines = (...more: string[]) => [`[${plan}]`, 'exten => s,1,Answer()', ...more].join('\n');

  it.each([
    ['an unknown application', lines(' same => n,Anser()'), 'there is no application Anser'],
    ['one that is not loaded', lines(' same => n,System(id)'), 'there is no application System'],
    ['a way to a context that there is not', lines(` same => n,Goto(${plan}-b,s,1)`), 'which is not there'],
    ['a way to a priority that there is not', lines(' same => n,Goto(s,9)'), 'which is not there'],
    ['a way to a label that there is not', lines(' same => n,GotoIf($[1]?s,again)'), 'which is not there'],
    ['a way to another tenant', lines(' same => n,Goto(t8-pother,s,1)'), 'which is not there'],
    [
      'a context of another tenant',
      `${lines()}\n[t8-pother]\nexten => s,1,Hangup()`,
      't8-pother is not the plan’s own',
    ],
    [
      'a context whose name only begins alike',
      `${lines()}\n[${plan}0]\nexten => s,1,Hangup()`,
      'not the plan’s own',
    ],
    ['a file of another folder', lines(' same => n,Playback(/etc/passwd)'), 'no sound of a plan’s'],
    ['a file by a variable', lines(` same => n,Background(\${x}/rec_a)`), 'no sound of a plan’s'],
    ['a file by Read', lines(' same => n,Read(DEALBELL_TYPED,/etc/passwd,4,,1,5)'), 'what no plan gives it'],
    ['a variable of another’s by Read', lines(' same => n,Read(x,beep,4,,1,5)'), 'what no plan gives it'],
    ['a missing first priority', `[${plan}]\nexten => s,2,Answer()`, 'has no priority 1'],
    ['an extension twice', `${lines()}\nexten => s,1,Hangup()`, 'is there already'],
    ['a context twice', `${lines()}\n${lines()}`, 'is there already'],
    ['an included file', lines('#include /etc/passwd'), 'not a line of a dial plan'],
    ['a switch', lines('switch => IAX2/a'), 'not a line of a dial plan'],
  ])('is found: %s', (_, text, problem) => {
    expect(planTextProblems(text, plan).join('\n')).toContain(problem);
    expect(planTextProblems(lines(), plan)).toEqual([]);
  });
});
