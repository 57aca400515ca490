import { soundAddress } from '#functions/content/api.ts';
import { bellSound } from '#shared/model/bell-sound.ts';
import type { CelebrationRuleFields } from '#shared/model/celebration.ts';
import type { CelebrationRecord } from './store.ts';

/** What a rule has heard, as a celebration keeps it. */
export const soundOfRule = ({ sound, soundId }: Pick<CelebrationRuleFields, 'sound' | 'soundId'>): string =>
  sound === 'file' ? (soundId ?? '') : sound === 'bell' ? 'bell' : '';

/** The address of what is heard; undefined for nothing, or where the file has left the library. */
export async function heardOf({ sound }: Pick<CelebrationRecord, 'sound'>): Promise<string | undefined> {
  if (sound === '') return undefined;
  return sound === 'bell' ? bellSound() : soundAddress(sound);
}
