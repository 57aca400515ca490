import * as z from 'zod';
import { type PhoneKey, phoneKeys } from '../ivr.ts';
import { phoneInput } from '../lead.ts';
import { idOf, refersTo } from '../reference.ts';
import { condition } from './condition.ts';
import { soundFields, soundTextLimit } from './sound.ts';
import { isMore, type MoreType, moreTypes } from './types/index.ts';
import { wholeWithin } from './whole.ts';

export { exchangeSounds, playbackTypes } from './sound.ts';

/** Ranges of a node's fields (document 001, section 5). */
export const nodeLimits = {
  /** Seconds. */
  answerDelay: { min: 0, max: 10, default: 0 },
  ringTimeout: { min: 5, max: 120, default: 30 },
  ivrRetries: { min: 1, max: 5, default: 3 },
  ivrTimeout: { min: 1, max: 30, default: 5 },
  queueWait: { min: 30, max: 3_600, default: 300 },
  destinations: 20,
  text: soundTextLimit,
  name: 80,
} as const;

export const dialStrategies = {
  sequential: 'One after another',
  simultaneous: 'All at once',
  random: 'One after another, in any order',
  roundrobin: 'In turn',
} as const;
export const musicChoices = { default: 'Music', none: 'Silence', custom: 'Your own music' } as const;

/** Why a call is ended, with the cause that the caller's network is told (ITU-T Q.850). */
export const hangupReasons = {
  normal: { label: 'The call is over', cause: 16 },
  busy: { label: 'Busy', cause: 17 },
  rejected: { label: 'Refused', cause: 21 },
  unallocated: { label: 'The number is not in service', cause: 1 },
  congestion: { label: 'No line is free', cause: 34 },
} as const;

const keysOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);
const whole = ({ default: value, ...range }: { min: number; max: number; default: number }) =>
  wholeWithin(range).default(value);
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .default('');

/** Who is rung: an extension of the workspace, or any number. */
export const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('extension'), extensionId: refersTo('extension', idOf('ext')) }),
  z.strictObject({ kind: z.literal('number'), number: phoneInput }),
]);
export type Destination = z.output<typeof destination>;

type MoreData = { [K in MoreType]: (typeof moreTypes)[K]['data'] };
const moreData = Object.fromEntries(
  Object.entries(moreTypes).map(([type, { data }]) => [type, data]),
) as unknown as MoreData;

/** The settings of a node by its type. What is not chosen yet is null or empty: a draft may be saved with it. */
export const nodeData = {
  start: z.strictObject({}),
  answer: z.strictObject({
    delay: whole(nodeLimits.answerDelay).describe('seconds until the call is answered'),
    playRinging: z.boolean().default(false).describe('whether callers hear it ring meanwhile'),
  }),
  dial: z.strictObject({
    strategy: keysOf(dialStrategies).default('sequential'),
    destinations: z.array(destination).max(nodeLimits.destinations).default([]),
    timeout: whole(nodeLimits.ringTimeout).describe('seconds that each destination rings'),
    callerId: refersTo('did', idOf('did'))
      .nullable()
      .default(null)
      .describe('null: the number that was called'),
  }),
  playback: z.strictObject({
    ...soundFields,
    allowSkip: z.boolean().default(false).describe('whether a key goes on at once'),
  }),
  ivr: z.strictObject({
    ivrId: refersTo('ivrMenu', idOf('ivr')).nullable().default(null),
    name: text(nodeLimits.name),
    prompt: text(nodeLimits.text).describe("empty: the menu's own"),
    maxRetries: whole(nodeLimits.ivrRetries),
    timeout: whole(nodeLimits.ivrTimeout),
  }),
  queue: z.strictObject({
    queueId: refersTo('queue', idOf('que')).nullable().default(null),
    queueName: text(nodeLimits.name),
    maxWaitTime: whole(nodeLimits.queueWait),
    musicOnHold: keysOf(musicChoices).default('default'),
    announcePosition: z.boolean().default(true),
  }),
  condition: z.strictObject({ condition: condition.nullable().default(null) }),
  voicemail: z.strictObject({
    mailbox: refersTo('extension', idOf('ext'))
      .nullable()
      .default(null)
      .describe('the extension whose mailbox it is'),
  }),
  hangup: z.strictObject({ reason: keysOf(hangupReasons).default('normal') }),
  ...moreData,
};
export type NodeType = keyof typeof nodeData;
export const nodeTypes = Object.keys(nodeData) as [NodeType, ...NodeType[]];

/** What each node is called, and the group of the palette that it lies in; the start lies in none. */
export const nodeLabels: Record<NodeType, { label: string; group: string | null }> = {
  start: { label: 'Start', group: null },
  answer: { label: 'Answer', group: 'Call control' },
  dial: { label: 'Dial', group: 'Call control' },
  hangup: { label: 'Hangup', group: 'Call control' },
  voicemail: { label: 'Voicemail', group: 'Call control' },
  playback: { label: 'Playback', group: 'Media and IVR' },
  ivr: { label: 'IVR menu', group: 'Media and IVR' },
  queue: { label: 'Queue', group: 'Routing' },
  condition: { label: 'Condition', group: 'Routing' },
  ...moreTypes,
};

/** A node at which callers hear a sound that its own settings name. */
export const hasSound = (node: PlanNode): node is NodeOf<'playback' | 'collect' | 'record'> =>
  'filePath' in node.data;

/** A node's id is part of a name on the exchange. */
export const nodeId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,36}$/, 'Letters, digits, - and _ alone, at most 36.');
const place = z.number().min(-100_000).max(100_000);
const position = z.strictObject({ x: place, y: place });

const nodeOf = <T extends NodeType, D extends z.ZodObject>(type: T, data: D) =>
  z.strictObject({ id: nodeId, type: z.literal(type), position, data: data.prefault({} as never) });

type MoreNode = { [K in MoreType]: ReturnType<typeof nodeOf<K, MoreData[K]>> }[MoreType];
const moreNodes = Object.entries(moreData).map(([type, data]) =>
  nodeOf(type as MoreType, data),
) as MoreNode[];

export const planNode = z.discriminatedUnion('type', [
  nodeOf('start', nodeData.start),
  nodeOf('answer', nodeData.answer),
  nodeOf('dial', nodeData.dial),
  nodeOf('playback', nodeData.playback),
  nodeOf('ivr', nodeData.ivr),
  nodeOf('queue', nodeData.queue),
  nodeOf('condition', nodeData.condition),
  nodeOf('voicemail', nodeData.voicemail),
  nodeOf('hangup', nodeData.hangup),
  ...moreNodes,
]);
export type PlanNode = z.output<typeof planNode>;
export type NodeOf<T extends NodeType> = Extract<PlanNode, { type: T }>;

const fixedPorts: Record<Exclude<NodeType, 'ivr' | MoreType>, readonly string[]> = {
  start: ['next'],
  answer: ['next'],
  dial: ['answered', 'busy', 'noanswer', 'failed'],
  playback: ['next'],
  queue: ['answered', 'timeout', 'full'],
  condition: ['true', 'false'],
  voicemail: [],
  hangup: [],
};

/** The port of a key of a menu. */
export const optionPort = (digit: PhoneKey): string => `option-${digit}`;
/** All that a menu's node may have: which of them it has, its menu says. */
export const everyOptionPort: readonly string[] = phoneKeys.map(optionPort);

/**
 * A node's ways out.
 * @param keys of a menu's node: the keys that the menu has
 */
export const portsOf = (type: NodeType, keys: readonly PhoneKey[] = []): readonly string[] =>
  type === 'ivr'
    ? [...keys.map(optionPort), 'timeout', 'invalid']
    : isMore(type)
      ? moreTypes[type].ports
      : fixedPorts[type];
