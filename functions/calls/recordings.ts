import { holds } from '#functions/kernel/access.ts';
import { recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { Call } from '#shared/model/call.ts';
import { callOr404 } from './read.ts';

/*
 * Recordings that an exchange made lie in the files bucket, and are heard by an address that is made for whoever may
 * listen, when they ask for it. What is stored as `recordingUrl` then is not that address, but that there is one.
 */

/** An address is good for so long, in seconds: longer than anybody listens at one go. */
const heardFor = 6 * 3_600;

export const recordingKey = (callId: string): string => `${callId}.wav`;

/** What is stored as a call's `recordingUrl` when the recording is our own; nobody else's address reads so. */
export const ownRecording = (callId: string): string => `recordings/${recordingKey(callId)}`;

/** Calls with whether there is a recording; an address of somebody else's is for those who may listen. */
export const withRecordings = (calls: readonly Call[]): Call[] =>
  calls.map((call) => {
    const isOwn = call.recordingUrl === ownRecording(call.id);
    const isHidden = isOwn || !holds('recordings.listen');
    return {
      ...call,
      recorded: call.recordingUrl !== null,
      recordingUrl: isHidden ? null : call.recordingUrl,
    };
  });

/** The recording of a call that the actor may see, or 404 where there is none. */
export async function recordedCall(callId: string): Promise<Call & { recordingUrl: string }> {
  const call = await callOr404(callId);
  if (call.recordingUrl === null) throw notFound('The recording');
  return { ...call, recordingUrl: call.recordingUrl };
}

/** The address by which a recording is heard; who asked for it stands in the audit log. @throws 404 */
export async function hearRecording(callId: string): Promise<{ url: string; expiresIn: number }> {
  const { id, recordingUrl, startedAt, phone } = await recordedCall(callId);
  await recordAudit(
    'recording.heard',
    { kind: 'call', id, name: phone || 'an unknown number' },
    { startedAt },
  );
  if (recordingUrl !== ownRecording(id)) return { url: recordingUrl, expiresIn: heardFor };
  const name = `call ${startedAt.slice(0, 10)}.wav`;
  return {
    url: await bucket('recordings').downloadUrl(recordingKey(id), name, heardFor),
    expiresIn: heardFor,
  };
}
