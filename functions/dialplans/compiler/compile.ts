import { createHash } from 'node:crypto';
import { assertRuns } from '#shared/exchange/plan-text/check.ts';
import { callLanguages } from '#shared/model/dialplan/languages.ts';
import { otherwiseOf, type PlanStep, type PlanSteps, type StepOf } from '#shared/model/dialplan/steps.ts';
import { collectedVariable, expressionsOf } from './conditions.ts';
import { field, remark, soundFile } from './fields.ts';
import { nodeContext, planContext } from './names.ts';

/** A plan as Asterisk reads it. */
export interface CompiledPlan {
  /** Of extensions.conf: contexts of the plan's own and nothing else. */
  text: string;
  /** SHA-256 of the text without the line that names it, in hex: an exchange that has `marker` runs this text. */
  hash: string;
  /** Where a call begins: its extension `s`. */
  context: string;
  /** An extension of that context that there is in no other version of the plan. */
  marker: string;
}

interface Compiling {
  planId: string;
  /** What the names of the plan's contexts begin with. */
  plan: string;
  /** Ms since 1970. */
  now: number;
}

/** What an extension does, one application after another; the first may be preceded by its label. */
type Actions = string[];

const extension = (name: string, [first, ...others]: Actions): string[] => [
  `exten => ${name},1,${first}`,
  ...others.map((one) => ` same => n${one.startsWith('(') ? one : `,${one}`}`),
];

/** Where a way leads, as Goto and GotoIf are given it. */
const placeOf = ({ plan }: Compiling, next: string | null): string =>
  next === null ? `${plan},end,1` : `${nodeContext(plan, next)},s,1`;

/** Has the bridge do a step, and goes on by the way that it names; by `otherwise` too while the bridge is away. */
function byBridge(at: Compiling, step: PlanStep, otherwise: string): Actions {
  const ways = new Map<string, string | null>(Object.entries(step.ways));
  return [
    'Set(DEALBELL_WAY=)',
    `Stasis(dealbell,plan,${field('name', at.planId)},${field('name', step.id)})`,
    ...[...ways]
      .filter(([way]) => way !== otherwise)
      .map(([way, next]) => `GotoIf($["\${DEALBELL_WAY}" = "${field('name', way)}"]?${placeOf(at, next)})`),
    `Goto(${placeOf(at, ways.get(otherwise) ?? null)})`,
  ];
}

function menu(at: Compiling, step: StepOf<'ivr'>): string[] {
  const { plan, planId } = at;
  const isLast = `$[\${DEALBELL_TRY} >= ${field('digits', step.maxRetries)}]`;
  const again = (next: string | null, said: Actions): Actions => [
    `GotoIf(${isLast}?${placeOf(at, next)})`,
    ...said,
    'Goto(s,next)',
  ];
  const keys = step.keys.flatMap(({ digit, does }) => {
    const key = field('key', digit);
    if ('next' in does) return extension(key, [`Goto(${placeOf(at, does.next)})`]);
    if ('to' in does)
      return extension(key, [
        `Stasis(dealbell,plan,${field('name', planId)},${field('name', step.id)},${key})`,
        `Goto(${plan},end,1)`,
      ]);
    // Who asks to hear it again has not failed to answer.
    return extension(key, [does.act === 'repeat' ? 'Goto(s,play)' : `Goto(${plan},end,1)`]);
  });
  return [
    ...extension('s', [
      'Answer()',
      'Set(DEALBELL_TRY=0)',
      `(next),Set(DEALBELL_TRY=$[\${DEALBELL_TRY} + 1])`,
      `(play),Background(${soundFile(step.prompt)})`,
      `WaitExten(${field('digits', step.timeout)})`,
    ]),
    ...keys,
    ...extension('t', again(step.ways.timeout, [])),
    ...extension(
      'i',
      again(step.ways.invalid, step.invalidPrompt ? [`Playback(${soundFile(step.invalidPrompt)})`] : []),
    ),
  ];
}

function condition(at: Compiling, step: StepOf<'condition'>): string[] {
  const expressions = expressionsOf(step.condition, at.now);
  if (!expressions) return extension('s', byBridge(at, step, 'false'));
  return extension('s', [
    ...expressions.map((one) => `GotoIf(${one}?${placeOf(at, step.ways.true)})`),
    `Goto(${placeOf(at, step.ways.false)})`,
  ]);
}

/** An extension for each way, which says afterwards by which the call went. @param before what a way does first */
const byWay = (
  at: Compiling,
  ways: Record<string, string | null>,
  before: Partial<Record<string, Actions>> = {},
) =>
  Object.entries(ways).flatMap(([way, next]) =>
    extension(way, [...(before[way] ?? []), `Goto(${placeOf(at, next)})`]),
  );

/** What is typed stays with the call under its name: digits alone, so that it means nothing wherever it is written. */
function collect(at: Compiling, step: StepOf<'collect'>): string[] {
  const { least, most, timeout, tries, variable } = step;
  const typed = `\${LEN(\${DEALBELL_TYPED})}`;
  const read = `${soundFile(step.prompt)},${field('digits', most)},,1,${field('digits', timeout)}`;
  return [
    ...extension('s', [
      'Answer()',
      'Set(DEALBELL_TRY=0)',
      `(next),Set(DEALBELL_TRY=$[\${DEALBELL_TRY} + 1])`,
      `Read(DEALBELL_TYPED,${read})`,
      `Set(DEALBELL_TYPED=\${FILTER(0-9,\${DEALBELL_TYPED})})`,
      `GotoIf($[${typed} >= ${field('digits', least)}]?collected,1)`,
      `GotoIf($[\${DEALBELL_TRY} < ${field('digits', tries)}]?s,next)`,
      `GotoIf($[${typed} > 0]?invalid,1)`,
      'Goto(timeout,1)',
    ]),
    ...byWay(at, step.ways, {
      collected: [`Set(${collectedVariable(variable)}=\${DEALBELL_TYPED})`],
    }),
  ];
}

function hours(at: Compiling, step: StepOf<'hours'>): string[] {
  const { holidays: place, hours: open } = step;
  const { timeZone } = open;
  const isHoliday = place === null ? [] : expressionsOf({ type: 'holiday', place, timeZone }, at.now)!;
  const isOpen = expressionsOf({ type: 'hours', hours: open }, at.now)!;
  return [
    ...extension('s', [
      ...isHoliday.map((one) => `GotoIf(${one}?holiday,1)`),
      ...isOpen.map((one) => `GotoIf(${one}?open,1)`),
      'Goto(closed,1)',
    ]),
    ...byWay(at, step.ways),
  ];
}

/** The caller hears what to say, and the bridge records them. */
function record(at: Compiling, step: StepOf<'record'>): string[] {
  return extension('s', [
    'Answer()',
    `Playback(${soundFile(step.prompt)})`,
    ...byBridge(at, step, otherwiseOf(step)),
  ]);
}

/** Asterisk plays its own sounds in that language, and conditions may ask for it. */
function language(at: Compiling, step: StepOf<'language'>): string[] {
  return extension('s', [
    `Set(CHANNEL(language)=${field('name', callLanguages[step.language].sounds)})`,
    `Set(DEALBELL_LANGUAGE=${field('name', step.language)})`,
    `Goto(${placeOf(at, step.ways.next)})`,
  ]);
}

function linesOf(at: Compiling, step: PlanStep): string[] {
  switch (step.type) {
    case 'start':
      return extension('s', [`Goto(${placeOf(at, step.ways.next)})`]);
    case 'answer':
      return extension('s', [
        ...(step.playRinging ? ['Ringing()'] : []),
        ...(step.delay > 0 ? [`Wait(${field('digits', step.delay)})`] : []),
        'Answer()',
        `Goto(${placeOf(at, step.ways.next)})`,
      ]);
    case 'playback': {
      const file = soundFile(step.sound);
      const goesOn = `Goto(${placeOf(at, step.ways.next)})`;
      if (!step.allowSkip) return extension('s', [`Playback(${file})`, goesOn]);
      return [...extension('s', [`Background(${file})`, goesOn]), ...extension('_[0-9*#]', [goesOn])];
    }
    case 'ivr':
      return menu(at, step);
    case 'dial':
      return extension('s', byBridge(at, step, 'failed'));
    case 'queue':
      return extension('s', byBridge(at, step, 'timeout'));
    case 'condition':
      return condition(at, step);
    case 'hangup':
      return extension('s', [`Hangup(${field('digits', step.cause)})`]);
    case 'hours':
      return hours(at, step);
    case 'collect':
      return collect(at, step);
    case 'record':
      return record(at, step);
    case 'language':
      return language(at, step);
    default:
      return extension('s', byBridge(at, step, otherwiseOf(step)));
  }
}

/**
 * Compiles a plan for Asterisk: a context for each node, whose extension `s` a call enters, and one for the plan, with
 * its marker. The same plan compiled again within the same year is the same text.
 * @param planId `dlp_…`; @param now ms since 1970
 * @throws where a field or a line is none that Asterisk would run as it is meant: a fault of the compiler's, as the
 *   contract has checked every field
 */
export function compilePlan(
  steps: PlanSteps,
  { tenant, planId, now }: Omit<Compiling, 'plan'> & { tenant: number },
): CompiledPlan {
  const plan = planContext(tenant, planId);
  const at = { planId, plan, now };
  const contexts = steps.map((step) =>
    [`[${nodeContext(plan, step.id)}]`, `; ${remark(step.type)}`, ...linesOf(at, step)].join('\n'),
  );
  const entry = (marker: string[]) =>
    [
      `[${plan}]`,
      ...extension('s', [`Goto(${nodeContext(plan, steps[0]!.id)},s,1)`]),
      ...extension('end', ['Hangup()']),
      ...marker,
    ].join('\n');
  const hash = createHash('sha256')
    .update([entry([]), ...contexts].join('\n\n'))
    .digest('hex');
  const marker = `sha-${hash.slice(0, 32)}`;
  const text = `${[entry(extension(marker, ['Hangup()'])), ...contexts].join('\n\n')}\n`;
  assertRuns(text, plan);
  return { text, hash, context: plan, marker };
}
