import type { Target } from '#shared/exchange/commands.ts';
import { liveLegs, type SandboxCall, talkingAgent } from './call.ts';
import { type Core, WrongState } from './core.ts';
import { blindFailed, leaveLeg, ringLeg, setLeg, transferFailed } from './legs.ts';
import { joinQueue } from './queues.ts';

/* A call is put through to somebody else: blind, or after the agent has spoken with them. */

/** Somebody outside whom an agent speaks with answers after so long, unless their script says otherwise; ms. */
const outsideAnswersMs = 1_500;
const ringSeconds = 25;

/** @throws WrongState where nobody talks, a transfer is under way, or the target cannot be reached */
export function transfer(core: Core, call: SandboxCall, mode: 'blind' | 'attended', to: Target): void {
  const agent = talkingAgent(call);
  if (!agent || call.state !== 'answered') throw new WrongState('Nobody talks on this call yet.');
  if (call.transfer) throw new WrongState('This call is being transferred already.');
  if ('phone' in to && !core.isRegistered(to.phone))
    throw new WrongState('This phone cannot be reached now.');
  if ('phone' in to && liveLegs(call).some(({ phone }) => phone === to.phone))
    throw new WrongState('This phone is in the call already.');
  if (mode === 'attended') {
    attend(core, call, to);
    return;
  }
  setLeg(core, agent, 'left');
  call.held = false;
  core.tell(call, { event: 'agent-left', phone: agent.phone });
  const back = agent.phone;
  if ('phone' in to)
    ringLeg(core, call, { phone: to.phone, role: 'agent', isBlind: true, back }, ringSeconds);
  else if ('queueId' in to) {
    core.tell(call, { event: 'transferred', target: to });
    joinQueue(core, call, to.queueId);
  } else {
    const refusal = refusalOf(core, to.number);
    if (refusal) blindFailed(core, call, to, refusal, back);
    else core.tell(call, { event: 'transferred', target: to });
  }
  for (const free of core.onFree) free();
}

const isRefusal = (result: string): boolean => !['answered', 'voicemail'].includes(result);

/** Why a number outside does not take a call up, as its script has it. */
function refusalOf(core: Core, number: string): string | undefined {
  const script = core.parts.scripts.for('call', number);
  return script && isRefusal(script.result) ? script.result.replace('-', ' ') : undefined;
}

function attend(core: Core, call: SandboxCall, to: Target): void {
  if ('queueId' in to) throw new WrongState('A call is put into a queue without speaking to anybody first.');
  call.transfer = { target: to, state: 'ringing' };
  call.held = true;
  core.tell(call, { event: 'held' }, { event: 'transfer-started', target: to });
  if ('phone' in to) ringLeg(core, call, { phone: to.phone, role: 'target' }, ringSeconds);
  else {
    const script = core.parts.scripts.for('call', to.number);
    const after = script?.afterMs ?? outsideAnswersMs;
    core.later(
      call.callId,
      { step: 'outsideTarget', ...(script && isRefusal(script.result) ? { result: script.result } : {}) },
      Math.min(after, ringSeconds * 1000),
    );
  }
}

/** Somebody outside whom the agent rings takes it up, or does not. */
export function outsideTarget(core: Core, call: SandboxCall, result: string | undefined): void {
  if (call.transfer?.state !== 'ringing' || !('number' in call.transfer.target)) return;
  if (result) {
    transferFailed(core, call, result.replace('-', ' '));
    return;
  }
  call.transfer.state = 'talking';
  core.tell(call, { event: 'transfer-answered', target: call.transfer.target });
}

/** The agent has the other party back, and the target is gone. */
export function cancelTransfer(core: Core, call: SandboxCall): void {
  if (!call.transfer) throw new WrongState('This call is not being transferred.');
  const target = liveLegs(call).find(({ role }) => role === 'target');
  if (call.transfer.state === 'joined') {
    const { target: whom } = call.transfer;
    call.transfer = null;
    core.tell(call, { event: 'transfer-failed', target: whom, reason: 'cancelled' });
    if (target) leaveLeg(core, call, target.phone, 'hung up');
    return;
  }
  if (target) leaveLeg(core, call, target.phone, 'hung up');
  else transferFailed(core, call, 'cancelled');
}

/** All three talk. */
export function joinTransfer(core: Core, call: SandboxCall): void {
  if (!call.transfer) throw new WrongState('This call is not being transferred.');
  if (call.transfer.state === 'ringing') throw new WrongState('The other phone has not been answered yet.');
  if (call.transfer.state === 'joined') return;
  call.transfer.state = 'joined';
  call.held = false;
  core.tell(call, { event: 'transfer-joined', target: call.transfer.target }, { event: 'resumed' });
}
