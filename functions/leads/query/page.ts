import * as z from 'zod';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { gap, nameOrder, orderBucket, readBucket, sortable } from '../entries.ts';
import { findLeads, type LeadRecord } from '../store.ts';
import { matches } from './matches.ts';
import { idRange, orderRange, rangedFields } from './ranges.ts';
import { after, everyone, type Order, type Stream, start, streamOf } from './streams.ts';
import { assertFilterSize } from './validate.ts';

export interface LeadPage {
  leads: LeadRecord[];
  nextCursor: string | null;
}

/** Leads that one call looks at; a page that is not full by then ends early, with a cursor. */
const lookedAtMost = 5_000;
/** So many candidates are sorted in memory; more are read in the order of an index. */
const sortedAtMost = 1_000;
const loadedAtOnce = 100;

/** Where a list goes on. It names places within the actor's own tenant only, so a made-up one shows nothing new. */
const cursorShape = z.union([
  z.strictObject({ by: z.literal('id'), after: z.string().max(100) }),
  z.strictObject({ by: z.literal('rank'), after: z.string().max(500) }),
  z.strictObject({ by: z.literal('order'), after: z.string().max(500) }),
  z.strictObject({ by: z.literal('rest'), after: z.string().max(100) }),
]);
type Place = z.output<typeof cursorShape>;
const { cursorOf, placeOf } = placeCursor(cursorShape);

/** What the actor may see of what was asked: an agent their own leads and nobody's. */
function visible(filter: LeadFilter): LeadFilter {
  if (!seesOwnLeadsOnly()) return filter;
  return { all: [filter, { field: 'ownerId', op: 'in', value: [currentUser().userId, null] }] };
}

/** What is asked for: leads that pass the filter, and of those the ones whose id passes too. */
interface Asked {
  filter: LeadFilter;
  only: (leadId: string) => boolean;
}

/** Leads of a stream that pass, from a place on, until `limit` are found or enough were looked at. */
async function walk(
  stream: Stream,
  asked: Asked,
  from: string,
  order: Order,
  limit: number,
  last: (id: string) => boolean,
): Promise<{ leads: LeadRecord[]; next: string | undefined }> {
  const pass = live(asked);
  const leads: LeadRecord[] = [];
  let place = from;
  let looked = 0;
  while (looked < lookedAtMost) {
    const ids: string[] = [];
    let ended = false;
    while (ids.length < Math.min(loadedAtOnce, Math.max(limit - leads.length, 20))) {
      const id = await stream.seek(place);
      if (id === undefined || last(id)) {
        ended = true;
        break;
      }
      // Before it is read: who wants a part of the leads pays for that part.
      if (asked.only(id)) ids.push(id);
      place = after(id, order);
    }
    looked += ids.length;
    for (const lead of await findLeads(ids)) {
      if (!pass(lead)) continue;
      leads.push(lead);
      if (leads.length === limit) {
        const more = lead.id !== ids.at(-1) || !ended;
        return { leads, next: more ? lead.id : undefined };
      }
    }
    if (ended) return { leads, next: undefined };
    if (looked >= lookedAtMost) return { leads, next: ids.at(-1) };
  }
  return { leads, next: undefined };
}

const live =
  ({ filter, only }: Asked) =>
  (lead: LeadRecord) =>
    only(lead.id) && lead.state === 'live' && matches(filter, lead);

/** In the order in which they were made. */
async function byId(asked: Asked, order: Order, limit: number, cursor?: string): Promise<LeadPage> {
  const { filter } = asked;
  const stream = streamOf(filter, order) ?? everyone(order);
  const range = idRange(filter);
  const first = (order.descending ? range.to : range.from) ?? start(order);
  const last = (id: string) =>
    order.descending ? id < (range.from ?? '') : range.to !== undefined && id > range.to;
  const from = cursor ? after(cursor, order) : first;
  const { leads, next } = await walk(stream, asked, from, order, limit, last);
  return { leads, nextCursor: next ? cursorOf({ by: 'id', after: next }) : null };
}

/** Every candidate, if the indexes leave no more than fit in memory. */
async function candidates(filter: LeadFilter): Promise<string[] | undefined> {
  const order = { descending: true };
  const stream = streamOf(filter, order);
  if (stream) {
    const ids: string[] = [];
    let id = await stream.seek(start(order));
    while (id !== undefined && ids.length <= sortedAtMost) {
      ids.push(id);
      id = await stream.seek(after(id, order));
    }
    return ids.length <= sortedAtMost ? ids : undefined;
  }
  for (const field of rangedFields) {
    const range = orderRange(filter, field);
    if (!range) continue;
    const page = await readBucket(orderBucket(field), { ...range, descending: false }, sortedAtMost + 1);
    if (page.entries.length <= sortedAtMost && !page.more) return page.entries.map(({ leadId }) => leadId);
  }
  return undefined;
}

/** A lead's place in an order, as text; leads without a value come last in both directions. */
function rankOf(lead: LeadRecord, { field, direction }: LeadSort): string {
  const value = {
    createdAt: lead.id,
    updatedAt: lead.updatedAt,
    lastName: nameOrder(lead),
    score: sortable(lead.score),
    dealAmount: lead.dealAmount === null ? null : sortable(lead.dealAmount),
  }[field];
  return `${value ?? missing[direction]}${gap}${lead.id}`;
}

const missing = { asc: '\uffff', desc: '' } as const;

/**
 * The place in an index of a lead that was last when the answer could still be sorted in memory: the leads may have
 * become too many for that between one page and the next.
 */
function placeOfRank(rank: string, { field, direction }: LeadSort): Place {
  const at = rank.lastIndexOf(gap);
  const leadId = rank.slice(at + 1);
  if (field === 'createdAt') return { by: 'id', after: leadId };
  return rank.slice(0, at) === missing[direction]
    ? { by: 'rest', after: leadId }
    : { by: 'order', after: rank };
}

async function ranked(
  ids: string[],
  asked: Asked,
  sort: LeadSort,
  limit: number,
  cursor?: string,
): Promise<LeadPage> {
  const pass = live(asked);
  const descending = sort.direction === 'desc';
  const found: { rank: string; lead: LeadRecord }[] = [];
  for (let at = 0; at < ids.length; at += loadedAtOnce)
    for (const lead of await findLeads(ids.slice(at, at + loadedAtOnce)))
      if (pass(lead)) found.push({ rank: rankOf(lead, sort), lead });
  found.sort((a, b) => (a.rank < b.rank ? -1 : 1) * (descending ? -1 : 1));
  const rest = cursor ? found.filter(({ rank }) => (descending ? rank < cursor : rank > cursor)) : found;
  const page = rest.slice(0, limit);
  return {
    leads: page.map(({ lead }) => lead),
    nextCursor: rest.length > limit ? cursorOf({ by: 'rank', after: page.at(-1)!.rank }) : null,
  };
}

/** In the order of an index, looking at each lead on the way. */
async function byOrder(asked: Asked, sort: LeadSort, limit: number, cursor?: string): Promise<LeadPage> {
  const descending = sort.direction === 'desc';
  const range = orderRange(asked.filter, sort.field) ?? {};
  const pass = live(asked);
  const leads: LeadRecord[] = [];
  let place = cursor;
  for (let looked = 0; looked < lookedAtMost; looked += loadedAtOnce) {
    const bounded = descending
      ? { ...range, to: place ?? range.to }
      : { ...range, from: place ?? range.from };
    const page = await readBucket(orderBucket(sort.field), { ...bounded, descending }, loadedAtOnce + 1);
    const entries = page.entries.filter(({ entry }) => entry !== place);
    const found = new Map(
      (await findLeads(entries.map(({ leadId }) => leadId))).map((lead) => [lead.id, lead]),
    );
    for (const { entry, leadId } of entries) {
      place = entry;
      const lead = found.get(leadId);
      if (!lead || !pass(lead)) continue;
      leads.push(lead);
      if (leads.length === limit) return { leads, nextCursor: cursorOf({ by: 'order', after: entry }) };
    }
    if (!page.more) {
      if (sort.field !== 'dealAmount') return { leads, nextCursor: null };
      const rest = await withoutValue(asked, sort, limit - leads.length);
      return { leads: [...leads, ...rest.leads], nextCursor: rest.nextCursor };
    }
  }
  return { leads, nextCursor: place ? cursorOf({ by: 'order', after: place }) : null };
}

/** The leads that an order leaves out, because they have no value there: as `ranked` puts them, by their ids. */
async function withoutValue(
  { filter, only }: Asked,
  { direction }: LeadSort,
  limit: number,
  cursor?: string,
): Promise<LeadPage> {
  const order = { descending: direction === 'desc' };
  const asked = { filter: { all: [filter, { field: 'dealAmount', op: 'isEmpty' as const }] }, only };
  const from = cursor ? after(cursor, order) : start(order);
  const { leads, next } = await walk(everyone(order), asked, from, order, limit, () => false);
  return { leads, nextCursor: next ? cursorOf({ by: 'rest', after: next }) : null };
}

/**
 * A page of the live leads that pass a filter and that the actor may see. The cost is that of the answer: values
 * are joined by jumping between their indexes, ranges and orders are read where they lie, and where nothing narrows
 * the question at most 5,000 leads are looked at, after which a page may hold fewer than `limit` and still go on.
 * @param only leaves out leads by their ids, before they are read: for work that is shared out
 * @throws 400 for a cursor that is none and a filter that is too large
 */
export async function queryLeads(
  filter: LeadFilter,
  sort: LeadSort,
  {
    limit,
    cursor,
    only = () => true,
  }: { limit: number; cursor?: string | undefined; only?: (leadId: string) => boolean },
): Promise<LeadPage> {
  assertFilterSize(filter);
  const seen = visible(filter);
  const asked = { filter: seen, only };
  let place = cursor ? placeOf(cursor) : undefined;
  const order = { descending: sort.direction === 'desc' };
  if (sort.field === 'createdAt' && (!place || place.by === 'id')) {
    const unindexed = !streamOf(seen, order) && !place;
    const few =
      unindexed && rangedFields.some((field) => orderRange(seen, field)) && (await candidates(seen));
    if (few) return ranked(few, asked, sort, limit);
    return byId(asked, order, limit, place?.after);
  }
  if (place?.by === 'rank' || !place) {
    const few = await candidates(seen);
    if (few) return ranked(few, asked, sort, limit, place?.after);
    if (!place) return byOrder(asked, sort, limit);
    place = placeOfRank(place.after, sort);
  }
  if (place.by === 'order') return byOrder(asked, sort, limit, place.after);
  if (place.by === 'rest') return withoutValue(asked, sort, limit, place.after);
  return byId(asked, order, limit, place.after);
}
