import type { SandboxCall } from './call.ts';
import type { Core } from './core.ts';
import { recordFromTheBeginning } from './recording.ts';

/* Whoever is outside the exchange: a person on the sandbox's page, or one that a script plays. */

/** A phone that nobody looks at rings this long; ms. */
const unattendedMs = 4_000;
/** How a scripted call goes where its script does not say: until it is taken, and how long it is talked. */
const scriptedAfterMs = 1_500;
const scriptedTalkSeconds = 20;
/** What is left on an answering machine; seconds. */
export const machineSeconds = 8;

/** Rings the other party, who does what the script of the number says. */
export function ringOther(core: Core, call: SandboxCall): void {
  const { scripts } = core.parts;
  call.state = 'ringing';
  call.ringingAt = core.now();
  core.tell(call, { event: 'ringing' });
  const script = scripts.for('call', call.to);
  const whole = call.maxRingSeconds * 1000;
  if (!script) {
    core.later(call.callId, { step: 'unanswered' }, Math.min(unattendedMs, whole));
    return;
  }
  const { result, talkSeconds } = script;
  const after = Math.min(script.afterMs ?? (result === 'no-answer' ? whole : scriptedAfterMs), whole);
  // With an agent it is talked until somebody hangs up, unless the script says how long.
  const talk = talkSeconds ?? (call.legs.length > 0 || call.connect ? undefined : scriptedTalkSeconds);
  if (result === 'answered') core.later(call.callId, { step: 'answer', ...known(talk) }, after);
  else if (result === 'voicemail')
    core.later(call.callId, { step: 'machine', ...known(talkSeconds ?? machineSeconds) }, after);
  else core.later(call.callId, { step: 'end', result }, after);
}

const known = (talkSeconds: number | undefined) => (talkSeconds === undefined ? {} : { talkSeconds });

/** `talkSeconds` ends it by itself then; without, somebody hangs up. */
export function otherAnswers(
  core: Core,
  call: SandboxCall,
  by: 'human' | 'machine',
  talkSeconds?: number,
): void {
  // Who does not listen for machines takes one for a person.
  const heard = by === 'machine' && !call.amd ? 'human' : by;
  Object.assign(call, { state: 'answered', by: heard, answeredAt: core.now() });
  core.tell(call, { event: 'answered', by: heard });
  recordFromTheBeginning(core, call);
  // No agent is put through to a machine.
  if (call.connect && heard === 'machine') {
    core.later(call.callId, { step: 'end' });
    return;
  }
  if (call.legs.length === 0 && !call.connect && !call.transferNumber) core.plans.taken(call);
  if (call.connect) core.later(call.callId, { step: 'unconnected' }, call.connect.withinMs);
  if (talkSeconds !== undefined) core.later(call.callId, { step: 'end', talkSeconds }, talkSeconds * 1000);
  const keys = core.parts.scripts.for('call', call.to)?.keys;
  if (keys) core.later(call.callId, { step: 'keys', digits: keys.digits }, keys.afterMs);
}
