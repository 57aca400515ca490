import { check } from '#functions/compliance/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { findLeads, type LeadRecord, matches, mayUse, personOf } from '#functions/leads/api.ts';
import { dialsByItself } from '#shared/model/calling-list.ts';
import { nextEntries, type Pool } from './best-hour.ts';
import { fill, isStale } from './fill.ts';
import { worksOn } from './list-agents.ts';
import { listOr404 } from './lists.ts';
import {
  agentFirst,
  anybody,
  atOnce,
  type Entry,
  entryWrite,
  findAgentTurn,
  findEntry,
  findFill,
  firstDueAfter,
  type ListRecord,
  poolOf,
  turnInsertion,
} from './store.ts';

/** How long an agent has a lead before it goes to somebody else; ms. */
export const turnMs = 30 * 60_000;
/** Entries of a pool that one draw looks at. */
const lookedAt = 60;
/** Leads that one draw passes over before it answers without one, and that an answer names at most. */
export const passedMost = 25;

export interface Turn {
  listId: string;
  leadId: string;
  kind: 'callback' | 'first' | 'again';
  attempts: number;
  dueAt: string | null;
  until: string;
}

export interface PassedOver {
  leadId: string;
  reason: string;
  nextAt: string | null;
}

const turnOf = (entry: Entry, wasCallback: boolean): Turn => ({
  listId: entry.listId,
  leadId: entry.leadId,
  kind: wasCallback ? 'callback' : entry.attempts === 0 ? 'first' : 'again',
  attempts: entry.attempts,
  dueAt: entry.dueAt === atOnce ? null : entry.dueAt,
  until: entry.until!,
});

/** The reason of an entry that is taken for a promised call, by which that is known again. */
export const promised = 'A call was promised.';

/** What the agent has already. */
export async function presentTurn(agentId: string): Promise<Turn | undefined> {
  const entry = await takenEntry(agentId);
  return entry && turnOf(entry, entry.reason === promised);
}

/** The entry of the lead that an agent has. */
export async function takenEntry(agentId: string): Promise<Entry | undefined> {
  const turn = await findAgentTurn(agentId);
  const entry = turn && (await findEntry(turn.listId, turn.leadId));
  return entry?.state === 'taken' && entry.agentId === agentId ? entry : undefined;
}

/** Which leads an agent is given: `own` are those that only somebody with a phone on the line may be. */
export type Reach = 'all' | 'own';

/** Where their leads lie: promised calls, their own, those that nobody was free for, then nobody's. */
const poolsOf = (agentId: string, reach: Reach): Pool[] => [
  ['callback', agentId],
  ['waiting', agentId],
  ['waiting', agentFirst],
  ...(reach === 'all' ? [['waiting', anybody] as Pool] : []),
];

/** Due entries in the order in which this agent is given them. */
export const candidates = (list: ListRecord, agentId: string, reach: Reach): Promise<Entry[]> =>
  nextEntries(list, poolsOf(agentId, reach), lookedAt);

/** Why a lead may not be called now; `nextAt` null: not by this list at all. */
export async function obstacle(
  list: ListRecord,
  entry: Entry,
  lead: LeadRecord | undefined,
): Promise<{ reason: string; nextAt: string | null } | undefined> {
  if (lead?.state !== 'live') return { reason: 'The lead is gone.', nextAt: null };
  if (entry.state === 'waiting' && !matches(list.filter, lead))
    return { reason: 'It no longer fits the list.', nextAt: null };
  const [phone] = lead.phones;
  if (!phone) return { reason: 'It has no phone number.', nextAt: null };
  const { reasons, nextAllowedAt } = await check(personOf(lead, phone.number), 'call', clock.iso(), false);
  return reasons[0] && { reason: reasons[0].text, nextAt: nextAllowedAt };
}

/** Puts an entry off, or away; where somebody else was quicker, theirs stands. */
export const putOff = (entry: Entry, { reason, nextAt }: { reason: string; nextAt: string | null }) =>
  accepted(
    commit(
      entryWrite(entry, nextAt ? { ...entry, dueAt: nextAt, reason } : { ...entry, state: 'done', reason }),
    ),
  );

/** Moves an entry to the pool of its lead's owner, who may have changed since it was put in. */
export const repool = (entry: Entry, { ownerId }: LeadRecord) =>
  accepted(commit(entryWrite(entry, { ...entry, pool: poolOf(entry, ownerId) })));

async function take(entry: Entry, agentId: string, isDialled: boolean): Promise<Turn | undefined> {
  const wasCallback = entry.state === 'callback';
  const taken: Entry = {
    ...entry,
    state: 'taken',
    agentId,
    isDialled,
    until: new Date(clock.now() + turnMs).toISOString(),
    reason: wasCallback ? promised : '',
  };
  const { listId, leadId } = entry;
  const written = await accepted(
    commit([entryWrite(entry, taken), ...turnInsertion({ listId, leadId, agentId })]),
  );
  return written ? turnOf(taken, wasCallback) : undefined;
}

/**
 * The next lead of a list for the agent who asks; asked again before its result is told, the same. Two agents who ask at
 * one instant never get one lead. Leads before it that may not be called now are put off until they may.
 * @param isDialled whether the dialler asks in the agent's name
 * @param reach `own`: of a list that rings leads first, what it rings the agent first for
 * @throws 404; 409 when the list is not active, not theirs to work, or dials by itself
 */
export async function nextLead(
  listId: string,
  isDialled = false,
  reach: Reach = 'all',
): Promise<{ turn: Turn | null; passedOver: PassedOver[]; lookAgainAt: string | null }> {
  const { userId } = currentUser();
  const list = await listOr404(listId);
  const present = await presentTurn(userId);
  if (present) return { turn: present, passedOver: [], lookAgainAt: null };
  if (!list.isActive) throw conflict('This list is not active.', undefined, 'list_inactive');
  if (dialsByItself(list) && !isDialled)
    throw conflict('This list dials by itself: say that you are ready.', undefined, 'list_dials');
  if (!(await worksOn(list)))
    throw conflict('You are not among the agents of this list.', undefined, 'not_on_list');
  if (isStale(await findFill(listId))) await fill(listId);
  const due = await candidates(list, userId, reach);
  const leads = new Map((await findLeads(due.map(({ leadId }) => leadId))).map((lead) => [lead.id, lead]));
  const passedOver: PassedOver[] = [];
  for (let n = 0; n < due.length && passedOver.length < passedMost; ) {
    const entry = due[n]!;
    const lead = leads.get(entry.leadId);
    if (lead && !mayUse(lead)) {
      // A colleague's by now, and nothing is told of it here.
      await repool(entry, lead);
      n++;
      continue;
    }
    const hindered = await obstacle(list, entry, lead);
    if (hindered) {
      await putOff(entry, hindered);
      passedOver.push({ leadId: entry.leadId, ...hindered });
      n++;
    } else {
      const turn = await take(entry, userId, isDialled);
      if (turn) return { turn, passedOver, lookAgainAt: null };
      // A second window of theirs may have been quicker.
      const other = await presentTurn(userId);
      if (other) return { turn: other, passedOver, lookAgainAt: null };
      // Somebody took it: many ask at once, so the next is tried a few places on.
      n += 1 + Math.floor(Math.random() * 4);
    }
  }
  return { turn: null, passedOver, lookAgainAt: await nextDue(list, userId, reach, due.length > 0) };
}

/** When there is something to draw again; null where nothing is left. */
async function nextDue(
  list: ListRecord,
  agentId: string,
  reach: Reach,
  hadCandidates: boolean,
): Promise<string | null> {
  // Others were quicker, or there were more leads to pass over than one answer looks at.
  if (hadCandidates && (await candidates(list, agentId, reach)).length > 0) return clock.iso();
  const now = clock.iso();
  const times = await Promise.all(
    poolsOf(agentId, reach).map(([state, pool]) => firstDueAfter(list.listId, state, pool, now)),
  );
  return times.filter((time) => time !== undefined).sort()[0] ?? null;
}
