import { randomUUID } from 'node:crypto';
import type { MessageBox } from '#shared/exchange/commands.ts';
import { exchangeLimits } from '#shared/model/exchange.ts';
import { otherParty, type SandboxCall } from './call.ts';
import type { Core } from './core.ts';

/* Voicemail: a caller whom nobody answered hears a greeting, and what they say is kept until they hang up. */

/** The exchange's own words last so long; seconds. */
const ownWordsSeconds = 4;

/** Lets the caller leave a message where there is a box; false where there is none. */
export function takeMessage(core: Core, call: SandboxCall, box: MessageBox | null | undefined): boolean {
  if (!box || call.direction !== 'inbound' || call.state !== 'ringing') return false;
  const recordingId = `rec_${randomUUID().replaceAll('-', '')}`;
  call.message = { box, recordingId, state: 'greeting', since: core.now() };
  core.tell(call, { event: 'voicemail-started', boxId: box.boxId });
  const seconds = box.greeting?.seconds ?? ownWordsSeconds;
  core.later(call.callId, { step: 'greeted' }, seconds * 1000);
  return true;
}

/** The greeting and the tone are over. Whom a script plays says as much as it has; others hang up by themselves. */
export function greeted(core: Core, call: SandboxCall): void {
  if (call.message?.state !== 'greeting') return;
  call.message = { ...call.message, state: 'recording', since: core.now() };
  core.tell(call);
  const { maxSeconds } = call.message.box;
  const said = core.parts.scripts.for('call', otherParty(call))?.messageSeconds ?? maxSeconds;
  core.later(call.callId, { step: 'end', result: 'no-answer' }, Math.min(said, maxSeconds) * 1000);
}

/** A plan records what its caller says, after it was played to them; they say so much of it. @returns seconds */
export function recordSaid(core: Core, call: SandboxCall, boxId: string, mostSeconds: number): number {
  const recordingId = `rec_${randomUUID().replaceAll('-', '')}`;
  const box = { boxId, greeting: null, maxSeconds: mostSeconds };
  call.message = { box, recordingId, state: 'recording', since: core.now() };
  const said = core.parts.scripts.for('call', otherParty(call))?.messageSeconds ?? mostSeconds;
  return Math.min(said, mostSeconds);
}

/** The call ends: what was said is put where the product says. False where that was nothing, or too short. */
export function stopMessage(core: Core, call: SandboxCall): boolean {
  const { message } = call;
  if (!message) return false;
  call.message = null;
  const seconds = message.state === 'recording' ? core.secondsSince(message.since) : 0;
  if (seconds < exchangeLimits.message.least) return false;
  const { recordingId, box } = message;
  core.tell(call, { event: 'voicemail-ready', boxId: box.boxId, recordingId, seconds });
  return true;
}
