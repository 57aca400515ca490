import { statusOf } from '#functions/agentStatus/api.ts';
import { changeCall, isOnCall } from '#functions/calls/api.ts';
import { numberForAgent } from '#functions/didPools/api.ts';
import { numberOfDid } from '#functions/dids/api.ts';
import { onBehalfOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { AppError, notFound } from '#functions/kernel/errors.ts';
import { usable } from '#functions/leads/api.ts';
import { extensionOfUser } from '#functions/pbx/api.ts';
import {
  ContactRefused,
  ExchangeDown,
  phoneNameOf,
  phoneStates,
  placeCall,
  placedCall,
} from '#functions/telephony/api.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import { type Call, isActiveCall } from '#shared/model/call.ts';
import { dialsByItself, ringsLeadsFirst } from '#shared/model/calling-list.ts';
import { exchangeDown, unansweredDispositions } from '../dialled.ts';
import { candidates, nextLead, type PassedOver, takenEntry } from '../draw.ts';
import { lookAtLine } from '../lines/line.ts';
import { leaveAnswers, paceList } from '../lines/pace.ts';
import { worksOn } from '../list-agents.ts';
import { giveBack, noteResult } from '../results.ts';
import {
  dialKeyOf,
  type Entry,
  findList,
  findReadiness,
  type ListRecord,
  type ReadinessRecord,
} from '../store.ts';
import { lookAgainMs, note } from './readiness.ts';

/*
 * The dialler of a list in progressive mode: one line for each agent who is free, with their own phone on it first, so
 * that nobody who answers waits for somebody to talk with. It goes by how things stand whenever something tells it to
 * look (worker.ts, the sweeper), so that news may come twice, late or not at all:
 *
 *   no turn ─▶ takes the next lead for the agent ─▶ places its call by the turn's own key ─▶ the call goes on
 *   its call ended unanswered ─▶ tells the result itself ─▶ the next lead
 *   its call was answered ─▶ waits until the agent has said how it ended
 *
 * Of a list that rings leads first (../lines) an agent who is free waits for whoever answers, and is rung first for what
 * is theirs alone: promised calls, their own leads, and those whom nobody was free for.
 */

/** Leads that one look dials or passes over, and calls in a row that may fail before the agent is stopped. */
const mostSteps = 12;
const mostFailures = 3;

type Step = 'again' | { at: NextLook };
const wait = (at: NextLook = clock.now() + lookAgainMs): Step => ({ at });

/** Stops dialling for an agent, and says why. */
async function stop(ready: ReadinessRecord, waitsFor: string): Promise<Step> {
  await note(ready, { isReady: false, waitsFor });
  return wait(undefined);
}

/** Why a list is not dialled for the actor, now or later. */
async function refusalOf(list: ListRecord | undefined): Promise<string | undefined> {
  if (!list) return 'The list is gone.';
  if (!list.isActive) return 'The list is not active any more.';
  if (!dialsByItself(list)) return 'The list does not dial by itself any more.';
  return (await worksOn(list)) ? undefined : 'You are not among the agents of the list any more.';
}

/** What a call that is over means to its turn; true where nothing is left to say for the agent. */
async function settled(entry: Entry, call: Call, ready: ReadinessRecord | undefined): Promise<boolean> {
  if (call.answeredAt !== null) return false;
  const { listId, leadId } = entry;
  const disposition = unansweredDispositions[call.status];
  if (disposition && !call.disposition) await changeCall(call.id, { disposition });
  // One that failed never rang: neither the lead nor its attempts have to do with it.
  const failed = call.status === 'failed' || call.status === 'cancelled';
  await noteResult(listId, leadId, failed ? 'skipped' : 'called', undefined);
  if (ready) await note(ready, { failures: failed ? ready.failures + 1 : 0 });
  return true;
}

interface Line {
  phone: string;
  callerId: string | null;
  /** The list says which number is shown. */
  isOfList: boolean;
}

/** The phone that an agent is at, or why it cannot be reached. @throws ExchangeDown */
async function lineOf(list: ListRecord, agentId: string): Promise<Line | string> {
  const extension = await extensionOfUser(agentId);
  if (!extension) return 'You have no extension any more.';
  const phone = phoneNameOf(extension.number);
  const states = await phoneStates();
  if (!states.some((one) => one.phone === phone && one.registered))
    return 'Your phone cannot be reached: sign in to it again.';
  const ofList = list.didId ? await numberOfDid(list.didId) : undefined;
  return { phone, callerId: ofList ?? (extension.callerId || null), isOfList: ofList !== undefined };
}

/** Places the call of a turn; the same again is the same call. */
async function place(ready: ReadinessRecord, list: ListRecord, entry: Entry, line: Line): Promise<Step> {
  try {
    const callee = await calleeOf(entry.leadId);
    await placeCall({
      key: dialKeyOf(entry),
      leadId: entry.leadId,
      to: callee.phone,
      callerId: line.callerId,
      // A list that names a number shows that one.
      drawNumber: line.isOfList ? undefined : () => numberForAgent(ready.agentId, callee),
      maxRingSeconds: list.ringSeconds,
      amd: false,
      context: null,
      transferNumber: null,
      recordCall: false,
      agentPhone: line.phone,
      source: { kind: 'agent', id: ready.agentId, listId: list.listId },
    });
    const call = await placedCall(dialKeyOf(entry));
    return call && isActiveCall(call.status) ? wait() : 'again';
  } catch (error) {
    if (error instanceof ContactRefused) return refused(ready, entry, error);
    if (error instanceof AppError && error.status === 404) {
      await giveBack(entry, { reason: 'The lead is gone.', nextAt: null });
      return 'again';
    }
    throw error;
  }
}

/** Where a lead is called at, and in which state it is. @throws 404 */
async function calleeOf(leadId: string): Promise<{ phone: string; state: string }> {
  const { phones, address } = await usable(leadId);
  if (!phones[0]) throw notFound('The phone number');
  return { phone: phones[0].number, state: address.state };
}

/** A lead that may not be called now rests until it may; what holds for the whole workspace is no lead's fault. */
async function refused(ready: ReadinessRecord, entry: Entry, { decision }: ContactRefused): Promise<Step> {
  const reason = decision.reasons[0]?.text ?? 'This person may not be called now.';
  const nextAt = decision.nextAllowedAt;
  const isOfLead = Boolean(decision.id);
  await giveBack(entry, isOfLead ? { reason, nextAt } : { reason: '', nextAt: clock.iso() });
  if (!isOfLead) return wait(await note(ready, { waitsFor: reason }));
  const passedOver: PassedOver[] = [{ leadId: entry.leadId, reason, nextAt }, ...ready.passedOver];
  await note(ready, { passedOver: passedOver.slice(0, 25) });
  return 'again';
}

/** Has an agent of a list that rings leads first wait for whoever answers, and opens lines for them. */
async function awaitAnswers(ready: ReadinessRecord, list: ListRecord): Promise<Step> {
  const { listId } = list;
  const { agentId } = ready;
  if (!ready.awaitsAnswers) {
    const { turn, passedOver, lookAgainAt } = await nextLead(listId, true, 'own');
    const isOver = !turn && !(lookAgainAt && Date.parse(lookAgainAt) <= clock.now());
    const news = passedOver.length > 0 ? { passedOver } : {};
    await note(ready, { waitsFor: '', ...(isOver ? { awaitsAnswers: true } : {}), ...news });
    return 'again';
  }
  const { passedOver, waitsFor, lookAgainAt } = await paceList(listId);
  const soon = clock.now() + lookAgainMs;
  const at = lookAgainAt ? Math.min(soon, Math.max(clock.now() + 1_000, Date.parse(lookAgainAt))) : soon;
  const isOwnDue = (await candidates(list, agentId, 'own')).length > 0;
  if (isOwnDue && (await leaveAnswers(list, ready, at))) return 'again';
  return wait(await note(ready, { waitsFor, ...(passedOver.length > 0 ? { passedOver } : {}) }, at));
}

/** Takes the next lead for an agent who is free. */
async function take(ready: ReadinessRecord, list: ListRecord): Promise<Step> {
  if (ringsLeadsFirst(list)) return awaitAnswers(ready, list);
  const { turn, passedOver, lookAgainAt } = await nextLead(list.listId, true);
  const soon = clock.now() + lookAgainMs;
  const isNews = passedOver.length > 0;
  if (turn) {
    await note(ready, { waitsFor: '', ...(isNews ? { passedOver } : {}) });
    return 'again';
  }
  if (lookAgainAt && Date.parse(lookAgainAt) <= clock.now()) return 'again';
  const waitsFor = lookAgainAt ? 'No lead is due now.' : 'This list has no more leads to call.';
  const at = lookAgainAt ? Math.min(soon, Date.parse(lookAgainAt)) : soon;
  return wait(await note(ready, { waitsFor, ...(isNews ? { passedOver } : {}) }, at));
}

/** One step for an agent, in their own name: settles what is over, then takes or places the next. */
async function step(agentId: string): Promise<Step> {
  const found = await findReadiness(agentId);
  const ready = found?.isReady ? found : undefined;
  const entry = await takenEntry(agentId);
  const call = entry?.isDialled ? await placedCall(dialKeyOf(entry)) : undefined;
  if (entry && call?.origin?.kind === 'list' && !call.legs.some((leg) => leg.agentId === agentId)) {
    // They are being put through; or they were not, and the line is somebody else's business now.
    await lookAtLine(entry.listId, entry.leadId);
    return wait(ready && clock.now() + lookAgainMs);
  }
  if (entry && call && !isActiveCall(call.status)) {
    if (!(await settled(entry, call, ready))) return wait(ready && clock.now() + lookAgainMs);
    return ready ? 'again' : wait(undefined);
  }
  if (!ready) {
    // They paused before its call was placed: somebody else calls the lead.
    if (entry?.isDialled && !call) await giveBack(entry, { reason: '', nextAt: clock.iso() });
    return wait(undefined);
  }
  const list = await findList(ready.listId);
  const reason = await refusalOf(list);
  if (reason) return stop(ready, reason);
  if (ready.failures >= mostFailures)
    return stop(ready, `${mostFailures} calls in a row could not be made. Is your phone in order?`);
  if (await isOnCall(agentId)) return wait();
  if (entry && (!entry.isDialled || entry.listId !== ready.listId))
    return wait(await note(ready, { waitsFor: 'You have a lead already: say what came of it first.' }));
  const status = await statusOf(agentId);
  if (!status.signedIn) return stop(ready, 'You are not signed in to the phone any more.');
  if (!status.isAvailable) return wait(await note(ready, { waitsFor: `Your status is ${status.label}.` }));
  try {
    const line = await lineOf(list!, agentId);
    if (typeof line === 'string') return stop(ready, line);
    return await (entry ? place(ready, list!, entry, line) : take(ready, list!));
  } catch (error) {
    if (!(error instanceof ExchangeDown)) throw error;
    const { waitsFor, againMs } = exchangeDown;
    return wait(await note(ready, { waitsFor }, clock.now() + againMs));
  }
}

/**
 * Does what is to be done for an agent of a list that dials. It may be asked at any time and any number of times, and be
 * killed at any point. @returns when to look again, should nothing tell earlier
 */
export async function dialFor(agentId: string): Promise<NextLook> {
  const user = await findUser(agentId);
  if (!user || !takesLeads(user)) {
    const ready = await findReadiness(agentId);
    if (ready) await note(ready, { isReady: false, waitsFor: 'You take no leads any more.' });
    return undefined;
  }
  const { userId, role, username } = user;
  return onBehalfOf({ userId, role, username }, 'dialler', async () => {
    for (let n = 0; n < mostSteps; n++) {
      const done = await step(agentId);
      if (done !== 'again') return done.at;
    }
    return clock.now();
  });
}

/** The sweeper's part: an agent who is ready is looked at each minute, should the news have been lost. */
export const callingReadinessWork: DueWork = { look: dialFor, earlier: async () => [] };
