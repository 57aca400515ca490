import { sandboxUrl } from '#functions/kernel/env.ts';
import type { Told } from '#functions/kernel/module-told.ts';
import { readVoiceSettings } from './store.ts';
import { testConnection } from './voice-settings.ts';

/** How the voices stand that read texts aloud: those of the product always, and those of an account that is set. */
export async function voicesStanding(): Promise<Told> {
  const { sealedKey, modelId } = await readVoiceSettings();
  const probe = sealedKey
    ? {
        key: `${modelId} ${sealedKey}`,
        ask: async () => {
          const { ok, message } = await testConnection(undefined);
          return ok ? null : `ElevenLabs: ${message}`;
        },
      }
    : undefined;
  if (sandboxUrl() && !sealedKey)
    return {
      state: 'sandbox',
      reason: 'The sandbox stands in for the voices.',
      advice: 'For real voices: an admin sets the key of ElevenLabs under Recordings, Voices.',
    };
  return { state: 'ok', reason: '', ...(probe ? { probe } : {}) };
}
