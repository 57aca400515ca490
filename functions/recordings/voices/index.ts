import type { VoiceProviderName } from '#shared/model/prompt-recording.ts';
import { elevenlabs } from './elevenlabs.ts';
import { polly } from './polly.ts';
import { type Spoken, type VoiceAccount, VoiceBusy, type VoiceProvider, VoiceUnknown } from './types.ts';

export const providers: Readonly<Record<VoiceProviderName, VoiceProvider>> = { polly, elevenlabs };

/** A text in parts of whole sentences, each as long as it may be; a sentence that is longer is cut between words. */
export function partsOfText(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => head.lastIndexOf(end))) + 1;
    const at = sentence > 0 ? sentence : head.lastIndexOf(' ');
    parts.push(rest.slice(0, at > 0 ? at : most).trim());
    rest = rest.slice(at > 0 ? at : most).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** Reads a text however long it is. @throws VoiceBusy where nothing was read yet, VoiceRefused, VoiceUnknown */
export async function readAloud(
  provider: VoiceProvider,
  account: VoiceAccount,
  { voiceId, language, text }: { voiceId: string; language: string; text: string },
): Promise<Spoken> {
  const spoken: Spoken[] = [];
  for (const part of partsOfText(text, provider.mostCharacters))
    try {
      spoken.push(await provider.speak(account, voiceId, language, part));
    } catch (error) {
      // Read again from its beginning, what was read already would be charged for twice.
      if (!(error instanceof VoiceBusy) || spoken.length === 0) throw error;
      throw new VoiceUnknown(`${error.message} A part of the text was read, and charged for.`, {
        cause: error,
      });
    }
  const length = spoken.reduce((sum, { sound }) => sum + sound.samples.length, 0);
  const samples = new Float64Array(length);
  let at = 0;
  for (const { sound } of spoken) {
    samples.set(sound.samples, at);
    at += sound.samples.length;
  }
  return {
    sound: { rate: spoken[0]?.sound.rate ?? 8_000, samples },
    characters: spoken.reduce((sum, { characters }) => sum + characters, 0),
  };
}
