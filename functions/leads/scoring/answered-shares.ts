import { hasEnoughCalls, hourShares } from '#shared/model/lead-score/best-hours.ts';
import { hourWhere } from '#shared/model/lead-score/features.ts';
import { preparedOnce } from './prepared.ts';
import { findScoring } from './store.ts';

/** Null while there are too few calls. */
const sharesOf = preparedOnce(({ hours }) => (hasEnoughCalls(hours) ? hourShares(hours) : null));

/**
 * How likely a person answers now, by where they may be: the share of calls that were answered in this hour of the week by
 * their own clock, 0 to 1; undefined of one whose clock nobody knows. Undefined while there are too few calls to tell
 * hours apart, or nothing was learned yet.
 */
export async function answeredShares(
  now: number,
): Promise<((timeZones: readonly string[]) => number | undefined) | undefined> {
  const { newestId } = await findScoring();
  const shares = newestId === null ? undefined : await sharesOf(newestId);
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
