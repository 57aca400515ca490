import { clock } from '#functions/kernel/clock.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { telephoneSound } from '#shared/sound/shape.ts';
import { wavOf } from '#shared/sound/wav.ts';
import { dayOf } from './day.ts';
import { charactersAddition } from './store.ts';
import { readAloud } from './voices/index.ts';
import type { VoiceAccount, VoiceProvider } from './voices/types.ts';

/**
 * Has a voice read a text as telephones play it, and counts what was charged for.
 * @param keep puts the WAV where it belongs, before it is counted
 * @returns characters as they were charged for
 * @throws VoiceBusy, VoiceRefused, VoiceUnknown
 */
export async function readInto(
  provider: VoiceProvider,
  account: VoiceAccount,
  asked: { voiceId: string; text: string },
  keep: (wav: Buffer) => Promise<unknown>,
): Promise<number> {
  const { sound, characters } = await readAloud(provider, account, { ...asked, language: 'en-US' });
  const heard = telephoneSound(sound, { trim: false, normalise: true, fadeMs: 0 });
  await keep(Buffer.from(wavOf(heard)));
  await writeOne(charactersAddition(provider.name, dayOf(clock.now()), characters));
  return characters;
}
