import * as z from 'zod';
import { leadFilter, leadSort } from './lead-filter.ts';
import { refersTo } from './reference.ts';

/** Bounds of calling lists. */
export const callingListLimits = {
  lists: 100,
  name: 80,
  description: 500,
  agents: 200,
  /** Calls to one lead before the list gives it up. */
  attempts: { min: 1, max: 20, default: 6 },
  /** How long a lead that was not reached rests, in minutes; at most a week. */
  retryMinutes: { min: 15, max: 10_080, default: 240 },
} as const;

const { name, description, agents, attempts, retryMinutes } = callingListLimits;
const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

/** The fields of a list, for the form, the calls and the store. */
export const callingListFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(name, `At most ${name} characters.`),
  description: z.string().trim().max(description, `At most ${description} characters.`),
  filter: leadFilter.describe('which leads; one that no longer passes is not called'),
  sort: leadSort.describe('which of the leads that were not called yet comes first'),
  agentIds: z
    .array(refersTo('user', z.string().max(64)))
    .max(agents, `A list has at most ${agents} agents.`)
    .describe('who works it; none: everybody'),
  maxAttempts: within(attempts),
  retryMinutes: within(retryMinutes),
  isActive: z.boolean(),
};
/** A list that is added: what may be left out has a default. */
export const newCallingList = {
  ...callingListFields,
  description: callingListFields.description.default(''),
  sort: callingListFields.sort.prefault({}),
  agentIds: callingListFields.agentIds.default([]),
  maxAttempts: callingListFields.maxAttempts.default(attempts.default),
  retryMinutes: callingListFields.retryMinutes.default(retryMinutes.default),
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
