import * as z from 'zod';
import { promptVoices } from '../ivr.ts';
import { idOf, refersTo } from '../reference.ts';
import type { Resolving } from './resolve.ts';
import type { StepSound } from './step-sound.ts';

export const playbackTypes = {
  tts: 'Text read aloud',
  recording: 'Recording',
  file: 'Sound of the exchange',
} as const;

/** Sounds that Debian's package of Asterisk brings (asterisk-core-sounds-en-wav): a plan plays no other file. */
export const exchangeSounds = {
  'one-moment-please': 'One moment, please',
  'pls-hold-while-try': 'Please hold while I try',
  'queue-thankyou': 'Thank you for your patience',
  'queue-periodic-announce': 'All representatives are busy',
  'number-not-answering': 'The number is not answering',
  'vm-nobodyavail': 'Nobody is available',
  'please-try-call-later': 'Please try your call later',
  'pbx-invalid': 'Not a valid extension',
  goodbye: 'Goodbye',
  beep: 'A tone',
} as const;

/** Of a text that is read aloud. */
export const soundTextLimit = 1_000;

const keysOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);

/** What callers hear at a node, as it is drawn: of the three the one that `type` names. */
export const soundFields = {
  type: keysOf(playbackTypes).default('tts'),
  text: z
    .string()
    .trim()
    .max(soundTextLimit, `At most ${soundTextLimit.toLocaleString('en-US')} characters.`)
    .default(''),
  voice: z.enum(promptVoices).default('Joanna'),
  recordingId: refersTo('recording', idOf('rec')).nullable().default(null),
  filePath: keysOf(exchangeSounds).nullable().default(null),
};
const sound = z.object(soundFields);
export type SoundData = z.output<typeof sound>;

/** A recording as an exchange plays it. @throws by `fail` where it is not chosen, is gone, or has nothing to hear yet */
export function recordingSound(id: string | null, { resources, fail, need }: Resolving): StepSound {
  need('recordings');
  const found = resources.recordings.get(id ?? fail('Please choose a recording.'));
  if (!found) return fail('Its recording is gone.');
  return found.versionId === null
    ? fail(`The recording “${found.name}” has no sound yet.`)
    : { recording: id! };
}

/** What a node plays as an exchange plays it. @throws by `fail` where it is not chosen */
export function soundOf(data: SoundData, at: Resolving): StepSound {
  const { fail, need } = at;
  switch (data.type) {
    case 'tts':
      need('recordings');
      return data.text ? { speech: data.text, voice: data.voice } : fail('Please write what callers hear.');
    case 'recording':
      return recordingSound(data.recordingId, at);
    case 'file':
      return data.filePath ? { file: data.filePath } : fail('Please choose a sound.');
    default:
      return data.type satisfies never;
  }
}
