import * as z from 'zod';
import { phoneKeys } from '../ivr.ts';
import { condition } from './condition.ts';
import { dialStrategies, musicChoices, nodeId } from './nodes.ts';
import { type StepSound, stepSound } from './step-sound.ts';
import { answerMs } from './types/define.ts';
import { isMore, type MoreType, moreTypes } from './types/index.ts';
import { jumped } from './types/jump.ts';

export { recordingName, type StepSound } from './step-sound.ts';

/*
 * A plan as an exchange runs it: every id of the workspace's is replaced by what it stands for there. The compiler, the
 * simulator and the sandbox's exchange all read this and nothing else.
 */

/** The extension whose mailbox it is. */
const mailboxId = z.string().regex(/^ext_[\w-]{1,60}$/);
const e164 = z.string().regex(/^\+[1-9]\d{7,14}$/);

/** Whom a caller is put through to. */
export const stepTarget = z.union([
  z.strictObject({ extension: z.string().regex(/^\d{2,8}$/) }),
  z.strictObject({ queueId: z.string().regex(/^que_[\w-]{1,60}$/) }),
  z.strictObject({ number: e164 }),
]);
export type StepTarget = z.output<typeof stepTarget>;

/** Where a call goes that leaves a plan for good: to somebody, or on in another plan. */
export const beyond = z.union([
  ...stepTarget.options,
  z.strictObject({ planId: z.string().regex(/^dlp_[\w-]{1,60}$/) }),
]);
export type Beyond = z.output<typeof beyond>;

const labelsOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);
const next = nodeId.nullable().describe('null: the call ends there');

/** What a key of a menu does. */
const keyAct = z.union([
  z.strictObject({ next: nodeId }),
  z.strictObject({ to: stepTarget }),
  z.strictObject({ act: z.enum(['repeat', 'hangup']) }),
]);
export type KeyAct = z.output<typeof keyAct>;

type MoreFields = { [K in MoreType]: (typeof moreTypes)[K]['fields'] };
type MorePorts = { [K in MoreType]: (typeof moreTypes)[K]['ports'][number] };

const stepOfType = <T extends MoreType, F extends z.ZodRawShape, P extends string>(
  type: T,
  fields: F,
  ports: readonly P[],
) =>
  z.strictObject({
    id: nodeId,
    type: z.literal(type),
    ...fields,
    ways: z.strictObject(Object.fromEntries(ports.map((port) => [port, next])) as Record<P, typeof next>),
  });
type MoreStep = { [K in MoreType]: ReturnType<typeof stepOfType<K, MoreFields[K], MorePorts[K]>> }[MoreType];
const moreSteps = Object.values(moreTypes).map(({ type, fields, ports }) =>
  stepOfType(type, fields as z.ZodRawShape, ports as readonly string[]),
) as unknown as MoreStep[];

export const planStep = z.discriminatedUnion('type', [
  z.strictObject({ id: nodeId, type: z.literal('start'), ways: z.strictObject({ next }) }),
  z.strictObject({
    id: nodeId,
    type: z.literal('answer'),
    delay: z.number().int().min(0).max(10),
    playRinging: z.boolean(),
    ways: z.strictObject({ next }),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('dial'),
    strategy: labelsOf(dialStrategies),
    timeout: z.number().int().min(5).max(120),
    callerId: e164.nullable(),
    to: z.array(stepTarget).min(1).max(20),
    ways: z.strictObject({ answered: next, busy: next, noanswer: next, failed: next }),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('playback'),
    sound: stepSound,
    allowSkip: z.boolean(),
    ways: z.strictObject({ next }),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('ivr'),
    prompt: stepSound,
    invalidPrompt: stepSound.nullable(),
    maxRetries: z.number().int().min(1).max(5),
    timeout: z.number().int().min(1).max(30),
    keys: z.array(z.strictObject({ digit: z.enum(phoneKeys), does: keyAct })).max(phoneKeys.length),
    ways: z.strictObject({ timeout: next, invalid: next }),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('queue'),
    queueId: z.string().regex(/^que_[\w-]{1,60}$/),
    maxWaitTime: z.number().int().min(30).max(3_600),
    musicOnHold: labelsOf(musicChoices),
    announcePosition: z.boolean(),
    ways: z.strictObject({ answered: next, timeout: next, full: next }),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('condition'),
    condition,
    ways: z.strictObject({ true: next, false: next }),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('voicemail'),
    boxId: mailboxId,
    ways: z.strictObject({}),
  }),
  z.strictObject({
    id: nodeId,
    type: z.literal('hangup'),
    cause: z.number().int().min(1).max(127),
    ways: z.strictObject({}),
  }),
  ...moreSteps,
]);
export type PlanStep = z.output<typeof planStep>;
export type StepOf<T extends PlanStep['type']> = Extract<PlanStep, { type: T }>;

/** A whole plan: the start is the first. */
export const planSteps = z.array(planStep).min(1).max(200);
export type PlanSteps = z.output<typeof planSteps>;

/** What callers hear of a step, in the order in which they hear it. */
export function soundsOf(step: PlanStep): StepSound[] {
  if (step.type === 'playback') return [step.sound];
  if (step.type === 'collect' || step.type === 'record') return [step.prompt];
  if (step.type !== 'ivr') return [];
  return step.invalidPrompt ? [step.prompt, step.invalidPrompt] : [step.prompt];
}

/** A step with other sounds, each made of the one that it has. */
export function withSounds(step: PlanStep, to: (sound: StepSound) => StepSound): PlanStep {
  if (step.type === 'playback') return { ...step, sound: to(step.sound) };
  if (step.type === 'collect' || step.type === 'record') return { ...step, prompt: to(step.prompt) };
  if (step.type !== 'ivr') return step;
  return { ...step, prompt: to(step.prompt), invalidPrompt: step.invalidPrompt && to(step.invalidPrompt) };
}

/** The recording that callers hear first at a step; undefined where that is something else. */
export function recordingAt(step: PlanStep | undefined): string | undefined {
  const [first] = step ? soundsOf(step) : [];
  return first && 'recording' in first ? first.recording : undefined;
}

/** The recordings that a plan plays, each once. */
export const recordingsOf = (steps: PlanSteps): string[] => [
  ...new Set(steps.flatMap(soundsOf).flatMap((sound) => ('recording' in sound ? [sound.recording] : []))),
];

/** What an exchange asks the product at a step, as the event has it; undefined where it knows the way itself. */
export function questionOf(step: PlanStep): PlanQuestion | undefined {
  if (step.type === 'voicemail') return { type: step.type, boxId: step.boxId };
  if (!isMore(step.type) || !moreTypes[step.type].isAsked) return undefined;
  const { id: _, ways: _ways, ...question } = step;
  return question as PlanQuestion;
}

const questionOfType = <T extends MoreType, F extends z.ZodRawShape>(type: T, fields: F) =>
  z.strictObject({ type: z.literal(type), ...fields });
type Asked = { [K in MoreType]: (typeof moreTypes)[K]['isAsked'] extends true ? K : never }[MoreType];
/** How the box stands at that moment: its greeting may be another one since the plan was deployed. */
const aboutVoicemail = z.strictObject({ type: z.literal('voicemail'), boxId: mailboxId });
type Question =
  | { [K in Asked]: ReturnType<typeof questionOfType<K, MoreFields[K]>> }[Asked]
  | typeof aboutVoicemail;
const questions = [
  ...Object.values(moreTypes)
    .filter(({ isAsked }) => isAsked)
    .map(({ type, fields }) => questionOfType(type, fields as z.ZodRawShape)),
  aboutVoicemail,
];

/** The fields of a step that the product answers. */
export const planQuestion = z.discriminatedUnion('type', questions as unknown as [Question, ...Question[]]);
export type PlanQuestion = z.output<typeof planQuestion>;

/** Ms that the product has to answer at a step that asks it. */
export const answersWithin = (step: PlanStep): number =>
  isMore(step.type) ? (moreTypes[step.type].answersWithin as (step: PlanStep) => number)(step) : answerMs;

/** The way that a call takes where nobody says which, out of a step that asks. */
export const otherwiseOf = (step: PlanStep): string =>
  isMore(step.type) ? moreTypes[step.type].otherwise : 'false';

/**
 * A step's ways out, with where each leads; those of a menu's keys too that do something of their own, and that of a jump
 * into the other plan.
 */
export function waysOut(step: PlanStep): ReadonlyMap<string, string | null> {
  const ways = new Map<string, string | null>(Object.entries(step.ways));
  if (step.type === 'jump') return new Map([[jumped, null], ...ways]);
  if (step.type !== 'ivr') return ways;
  const keys = step.keys.map(({ digit, does }): [string, string | null] => {
    if ('next' in does) return [`option-${digit}`, does.next];
    return [`option-${digit}`, 'act' in does && does.act === 'repeat' ? step.id : null];
  });
  return new Map([...keys, ...ways]);
}
