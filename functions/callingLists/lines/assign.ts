import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { extensionOfUser } from '#functions/pbx/api.ts';
import { commandCall, ExchangeDown, phoneNameOf, phoneStates } from '#functions/telephony/api.ts';
import { freeEvent, lookAgainMs, note } from '../dialler/readiness.ts';
import {
  type Entry,
  entryWrite,
  findEntry,
  findReadiness,
  type ListRecord,
  lineTurnAssignment,
  lineTurnRelease,
  readinessWrite,
} from '../store.ts';
import { type FreeAgent, floorOf } from './agents.ts';
import { findLine, type Line, lineWrite, openLineLookMs } from './store.ts';

/** Agents who are tried for one who has answered; each costs a part of the two seconds. */
const mostTried = 4;

/** Gives a line to an agent; undefined where it is decided already, or they have a lead by now or have paused. */
async function give(line: Line, entry: Entry, { ready }: FreeAgent): Promise<Line | undefined> {
  const { listId, leadId } = line;
  const { agentId } = ready;
  const at = clock.now() + openLineLookMs;
  const given: Line = { ...line, agentId, tried: [...line.tried, agentId] };
  const now = { ...ready, awaitsAnswers: false, waitsFor: '' };
  const written = await retryOnConflict(
    () =>
      accepted(
        commit(
          entryWrite(entry, { ...entry, agentId }, at),
          lineTurnAssignment({ listId, leadId, agentId }),
          lineWrite(line, given),
          readinessWrite(ready, now, clock.now() + lookAgainMs),
        ),
      ),
    { tries: 1, onGivingUp: () => false },
  );
  return written ? { ...given, version: line.version + 1 } : undefined;
}

/** Takes a line from an agent whose phone was not taken up: who has answered waits on for another one. */
export async function release(line: Line): Promise<Line | undefined> {
  const { listId, leadId, agentId } = line;
  const entry = await findEntry(listId, leadId);
  if (!agentId || entry?.state !== 'taken') return undefined;
  const freed: Line = { ...line, agentId: null };
  const written = await accepted(
    commit(
      entryWrite(entry, { ...entry, agentId: null }, clock.now() + openLineLookMs),
      lineTurnRelease({ listId, leadId, agentId }),
      lineWrite(line, freed),
      freeEvent(agentId, listId),
    ),
  );
  return written ? { ...freed, version: line.version + 1 } : undefined;
}

/** The agent of a line did not take it up: after some in a row the dialler stops for them. */
export async function noteNotTaken(agentId: string): Promise<void> {
  const ready = await findReadiness(agentId);
  if (ready) await note(ready, { failures: ready.failures + 1 });
}

/** Whether the agent's phone rings now for who has answered. @throws ExchangeDown and the like: it is told again */
async function ring(callId: string, { agentId, tried }: Line): Promise<boolean> {
  const extension = await extensionOfUser(agentId!);
  if (!extension) return false;
  const phone = phoneNameOf(extension.number);
  try {
    await commandCall(callId, { type: 'connect', phone }, `connect ${tried.length} ${agentId}`);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const states = await phoneStates().catch((problem) => {
      if (problem instanceof ExchangeDown) return undefined;
      throw problem;
    });
    const isGone = states && !states.some((one) => one.phone === phone && one.registered);
    const ready = isGone && (await findReadiness(agentId!));
    if (ready)
      await note(ready, { isReady: false, waitsFor: 'Your phone cannot be reached: sign in to it again.' });
    return false;
  }
}

/**
 * Puts who has answered through to the agent who is free the longest. Told again, it does the same again: one agent has
 * one of those who answer, and each of these one agent.
 */
export async function assign(list: ListRecord, listed: Line, callId: string): Promise<void> {
  let line: Line | undefined = listed;
  while (line) {
    if (line.agentId) {
      if (await ring(callId, line)) return;
      line = await release(line);
      continue;
    }
    if (line.tried.length >= mostTried) return;
    const { agents } = await floorOf(list);
    let given: Line | undefined;
    for (const agent of agents) {
      if (line.tried.includes(agent.ready.agentId)) continue;
      const entry = await findEntry(line.listId, line.leadId);
      if (entry?.state !== 'taken') return;
      given = await give(line, entry, agent);
      if (given) break;
      const now = await findLine(line.listId, line.leadId);
      if (!now) return;
      // Somebody else hears the same: theirs stands.
      if (now.version !== line.version) return;
    }
    if (!given) return;
    line = given;
  }
}
