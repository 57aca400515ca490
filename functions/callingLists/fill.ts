import { actor, asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { findLeads, type LeadRecord, queryLeads } from '#functions/leads/api.ts';
import { hopper } from './hopper.ts';
import { paceRemoval } from './lines/store.ts';
import { placeOf } from './place.ts';
import {
  anybody,
  atOnce,
  dueEntries,
  type Entry,
  entriesOf,
  entriesOfLeads,
  entryInsertion,
  entryWrite,
  type Fill,
  fillRemoval,
  fillWrite,
  findFill,
  findList,
  type ListRecord,
  removeEntries,
  untilAtOnce,
} from './store.ts';

const newestFirst = { field: 'createdAt', direction: 'desc' } as const;
/** A list is looked at again after so long, one that is inactive later; ms. */
const againMs = 60_000;
const inactiveMs = 15 * 60_000;
/** A draw looks for new leads where nobody has for so long; ms. */
const staleMs = 15_000;
/** Entries of a removed list that one look takes away. */
const removedAtOnce = 1_000;

const entryOf = ({ listId, sort }: ListRecord, lead: LeadRecord): Entry => ({
  listId,
  leadId: lead.id,
  state: 'waiting',
  pool: lead.ownerId ?? anybody,
  dueAt: atOnce,
  place: placeOf(lead, sort),
  attempts: 0,
  timeZones: lead.timeZones,
  agentId: null,
  until: null,
  isDialled: false,
  isAgentFirst: false,
  reason: '',
  version: 1,
});

/** Entries of leads that wait for their first call and are nobody's, up to `hopper.full`: what a list's agents can all draw. */
const freshEntries = (listId: string): Promise<Entry[]> =>
  dueEntries(listId, 'waiting', anybody, untilAtOnce, hopper.full);

/** Puts leads in that are not in yet; the others keep their place. @returns how many it were */
async function takeIn(list: ListRecord, leads: readonly LeadRecord[]): Promise<number> {
  const there = await entriesOfLeads(
    list.listId,
    leads.map(({ id }) => id),
  );
  const known = new Set(there.map(({ leadId }) => leadId));
  const missing = leads.filter(({ id }) => !known.has(id));
  // One at a time: where another look has put a lead in meanwhile, that one stands.
  for (const lead of missing) await accepted(writeOne(entryInsertion(entryOf(list, lead))));
  return missing.length;
}

/** Puts in what has come since: a new lead is worth most in its first minutes, however many wait before it. */
async function takeInNewest(list: ListRecord): Promise<void> {
  let cursor: string | null = null;
  for (let page = 0; page < hopper.mostNewPages; page++) {
    const { leads, nextCursor } = await queryLeads(list.filter, newestFirst, {
      limit: hopper.newPageSize,
      cursor: cursor ?? undefined,
    });
    const taken = await takeIn(list, leads);
    // Where one was in already, so are those before it, or the reading from the beginning brings them.
    if (taken < leads.length || !nextCursor) return;
    cursor = nextCursor;
  }
}

async function removeRest(listId: string): Promise<NextLook> {
  const rest = await entriesOf(listId, removedAtOnce);
  await removeEntries(rest);
  if (rest.length === removedAtOnce) return clock.now();
  await commit(fillRemoval(listId), paceRemoval(listId));
  return undefined;
}

/**
 * What an order goes by may change while leads wait (a score, the deal's amount): the first of the list come in though they
 * were read past, and of those that are in some have their place found anew, others the minute after.
 */
async function followOrder(list: ListRecord, fresh: readonly Entry[]): Promise<void> {
  if (list.sort.field === 'createdAt') return;
  const { leads } = await queryLeads(list.filter, list.sort, { limit: hopper.newPageSize });
  await takeIn(list, leads);
  const rounds = Math.ceil(fresh.length / hopper.placedAtOnce);
  const from = rounds > 1 ? (Math.floor(clock.now() / againMs) % rounds) * hopper.placedAtOnce : 0;
  const looked = fresh.slice(from, from + hopper.placedAtOnce);
  const found = new Map((await findLeads(looked.map(({ leadId }) => leadId))).map((lead) => [lead.id, lead]));
  for (const entry of looked) {
    const lead = found.get(entry.leadId);
    const place = lead && placeOf(lead, list.sort);
    if (place && place !== entry.place)
      await accepted(commit(entryWrite(entry, { ...entry, place, timeZones: lead.timeZones })));
  }
}

/** Reads on in the list's order until the hopper is full. @returns how far it was read */
async function readOn(list: ListRecord, fill: Fill, freshCount: number): Promise<Fill> {
  let after = fill;
  let fresh = freshCount;
  if (fresh >= hopper.low) return fill;
  for (let page = 0; page < hopper.mostPages && fresh < hopper.full; page++) {
    const { leads, nextCursor } = await queryLeads(list.filter, list.sort, {
      limit: hopper.pageSize,
      cursor: after.cursor ?? undefined,
    });
    fresh += await takeIn(list, leads);
    after = { ...after, cursor: nextCursor, isRead: after.isRead || nextCursor === null };
    if (!nextCursor) break;
  }
  return after;
}

/** Fills the hopper of a list where it runs low. Two at one instant put each lead in once. */
async function look(listId: string): Promise<NextLook> {
  const [list, before] = await Promise.all([findList(listId), findFill(listId)]);
  if (!list) return removeRest(listId);
  if (!before) return undefined;
  if (!list.isActive) return clock.now() + inactiveMs;
  await takeInNewest(list);
  const fresh = await freshEntries(listId);
  await followOrder(list, fresh);
  const after = await readOn(list, { ...before, newestAt: clock.iso() }, fresh.length);
  const at = clock.now() + againMs;
  await accepted(commit(fillWrite(before, after, at)));
  return at;
}

/** Whether new leads may have come since the hopper was looked at; asked with each draw. */
export const isStale = (fill: Fill | undefined): boolean =>
  !fill || clock.now() - Date.parse(fill.newestAt || '2000') > staleMs;

/** Fills a list's hopper at once, whoever asks: it holds leads that the asking agent may not see. */
export const fill = (listId: string): Promise<NextLook> =>
  actor().kind === 'system' ? look(listId) : asSystem(tenantOf(), 'calling-list', () => look(listId));

/** The sweeper's part: keeps hoppers filled, and takes the entries of a removed list away. */
export const callingListWork: DueWork = {
  look: (listId) => retryOnConflict(() => look(listId)),
  earlier: async () => [],
};
