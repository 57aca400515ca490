import { tenantOf } from '#functions/kernel/actor.ts';
import { hasEnoughCalls, hourShares } from '#shared/model/lead-score/best-hours.ts';
import { hourWhere } from '#shared/model/lead-score/features.ts';
import { findScoring, findTraining } from './store.ts';

/** What was learned never changes: it is read once by each process, for the tenant that asked last and a few others. */
const learned = new Map<string, readonly number[] | undefined>();
const mostKept = 50;

async function sharesLearned(trainingId: string): Promise<readonly number[] | undefined> {
  const key = `${tenantOf()} ${trainingId}`;
  if (learned.has(key)) return learned.get(key);
  const hours = (await findTraining(trainingId))?.hours;
  const shares = hours && hasEnoughCalls(hours) ? hourShares(hours) : undefined;
  if (learned.size >= mostKept) learned.delete(learned.keys().next().value!);
  learned.set(key, shares);
  return shares;
}

/**
 * How likely a person answers now, by where they may be: the share of calls that were answered in this hour of the week by
 * their own clock, 0 to 1; undefined of one whose clock nobody knows. Undefined while there are too few calls to tell
 * hours apart, or nothing was learned yet.
 */
export async function answeredShares(
  now: number,
): Promise<((timeZones: readonly string[]) => number | undefined) | undefined> {
  const { newestId } = await findScoring();
  const shares = newestId === null ? undefined : await sharesLearned(newestId);
  if (!shares) return undefined;
  const known = new Map<string, number | undefined>();
  return (timeZones) => {
    const key = timeZones.join(' ');
    if (!known.has(key)) {
      const at = hourWhere(timeZones, now);
      known.set(key, at && shares[at.weekday * 24 + at.hour]);
    }
    return known.get(key);
  };
}
