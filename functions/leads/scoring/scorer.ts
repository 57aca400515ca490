import { readOnce } from '#functions/kernel/shared-reads.ts';
import { featuresOf, type ScoredLead } from '#shared/model/lead-score/features.ts';
import { predictor, scoreOf } from '#shared/model/lead-score/train.ts';
import type { LeadRecord } from '../store.ts';
import { preparedOnce } from './prepared.ts';
import { findScoring } from './store.ts';

/** What a lead's score is by the model, 0 to 100; null while scores are as they were entered. */
export type Scorer = ((lead: ScoredLead) => number) | null;

const scorerOf = preparedOnce(({ training: { model } }) => {
  if (!model) return null;
  const predict = predictor(model);
  return (lead: ScoredLead) => scoreOf(predict(featuresOf(lead)));
});

async function readScorer(): Promise<Scorer | undefined> {
  const { mode, usedId } = await findScoring();
  // A training that is used has a model; without one nothing is known, as of a training that is gone.
  return mode === 'learned' && usedId !== null ? ((await scorerOf(usedId)) ?? undefined) : null;
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
