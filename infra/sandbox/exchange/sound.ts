import { telephoneRate } from '#shared/sound/wav.ts';
import { wavOf } from '../../wav.ts';

/* Sound made of tones: WAV, 8 kHz, mono, 16 bit. Nobody's voice is in it. */

/** What is heard at an instant, from -1 to 1; seconds since its beginning. */
type Tone = (seconds: number) => number;

const sine = (hertz: number, seconds: number) => Math.sin(2 * Math.PI * hertz * seconds);

/** Louder, a page's speaker would be frightening. */
const loudness = 0.75;

const wav = (seconds: number, tone: Tone): Buffer =>
  wavOf(
    Float64Array.from(
      { length: Math.round(seconds * telephoneRate) },
      (_, n) => loudness * tone(n / telephoneRate),
    ),
  );

/** The ring of North America: 440 and 480 Hz, two seconds of six. */
const ring: Tone = (t) => (t % 6 < 2 ? (sine(440, t) + sine(480, t)) / 2 : 0);

/** A murmur like speech: a base tone with overtones, in syllables, higher or lower by who speaks. */
const voice = (hertz: number, t: number): number => {
  const syllable = Math.max(0, Math.sin(2 * Math.PI * 3.1 * t)) * (t % 2.3 < 1.9 ? 1 : 0);
  const pitch = hertz * (1 + 0.04 * Math.sin(2 * Math.PI * 0.7 * t));
  return (syllable * (sine(pitch, t) + 0.5 * sine(2 * pitch, t) + 0.25 * sine(3 * pitch, t))) / 1.75;
};

/** Two who take turns every three seconds. */
export const conversation = (seconds: number): Buffer =>
  wav(seconds, (t) => 0.6 * voice(Math.floor(t / 3) % 2 === 0 ? 120 : 190, t));

/** Somebody who speaks alone. */
export const monologue = (seconds: number): Buffer => wav(seconds, (t) => 0.6 * voice(170, t));

/** Sounds that a page of the sandbox plays, by name; each can be repeated without a gap. */
const sounds: Record<string, () => Buffer> = {
  ring: () => wav(6, (t) => 0.5 * ring(t)),
  voice: () => wav(9.2, (t) => 0.6 * voice(190, t)),
  music: () => wav(4, (t) => 0.3 * sine([262, 330, 392, 523][Math.floor(t) % 4]!, t) * (1 - (t % 1))),
  beep: () => wav(1, (t) => (t < 0.8 ? 0.6 * sine(1000, t) : 0)),
};

const made = new Map<string, Buffer>();

export function soundOf(name: string): Buffer | undefined {
  const make = Object.hasOwn(sounds, name) ? sounds[name] : undefined;
  if (!make) return undefined;
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

/** Seconds that a file plays; of one that cannot be fetched, three. */
export async function secondsOfSound(audioUrl: string): Promise<number> {
  try {
    const answer = await fetch(audioUrl, { signal: AbortSignal.timeout(5_000) });
    const bytes = (await answer.arrayBuffer()).byteLength;
    return answer.ok ? Math.max(1, Math.round((bytes - 44) / (telephoneRate * 2))) : 3;
  } catch {
    return 3;
  }
}
