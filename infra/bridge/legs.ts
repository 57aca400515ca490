import type { AriEvent } from './ari.ts';
import { type Call, isLive, type Leg, resultOfCause, waitsForAgent } from './call.ts';
import { type Calls, resultOf, type Told, toldAt } from './calls.ts';
import { waitForAgent } from './connect.ts';
import { offerOver, offerTaken } from './offers.ts';
import { dialParty } from './originate.ts';
import { askToAccept, hasToAccept } from './outside.ts';
import { settle } from './place.ts';
import { afterTalk, dialOver, dialTaken, planStep } from './plan-steps.ts';
import { goIntoPlan, planWalk } from './plan-walk.ts';
import { supervisionOver } from './supervise.ts';
import { agentTookInbound } from './take-up.ts';
import { targetGone, targetUp, transferByLeaving } from './transfer.ts';
import { unanswered, unheardResult } from './voicemail.ts';

/** A channel rings. */
export function legRings(calls: Calls, call: Call, leg: Leg): void {
  if (leg.state !== 'dialling') return;
  leg.state = 'ringing';
  leg.since = Date.now();
  if (leg.role === 'party' && call.state === 'queued') {
    call.state = 'ringing';
    call.stateAt = Date.now();
    calls.save(call, [{ event: 'ringing' }]);
  } else if (leg.phone && !leg.role.startsWith('supervisor:'))
    calls.save(call, [{ event: 'agent-ringing', phone: leg.phone }]);
  else calls.save(call);
}

/** A channel is up and ours: it was answered, or has come back from what an application did for us. */
export async function legUp(calls: Calls, call: Call, leg: Leg, args: readonly string[] = []): Promise<void> {
  if (args[0] === 'plan') return planStep(calls, call, leg, args);
  if (args[0] === 'amd') return partyHeard(calls, call, leg, args[1] === 'MACHINE' ? 'machine' : 'human');
  if (leg.state === 'up') return;
  if (leg.state === 'dialling') legRings(calls, call, leg);
  if (hasToAccept(leg)) return askToAccept(calls, call, leg);
  leg.state = 'up';
  leg.since = Date.now();
  if (leg.role === 'party') return partyUp(calls, call, leg);
  const answered: Told[] =
    leg.phone && !/^(supervisor|snoop):/.test(leg.role)
      ? [{ event: 'agent-answered', phone: leg.phone }]
      : [];
  if (leg.role.startsWith('supervisor:'))
    answered.push({ event: 'supervised', phone: leg.phone!, mode: call.supervision[leg.phone!]! });
  if (leg.role === 'agent') call.isComingBack = false;
  calls.save(call, answered);
  if (leg.role.startsWith('offer:') && call.walk?.doing?.type === 'dial') await dialTaken(calls, call, leg);
  else if (leg.role.startsWith('offer:')) await offerTaken(calls, call, leg);
  else if (leg.role === 'target') await targetUp(calls, call);
  else if (leg.role === 'agent' && call.direction === 'outbound' && call.state === 'queued') {
    if (!call.legs.party && !(await dialParty(calls, call))) return calls.end(call, 'failed');
  } else if (leg.role === 'agent' && call.direction === 'inbound') await agentTookInbound(calls, call);
  await settle(calls, call);
}

async function partyUp(calls: Calls, call: Call, leg: Leg): Promise<void> {
  call.answeredAt = Date.now();
  if (!call.amd) return partyHeard(calls, call, leg, 'human');
  leg.place = 'plan';
  calls.save(call);
  const { ari } = calls.parts;
  const listening = await ari.attempt('POST', `channels/${leg.channel}/continue`, {
    context: 'dealbell-amd',
    extension: 's',
    priority: 1,
  });
  if (!listening) await partyHeard(calls, call, leg, 'human');
}

/** It is known who took the call. */
async function partyHeard(calls: Calls, call: Call, leg: Leg, by: 'human' | 'machine'): Promise<void> {
  if (call.by) return;
  call.by = by;
  call.state = 'answered';
  call.stateAt = call.answeredAt ?? Date.now();
  call.answeredAt ??= call.stateAt;
  delete leg.place;
  calls.save(call, [{ event: 'answered', by }]);
  // No agent is put through to a machine.
  if (call.connect && by === 'machine') return calls.end(call, resultOf(call));
  waitForAgent(calls, call);
  if (!call.legs.agent && call.transferNumber && by === 'human') {
    const to = { number: call.transferNumber, callerId: null };
    call.transfer = { mode: 'blind', to, joined: false };
    if (!(await calls.dial(call, 'target', to, call.maxRingSeconds)))
      await targetGone(calls, call, 'could not be dialled');
  } else if (!call.legs.agent && call.context) return enterPlan(calls, call, leg);
  await settle(calls, call);
}

/** The tenant's own dial plan takes the call; it is heard of again when it ends. */
async function enterPlan(calls: Calls, call: Call, leg: Leg): Promise<void> {
  leg.place = 'plan';
  const name = call.context!.replace(/[^\w-]/g, '');
  const value = `t${call.tenant}-${name}`;
  const planId = `dlp_${name.slice(1)}`;
  if (calls.parts.plans.find(call.tenant, planId)?.context === value) call.walk = planWalk(planId);
  calls.save(call);
  await goIntoPlan(calls, call, leg.channel, value);
}

const reasonOf = (cause: number | undefined, leg: Leg): string =>
  leg.state === 'up' ? 'hung up' : resultOfCause(cause, leg.state === 'ringing');

/** A channel is gone. `at`: when, if it went while nobody listened. */
export async function legGone(
  calls: Calls,
  call: Call,
  leg: Leg,
  cause: AriEvent['cause'],
  at = Date.now(),
): Promise<void> {
  calls.dropLeg(call, leg);
  if (!isLive(call)) return;
  if (leg.role === 'party') {
    const heard = call.answeredAt !== null || leg.state === 'up';
    const unreached =
      call.direction === 'inbound' ? unheardResult(call) : resultOfCause(cause, leg.state === 'ringing');
    return calls.end(call, heard ? resultOf(call) : unreached, [], at);
  }
  if (leg.role.startsWith('supervisor:')) return supervisionOver(calls, call, leg.phone!);
  if (leg.role.startsWith('snoop:')) return calls.save(call);
  const reason = reasonOf(cause, leg);
  const left: Told[] = leg.phone ? [{ event: 'agent-left', phone: leg.phone, reason }] : [];
  calls.save(call, toldAt(at, left));
  if (leg.role.startsWith('offer:') && call.walk?.doing?.type === 'dial')
    return dialOver(calls, call, leg, cause);
  if (leg.role.startsWith('offer:')) return offerOver(leg);
  if (leg.role === 'target') return targetGone(calls, call, reason);
  if (call.transfer && (await transferByLeaving(calls, call))) return;
  if (call.droppingVoicemail || call.queue) return;
  if (await afterTalk(calls, call)) return;
  // Who has answered waits for another agent, as long as they may be left waiting.
  if (leg.state !== 'up' && waitsForAgent(call)) return;
  if (call.direction === 'inbound' && call.answeredAt === null) return unanswered(calls, call, call.box, at);
  // Whoever talked with the agent has nobody any more; whom the agent was to be put through to was never rung.
  await calls.end(
    call,
    call.answeredAt !== null ? resultOf(call) : call.legs.party ? 'no-answer' : 'failed',
    [],
    at,
  );
}
