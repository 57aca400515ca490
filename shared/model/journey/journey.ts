import * as z from 'zod';
import { tag } from '../lead.ts';
import { leadFilter } from '../lead-filter.ts';
import { step, stepId } from './steps/index.ts';

export const journeyLimits = {
  name: 120,
  description: 1_000,
  /** Steps of one version; with their texts they lie in one item of the table. */
  steps: 100,
  bytes: 300_000,
  journeys: 500,
  /** Leads of one call; more go by criteria, in the background. */
  enrol: 1_000,
  /** Steps that one enrolment may run before it is parked: a circle that never ends. */
  runs: 1_000,
  /**
   * Journeys that one lead goes through because each put it into the next, by a step or by what a step changed, within
   * `chainHours` of each other: of journeys that enter each other for ever it is the end.
   */
  chain: 10,
  /** An entry so long after the one that caused it begins a chain of its own: a circle with long waits may be meant. */
  chainHours: 24,
  /** Entries of one lead into journeys in one day (UTC), all journeys and all ways in together. */
  entriesADay: 50,
} as const;

export const journeyStatuses = ['draft', 'live', 'paused'] as const;
export type JourneyStatus = (typeof journeyStatuses)[number];

/** Whether a lead that has been in the journey may come again. */
export const reentry = z.strictObject({
  rule: z.enum(['never', 'afterDays', 'always', 'oneAtATime']).default('never'),
  days: z.number().int().min(1).max(3_650).default(30).describe('since it last came in, of afterDays'),
});
export type Reentry = z.output<typeof reentry>;

/** How often one lead is contacted in one of its own days, by this journey and all others together. */
export const dayCaps = z.strictObject({
  call: z.number().int().min(0).max(100).nullable().default(3),
  sms: z.number().int().min(0).max(100).nullable().default(2),
  email: z.number().int().min(0).max(100).nullable().default(2),
});
export type DayCaps = z.output<typeof dayCaps>;

const list = z.array(z.string().trim().min(1).max(100)).max(50).default([]);

/** Which leads come in by themselves; an empty list lets all pass. */
export const triggerCriteria = z.strictObject({
  autoEnroll: z.boolean().default(false),
  leadStatus: list,
  leadTags: z.array(tag).max(50).default([]).describe('one of them is enough'),
  leadAgeDays: z
    .strictObject({
      min: z.number().int().min(0).max(36_500).nullable().default(null),
      max: z.number().int().min(0).max(36_500).nullable().default(null),
    })
    .prefault({}),
  brands: list,
  sources: list,
});
export type TriggerCriteria = z.output<typeof triggerCriteria>;

/** What holds for all who are on a version; it changes with the steps. */
const journeyRules = z.strictObject({
  goal: leadFilter.nullable().default(null).describe('a lead for which this holds is done, wherever it is'),
  exitOnReply: z.boolean().default(true),
  exitOnOptOut: z.boolean().default(true),
  dayCaps: dayCaps.prefault({}),
  /** A contact that is later than this is left out, and not made up for. */
  staleAfterHours: z.number().int().min(1).max(8_760).default(24),
});
export type JourneyRules = z.output<typeof journeyRules>;

export const journeyFields = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name.').max(journeyLimits.name),
  description: z.string().trim().max(journeyLimits.description).default(''),
  reentry: reentry.prefault({}),
  triggerCriteria: triggerCriteria.prefault({}),
  rules: journeyRules.prefault({}),
  steps: z
    .array(step)
    .max(journeyLimits.steps, `A journey has at most ${journeyLimits.steps} steps.`)
    .default([]),
  entry: stepId.nullable().default(null),
});
export type JourneyFields = z.output<typeof journeyFields>;

/** How an enrolment stands. 'held': its journey is paused; 'paused': the lead is; 'parked': a step needs a look. */
export const enrolmentStatuses = ['active', 'completed', 'exited', 'held', 'parked', 'paused'] as const;
export type EnrolmentStatus = (typeof enrolmentStatuses)[number];
export const openStatuses: readonly EnrolmentStatus[] = ['active', 'held', 'parked', 'paused'];

/** How a step of an enrolment ended. */
const executionOutcomes = ['done', 'skipped', 'refused', 'failed', 'cancelled'] as const;
export type ExecutionOutcome = (typeof executionOutcomes)[number];

export const execution = z.object({
  id: z.string(),
  enrolmentId: z.string(),
  journeyId: z.string(),
  leadId: z.string(),
  stepId: z.string(),
  stepType: z.string(),
  stepName: z.string(),
  /** The version of the journey that it belongs to. */
  journeyVersion: z.number().int(),
  at: z.string().describe('when it ended'),
  outcome: z.enum(executionOutcomes),
  output: z.string().describe('the way out that was taken; empty at the end'),
  text: z.string().describe('what happened, in a sentence'),
  attempts: z.number().int(),
});
export type Execution = z.output<typeof execution>;

export const enrolment = z.object({
  id: z.string(),
  journeyId: z.string(),
  journeyName: z.string(),
  leadId: z.string(),
  leadName: z.string(),
  status: z.enum(enrolmentStatuses),
  journeyVersion: z.number().int(),
  stepId: z.string().nullable(),
  stepName: z.string(),
  waiting: z.boolean().describe('for something to happen, or for its time'),
  dueAt: z.string().nullable(),
  attempts: z.number().int(),
  note: z.string().describe('why it waits, is parked or has ended'),
  enteredAt: z.string(),
  enteredBy: z.string(),
  endedAt: z.string().nullable(),
  version: z.number().int(),
});
export type EnrolmentView = z.output<typeof enrolment>;
