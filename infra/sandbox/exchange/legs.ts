import type { Target } from '#shared/exchange/commands.ts';
import type { QueueExit } from '#shared/exchange/events.ts';
import {
  type CallResult,
  findLeg,
  type Leg,
  liveLegs,
  type PlanWalk,
  resultOf,
  type SandboxCall,
  waitsForAgent,
} from './call.ts';
import { type Core, WrongState } from './core.ts';
import { ringOther } from './other-party.ts';
import { recordFromTheBeginning, stopRecording } from './recording.ts';
import { stopMessage, takeMessage } from './voicemail.ts';

/* Agents' phones in a call: they ring, are taken up, and leave; and what that means for the call. */

/** The call is over for everybody. `known`: talk seconds, however the clock was moved meanwhile. */
export function endCall(core: Core, call: SandboxCall, asked: CallResult, known?: number): void {
  if (call.state === 'ended') return;
  if (call.queue) leaveQueueAs(core, call, 'abandoned');
  if (call.walk) planEnds(core, call, call.walk);
  stopRecording(core, call);
  const hasSpoken = stopMessage(core, call) || (call.hasSpoken && asked === 'no-answer');
  const result = hasSpoken ? 'voicemail' : asked;
  const talked = call.answeredAt ? core.secondsSince(call.answeredAt) : 0;
  call.talkSeconds = known ?? talked;
  for (const leg of liveLegs(call)) setLeg(core, leg, 'left');
  Object.assign(call, { state: 'ended', result, endedAt: core.now(), transfer: null, held: false });
  core.tell(call, { event: 'ended', result, talkSeconds: call.talkSeconds });
  for (const free of core.onFree) free();
}

/** The call ends in a node of a dial plan; who has talked with somebody was taken up there. */
function planEnds(core: Core, call: SandboxCall, { planId, node: nodeId, since, doing }: PlanWalk): void {
  call.walk = null;
  const way = doing === 'talk' ? { way: 'answered' } : {};
  core.tell(call, { event: 'plan-node', planId, nodeId, nodeMs: core.msSince(since), ...way });
}

/** The caller is in no queue any more. */
export function leaveQueueAs(core: Core, call: SandboxCall, queueExit: QueueExit): void {
  const { queueId, since } = call.queue!;
  call.queue = null;
  for (const leg of liveLegs(call))
    if (leg.queueId && leg.state === 'ringing') {
      setLeg(core, leg, 'left');
      core.tell(call, { event: 'agent-left', phone: leg.phone, queueId });
    }
  core.tell(call, { event: 'queue-left', queueId, queueExit, waitSeconds: core.secondsSince(since) });
}

/** A phone's part of a call comes to another state. */
export function setLeg(core: Core, leg: Leg, state: Leg['state']): void {
  if (state === 'left' && leg.state === 'talking') for (const heard of core.onTalkOver) heard(leg);
  leg.state = state;
  leg.since = core.now();
}

/** A telephone outside is taken up after so long, and its 1 pressed, where no script says otherwise; ms. */
const outsideMs = 2_000;

const outsideAfterMs = (core: Core, number: string): number =>
  core.parts.scripts.for('call', number)?.afterMs ?? outsideMs;

/** A telephone outside that rings does what the script of its number says; a mailbox presses no 1, and is let go in time. */
export function outsideResponds(core: Core, call: SandboxCall, leg: Leg): void {
  const number = core.parts.store.phone(leg.phone)?.settings.outsideNumber;
  if (!number || leg.state !== 'ringing') return;
  const { result } = core.parts.scripts.for('call', number) ?? { result: 'answered' };
  if (result === 'answered') answerLeg(core, call, leg.phone);
  else if (result === 'busy' || result === 'failed') leaveLeg(core, call, leg.phone, 'declined');
}

/** Rings a phone; false when it cannot be reached, or is in the call already. */
export function ringLeg(
  core: Core,
  call: SandboxCall,
  leg: Pick<Leg, 'phone' | 'role' | 'queueId' | 'mode' | 'isBlind' | 'back'>,
  seconds: number,
): boolean {
  if (!core.isRegistered(leg.phone) || findLeg(call, leg.phone)) return false;
  const id = call.legs.length + 1;
  call.legs.push({ ...leg, id, state: 'ringing', since: core.now() });
  const { phone, role, queueId } = leg;
  if (role === 'supervisor') core.tell(call);
  else core.tell(call, { event: 'agent-ringing', phone, ...(queueId ? { queueId } : {}) });
  core.later(call.callId, { step: 'legTimeout', leg: id }, seconds * 1000);
  const number = core.parts.store.phone(phone)?.settings.outsideNumber;
  if (number) core.later(call.callId, { step: 'outsideTelephone', leg: id }, outsideAfterMs(core, number));
  return true;
}

/** A phone that rings is taken up. @throws WrongState when it does not ring */
export function answerLeg(core: Core, call: SandboxCall, phone: string): void {
  const leg = findLeg(call, phone);
  if (leg?.state === 'talking') return;
  if (!leg) throw new WrongState('This phone does not ring for this call.');
  setLeg(core, leg, 'talking');
  if (leg.role === 'supervisor') {
    core.tell(call, { event: 'supervised', phone, mode: leg.mode });
    return;
  }
  core.tell(call, { event: 'agent-answered', phone });
  if (leg.role === 'target') {
    if (call.transfer) call.transfer.state = 'talking';
    core.tell(call);
    return;
  }
  if (leg.queueId && call.queue) leaveQueueAs(core, call, 'answered');
  if (call.walk) call.walk.doing = 'talk';
  if (leg.isBlind) core.tell(call, { event: 'transferred', target: { phone } });
  delete leg.isBlind;
  if (call.direction === 'outbound' && call.state === 'queued') {
    ringOther(core, call);
    return;
  }
  if (call.state === 'answered') return;
  Object.assign(call, { state: 'answered', by: 'human', answeredAt: core.now() });
  core.tell(call, { event: 'answered', by: 'human' });
  recordFromTheBeginning(core, call);
}

/** Of an attended transfer that did not come about: the agent has the other party back. */
export function transferFailed(core: Core, call: SandboxCall, reason: string): void {
  const target: Target = call.transfer!.target;
  call.transfer = null;
  call.held = false;
  core.tell(call, { event: 'transfer-failed', target, reason }, { event: 'resumed' });
}

/** Seconds that a phone rings to which the other party comes back. */
const backRings = 25;

/**
 * Nobody takes up whom an agent has put through without a word: the agent's phone rings again, and where they do not take
 * it up either, the call is over.
 */
export function blindFailed(
  core: Core,
  call: SandboxCall,
  target: Target,
  reason: string,
  back: string | undefined,
): void {
  core.tell(call, { event: 'transfer-failed', target, reason });
  if (back && ringLeg(core, call, { phone: back, role: 'agent' }, backRings)) return;
  endCall(core, call, resultOf(call));
}

/** The agent leaves, and the two others talk. */
export function completeTransfer(core: Core, call: SandboxCall): void {
  const { transfer } = call;
  if (!transfer) throw new WrongState('This call is not being transferred.');
  if (transfer.state === 'ringing') throw new WrongState('The other phone has not been answered yet.');
  const agent = call.legs.find(({ role, state }) => role === 'agent' && state === 'talking');
  if (agent) {
    setLeg(core, agent, 'left');
    core.tell(call, { event: 'agent-left', phone: agent.phone });
  }
  for (const leg of liveLegs(call)) if (leg.role === 'target') leg.role = 'agent';
  const wasHeld = call.held;
  Object.assign(call, { transfer: null, held: false });
  core.tell(call, { event: 'transferred', target: transfer.target });
  if (wasHeld) core.tell(call, { event: 'resumed' });
  for (const free of core.onFree) free();
}

/** Why a phone is no longer in a call. */
type Leaving = 'hung up' | 'declined' | 'no answer';

/** A phone leaves a call, or does not take it up; the call goes on or ends as that means. */
export function leaveLeg(core: Core, call: SandboxCall, phone: string, why: Leaving): void {
  const leg = findLeg(call, phone);
  if (!leg) return;
  const wasTalking = leg.state === 'talking';
  if (leg.role === 'agent' && wasTalking && call.transfer && call.transfer.state !== 'ringing') {
    completeTransfer(core, call);
    return;
  }
  setLeg(core, leg, 'left');
  if (leg.role === 'supervisor') {
    core.tell(call, { event: 'supervision-ended', phone, mode: leg.mode });
    return;
  }
  core.tell(call, {
    event: 'agent-left',
    phone,
    reason: why,
    ...(leg.queueId ? { queueId: leg.queueId } : {}),
  });
  if (leg.role === 'target') {
    if (call.transfer?.state === 'joined') call.transfer = null;
    else if (call.transfer) transferFailed(core, call, why);
    core.tell(call);
    return;
  }
  if (leg.queueId && !wasTalking && call.queue) {
    call.queue.tried.push(phone);
    core.tell(call);
    for (const free of core.onFree) free();
    return;
  }
  if (!wasTalking && core.plans.legOver(call, why)) return;
  if (wasTalking && core.plans.talkOver(call)) return;
  if (leg.isBlind) {
    blindFailed(core, call, { phone }, why, leg.back);
    return;
  }
  // Who has answered waits for another agent, as long as they may be left waiting.
  if (!wasTalking && waitsForAgent(call)) return;
  if (call.state === 'answered') {
    endCall(core, call, resultOf(call));
    return;
  }
  // An outbound call whose agent went away: the other party was not rung, or not for long enough.
  if (takeMessage(core, call, call.box)) return;
  const unheard = why === 'declined' ? 'busy' : 'no-answer';
  const unrung = call.state === 'ringing' ? 'no-answer' : 'failed';
  endCall(core, call, call.direction === 'outbound' ? unrung : unheard);
}
