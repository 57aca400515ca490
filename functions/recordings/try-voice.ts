import { createHash } from 'node:crypto';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, tooMany, unavailable } from '#functions/kernel/errors.ts';
import { promptVoices } from '#shared/model/ivr.ts';
import { usagePeriods } from '#shared/model/prompt-recording.ts';
import { dayOf } from './day.ts';
import { readInto } from './read-into.ts';
import { heardFor } from './sounds.ts';
import { charactersSince, readVoiceSettings } from './store.ts';
import { accountOf, elevenLabsConfig, testConnection } from './voice-settings.ts';
import { providers } from './voices/index.ts';
import { VoiceBusy, VoiceRefused, VoiceUnknown } from './voices/types.ts';

const dayMs = 86_400_000;

/** Polly's voices are names, and ElevenLabs' are not. */
const providerOf = (voiceId: string) =>
  (promptVoices as readonly string[]).includes(voiceId) ? 'polly' : 'elevenlabs';

/** What a provider says, as a call answers it. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof VoiceBusy) return tooMany(error.message, error.retryAfter ?? 5);
  if (error instanceof VoiceRefused) return new AppError(409, 'voice_refused', error.message);
  if (error instanceof VoiceUnknown) return unavailable(error.message, 'voice_unknown', error);
  return error;
}

/**
 * Hears a voice. The sound lies with the uploads, which go after a day: asked for again until then, it costs nothing.
 * @throws 409 'provider_not_connected' or 'voice_refused', 429, 502 'voice_unknown'
 */
export async function testVoice(voiceId: string, text: string) {
  const name = providerOf(voiceId);
  const account = await accountOf(name);
  const { modelId } = await readVoiceSettings();
  const hash = createHash('sha256').update([name, voiceId, modelId, text].join('\u0000')).digest('hex');
  const key = `voices/${hash.slice(0, 40)}.wav`;
  const uploads = bucket('uploads');
  const answer = async (charactersUsed: number, message: string) => ({
    audioUrl: await uploads.downloadUrl(key, 'voice.wav', heardFor),
    voiceId,
    text,
    charactersUsed,
    message,
  });
  if (await uploads.stat(key)) return answer(0, 'You have heard this before: it cost nothing.');
  try {
    const keep = (wav: Buffer) => uploads.put(key, wav, 'audio/wav');
    const characters = await readInto(providers[name], account, { voiceId, text }, keep);
    return answer(characters, 'The voice has read your text.');
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What ElevenLabs has read for the workspace in a period that ends today, in UTC, and what its account may. */
export async function voiceUsage(period: keyof typeof usagePeriods) {
  const first = dayOf(clock.now() - (usagePeriods[period] - 1) * dayMs);
  const { connected } = await elevenLabsConfig();
  const [stored, account] = await Promise.all([
    charactersSince('elevenlabs', first),
    connected ? testConnection(undefined) : undefined,
  ]);
  const byDay = new Map(stored.map(({ day, characters }) => [day, characters]));
  const days = Array.from({ length: usagePeriods[period] }, (_, n) => {
    const day = dayOf(Date.parse(first) + n * dayMs);
    return { day, characters: byDay.get(day) ?? 0 };
  });
  const used = days.reduce((sum, { characters }) => sum + characters, 0);
  return { used, limit: account?.limit ?? null, period, days };
}
