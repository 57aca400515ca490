import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { pagination } from '#functions/kernel/paging.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { type Counts, countsOf, readLeadCounts } from './counts.ts';
import { everyDeleted } from './entries.ts';
import { queryLeads } from './query/page.ts';
import { after, bucketStream, start } from './query/streams.ts';
import { findLeads, type LeadRecord } from './store.ts';
import { mayUse, view } from './view.ts';

const newestFirst = { field: 'createdAt', direction: 'desc' } as const;

interface ListInput {
  page: number;
  limit: number;
  cursor?: string | undefined;
  status?: string | undefined;
  ownerId?: string | undefined;
  deleted: boolean;
}

/** How many leads of a status and an owner the actor may see, from the counters. */
function totalOf(counts: Counts, status: string | undefined, ownerId: string | undefined): number {
  const of = (owner: string) =>
    counts.get(status === undefined ? `owner:${owner}` : `owned:${owner}/${status}`) ?? 0;
  const me = seesOwnLeadsOnly() ? currentUser().userId : undefined;
  if (ownerId !== undefined) return me !== undefined && ownerId !== me ? 0 : of(ownerId);
  const all = counts.get(status === undefined ? 'all:live' : `status:${status}`) ?? 0;
  if (me === undefined) return all;
  const owners = Object.keys(countsOf(counts, 'owner')).filter((owner) => owner !== me);
  return owners.reduce((rest, owner) => rest - of(owner), all);
}

/** Ids that a page number skips at most: lists of more go on from a cursor. */
const skippedAtMost = 100_000;

/** A page of leads, newest first, by its number or from a cursor. */
export async function listLeads({ page, limit, cursor, status, ownerId, deleted }: ListInput) {
  if (deleted) return listDeleted(page, limit);
  const all: LeadFilter[] = [
    ...(status === undefined ? [] : [{ field: 'status', op: 'is', value: status } as const]),
    ...(ownerId === undefined ? [] : [{ field: 'ownerId', op: 'is', value: ownerId } as const]),
  ];
  const total = totalOf(await readLeadCounts(), status, ownerId);
  let place = cursor;
  // Whole pages before the one that was asked for are passed over by their cursors.
  for (let skip = cursor ? 0 : (page - 1) * limit; skip > 0; ) {
    const size = Math.min(skip, 500);
    const passed = await queryLeads({ all }, newestFirst, { limit: size, cursor: place });
    if (!passed.nextCursor || (page - 1) * limit > skippedAtMost)
      return { leads: [], pagination: pagination(page, limit, total), nextCursor: null };
    skip -= passed.leads.length;
    place = passed.nextCursor;
  }
  const found = await queryLeads({ all }, newestFirst, { limit, cursor: place });
  return {
    leads: found.leads.map(view),
    pagination: pagination(page, limit, total),
    nextCursor: found.nextCursor,
  };
}

const lookedAtOnce = 100;
/** Deleted leads that are looked at for one page. */
const deletedAtMost = 10_000;

/** Deleted leads that the actor may have back. `total` counts as far as there was need to look. */
async function listDeleted(page: number, limit: number) {
  const order = { descending: true };
  const stream = bucketStream(everyDeleted, order);
  const leads: LeadRecord[] = [];
  let place = start(order);
  for (let looked = 0; leads.length <= page * limit && looked < deletedAtMost; ) {
    const ids: string[] = [];
    for (; ids.length < lookedAtOnce; looked++) {
      const id = await stream.seek(place);
      if (id === undefined) break;
      ids.push(id);
      place = after(id, order);
    }
    if (ids.length === 0) break;
    leads.push(...(await findLeads(ids)).filter((lead) => lead.state === 'deleted' && mayUse(lead)));
  }
  const shown = leads.slice((page - 1) * limit, page * limit);
  return {
    leads: shown.map(view),
    pagination: pagination(page, limit, leads.length),
    nextCursor: null,
  };
}
