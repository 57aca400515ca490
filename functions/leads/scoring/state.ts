import { findJob, jobView } from '#functions/kernel/paged-job.ts';
import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { hasEnoughCalls, hourShares, totalsOf } from '#shared/model/lead-score/best-hours.ts';
import { strongestFactors } from '#shared/model/lead-score/explain.ts';
import { hourOptions, scoreOptions } from '#shared/model/lead-score/options.ts';
import { countsOf, readLeadCounts } from '../counts.ts';
import { leadSettings } from '../settings.ts';
import { factorOf } from './explain.ts';
import { findScoring, findTraining, type TrainingRecord } from './store.ts';

/** Factors that are shown of a model. */
const mostFactors = 12;

/** Leads that stand in a closed status now, from the counters: what a training begins from. */
async function closedLeads(): Promise<LeadScoring['closed']> {
  const [counts, { statuses }] = await Promise.all([readLeadCounts(), leadSettings()]);
  const byStatus = countsOf(counts, 'status');
  const standing = (kind: 'won' | 'lost') =>
    statuses.filter((one) => one.kind === kind).reduce((sum, { key }) => sum + (byStatus[key] ?? 0), 0);
  return { won: standing('won'), lost: standing('lost') };
}

function trainingView({ trainedAt, isCapped, training }: TrainingRecord): LeadScoring['newest'] {
  const { won, lost, model, evaluation, isBetter } = training;
  return {
    ...{ trainedAt, isCapped, won, lost, evaluation, isBetter },
    factors: model
      ? strongestFactors(model, mostFactors).map((one) => factorOf(one, model.won / model.total))
      : [],
  };
}

function hoursView({ hours }: TrainingRecord): LeadScoring['hours'] {
  return {
    ...totalsOf(hours),
    shares: hasEnoughCalls(hours) ? hourShares(hours) : null,
    hourCalls: hours.calls,
    needed: hourOptions.calls,
  };
}

async function jobOf(jobId: string | null) {
  const job = jobId === null ? undefined : await findJob(jobId);
  return job ? jobView(job) : null;
}

/** How scores come about, and what was learned. */
export async function scoringState(): Promise<LeadScoring> {
  const { mode, version, usedId, newestId, trainingJobId, scoringJobId } = await findScoring();
  const [newest, used, closed, trainingJob, scoringJob] = await Promise.all([
    findTraining(newestId),
    findTraining(usedId),
    closedLeads(),
    jobOf(trainingJobId),
    jobOf(scoringJobId),
  ]);
  return {
    mode,
    version,
    closed,
    needed: { outcomes: scoreOptions.outcomes, ofEither: scoreOptions.ofEither },
    newest: newest ? trainingView(newest) : null,
    usedSince: used?.trainedAt ?? null,
    hours: newest ? hoursView(newest) : null,
    trainingJob,
    scoringJob,
  };
}
