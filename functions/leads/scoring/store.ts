import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { scoreModes } from '#shared/api/lead-scoring.ts';
import type { HourCounts } from '#shared/model/lead-score/best-hours.ts';
import type { Feature } from '#shared/model/lead-score/features.ts';
import type { Training } from '#shared/model/lead-score/train.ts';

/** How a tenant's leads get their scores: one small item, as each write of a lead reads it. */
const Scoring = entity('leadScoring', {
  fields: z.object({
    mode: z.enum(scoreModes),
    /** The training whose model scores leads: the newest that is better than the base rate. */
    usedId: z.string().nullable(),
    /** The newest training, whether its model is used or not. */
    newestId: z.string().nullable(),
    /** The last job that trained, and the last that wrote the scores of all leads. */
    trainingJobId: z.string().nullable(),
    scoringJobId: z.string().nullable(),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
  due: true,
});
export type ScoringRecord = Stored<typeof Scoring>;

const nothingLearned: ScoringRecord = {
  mode: 'entered',
  usedId: null,
  newestId: null,
  trainingJobId: null,
  scoringJobId: null,
  version: 0,
};

export const findScoring = async (): Promise<ScoringRecord> => (await Scoring.find({})) ?? nothingLearned;

export const changedSince = changedSinceOpened('setting');

/** Models are trained again so often while they score leads, ms. */
const trainEveryMs = 7 * 86_400_000;
export const nextTrainingAt = (): number => clock.now() + trainEveryMs;
/** What the index of what is due calls the one item. */
const dueId = 'scoring';

/**
 * The write of a change. While scores are learned they are learned again a week after it; else only by hand.
 * @throws `changedSince` in `commit`
 */
export const scoringWrite = (before: ScoringRecord, change: Partial<ScoringRecord>): object => {
  const after = { ...before, ...change, version: before.version + 1 };
  const due = after.mode === 'learned' ? dueAt('leadScoring', dueId, nextTrainingAt()) : {};
  return Scoring.put({ ...after, ...due }, ifVersion(before.version, changedSince));
};

/** What was learned at one time: by the id of the job that did it, and never changed after. */
const Trainings = entity('leadScoreTraining', {
  fields: z.object({
    trainingId: z.string(),
    trainedAt: z.string(),
    /** There were more closed leads than are learned from. */
    isCapped: z.boolean(),
    training: z.custom<Training>(),
    hours: z.custom<HourCounts>(),
  }),
  key: { partition: [], sort: ['trainingId'] },
});
export type TrainingRecord = Stored<typeof Trainings>;

export async function findTraining(trainingId: string | null): Promise<TrainingRecord | undefined> {
  return trainingId === null ? undefined : Trainings.find({ trainingId });
}
export const trainingWrite = (training: TrainingRecord): object => Trainings.put(training);
export const trainingRemoval = (trainingId: string): object => Trainings.remove({ trainingId });

/** A closed lead without anything that says whose it is: won, held out, and its features as pairs. */
export interface OutcomeRow {
  won: boolean;
  isHeldOut: boolean;
  features: [Feature['group'], string][];
}

/** What a training has gathered so far, a page of leads to an item. */
const Gathered = entity('leadOutcomes', {
  fields: z.object({
    jobId: z.string(),
    page: z.number(),
    rows: z.custom<OutcomeRow[]>(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['jobId'], sort: ['page'] },
  padded: { page: 6 },
});

/** Longer than a job that fails again and again is tried. */
const keepSeconds = 3 * 86_400;

export const keepOutcomes = (jobId: string, page: number, rows: OutcomeRow[]): Promise<void> =>
  Gathered.putEvery([{ jobId, page, rows, expiresAt: clock.seconds() + keepSeconds }]);

/** All that a training has gathered, in the order of its pages. */
export async function gatheredOutcomes(jobId: string, pages: number): Promise<OutcomeRow[]> {
  const found = await Gathered.all('key', { jobId });
  return found.filter(({ page }) => page < pages).flatMap(({ rows }) => rows);
}
