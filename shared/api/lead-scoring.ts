import { z } from 'zod';
import { job } from '../model/job.ts';
import { dayGroups } from '../model/lead-score/best-hours.ts';
import { evaluation } from '../model/lead-score/evaluate.ts';
import { id, route, timestamp } from './contract.ts';

export const scoreModes = ['entered', 'learned'] as const;
export type ScoreMode = (typeof scoreModes)[number];

const scoringFields = z.strictObject({
  mode: z
    .enum(scoreModes)
    .describe("'entered': scores are what people, files and webhooks say; 'learned': the model's"),
});

/** What makes a lead more or less likely to be won. */
const factor = z.object({
  name: z.string().describe('Source Website, No e-mail address'),
  text: z.string().describe('the name and which way it counts, as a sentence'),
  effect: z.number().describe('log odds above or below those of the usual lead'),
  won: z.number().int().describe('of the leads that had it'),
  total: z.number().int(),
});
export type ScoreFactor = z.output<typeof factor>;

const training = z.object({
  trainedAt: timestamp,
  won: z.number().int(),
  lost: z.number().int(),
  isCapped: z.boolean().describe('there were more closed leads: the newest were learned from'),
  isBetter: z.boolean().describe('says more than the share of wins alone; others are not used'),
  evaluation: evaluation.nullable().describe('null while there are too few outcomes'),
  factors: z.array(factor).describe('the strongest'),
});

const bestHours = z.object({
  calls: z.number().int(),
  answered: z.number().int(),
  shares: z
    .array(z.number())
    .nullable()
    .describe('of calls that a person answers, by weekday (0 is Sunday) × 24 + hour; null below `needed`'),
  hourCalls: z.array(z.number().int()).describe('calls of each of these hours'),
  needed: z.number().int(),
});

const scoring = z.object({
  mode: z.enum(scoreModes),
  version: z.number().int(),
  closed: z
    .object({ won: z.number().int(), lost: z.number().int() })
    .describe('leads that stand in a status of this kind now'),
  needed: z.object({ outcomes: z.number().int(), ofEither: z.number().int() }),
  newest: training.nullable().describe('the newest training'),
  usedSince: timestamp.nullable().describe('when the model was trained that leads are scored by'),
  hours: bestHours.nullable(),
  trainingJob: job.nullable().describe('the last one'),
  scoringJob: job.nullable().describe('the last one that wrote the scores of all leads'),
});
export type LeadScoring = z.output<typeof scoring>;

const bestTime = z.object({
  text: z.string().describe('weekdays 4–6 PM their time'),
  days: z.enum(Object.keys(dayGroups) as [keyof typeof dayGroups]),
  from: z.number().int().describe('hour of their own clock'),
  to: z.number().int(),
  calls: z.number().int(),
  answered: z.number().int(),
});

const explanation = z.object({
  mode: z.enum(scoreModes),
  score: z.number(),
  enteredScore: z.number().nullable().describe('what was entered, while the score is learned'),
  base: z.number().nullable().describe('share of closed leads that were won, 0 to 1'),
  reasons: z.array(factor),
  bestTime: bestTime.nullable(),
});
export type ScoreExplanation = z.output<typeof explanation>;

/** Scores that are learned from the workspace's own outcomes; part of the noun `leads`. */
export const leadScoring = {
  scoring: route('GET', '/leads/scoring', 'leads.manage', 'What was learned from closed leads and calls')
    .input(z.strictObject({}))
    .output(scoring),
  updateScoring: route('PUT', '/leads/scoring', 'leads.manage', 'Switch learned scores on or off')
    .input(
      scoringFields.extend({
        version: z.number().int().optional().describe('refused when it has changed since'),
      }),
    )
    .output(scoring),
  trainScores: route('POST', '/leads/scoring/train', 'leads.manage', 'Learn from closed leads and calls now')
    .input(z.strictObject({}))
    .output(job),
  score: route('GET', '/leads/{id}/score', 'leads.view', 'Why a lead has its score, and when to call it')
    .input(z.strictObject({ id: id('led') }))
    .output(explanation),
};
