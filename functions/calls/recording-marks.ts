import { holds } from '#functions/kernel/access.ts';
import type { Call } from '#shared/model/call.ts';
import { onlyRecording } from '#shared/model/recording.ts';

/** Where a recording of a call lies in the bucket. */
export const recordingKey = (callId: string, recordingId: string): string =>
  recordingId === onlyRecording ? `${callId}.wav` : `${callId}.${recordingId}.wav`;

/** What is stored as a call's `recordingUrl` when it has recordings of our own; nobody else's address reads so. */
export const ownRecording = (callId: string): string => `recordings/${callId}.wav`;

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
