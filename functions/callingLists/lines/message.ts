import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import type { AbandonedMessage } from '#shared/model/calling-list.ts';
import { isTelephoneWav, telephoneWavHead } from '#shared/model/telephone-wav.ts';

/** The key of a file by its address; empty where it is not one that could be written. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/**
 * That the sound of a list's message is there and can be played: an exchange refuses the call else.
 * @throws 400 with the field
 */
export async function assertSound({ sound }: AbandonedMessage): Promise<void> {
  const own = `/media/${tenantOf()}/`;
  const field = { field: 'message.sound' };
  const key = sound.startsWith(own) ? decoded(sound.slice(own.length)) : '';
  const media = bucket('media');
  if (!key || !(await media.stat(key))) throw badRequest('The sound of the message is not there.', field);
  if (!isTelephoneWav(await media.head(key, telephoneWavHead)))
    throw badRequest('The sound of the message has to be WAV, 8 kHz, mono, 16 bit.', field);
}
