import { randomUUID } from 'node:crypto';
import type { MessageBox } from '#shared/exchange/commands.ts';
import { exchangeLimits } from '#shared/model/exchange.ts';
import { type Message, otherParty, type SandboxCall } from './call.ts';
import type { Core } from './core.ts';

/* Voicemail: a caller whom nobody answered hears a greeting, and what they say is kept until they hang up. */

/** The exchange's own words last so long; seconds. */
const ownWordsSeconds = 4;

const newRecordingId = (): string => `rec_${randomUUID().replaceAll('-', '')}`;

/** Lets the caller leave a message where there is a box; false where there is none. */
export function takeMessage(core: Core, call: SandboxCall, box: MessageBox | null | undefined): boolean {
  if (!box || call.direction !== 'inbound' || call.state !== 'ringing') return false;
  call.message = { box, recordingId: newRecordingId(), state: 'greeting', since: core.now() };
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
  core.later(call.callId, { step: 'end', result: 'no-answer' }, saidSeconds(core, call, call.message) * 1000);
}

/** A plan records its caller, who has heard what to say. @returns for how many seconds they speak */
export function recordCaller(core: Core, call: SandboxCall, boxId: string, maxSeconds: number): number {
  const box = { boxId, greeting: null, maxSeconds };
  call.message = { box, recordingId: newRecordingId(), state: 'recording', since: core.now() };
  return saidSeconds(core, call, call.message);
}

/** How long a caller speaks: as long as a script has them, or as the box takes it. */
function saidSeconds(core: Core, call: SandboxCall, { box: { maxSeconds } }: Message): number {
  const said = core.parts.scripts.for('call', otherParty(call))?.messageSeconds ?? maxSeconds;
  return Math.min(said, maxSeconds);
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
