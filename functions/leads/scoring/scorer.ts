import { tenantOf } from '#functions/kernel/actor.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { featuresOf, type ScoredLead } from '#shared/model/lead-score/features.ts';
import { predictor, scoreOf } from '#shared/model/lead-score/train.ts';
import type { LeadRecord } from '../store.ts';
import { findScoring, findTraining } from './store.ts';

/** What a lead's score is by the model, 0 to 100; null while scores are as they were entered. */
export type Scorer = ((lead: ScoredLead) => number) | null;

/** Models of so many tenants are kept ready by a process. */
const mostKept = 50;
const kept = new Map<string, NonNullable<Scorer>>();

/** A training never changes, so its model is read and prepared once by each process. */
async function scorerOf(trainingId: string): Promise<Scorer | undefined> {
  const key = `${tenantOf()} ${trainingId}`;
  const known = kept.get(key);
  if (known) return known;
  const model = (await findTraining(trainingId))?.training.model;
  if (!model) return undefined;
  const predict = predictor(model);
  const scorer = (lead: ScoredLead) => scoreOf(predict(featuresOf(lead)));
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  kept.set(key, scorer);
  return scorer;
}

async function readScorer(): Promise<Scorer | undefined> {
  const { mode, usedId } = await findScoring();
  return mode === 'learned' && usedId !== null ? scorerOf(usedId) : null;
}

/**
 * How leads are scored now. A newer training may take the place of the one that was named a moment ago: then it is asked
 * again, and where that happens twice a score stays as it is until the job that follows a training.
 */
export const currentScorer = (): Promise<Scorer | undefined> =>
  readOnce('leadScoring', async () => {
    const scorer = await readScorer();
    return scorer === undefined ? readScorer() : scorer;
  });

/**
 * A lead with the score that it is to have. While scores are learned the entered one is kept beside it; it is put back
 * by the first write after they are not, whether that is the job's or somebody's.
 */
export function withScore(lead: LeadRecord, scorer: Scorer | undefined): LeadRecord {
  if (scorer === undefined) return lead;
  const { enteredScore, ...rest } = lead;
  if (scorer === null) return enteredScore === undefined ? lead : { ...rest, score: enteredScore };
  return { ...rest, score: scorer(lead), enteredScore: enteredScore ?? lead.score };
}
