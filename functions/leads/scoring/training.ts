import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { findJob, jobView, newJob } from '#functions/kernel/paged-job.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import type { ScoreMode } from '#shared/api/lead-scoring.ts';
import type { Job } from '#shared/model/job.ts';
import type { HourCounts } from '#shared/model/lead-score/best-hours.ts';
import type { Training } from '#shared/model/lead-score/train.ts';
import { newScoringJob, scoringPage } from './rescore.ts';
import {
  changedSince,
  findScoring,
  findTraining,
  nextTrainingAt,
  scoringWrite,
  trainingRemoval,
  trainingWrite,
} from './store.ts';

const whileOthersWrite = { isOvertaken: (error: unknown) => error === changedSince };

async function runningJob(jobId: string | null): Promise<Job | undefined> {
  const job = jobId === null ? undefined : await findJob(jobId);
  return job?.status === 'running' ? jobView(job) : undefined;
}

/**
 * Begins to learn from closed leads and calls; while that goes on already, it answers the job that does.
 * @param alongside writes that belong to it, such as its entry in the audit log
 */
export const startTraining = (alongside: () => object[] = () => []): Promise<Job> =>
  retryOnConflict(async () => {
    const before = await findScoring();
    const running = await runningJob(before.trainingJobId);
    if (running) return running;
    const { job, write, begin } = newJob({
      kind: 'leads.train',
      title: 'Learn lead scores',
      input: { at: clock.iso() },
      link: scoringPage,
    });
    await commit(write, scoringWrite(before, { trainingJobId: job.jobId }), alongside());
    await begin();
    return jobView(job);
  }, whileOthersWrite);

/** Learns because somebody asked for it, which the audit log tells. */
export const trainByHand = (): Promise<Job> => startTraining(() => [auditEntry('scores.trained', null, {})]);

/**
 * Keeps what a job has learned. Where it is better than the base rate leads are scored by it from now on, and while
 * scores are learned a job follows that writes them all; else the model that was used before stays in use. It bears to be
 * called twice.
 */
export const saveTraining = (
  trainingId: string,
  learned: { training: Training; hours: HourCounts; isCapped: boolean },
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await findScoring();
    if (before.newestId === trainingId) return;
    const usedId = learned.training.isBetter ? trainingId : before.usedId;
    const follows = usedId === trainingId && before.mode === 'learned';
    const scoring = follows ? newScoringJob('Write learned scores') : undefined;
    const gone = [...new Set([before.newestId, before.usedId])].filter(
      (id): id is string => id !== null && id !== usedId,
    );
    await commit(
      trainingWrite({ trainingId, trainedAt: clock.iso(), ...learned }),
      scoringWrite(before, {
        newestId: trainingId,
        usedId,
        ...(scoring ? { scoringJobId: scoring.job.jobId } : {}),
      }),
      gone.map(trainingRemoval),
      scoring?.write ?? [],
    );
    await scoring?.begin();
  }, whileOthersWrite);

const noModel =
  'Nothing was learned yet that says more than the share of wins alone, so there are no scores to switch to.';

/**
 * Switches learned scores on or off, and begins the job that writes the scores of all leads.
 * @throws 409 'no_model' where there is none to score by; 409 when the setting is no longer at `version`
 */
export const switchMode = (mode: ScoreMode, version?: number): Promise<void> =>
  retryOnConflict(
    async () => {
      const before = await findScoring();
      if (version !== undefined && version !== before.version) throw changedSince;
      if (mode === before.mode) return;
      if (mode === 'learned' && !(await findTraining(before.usedId)))
        throw conflict(noModel, undefined, 'no_model');
      const switched = auditEntry('scores.switched', null, { isLearned: mode === 'learned' });
      const { job, write, begin } = newScoringJob(
        mode === 'learned' ? 'Write learned scores' : 'Put entered scores back',
      );
      await commit(write, scoringWrite(before, { mode, scoringJobId: job.jobId }), switched);
      await begin();
    },
    { isOvertaken: (error) => error === changedSince && version === undefined },
  );

/** The sweeper's part: a tenant whose scores are learned learns again each week. */
export const leadScoringWork: DueWork = {
  async look() {
    if ((await findScoring()).mode !== 'learned') return undefined;
    await startTraining();
    return nextTrainingAt();
  },
  earlier: async () => [],
};
