import { liveLegs, type SandboxCall, waitsForAgent } from './call.ts';
import { type Core, WrongState } from './core.ts';
import { ringLeg, setLeg } from './legs.ts';
import { secondsOfSound } from './sound.ts';

/* A call whose lead is rung first: whoever answers is put through to an agent in time, or hears the message. */

/** @throws WrongState where nobody waits, somebody is rung already, or the phone cannot be reached */
export function connect(core: Core, call: SandboxCall, phone: string): void {
  if (!waitsForAgent(call)) throw new WrongState('Nobody waits for an agent on this call.');
  if (liveLegs(call).length > 0) throw new WrongState('An agent is rung for this call already.');
  if (core.callWith(phone)) throw new WrongState('This phone is in a call.');
  if (!ringLeg(core, call, { phone, role: 'agent' }, call.connect!.withinMs / 1000))
    throw new WrongState('This phone cannot be reached now.');
}

/** The time is over in which an agent had to be there. */
export async function unconnected(core: Core, { callId }: SandboxCall): Promise<void> {
  const call = core.parts.store.find(callId);
  if (!call || !waitsForAgent(call)) return;
  call.connect!.isOver = true;
  for (const leg of liveLegs(call)) {
    setLeg(core, leg, 'left');
    core.tell(call, { event: 'agent-left', phone: leg.phone, reason: 'too late' });
  }
  core.tell(call, { event: 'abandoned' });
  const seconds = await secondsOfSound(call.connect!.audioUrl);
  core.later(callId, { step: 'end' }, seconds * 1000);
}
