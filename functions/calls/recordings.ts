import { recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { Call } from '#shared/model/call.ts';
import { type HeardRecording, onlyRecording } from '#shared/model/recording.ts';
import { callOr404 } from './read.ts';
import { ownRecording, recordingKey } from './recording-marks.ts';
import { partsOfRecording, type RecordingPart } from './recording-store.ts';

/*
 * Recordings that an exchange made lie in the files bucket, one file for each time that recording began, and are heard
 * by addresses that are made for whoever may listen, when they ask for them. What is stored as `recordingUrl` then is
 * not an address, but that there is one.
 */

/** An address is good for so long, in seconds: longer than anybody listens at one go. */
const heardFor = 6 * 3_600;

/** The recording of a call that the actor may see, or 404 where there is none. */
export async function recordedCall(callId: string): Promise<Call & { recordingUrl: string }> {
  const call = await callOr404(callId);
  if (call.recordingUrl === null) throw notFound('The recording');
  return { ...call, recordingUrl: call.recordingUrl };
}

/** The recordings of a call of ours, oldest first; of an earlier version there was one, of which nothing was noted. */
export async function recordingsOf(
  callId: string,
): Promise<Pick<RecordingPart, 'recordingId' | 'seconds'>[]> {
  const parts = await partsOfRecording(callId);
  const isThere = await bucket('recordings').stat(recordingKey(callId, onlyRecording));
  const named = parts.some(({ recordingId }) => recordingId === onlyRecording);
  return isThere && !named ? [{ recordingId: onlyRecording, seconds: null }, ...parts] : parts;
}

/** The addresses by which recordings are heard; who asked for them stands in the audit log. @throws 404 */
export async function hearRecording(
  callId: string,
): Promise<{ recordings: HeardRecording[]; expiresIn: number }> {
  const { id, recordingUrl, startedAt, phone } = await recordedCall(callId);
  await recordAudit(
    'recording.heard',
    { kind: 'call', id, name: phone || 'an unknown number' },
    { startedAt },
  );
  if (recordingUrl !== ownRecording(id))
    return { recordings: [{ id: onlyRecording, url: recordingUrl, seconds: null }], expiresIn: heardFor };
  const parts = await recordingsOf(id);
  const recordings = await Promise.all(
    parts.map(async ({ recordingId, seconds }, n) => {
      const name = `call ${startedAt.slice(0, 10)}${parts.length > 1 ? ` ${n + 1}` : ''}.wav`;
      const url = await bucket('recordings').downloadUrl(recordingKey(id, recordingId), name, heardFor);
      return { id: recordingId, url, seconds };
    }),
  );
  return { recordings, expiresIn: heardFor };
}
