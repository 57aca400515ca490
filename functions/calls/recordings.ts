import { bucket } from '#functions/kernel/bucket.ts';
import type { Call } from '#shared/model/call.ts';

/*
 * Recordings that an exchange made lie in the files bucket, and are heard by an address that is made for whoever may see
 * the call. What is stored as `recordingUrl` then is not that address, but that there is one.
 */

/** An address is good for so long, in seconds: longer than anybody listens at one go. */
const heardFor = 6 * 3_600;

export const recordingKey = (callId: string): string => `${callId}.wav`;

/** What is stored as a call's `recordingUrl` when the recording is our own; nobody else's address reads so. */
export const ownRecording = (callId: string): string => `recordings/${recordingKey(callId)}`;

/** Calls with addresses by which their recordings can be heard now. */
export const withRecordings = (calls: readonly Call[]): Promise<Call[]> =>
  Promise.all(
    calls.map(async (call) => {
      if (call.recordingUrl !== ownRecording(call.id)) return call;
      const name = `call ${call.startedAt.slice(0, 10)}.wav`;
      const recordingUrl = await bucket('recordings').downloadUrl(recordingKey(call.id), name, heardFor);
      return { ...call, recordingUrl };
    }),
  );
