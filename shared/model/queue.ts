import * as z from 'zod';

import { queueStrategies } from '../exchange/commands.ts';
import { extensionStatus } from './extension.ts';
import { callbackFields } from './queue-callback.ts';
import { greeting, voicemailFields } from './voicemail.ts';

/** Bounds of queues; times in seconds. */
export const queueLimits = {
  queues: 200,
  /** That one extension takes calls of: they are changed in one transaction with it. */
  queuesOfExtension: 20,
  name: 80,
  members: 200,
  penalty: 100,
  groups: 20,
  /** Queues that name one group: they are told of in one transaction with it. */
  queuesOfGroup: 20,
  reason: 60,
  timeout: { min: 5, max: 120, default: 20 },
  maxWaitTime: { min: 30, max: 3600, default: 300 },
  wrapUpSeconds: { max: 600, default: 0 },
  maxCallers: { max: 1000, default: 100 },
  /** Days that figures look back. */
  statisticsDays: 31,
} as const;

/** A caller who is answered within so many seconds counts for the service level. */
export const serviceLevelSeconds = 20;

/** Who of the members is called next, by Asterisk's names, as people say it. */
export const queueStrategyLabels: Readonly<Record<(typeof queueStrategies)[number], string>> = {
  ringall: 'All phones at once',
  leastrecent: 'Who has been free for longest',
  fewestcalls: 'Who had the fewest calls',
  random: 'At random',
  rrmemory: 'In turn, going on after the last one',
  rrordered: 'In turn, in the order of the list',
  linear: 'Always from the top of the list',
  wrandom: 'At random, by penalty',
};

export const musicOnHold = { default: 'Standard music', none: 'Silence', custom: 'Own music' } as const;

const { timeout, maxWaitTime, wrapUpSeconds, maxCallers } = queueLimits;
const seconds = (min: number, max: number) =>
  z.number().int().min(min, `At least ${min} seconds.`).max(max, `At most ${max} seconds.`);

/** What people set of a queue, for the form, the calls and the store. */
export const queueFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(queueLimits.name, `At most ${queueLimits.name} characters.`),
  strategy: z.enum(queueStrategies).default('rrmemory'),
  timeout: seconds(timeout.min, timeout.max)
    .default(timeout.default)
    .describe('seconds that a member’s phone rings'),
  maxWaitTime: seconds(maxWaitTime.min, maxWaitTime.max)
    .default(maxWaitTime.default)
    .describe('seconds that a caller waits at most'),
  wrapUpSeconds: seconds(0, wrapUpSeconds.max)
    .default(wrapUpSeconds.default)
    .describe('seconds after a call in which a member is not called'),
  maxCallers: z
    .number()
    .int()
    .min(1)
    .max(maxCallers.max)
    .default(maxCallers.default)
    .describe('callers who wait at the same time; the next one is turned away'),
  musicOnHold: z.enum(Object.keys(musicOnHold) as (keyof typeof musicOnHold)[]).default('default'),
  announcePosition: z.boolean().default(true).describe('callers are told how many are before them'),
  ...voicemailFields,
  ...callbackFields,
});

const penalty = z
  .number()
  .int()
  .min(0)
  .max(queueLimits.penalty)
  .describe('members of a lower one are called first');

/** A member as it is stored. */
export const queueMember = z.object({
  extensionId: z.string(),
  penalty,
  paused: z.boolean(),
  reason: z.string().describe('why it is paused; empty while it is not'),
});
export type QueueMember = z.output<typeof queueMember>;

/** A group whose agents are members, as it is stored. */
export const queueGroup = z.object({ groupId: z.string(), penalty });
export type QueueGroup = z.output<typeof queueGroup>;

/** That somebody who is a member by a group takes no calls of the queue, and why. */
export const groupPause = z.object({ extensionId: z.string(), reason: z.string() });

/** A group as it is answered. */
export const shownGroup = queueGroup.extend({ name: z.string() });

/** A member as it is answered, with its extension as that stands. */
export const shownMember = queueMember.extend({
  groupId: z
    .string()
    .nullable()
    .describe('the group that it is a member by; null: the queue names it itself'),
  number: z.string(),
  name: z.string(),
  userId: z.string().nullable(),
  userName: z.string(),
  status: extensionStatus,
});
export type ShownMember = z.output<typeof shownMember>;

export const queue = z.object({
  id: z.string(),
  number: z.string(),
  ...queueFields.shape,
  greeting,
  members: z
    .array(shownMember)
    .describe('those that the queue names, in the order in which they were added, then those of its groups'),
  groups: z.array(shownGroup).describe('whose agents are members while they are in them'),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Queue = z.output<typeof queue>;

const hour = z.object({
  at: z.string().describe('the beginning of the hour; ISO 8601 in UTC'),
  offered: z.number().int(),
  answered: z.number().int(),
  abandoned: z.number().int(),
});

/** What became of the callers of a queue. Seconds are whole; a rate of nobody is null. */
export const queueStats = z.object({
  since: z.string(),
  waiting: z.array(z.object({ callId: z.string(), since: z.string() })).describe('now, the longest first'),
  offered: z.number().int().describe('callers who came; those who wait among them'),
  answered: z.number().int(),
  abandoned: z.number().int().describe('hung up while they waited'),
  timedOut: z.number().int().describe('waited as long as they could'),
  turnedAway: z.number().int().describe('the queue was full'),
  left: z.number().int().describe('were put through elsewhere'),
  calledBack: z.number().int().describe('asked to be called back'),
  toCallBack: z.number().int().describe('asked to be called back, and are in line or being called now'),
  longestWait: z.number().int(),
  averageWait: z.number().int(),
  serviceLevel: z
    .number()
    .nullable()
    .describe(`of all who left: the share that was answered within ${serviceLevelSeconds} s; 0 to 1`),
  abandonment: z.number().nullable().describe('of all who left: the share that hung up; 0 to 1'),
  hours: z.array(hour).describe('of the hours in which somebody came, in their order'),
});
export type QueueStats = z.output<typeof queueStats>;
