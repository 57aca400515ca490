import { randomUUID } from 'node:crypto';
import type { Announcement, Command } from '#shared/exchange/commands.ts';
import type { SandboxCall } from './call.ts';
import { type Core, WrongState } from './core.ts';
import { conversation, monologue } from './sound.ts';

/* What is said on a call, as a file: made when the recording is over, and put where the product says. */

type RecordCommand = Extract<Command, { type: 'record' }>;

/** A recording is at most so long here; what goes beyond is not made. */
const longestSeconds = 600;

const recordedMs = (core: Core, call: SandboxCall): number => {
  const { state, recordedMs: before, since } = call.recording!;
  return before + (state === 'on' ? Math.max(0, core.parts.clock.now() - Date.parse(since)) : 0);
};

export function startRecording(core: Core, call: SandboxCall): void {
  if (call.recording) return;
  const id = `rec_${randomUUID().replaceAll('-', '')}`;
  call.recording = { id, state: 'on', recordedMs: 0, since: core.now() };
  core.tell(call, { event: 'recording-started', recordingId: id });
}

/** Records a call as was asked when it was made. */
export function recordFromTheBeginning(core: Core, call: SandboxCall): void {
  if (call.announceRecording) announce(core, call, call.announceRecording);
  else if (call.recordCall) startRecording(core, call);
}

/** Says that the call is recorded; then it is. */
function announce(core: Core, call: SandboxCall, { seconds }: Announcement): void {
  if (call.recording || call.announcing) return;
  call.announcing = core.now();
  core.tell(call);
  core.later(call.callId, { step: 'announced', since: call.announcing }, seconds * 1000);
}

/** It has been said, unless somebody stopped that. */
export function announced(core: Core, call: SandboxCall, since: string | undefined): void {
  if (call.announcing === null || call.announcing !== since) return;
  call.announcing = null;
  core.tell(call, { event: 'recording-announced' });
  startRecording(core, call);
}

/** Takes it no further; what is there is put where the product says. */
export function stopRecording(core: Core, call: SandboxCall): void {
  call.announcing = null;
  if (!call.recording) return;
  const seconds = Math.round(recordedMs(core, call) / 1000);
  const { id } = call.recording;
  call.recording = null;
  core.tell(call, { event: 'recording-ready', recordingId: id, seconds });
}

export function record(core: Core, call: SandboxCall, { action, announce: said }: RecordCommand): void {
  if (call.state !== 'answered') throw new WrongState('Nobody talks on this call yet.');
  if (action === 'start') {
    if (said) announce(core, call, said);
    else startRecording(core, call);
    return;
  }
  if (call.announcing && action === 'stop') {
    stopRecording(core, call);
    core.tell(call);
    return;
  }
  if (!call.recording) throw new WrongState('This call is not recorded.');
  if (action === 'stop') {
    stopRecording(core, call);
    return;
  }
  const state = action === 'pause' ? 'paused' : 'on';
  if (call.recording.state === state) return;
  call.recording = { ...call.recording, recordedMs: recordedMs(core, call), state, since: core.now() };
  const event = action === 'pause' ? 'recording-paused' : 'recording-resumed';
  core.tell(call, { event, recordingId: call.recording.id });
}

interface Taken {
  callId: string;
  recordingId: string;
  seconds: number;
  /** Of a message that was left: whose. */
  boxId?: string;
  /** What the product answered to `recording-ready`, or to `voicemail-ready`. */
  told: string;
}

/** Puts a recording where the product's answer says; tried again while that cannot be reached. */
export async function putRecording(core: Core, taken: Taken, tries: number): Promise<number | undefined> {
  const { callId, recordingId, seconds, boxId, told } = taken;
  const call = core.parts.store.find(callId);
  const uploadUrl = uploadUrlOf(told);
  if (!call || !uploadUrl) return undefined;
  const length = Math.min(longestSeconds, Math.max(1, seconds));
  const sound = boxId ? monologue(length) : conversation(length);
  try {
    const answer = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'audio/wav' },
      body: new Uint8Array(sound),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
  } catch {
    return tries < 5 ? 2_000 * tries : undefined;
  }
  // It may have gone on meanwhile.
  core.tell(core.parts.store.find(callId) ?? call, {
    ...(boxId ? { event: 'voicemail-stored', boxId } : { event: 'recording-stored' }),
    recordingId,
    seconds,
  });
  return undefined;
}

function uploadUrlOf(told: string): string | undefined {
  try {
    const { uploadUrl } = JSON.parse(told) as { uploadUrl?: unknown };
    return typeof uploadUrl === 'string' ? uploadUrl : undefined;
  } catch {
    return undefined;
  }
}
