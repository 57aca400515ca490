import { randomUUID } from 'node:crypto';
import type { Call } from './call.ts';
import type { Calls } from './calls.ts';

interface NewRecording {
  id: string;
  /** Asterisk's name of the file. The call's is in it, so that what is found on disk can be told whose it is. */
  name: string;
}

export function newRecording(call: Call): NewRecording {
  call.recordings++;
  const id = `rec_${randomUUID()}`;
  return { id, name: `${call.id}.${call.recordings}.${id}` };
}

/**
 * A tone, and what the caller says from then on, until #, so much silence, or so long. Seconds.
 * @returns false where Asterisk does not record it
 */
export const recordCaller = (
  { parts: { ari } }: Calls,
  channel: string,
  { name, longest, silence }: { name: string; longest: number; silence: number },
): Promise<boolean> =>
  ari.attempt('POST', `channels/${channel}/record`, {
    name,
    format: 'wav',
    maxDurationSeconds: longest,
    maxSilenceSeconds: silence,
    beep: 'true',
    terminateOn: '#',
    ifExists: 'overwrite',
  });
