import { clock } from '#functions/kernel/clock.ts';
import { answeredShares } from '#functions/leads/api.ts';
import { callingListLimits } from '#shared/model/calling-list.ts';
import { dueEntries, type Entry, type ListRecord } from './store.ts';

/** Where leads lie that may be given out: promised calls of an agent, or those that wait, by whose they are. */
export type Pool = ['callback' | 'waiting', string];

/**
 * Entries that are due, pool after pool, each in the order in which it is given out: that of the list; or, where it has the
 * best hour first, by how many people answer in the hour that their own clock shows now, and in the list's order among those
 * alike. Whose clock nobody knows comes after them. Promised calls keep their time.
 * @param limit entries of each pool
 */
export async function nextEntries(
  { listId, bestHourFirst }: ListRecord,
  pools: readonly Pool[],
  limit: number,
): Promise<Entry[]> {
  const now = clock.now();
  const by = new Date(now).toISOString();
  const shareOf = bestHourFirst ? await answeredShares(now) : undefined;
  const found = await Promise.all(
    pools.map(async ([state, pool]) => {
      if (!shareOf || state === 'callback') return dueEntries(listId, state, pool, by, limit);
      const entries = await dueEntries(listId, state, pool, by, callingListLimits.bestHourAmong);
      const share = new Map(entries.map((entry) => [entry, shareOf(entry.timeZones) ?? -1]));
      return entries.sort((one, other) => share.get(other)! - share.get(one)!).slice(0, limit);
    }),
  );
  return found.flat();
}
