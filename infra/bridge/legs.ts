import type { AriEvent } from './ari.ts';
import { type Call, isLive, type Leg, resultOfCause } from './call.ts';
import { type Calls, resultOf, type Told } from './calls.ts';
import { offerOver, offerTaken } from './offers.ts';
import { dialParty } from './originate.ts';
import { settle } from './place.ts';
import { supervisionOver } from './supervise.ts';
import { agentTookInbound } from './take-up.ts';
import { targetGone, targetUp, transferByLeaving } from './transfer.ts';

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
  if (args[0] === 'amd') return partyHeard(calls, call, leg, args[1] === 'MACHINE' ? 'machine' : 'human');
  if (leg.state === 'up') return;
  if (leg.state === 'dialling') legRings(calls, call, leg);
  leg.state = 'up';
  leg.since = Date.now();
  if (leg.role === 'party') return partyUp(calls, call, leg);
  const answered: Told[] =
    leg.phone && !/^(supervisor|snoop):/.test(leg.role)
      ? [{ event: 'agent-answered', phone: leg.phone }]
      : [];
  if (leg.role.startsWith('supervisor:'))
    answered.push({ event: 'supervised', phone: leg.phone!, mode: call.supervision[leg.phone!]! });
  calls.save(call, answered);
  if (leg.role.startsWith('offer:')) await offerTaken(calls, call, leg);
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
  const { ari } = calls.parts;
  leg.place = 'plan';
  calls.save(call);
  const value = `t${call.tenant}-${call.context!.replace(/[^\w-]/g, '')}`;
  await ari.attempt('POST', `channels/${leg.channel}/variable`, { variable: 'DEALBELL_PLAN', value });
  await ari.attempt('POST', `channels/${leg.channel}/continue`, {
    context: 'dealbell-plan',
    extension: 's',
    priority: 1,
  });
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
      call.direction === 'inbound' ? 'no-answer' : resultOfCause(cause, leg.state === 'ringing');
    return calls.end(call, heard ? resultOf(call) : unreached, [], at);
  }
  if (leg.role.startsWith('supervisor:')) return supervisionOver(calls, call, leg.phone!);
  if (leg.role.startsWith('snoop:')) return calls.save(call);
  const reason = reasonOf(cause, leg);
  const left: Told[] = leg.phone ? [{ event: 'agent-left', phone: leg.phone, reason }] : [];
  calls.save(call, left);
  if (leg.role.startsWith('offer:')) return offerOver(leg);
  if (leg.role === 'target') return targetGone(calls, call, reason);
  if (call.transfer && (await transferByLeaving(calls, call))) return;
  if (call.droppingVoicemail || call.queue) return;
  // Whoever talked with the agent has nobody any more; whom the agent was to be put through to was never rung.
  const unreached = call.direction === 'inbound' ? 'no-answer' : 'failed';
  await calls.end(
    call,
    call.answeredAt !== null ? resultOf(call) : call.legs.party ? 'no-answer' : unreached,
    [],
    at,
  );
}
