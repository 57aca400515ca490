import type { Target } from '#shared/exchange/commands.ts';
import { type Call, legsOf } from './call.ts';
import { type Calls, resultOf, type Told } from './calls.ts';
import { joinQueue } from './join-queue.ts';
import { settle } from './place.ts';
import { Refusal } from './refusal.ts';
import { timing } from './settings.ts';

const leftOf = (call: Call): Told[] => {
  const phone = call.legs.agent?.phone;
  return phone ? [{ event: 'agent-left', phone, reason: 'transferred' }] : [];
};

/** Puts the other party through to somebody else. */
export async function transfer(
  calls: Calls,
  call: Call,
  mode: 'blind' | 'attended',
  to: Target,
  key: string,
) {
  const { agent, party } = call.legs;
  if (call.state !== 'answered' || party?.state !== 'up')
    throw new Refusal('wrong_state', 'Only a call that goes on can be transferred.');
  if (call.transfer) throw new Refusal('wrong_state', 'The call is being transferred already.');
  if (mode === 'attended' && agent?.state !== 'up')
    throw new Refusal('wrong_state', 'There is nobody to speak with whom the call goes to.');
  if ('queueId' in to) {
    if (mode === 'attended') throw new Refusal('wrong_state', 'Into a queue a call is transferred blind.');
    const left = leftOf(call);
    if (agent) calls.dropLeg(call, agent);
    await joinQueue(calls, call, to.queueId, [...left, { event: 'transferred', target: to }], key);
    if (agent) await calls.hangUp(agent);
    return;
  }
  if ('phone' in to && legsOf(call).some((leg) => leg.phone === to.phone))
    throw new Refusal('wrong_state', 'That phone is in the call already.');
  call.transfer = { mode, to, joined: false };
  if (mode === 'attended') calls.save(call, [{ event: 'transfer-started', target: to }], key);
  else {
    if (agent?.phone) call.transfer.back = agent.phone;
    const left = leftOf(call);
    if (agent) calls.dropLeg(call, agent);
    calls.save(call, left, key);
    if (agent) await calls.hangUp(agent);
  }
  await settle(calls, call);
  if (!(await calls.dial(call, 'target', to, timing.ring)))
    await targetGone(calls, call, 'could not be dialled');
}

/** Of an attended transfer. */
export async function changeTransfer(
  calls: Calls,
  call: Call,
  how: 'complete' | 'cancel' | 'join',
  key: string,
) {
  const { target } = call.legs;
  if (call.transfer?.mode !== 'attended') throw new Refusal('wrong_state', 'No transfer goes on.');
  if (how === 'cancel') {
    const { to } = call.transfer;
    call.transfer = null;
    if (target) calls.dropLeg(call, target);
    const left: Told[] = target?.phone
      ? [{ event: 'agent-left', phone: target.phone, reason: 'cancelled' }]
      : [];
    calls.save(call, [...left, { event: 'transfer-failed', target: to, reason: 'cancelled' }], key);
    if (target) await calls.hangUp(target);
    return settle(calls, call);
  }
  if (target?.state !== 'up') throw new Refusal('wrong_state', 'Whom the call goes to has not answered yet.');
  if (how === 'join') {
    const first = !call.transfer.joined;
    call.transfer.joined = true;
    call.held = false;
    calls.save(call, first ? [{ event: 'transfer-joined', target: call.transfer.to }] : [], key);
    return settle(calls, call);
  }
  const { agent } = call.legs;
  const left = leftOf(call);
  if (agent) calls.dropLeg(call, agent);
  done(calls, call, left, key);
  if (agent) await calls.hangUp(agent);
  await settle(calls, call);
}

/** The target has taken the agent's place. */
function done(calls: Calls, call: Call, told: Told[], key?: string): void {
  const { target } = call.legs;
  const { to } = call.transfer!;
  call.transfer = null;
  call.held = false;
  if (target) calls.rename(call, target, 'agent');
  calls.save(call, [...told, { event: 'transferred', target: to }], key);
}

/** Whom the call goes to has answered. */
export async function targetUp(calls: Calls, call: Call): Promise<void> {
  const { transfer } = call;
  if (transfer?.mode === 'blind') done(calls, call, []);
  // Of a phone of the tenant's it is told as agent-answered.
  else if (transfer && 'number' in transfer.to)
    calls.save(call, [{ event: 'transfer-answered', target: transfer.to }]);
  await settle(calls, call);
}

/**
 * Whom the call was to go to is not there, or has left a conversation of three. Who was put through without a word is
 * given back to the agent who did it; where that one does not take it up either, it is over.
 */
export async function targetGone(calls: Calls, call: Call, reason: string): Promise<void> {
  const { transfer: failed } = call;
  call.transfer = null;
  const told: Told[] =
    failed && !failed.joined ? [{ event: 'transfer-failed', target: failed.to, reason }] : [];
  if (!call.legs.agent && failed?.back && call.legs.party?.state === 'up') {
    call.isComingBack = true;
    if (await calls.dial(call, 'agent', { phone: failed.back }, timing.ring, told))
      return settle(calls, call);
    return calls.end(call, resultOf(call));
  }
  if (!call.legs.agent) return calls.end(call, resultOf(call), told);
  calls.save(call, told);
  await settle(calls, call);
}

/** The agent hung up in the middle of an attended transfer: the two others go on. True when there are two. */
export async function transferByLeaving(calls: Calls, call: Call): Promise<boolean> {
  const { target } = call.legs;
  if (!target || !call.transfer) return false;
  if (target.state === 'up') done(calls, call, []);
  else {
    call.transfer.mode = 'blind';
    calls.save(call);
  }
  await settle(calls, call);
  return true;
}
