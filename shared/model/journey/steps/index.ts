import * as z from 'zod';
import { branchStep } from './branch.ts';
import { callStep } from './call.ts';
import { type Output, type StepDefinition, stepId } from './define.ts';
import { emailStep } from './email.ts';
import { assignStep, statusStep, tagStep } from './lead.ts';
import { celebrateStep, endStep, enterStep, webhookStep } from './others.ts';
import { smsStep } from './sms.ts';
import { splitStep } from './split.ts';
import { waitStep } from './wait.ts';

export { stepId } from './define.ts';

/** Every kind of step, in the order of the palette. A new kind is a definition here and a way to run it. */
const stepDefinitions = {
  call: callStep,
  sms: smsStep,
  email: emailStep,
  wait: waitStep,
  branch: branchStep,
  split: splitStep,
  end: endStep,
  tag: tagStep,
  status: statusStep,
  assign: assignStep,
  webhook: webhookStep,
  celebrate: celebrateStep,
  enter: enterStep,
} as const;

type Definitions = typeof stepDefinitions;
export type StepType = keyof Definitions;
export const stepTypes = Object.keys(stepDefinitions) as [StepType, ...StepType[]];
export type StepConfig<T extends StepType> = z.output<Definitions[T]['config']>;

const common = {
  name: z.string().trim().max(100, 'A name has at most 100 characters.').default(''),
  /** Where it stands on the builder's canvas, px. */
  position: z
    .strictObject({ x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) })
    .default({ x: 0, y: 0 }),
  /** Way out → the step that follows; null ends the journey there. */
  next: z.record(z.string().max(20), stepId.nullable()).default({}),
};

const one = <T extends StepType, E extends z.ZodRawShape>(type: T, extra: E) =>
  z.strictObject({
    ...extra,
    ...common,
    type: z.literal(type),
    config: (stepDefinitions[type].config as z.ZodType).prefault(
      {} as never,
    ) as unknown as Definitions[T]['config'],
  });

const anyStep = <E extends z.ZodRawShape>(extra: E) =>
  z.discriminatedUnion('type', [
    one('call', extra),
    one('sms', extra),
    one('email', extra),
    one('wait', extra),
    one('branch', extra),
    one('split', extra),
    one('end', extra),
    one('tag', extra),
    one('status', extra),
    one('assign', extra),
    one('webhook', extra),
    one('celebrate', extra),
    one('enter', extra),
  ]);

/** A step without its id, as callers write it. */
export const stepFields = anyStep({});
export type StepFields = z.output<typeof stepFields>;

export const step = anyStep({ id: stepId });
export type Step = z.output<typeof step>;
export type StepOf<T extends StepType> = Extract<Step, { type: T }>;

type AnyDefinition = StepDefinition<StepType, z.ZodType>;
export const definitionOf = (type: StepType): AnyDefinition =>
  stepDefinitions[type] as unknown as AnyDefinition;

/** What a step is called: one without a name by its kind. */
export const nameOf = ({ name, type }: { name: string; type: StepType }): string =>
  name.trim() || definitionOf(type).label;

export const outputsOf = ({ type, config }: StepFields): readonly Output[] =>
  definitionOf(type).outputs(config);
export const summaryOf = ({ type, config }: StepFields): string => definitionOf(type).summary(config);
export const channelOf = ({ type }: StepFields) => definitionOf(type).channel;

/** A new step of a kind, with its defaults. */
export function newStep<T extends StepType>(type: T, id: string, position = { x: 0, y: 0 }): StepOf<T> {
  return step.parse({ id, type, position, name: stepDefinitions[type].label }) as StepOf<T>;
}

/** The step that follows by a way out; null ends the journey. One that is not connected goes the first way. */
export function followerOf(of: StepFields, output: string): string | null {
  if (of.next[output] !== undefined) return of.next[output];
  const [first] = outputsOf(of);
  return (first && of.next[first.key]) ?? null;
}
