import { changeCall } from '#functions/calls/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { NextLook } from '#functions/kernel/due.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { extensionOfUser } from '#functions/pbx/api.ts';
import { phoneNameOf, placedCall } from '#functions/telephony/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { type Call, isActiveCall } from '#shared/model/call.ts';
import type { CallingResult } from '#shared/model/calling-list.ts';
import { unansweredDispositions } from '../dialled.ts';
import { freeEvent, note } from '../dialler/readiness.ts';
import { entryAfter, goneList } from '../entry-after.ts';
import {
  dialKeyOf,
  type Entry,
  entryWrite,
  findEntry,
  findList,
  findReadiness,
  type ListRecord,
  turnRemoval,
} from '../store.ts';
import { assign, noteNotTaken, release } from './assign.ts';
import { place, takeBack } from './place.ts';
import { findLine, type Line, lineRemoval, openLineLookMs, outcomeWrite, rest } from './store.ts';

/** After a call that the exchange would not make a list rests so long; ms. */
const failedMs = 60_000;

/** Why exchanges say that a phone has left when the two seconds are over: the agent did nothing wrong. */
const tooLate = 'too late';

/** What has become of a line. */
type Decided = 'connected' | 'abandoned' | 'unanswered' | 'failed';

/** Whether an agent talks with them, or did. */
const hadAgent = ({ legs, live }: Call): boolean => legs.length > 0 || live?.agentState === 'talking';

/** What a line came to by its call; undefined while that is open. */
function decidedBy(call: Call, told: ExchangeEvent['event'] | undefined): Decided | undefined {
  if (hadAgent(call) || told === 'agent-answered') return 'connected';
  if (isActiveCall(call.status)) return told === 'abandoned' ? 'abandoned' : undefined;
  if (call.status === 'failed' || call.status === 'cancelled') return 'failed';
  // Who has answered and was let go, whether they waited for the message or not.
  return call.answeredAt && call.status === 'completed' ? 'abandoned' : 'unanswered';
}

/** By which result a lead that no agent talked with goes on, and for which reason where that has another. */
const results: Record<Exclude<Decided, 'connected'>, { result: CallingResult; reason?: string }> = {
  unanswered: { result: 'called' },
  failed: { result: 'skipped', reason: 'The exchange could not call it.' },
  // Who answered and found nobody was not reached: that counts as no attempt.
  abandoned: {
    result: 'skipped',
    reason: 'They answered while no agent was free. An agent is on the line first the next time.',
  },
};

/** What the entry of such a lead becomes. */
function entryAfterLine(
  entry: Entry,
  list: ListRecord | undefined,
  decided: keyof typeof results,
  ownerId: string | null,
): Entry {
  const { result, reason } = results[decided];
  const before = decided === 'abandoned' ? { ...entry, isAgentFirst: true } : entry;
  const after = entryAfter(before, list ?? goneList, result, undefined, ownerId);
  return { ...after, agentId: null, ...(reason ? { reason } : {}) };
}

/** Writes what a line came to; it is open no longer. */
async function decide(line: Line, call: Call, decided: Decided): Promise<void> {
  const { listId, leadId, agentId } = line;
  const isAnswered = decided === 'connected' || decided === 'abandoned';
  const outcome = outcomeWrite(listId, leadId, isAnswered);
  if (decided === 'connected') {
    await commit(lineRemoval(line), outcome);
    const ready = agentId ? await findReadiness(agentId) : undefined;
    if (ready && ready.failures > 0) await note(ready, { failures: 0 });
    return;
  }
  const [list, entry, lead] = await Promise.all([
    findList(listId),
    findEntry(listId, leadId),
    findLead(leadId),
  ]);
  const isTaken = entry?.state === 'taken' && entry.until === line.until;
  const disposition = unansweredDispositions[call.status];
  if (disposition && !call.disposition) await changeCall(call.id, { disposition });
  await commit(
    lineRemoval(line),
    turnRemoval({ leadId, agentId }),
    outcome,
    agentId ? freeEvent(agentId, listId) : [],
    isTaken
      ? entryWrite(entry, entryAfterLine(entry, list, decided, lead?.ownerId ?? null), clock.now())
      : [],
  );
  if (decided === 'failed')
    await rest(listId, failedMs, 'The exchange could not make a call. It is tried again each minute.');
}

/** Whether it is the phone of the agent whom a line is put through to: news of one before them may be late. */
async function isPhoneOf(agentId: string | null, phone: string | undefined): Promise<boolean> {
  const extension = agentId ? await extensionOfUser(agentId) : undefined;
  return extension !== undefined && phoneNameOf(extension.number) === phone;
}

async function look(listId: string, leadId: string, told?: ExchangeEvent): Promise<NextLook> {
  const line = await findLine(listId, leadId);
  if (!line) return undefined;
  const [list, call] = await Promise.all([findList(listId), placedCall(dialKeyOf(line))]);
  if (told && told.callId !== call?.id) return undefined;
  const decided = call && decidedBy(call, told?.event);
  if (decided) {
    await decide(line, call, decided);
    return undefined;
  }
  if (!told && (!call || call.status === 'queued')) {
    if (list?.message) await place(list, line);
    // The list was removed, or rings no leads any more, before the call was placed.
    else if (!call) await takeBack(line, { reason: '', nextAt: clock.iso() });
  }
  if (!list) return clock.now() + openLineLookMs;
  if (call && told?.event === 'answered' && told.by !== 'machine') await assign(list, line, call.id);
  if (call && told?.event === 'agent-left' && (await isPhoneOf(line.agentId, told.phone))) {
    const isTooLate = told.reason === tooLate;
    if (!isTooLate) await noteNotTaken(line.agentId!);
    const freed = await release(line);
    if (freed && !isTooLate) await assign(list, freed, call.id);
  }
  return clock.now() + openLineLookMs;
}

/**
 * Does what is to be done for a line that is open, by how its call stands and what was told of it. The same may be told
 * twice, late and in any order.
 */
export const lookAtLine = (listId: string, leadId: string, told?: ExchangeEvent): Promise<NextLook> =>
  retryOnConflict(() => look(listId, leadId, told));
