import { secondsOfTelephoneWav } from '#shared/model/telephone-wav.ts';
import { toTelephoneSound } from '#web/ui/audio/telephone-sound.ts';

/** A message longer than this is none: who answers would have hung up; seconds. */
const longest = 60;

/**
 * A sound file that the browser can play as exchanges play it: WAV, 8 kHz, mono, 16 bit.
 * @throws with a sentence for what is no sound, or is too long
 */
export async function telephoneFile(file: File): Promise<File> {
  const sound = await toTelephoneSound(file);
  const seconds = secondsOfTelephoneWav(new Uint8Array(await sound.arrayBuffer()));
  if (seconds > longest) throw new Error(`The message may be ${longest} seconds long at most.`);
  const name = file.name.replace(/\.[^.]*$/, '');
  return new File([sound], `${name || 'message'}.wav`, { type: 'audio/wav' });
}
