import { createHash } from 'node:crypto';
import { bucket } from '#functions/kernel/bucket.ts';
import type { promptVoices } from '#shared/model/ivr.ts';
import { readInto } from './read-into.ts';
import { refusalOf } from './try-voice.ts';
import { accountOf } from './voice-settings.ts';
import { providers } from './voices/index.ts';

/*
 * Texts of dial plans, which callers hear as they hear recordings. Such a sound is named by its voice and its text, so
 * that it is made once however many plans say it, and never changes. It is in no list of recordings.
 */

/** A text and the voice that reads it. */
export interface Speech {
  text: string;
  voice: (typeof promptVoices)[number];
}

const prefix = 'rec_say_';

/** By which name an exchange keeps it. */
export const speechId = ({ text, voice }: Speech): string =>
  `${prefix}${createHash('sha256').update(`${voice}\n${text}`).digest('hex').slice(0, 32)}`;
export const isSpeech = (recordingId: string): boolean => recordingId.startsWith(prefix);
/** Its sound in the bucket of recordings. */
export const speechKey = (id: string): string => `speech/${id}.wav`;

/** Texts that are read at once. */
const atOnce = 5;

async function readOnce(speech: Speech): Promise<void> {
  const { text, voice } = speech;
  const key = speechKey(speechId(speech));
  if (await bucket('prompts').stat(key)) return;
  const keep = (wav: Buffer) => bucket('prompts').put(key, wav, 'audio/wav');
  await readInto(providers.polly, await accountOf('polly'), { voiceId: voice, text }, keep);
}

/**
 * Has texts read that were not read before. What was read stays when a later one fails, and costs nothing again.
 * @throws 409 'provider_not_connected' or 'voice_refused', 429, 502 'voice_unknown'
 */
export async function readTexts(speeches: readonly Speech[]): Promise<void> {
  const each = [...new Map(speeches.map((speech) => [speechId(speech), speech])).values()];
  try {
    for (let at = 0; at < each.length; at += atOnce)
      await Promise.all(each.slice(at, at + atOnce).map(readOnce));
  } catch (error) {
    throw refusalOf(error);
  }
}
