import { z } from 'zod';
import { job as jobModel } from '../model/job.ts';
import { journeyFields, journeyStatuses } from '../model/journey/journey.ts';
import { step } from '../model/journey/steps/index.ts';
import { timestamp } from './contract.ts';

/* What the calls of journeys answer. */

export const problem = z.object({ stepId: z.string().nullable(), text: z.string() });
export const counts = z.object({
  entered: z.number().int(),
  active: z.number().int(),
  completed: z.number().int(),
  exited: z.number().int(),
  parked: z.number().int().describe('of those active: they need a look'),
});

/** As a list shows it. */
export const summary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(journeyStatuses),
  steps: z.number().int(),
  liveVersion: z.number().int().nullable().describe('that new leads get; null before it first goes live'),
  draftDiffers: z.boolean().describe('there are changes that are not live yet'),
  autoEnroll: z.boolean(),
  counts,
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  version: z.number().int(),
});

export const detail = z.object({
  ...summary.omit({ steps: true, autoEnroll: true }).shape,
  ...journeyFields.shape,
  steps: z.array(step),
  problems: z.array(problem).describe('what keeps the draft from going live'),
  /** Versions that somebody is on, newest first, and the one that is live. */
  versions: z.array(
    z.object({
      number: z.number().int(),
      publishedAt: z.string(),
      publishedBy: z.string(),
      leads: z.number().int().describe('that are on it now'),
    }),
  ),
});

export const enrolled = z.object({
  results: z.array(
    z.object({
      leadId: z.string(),
      outcome: z.enum(['enrolled', 'already', 'not_again', 'not_live', 'no_lead', 'too_deep', 'day_cap']),
      enrolmentId: z.string().nullable(),
    }),
  ),
  enrolled: z.number().int(),
});

export const job = z.object({ ...jobModel.shape, kind: z.enum(['enrol', 'move', 'resume', 'exit']) });

export const planned = z.object({
  stepId: z.string(),
  stepType: z.string(),
  stepName: z.string(),
  at: timestamp,
  /** What would be done, with the text as it would be sent. */
  text: z.string(),
  subject: z.string(),
  body: z.string(),
  output: z.string(),
  /** Why it would come later, or not at all. */
  note: z.string(),
});

export const plan = z.object({
  leadId: z.string(),
  leadName: z.string(),
  matches: z.boolean(),
  reason: z.string().describe('why it would not come in; empty where it would'),
  steps: z.array(planned),
  endsAt: timestamp,
  end: z.string().describe('how it would end'),
});

/** What a dry run takes for granted. */
export const assumptions = {
  at: timestamp.optional().describe('when the lead comes in; now when left out'),
  callResult: z.enum(['answered', 'noAnswer', 'voicemail', 'busy', 'failed']).default('noAnswer'),
  replies: z.boolean().default(false).describe('to what it waits for'),
};

export const template = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  steps: z.array(step),
  entry: z.string().nullable(),
});

export const matching = z.object({
  totalLeads: z.number().int(),
  matchingLeads: z.number().int(),
  criteriaBreakdown: z.object({
    leadStatus: z.number().int(),
    leadTags: z.number().int(),
    leadAgeDays: z.number().int(),
    brands: z.number().int(),
    sources: z.number().int(),
  }),
});
