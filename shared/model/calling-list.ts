import * as z from 'zod';
import { leadFilter, leadSort } from './lead-filter.ts';
import { refersTo } from './reference.ts';

/** Bounds of calling lists. */
export const callingListLimits = {
  lists: 100,
  name: 80,
  description: 500,
  agents: 200,
  /** Of so many leads that are due those in their best hour come first. */
  bestHourAmong: 500,
  groups: 50,
  /** Calls to one lead before the list gives it up. */
  attempts: { min: 1, max: 20, default: 6 },
  /** How long a lead that was not reached rests, in minutes; at most a week. */
  retryMinutes: { min: 15, max: 10_080, default: 240 },
  /**
   * How long a lead's phone rings, in seconds; not to be hung up on before 15 s or four rings (47 CFR 64.1200(a)(6)).
   */
  ringSeconds: { min: 15, max: 60, default: 25 },
  /** Lines for each free agent in power mode. */
  linesPerAgent: { min: 1, max: 3, default: 2 },
  /** The name that is said to who answers while nobody is free. */
  messageName: 120,
} as const;

const { name, description, agents, groups, attempts, retryMinutes, ringSeconds, linesPerAgent } =
  callingListLimits;
const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

/** How the calls of a list are dialled. */
export const diallingModes = {
  preview: {
    label: 'Preview',
    about: 'The agent sees the lead first, and dials when ready.',
  },
  progressive: {
    label: 'Progressive',
    about: 'Agents who are ready have lead after lead dialled, with their own phone on the line first.',
  },
  power: {
    label: 'Power',
    about: 'Several leads are rung for each free agent; who answers is put through to one.',
  },
  predictive: {
    label: 'Predictive',
    about: 'As many leads are rung as agents will be free to talk with, by the last calls of the list.',
  },
} as const;
export type DiallingMode = keyof typeof diallingModes;
export const diallingMode = z.enum(Object.keys(diallingModes) as [DiallingMode, ...DiallingMode[]]);

/** Whether the leads of a list are dialled by themselves for agents who are ready. */
export const dialsByItself = ({ mode }: { mode: DiallingMode }): boolean => mode !== 'preview';

/** Whether leads are rung before there is an agent on the line, so that some who answer may find nobody. */
export const ringsLeadsFirst = ({ mode }: { mode: DiallingMode }): boolean =>
  mode === 'power' || mode === 'predictive';

/**
 * What is played to who answers and finds nobody: the law wants the caller's name and a number to call
 * (47 CFR 64.1200(a)(7)(i)(A)). `sound` says both.
 */
export const abandonedMessage = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter the name that the message says.')
    .max(callingListLimits.messageName, `At most ${callingListLimits.messageName} characters.`),
  number: z
    .string()
    .trim()
    .min(1, 'Please enter the number that the message says.')
    .max(40, 'A phone number has at most 40 characters.')
    .describe('at which people may ask not to be called again; kept as E.164'),
  sound: z
    .string()
    .max(300)
    .regex(/^\/media\/\d{1,10}\/[\w./%-]+$/, 'Please add the sound of the message.')
    .describe('the file of an asset of the workspace: WAV, 8 kHz, mono, 16 bit'),
});
export type AbandonedMessage = z.output<typeof abandonedMessage>;

/** The fields of a list, for the form, the calls and the store. */
export const callingListFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(name, `At most ${name} characters.`),
  description: z.string().trim().max(description, `At most ${description} characters.`),
  filter: leadFilter.describe('which leads; one that no longer passes is not called'),
  sort: leadSort.describe('which of the leads that were not called yet comes first'),
  bestHourFirst: z
    .boolean()
    .describe(
      'whether, of the leads that are due, those come first whose own clock shows the hour in which most people answer',
    ),
  agentIds: z
    .array(refersTo('user', z.string().max(64)))
    .max(agents, `A list has at most ${agents} agents.`)
    .describe('who works it'),
  groupIds: z
    .array(refersTo('agentGroup', z.string().max(64)))
    .max(groups, `A list has at most ${groups} groups.`)
    .describe(
      'whose agents work it too, whoever is in them at the time; neither agents nor groups: everybody',
    ),
  maxAttempts: within(attempts),
  retryMinutes: within(retryMinutes),
  mode: diallingMode,
  ringSeconds: within(ringSeconds).describe('of calls that the list dials by itself'),
  didId: refersTo('did', z.string().max(64))
    .nullable()
    .describe('the number that leads see; null: that of the agent’s extension'),
  scriptId: refersTo('script', z.string().max(64))
    .nullable()
    .describe('what agents say, shown beside the call; null: none'),
  linesPerAgent: within(linesPerAgent).describe('of power mode'),
  amd: z
    .boolean()
    .describe('whether the exchange hangs up on answering machines, where leads are rung first'),
  message: abandonedMessage
    .nullable()
    .describe('played to who answers and finds nobody; power and predictive lists have one'),
  isActive: z.boolean(),
};
/** A list that is added: what may be left out has a default. */
export const newCallingList = {
  ...callingListFields,
  description: callingListFields.description.default(''),
  sort: callingListFields.sort.prefault({}),
  bestHourFirst: callingListFields.bestHourFirst.default(false),
  agentIds: callingListFields.agentIds.default([]),
  groupIds: callingListFields.groupIds.default([]),
  maxAttempts: callingListFields.maxAttempts.default(attempts.default),
  retryMinutes: callingListFields.retryMinutes.default(retryMinutes.default),
  mode: callingListFields.mode.default('preview'),
  ringSeconds: callingListFields.ringSeconds.default(ringSeconds.default),
  didId: callingListFields.didId.default(null),
  scriptId: callingListFields.scriptId.default(null),
  linesPerAgent: callingListFields.linesPerAgent.default(linesPerAgent.default),
  amd: callingListFields.amd.default(true),
  message: callingListFields.message.default(null),
  isActive: callingListFields.isActive.default(true),
};

export const callingList = z.object({
  id: z.string(),
  ...callingListFields,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CallingList = z.output<typeof callingList>;

/**
 * Where a lead of a list is: to be called, promised a call, with an agent now, or done with. A lead that waits is not
 * always due: it may rest between two attempts, or until the law allows the call.
 */
export const entryStates = ['waiting', 'callback', 'taken', 'done'] as const;
export type EntryState = (typeof entryStates)[number];

/** What came of a lead that an agent was given. */
const callingResults = {
  called: 'Called; again after the pause, while there are attempts left',
  callback: 'The lead asked to be called at a time',
  skipped: 'Not called; again after the pause',
  finished: 'Reached, or not to be called by this list again',
} as const;
export type CallingResult = keyof typeof callingResults;
export const callingResult = z.enum(Object.keys(callingResults) as [CallingResult, ...CallingResult[]]);
