import { lastCallWith } from '#functions/calls/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { isActiveCall } from '#shared/model/call.ts';
import type { CallingResult } from '#shared/model/calling-list.ts';
import { freeEvent } from './dialler/readiness.ts';
import { promised } from './draw.ts';
import { entryAfter, goneList } from './entry-after.ts';
import { lookAtLine } from './lines/line.ts';
import { findLine, lineRemoval, talkWrite } from './lines/store.ts';
import {
  type Entry,
  entryWrite,
  findEntry,
  findList,
  findReadiness,
  poolOf,
  readinessWrite,
  turnRemoval,
} from './store.ts';

/** A call with the lead goes on although the agent's time is over: it is looked at again after so long; ms. */
const callGoesOnMs = 5 * 60_000;

const answer = ({ state, dueAt, attempts }: Entry) => ({
  state,
  dueAt: state === 'waiting' || state === 'callback' ? dueAt : null,
  attempts,
});

/** What is written with the result of a lead that was dialled: how long it kept the agent, and that its line is over. */
async function dialledWrites(entry: Entry): Promise<object[]> {
  if (!entry.isDialled) return [];
  const { listId, leadId } = entry;
  const [call, line] = await Promise.all([lastCallWith(leadId), findLine(listId, leadId)]);
  const busyMs = call?.answeredAt ? clock.now() - Date.parse(call.answeredAt) : 0;
  return [
    ...(busyMs > 0 ? [talkWrite(listId, leadId, busyMs / 1000)] : []),
    ...(line ? [lineRemoval(line)] : []),
  ];
}

/**
 * What came of the lead that the agent had; it and the agent are free again. Told again, it changes nothing.
 * @throws 400 for a callback without a time to come; 404; 409 'not_your_turn' for a lead that somebody else has
 */
export async function noteResult(
  listId: string,
  leadId: string,
  result: CallingResult,
  callbackAt: string | undefined,
) {
  if (result === 'callback' && !(callbackAt && Date.parse(callbackAt) > clock.now()))
    throw badRequest('Please say when to call again: a time to come.', { field: 'callbackAt' });
  const { userId } = currentUser();
  return retryOnConflict(async () => {
    const entry = await findEntry(listId, leadId);
    if (!entry || entry.agentId !== userId) {
      if (entry?.state !== 'taken') throw notFound('The lead of the list');
      throw conflict('Somebody else has this lead now.', undefined, 'not_your_turn');
    }
    if (entry.state !== 'taken') return answer(entry);
    const [list, lead, ready, dialled] = await Promise.all([
      findList(listId),
      findLead(leadId),
      findReadiness(userId),
      dialledWrites(entry),
    ]);
    const after = entryAfter(entry, list ?? goneList, result, callbackAt, lead?.ownerId ?? null);
    await commit([
      entryWrite(entry, after),
      ...turnRemoval({ leadId, agentId: userId }),
      ...dialled,
      ...(ready?.isReady ? [freeEvent(userId, ready.listId)] : []),
    ]);
    return answer(after);
  });
}

/** Takes a lead from the agent who has it before it was called: it rests until `nextAt`, or is done with (null). */
export const giveBack = (
  entry: Entry,
  { reason, nextAt }: { reason: string; nextAt: string | null },
): Promise<boolean> => {
  const free: Entry = {
    ...entry,
    // A promised call stays one.
    ...(nextAt
      ? { state: entry.reason === promised ? 'callback' : 'waiting', dueAt: nextAt }
      : { state: 'done' }),
    until: null,
    isDialled: false,
    reason,
  };
  const { leadId, agentId } = entry;
  return accepted(commit([entryWrite(entry, free), ...turnRemoval({ leadId, agentId })]));
};

/** The write that stops dialling for somebody who told no result of a lead that was dialled: they may be away. */
async function stopOf({ isDialled, agentId }: Entry): Promise<object[]> {
  const ready = isDialled ? await findReadiness(agentId!) : undefined;
  if (!ready?.isReady) return [];
  const waitsFor = 'You told no result of your last lead for half an hour.';
  return [readinessWrite(ready, { ...ready, isReady: false, waitsFor }, clock.now())];
}

async function lookAtTurn(id: string): Promise<NextLook> {
  const [listId, leadId] = id.split('#') as [string, string];
  const entry = await findEntry(listId, leadId);
  if (entry?.state !== 'taken') return undefined;
  const over = Date.parse(entry.until!);
  if (await findLine(listId, leadId)) {
    const at = await lookAtLine(listId, leadId);
    if (at !== undefined) return at;
    return (await findEntry(listId, leadId))?.state === 'taken' ? over : undefined;
  }
  if (over > clock.now()) return over;
  const call = await lastCallWith(leadId);
  if (call && isActiveCall(call.status)) return clock.now() + callGoesOnMs;
  const [lead, stopped] = await Promise.all([findLead(leadId), stopOf(entry)]);
  const free: Entry = {
    ...entry,
    state: 'waiting',
    pool: poolOf(entry, lead?.ownerId ?? null),
    dueAt: clock.iso(),
    agentId: null,
    until: null,
    isDialled: false,
    reason: 'Whoever had it told no result.',
  };
  await commit([entryWrite(entry, free), ...turnRemoval({ leadId, agentId: entry.agentId }), ...stopped]);
  return undefined;
}

/** The sweeper's part: a lead whose agent told no result in time is free again. */
export const callingTurnWork: DueWork = {
  look: (id) => retryOnConflict(() => lookAtTurn(id)),
  earlier: async () => [],
};
