import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { type DueEntry, dueEntry, dueShards, shardName } from '#functions/kernel/due.ts';
import { queryDue } from '#functions/kernel/table.ts';

/** Entries of one query, some 200 bytes each: well below the 1 MB at which the table ends a page. */
const pageEntries = 1_000;
/** Queries of one shard in one stretch: 128,000 entries over all shards. */
const pagesOfShard = 8;
/** Entries that are kept of one tenant in a stretch; those behind them stay due. */
const keptOfTenant = 10_000;

/** A stretch of what is due, over all tenants. */
export interface Stretch {
  entries: DueEntry[];
  /** Where the next one goes on, a place for each shard; '' where all of a shard has been read. */
  places: string[];
}

/** Before every place and behind all of an instant. */
const first = '0';
const behind = '\uffff';
/** Just behind a place: no id goes on with a control character. */
const after = (place: string): string => `${place} `;

/**
 * Reads what is due by an instant (ISO 8601), from where the last stretch stopped: all of it where that is not very
 * much. The shards are read in parallel.
 */
export async function readDue(until: string, from: readonly string[] = []): Promise<Stretch> {
  const kept = new Map<number, number>();
  const entries: DueEntry[] = [];
  const keep = (entry: DueEntry) => {
    const count = kept.get(entry.tenantId) ?? 0;
    if (count >= keptOfTenant) return;
    kept.set(entry.tenantId, count + 1);
    entries.push(entry);
  };
  const readShard = async (shard: number): Promise<string> => {
    const end = until + behind;
    const start = from[shard];
    let place = start && start < end ? start : first;
    for (let page = 0; page < pagesOfShard; page++) {
      const { items, more } = await queryDue(shardName(shard), [place, end], pageEntries);
      for (const item of items) keep(dueEntry(item));
      if (!more) return '';
      place = after(items.at(-1)!.duesk);
    }
    return place;
  };
  const places = await asSystem(platformTenant, 'sweeper', () =>
    Promise.all(Array.from({ length: dueShards }, (_, shard) => readShard(shard))),
  );
  return { entries, places };
}
