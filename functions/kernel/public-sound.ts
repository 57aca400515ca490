import { isTelephoneWav, secondsOfTelephoneWav } from '#shared/model/telephone-wav.ts';
import { bucket } from './bucket.ts';
import { badRequest } from './errors.ts';
import { newId } from './ids.ts';

const folders = ['greetings', 'music'] as const;

/**
 * Keeps a sound that whoever calls hears, where everybody may fetch it, under a name of its own each time: an exchange
 * needs no secret for it, and never plays an older one. `url` is below the product's own address.
 * @throws 400 for what is no sound of telephones, or too long
 */
export async function publicSound(
  audio: Blob,
  folder: (typeof folders)[number],
  most: { seconds: number; bytes: number },
): Promise<{ url: string; seconds: number }> {
  const refused = (words: string) => badRequest(words, { field: 'audio' });
  const tooLong = `The sound lasts at most ${most.seconds} seconds.`;
  if (audio.size > most.bytes) throw refused(tooLong);
  const file = Buffer.from(await audio.arrayBuffer());
  if (!isTelephoneWav(file)) throw refused('The sound has to be WAV, 8 kHz, mono, 16 bit.');
  const seconds = secondsOfTelephoneWav(file);
  if (seconds > most.seconds) throw refused(tooLong);
  const key = `${folder}/${newId('snd')}.wav`;
  await bucket('media').put(key, file, 'audio/wav');
  return { url: bucket('media').path(key), seconds };
}

/** Removes the file of a sound that nobody is to hear any more; null where there was none. */
export async function removePublicSound(sound: { url: string } | null): Promise<void> {
  const key = sound?.url.split('/').slice(-2).join('/');
  if (key && folders.some((folder) => key.startsWith(`${folder}/snd_`))) await bucket('media').remove(key);
}
