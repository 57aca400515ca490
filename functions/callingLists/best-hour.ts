import { clock } from '#functions/kernel/clock.ts';
import { answeredShares } from '#functions/leads/api.ts';
import { callingListLimits, type EntryState } from '#shared/model/calling-list.ts';
import { dueEntries, type Entry, type ListRecord } from './store.ts';

/**
 * Entries of a pool that are due, in the order in which they are given out: that of the list; or, where it has the best hour
 * first, by how many people answer in the hour that their own clock shows now, and in the list's order among those alike.
 * Whose clock nobody knows comes after them. Promised calls keep their time.
 */
export async function nextEntries(
  list: ListRecord,
  state: EntryState,
  pool: string,
  limit: number,
): Promise<Entry[]> {
  const now = clock.now();
  const due = (most: number) => dueEntries(list.listId, state, pool, new Date(now).toISOString(), most);
  const shareOf = list.bestHourFirst && state === 'waiting' ? await answeredShares(now) : undefined;
  if (!shareOf) return due(limit);
  const entries = await due(callingListLimits.inBestHour);
  return entries
    .map((entry) => ({ entry, share: shareOf(entry.timeZones) ?? -1 }))
    .sort((one, other) => other.share - one.share)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
