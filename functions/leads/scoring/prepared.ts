import { tenantOf } from '#functions/kernel/actor.ts';
import { findTraining, type TrainingRecord } from './store.ts';

/** What was prepared for so many trainings is kept by a process. */
const mostKept = 50;

/**
 * Prepares what a training of the actor's tenant is used for. A training never changes, so each process does it once.
 * @param prepare null where the training has nothing for it
 * @returns undefined where there is no such training any more
 */
export function preparedOnce<Prepared>(prepare: (training: TrainingRecord) => Prepared | null) {
  const kept = new Map<string, Prepared | null>();
  return async (trainingId: string): Promise<Prepared | null | undefined> => {
    const key = `${tenantOf()} ${trainingId}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const training = await findTraining(trainingId);
    if (!training) return undefined;
    const prepared = prepare(training);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    kept.set(key, prepared);
    return prepared;
  };
}
