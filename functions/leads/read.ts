import { pagination } from '#functions/kernel/paging.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { countsOf, readCounts } from './counts.ts';
import { everyDeleted } from './entries.ts';
import { queryLeads } from './query/page.ts';
import { after, bucketStream, start } from './query/streams.ts';
import { findAll } from './store.ts';
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

/** Ids that a page number skips at most: lists of more go on from a cursor. */
const skippedAtMost = 100_000;

/** A page of leads, newest first, by its number or from a cursor. */
export async function listLeads({ page, limit, cursor, status, ownerId, deleted }: ListInput) {
  if (deleted) return listDeleted(page, limit);
  const all: LeadFilter[] = [
    ...(status === undefined ? [] : [{ field: 'status', op: 'is', value: status } as const]),
    ...(ownerId === undefined ? [] : [{ field: 'ownerId', op: 'is', value: ownerId } as const]),
  ];
  const counts = await readCounts();
  const total =
    status === undefined ? (counts.get('all:live') ?? 0) : (countsOf(counts, 'status')[status] ?? 0);
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

/** Deleted leads that can still be had back. */
async function listDeleted(page: number, limit: number) {
  const order = { descending: true };
  const stream = bucketStream(everyDeleted, order);
  const ids: string[] = [];
  let place = start(order);
  while (ids.length <= page * limit) {
    const id = await stream.seek(place);
    if (id === undefined) break;
    ids.push(id);
    place = after(id, order);
  }
  const leads = (await findAll(ids.slice((page - 1) * limit, page * limit))).filter(mayUse);
  return { leads: leads.map(view), pagination: pagination(page, limit, ids.length), nextCursor: null };
}
