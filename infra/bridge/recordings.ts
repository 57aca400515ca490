import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { exchangeLimits } from '#shared/model/exchange.ts';
import type { AriEvent } from './ari.ts';
import { bridgeOf, type Call } from './call.ts';
import type { Calls } from './calls.ts';
import { newRecording } from './record-caller.ts';
import { Refusal } from './refusal.ts';

/** Longest recording; seconds. */
const longest = 4 * 3600;

/** 8 kHz, 16 bit, mono. */
const bytesPerSecond = 16_000;
const headerBytes = 44;

const fileOf = (calls: Calls, name: string): string => join(calls.parts.settings.recordings, `${name}.wav`);

/** @param announce the path of a sound that everybody in the conversation hears first */
export function wantRecording(call: Call, announce?: string): void {
  call.recording = { ...newRecording(call), state: 'wanted', announce };
}

/** There is a conversation to record: it is recorded, or told first that it is. */
export async function beginRecording(calls: Calls, call: Call): Promise<void> {
  const recording = call.recording!;
  if (!recording.announce) return startRecording(calls, call);
  // Written down first: its end may be told before Asterisk has answered.
  recording.state = 'announcing';
  calls.save(call);
  const playback = `${call.id}.announce.${recording.id}`;
  const media = `sound:${recording.announce}`;
  if (!(await calls.parts.ari.attempt('POST', `bridges/${bridgeOf(call)}/play/${playback}`, { media })))
    refuseRecording(calls, call, 'The announcement could not be played.');
}

/** Without its announcement a call is not recorded. */
export function refuseRecording(calls: Calls, call: Call, reason: string): void {
  call.recording = null;
  calls.save(call, [{ event: 'recording-refused', reason }]);
}

/** The announcement is over: now it is recorded, unless that was called off, or the other party was not there to hear it. */
export async function announced(
  calls: Calls,
  call: Call,
  recordingId: string | undefined,
  isPlayed: boolean,
): Promise<void> {
  const { recording } = call;
  if (recording?.state !== 'announcing' || recording.id !== recordingId) return;
  if (!isPlayed) return refuseRecording(calls, call, 'The announcement could not be played.');
  if (call.legs.party?.place !== 'talk') {
    recording.state = 'wanted';
    return calls.save(call);
  }
  calls.save(call, [{ event: 'recording-announced' }]);
  await startRecording(calls, call);
}

async function startRecording(calls: Calls, call: Call): Promise<void> {
  const recording = call.recording!;
  const begun = await calls.parts.ari.attempt('POST', `bridges/${bridgeOf(call)}/record`, {
    name: recording.name,
    format: 'wav',
    maxDurationSeconds: longest,
    ifExists: 'overwrite',
  });
  if (!begun) return;
  recording.state = 'on';
  recording.startedAt = Date.now();
  calls.save(call, [{ event: 'recording-started', recordingId: recording.id }]);
}

/** @throws Refusal when there is nothing to do this to */
export async function record(
  calls: Calls,
  call: Call,
  action: 'start' | 'pause' | 'resume' | 'stop',
  key: string,
  announce?: string,
): Promise<void> {
  const { ari } = calls.parts;
  const { recording } = call;
  const running = recording && recording.state !== 'finished' ? recording : null;
  if (action === 'start') {
    if (!running) wantRecording(call, announce);
    calls.save(call, [], key);
    return;
  }
  if (!running) throw new Refusal('wrong_state', 'The call is not recorded.');
  if (action === 'stop') {
    const { name, state } = running;
    const isBegun = state !== 'wanted' && state !== 'announcing';
    if (!isBegun) call.recording = null;
    calls.save(call, [], key);
    if (isBegun) await ari.attempt('POST', `recordings/live/${name}/stop`);
    return;
  }
  const to = action === 'pause' ? 'paused' : 'on';
  if (running.state === 'wanted' || running.state === 'announcing')
    throw new Refusal('wrong_state', 'The recording begins when both can speak.');
  if (running.state === to) {
    calls.save(call, [], key);
    return;
  }
  running.state = to;
  const event = to === 'paused' ? 'recording-paused' : 'recording-resumed';
  calls.save(call, [{ event, recordingId: running.id }], key);
  await ari.attempt(action === 'pause' ? 'POST' : 'DELETE', `recordings/live/${running.name}/pause`);
}

/** Asterisk has written a recording to its end: the product is asked where it shall go. */
export function recordingFinished(calls: Calls, event: AriEvent): void {
  const [id = '', , recordingId = ''] = event.recording!.name.split('.');
  const call = calls.find(id);
  if (!call || !recordingId) return;
  mendHeader(fileOf(calls, event.recording!.name));
  if (call.message?.recordingId === recordingId) {
    messageFinished(calls, call);
    return;
  }
  if (call.recordedIn?.[recordingId] !== undefined) {
    planRecordFinished(calls, call, event.recording!, recordingId);
    return;
  }
  if (call.recording?.id === recordingId) call.recording.state = 'finished';
  calls.save(call, [
    { event: 'recording-ready', recordingId, seconds: secondsOf(calls, event.recording!.name) },
  ]);
}

/** What was said is kept, where it is more than a hang-up. */
function messageFinished(calls: Calls, call: Call): void {
  const message = call.message!;
  const { box, recordingId, name } = message;
  const seconds = secondsOf(calls, name);
  message.state = 'over';
  message.isLeft = seconds >= exchangeLimits.message.least;
  if (!message.isLeft) rmSync(fileOf(calls, name), { force: true });
  calls.save(
    call,
    message.isLeft ? [{ event: 'voicemail-ready', boxId: box.boxId, recordingId, seconds }] : [],
  );
}

/** What a plan has recorded is kept, where its caller has said something. */
function planRecordFinished(
  calls: Calls,
  call: Call,
  { name, talking_duration: talked }: NonNullable<AriEvent['recording']>,
  recordingId: string,
): void {
  const seconds = secondsOf(calls, name);
  const isLeft = Math.min(seconds, talked ?? seconds) >= exchangeLimits.message.least;
  const boxId = call.recordedIn![recordingId];
  if (isLeft && boxId) {
    calls.save(call, [{ event: 'voicemail-ready', boxId, recordingId, seconds }]);
    return;
  }
  call.recordedIn![recordingId] = null;
  rmSync(fileOf(calls, name), { force: true });
  calls.save(call);
}

const secondsOf = (calls: Calls, name: string): number => {
  const file = fileOf(calls, name);
  return existsSync(file) ? Math.max(0, Math.round((statSync(file).size - headerBytes) / bytesPerSecond)) : 0;
};

/** A recording that was cut off by a kill says in its header that it is empty; players believe that. */
function mendHeader(file: string): void {
  if (!existsSync(file)) return;
  const { size } = statSync(file);
  if (size <= headerBytes) return;
  const handle = openSync(file, 'r+');
  try {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(size - 8);
    writeSync(handle, length, 0, 4, 4);
    length.writeUInt32LE(size - headerBytes);
    writeSync(handle, length, 0, 4, 40);
  } finally {
    closeSync(handle);
  }
}

/** In whose box a recording is a message; undefined of one of a conversation. */
const boxOf = ({ message, recordedIn }: Call, recordingId: string): string | null | undefined =>
  message?.recordingId === recordingId ? message.box.boxId : recordedIn?.[recordingId];

/** Puts a recording where the product wants it, and forgets the file. */
export async function storeRecording(
  calls: Calls,
  call: Call,
  recordingId: string,
  uploadUrl: string,
): Promise<void> {
  const { log } = calls.parts;
  for (let number = 1; number <= call.recordings; number++) {
    const file = fileOf(calls, `${call.id}.${number}.${recordingId}`);
    if (!existsSync(file)) continue;
    for (let tries = 1; ; tries++) {
      const answer = await fetch(uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': 'audio/wav' },
        body: readFileSync(file),
        signal: AbortSignal.timeout(120_000),
      }).catch(() => undefined);
      if (answer?.ok) break;
      if (tries === 5) {
        log(`Recording ${recordingId} stays in ${file}: the product's store did not take it.`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, tries * 2_000));
    }
    const seconds = Math.max(0, Math.round((statSync(file).size - headerBytes) / bytesPerSecond));
    const boxId = boxOf(call, recordingId);
    calls.save(call, [
      boxId
        ? { event: 'voicemail-stored', boxId, recordingId, seconds }
        : { event: 'recording-stored', recordingId, seconds },
    ]);
    rmSync(file, { force: true });
    return;
  }
}
