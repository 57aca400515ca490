import type { StepOf } from '#shared/model/dialplan/steps.ts';
import { recordSilence } from '#shared/model/dialplan/types/record.ts';
import { exchangeLimits } from '#shared/model/exchange.ts';
import { AriError } from './ari.ts';
import type { Call } from './call.ts';
import type { Calls } from './calls.ts';
import { newRecording, recordCaller } from './record-caller.ts';

/*
 * A plan has its caller say something: it is recorded from their channel as a message in a box is, and they go on in the
 * plan. Asterisk has played what they are asked before the bridge is handed the call.
 */

/** A tone, and what is said from then on. False where Asterisk does not record it. */
export async function beginRecord(calls: Calls, call: Call, step: StepOf<'record'>): Promise<boolean> {
  const { id: recordingId, name } = newRecording(call);
  call.recordedIn = { ...call.recordedIn, [recordingId]: step.boxId };
  // Written down first: its end may be told before Asterisk has answered.
  call.walk!.doing = { type: 'record', recordingId, name, startedAt: Date.now() };
  calls.save(call);
  const { channel } = call.legs.party!;
  return recordCaller(calls, channel, { name, longest: step.seconds, silence: recordSilence });
}

/** The way of a caller whose recording is over; undefined where it is none of the node that they are in. */
export function wayOfRecorded(call: Call, recordingId: string): 'recorded' | 'silent' | undefined {
  const doing = call.walk?.doing;
  if (doing?.type !== 'record' || doing.recordingId !== recordingId) return undefined;
  return call.recordedIn?.[recordingId] ? 'recorded' : 'silent';
}

/** Whether a recording of a plan's is still made, as far as Asterisk says. */
export async function isBeingRecorded({ parts: { ari } }: Calls, name: string): Promise<boolean> {
  try {
    await ari.request('GET', `recordings/live/${name}`);
    return true;
  } catch (error) {
    if (error instanceof AriError && error.status === 404) return false;
    throw error;
  }
}

/** Whether a caller has said something that is kept; what they say at this moment counts once it is long enough. */
export function hasSpoken({ recordedIn = {}, walk }: Call): boolean {
  const doing = walk?.doing?.type === 'record' ? walk.doing : undefined;
  const isLong = doing && Date.now() - doing.startedAt >= exchangeLimits.message.least * 1000;
  return Object.entries(recordedIn).some(
    ([id, box]) => box !== null && (doing?.recordingId !== id || isLong),
  );
}
