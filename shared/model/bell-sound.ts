import { wavOf } from '../sound/wav.ts';

/** Samples a second, and how long it rings. */
const rate = 11_025;
const seconds = 1.6;

/** Partials of a struck hand bell: how high above its strike note, how loud, and after how long they have faded (s). */
const partials = [
  { ratio: 0.5, loudness: 0.22, fades: 0.9 },
  { ratio: 1, loudness: 0.4, fades: 0.6 },
  { ratio: 1.19, loudness: 0.2, fades: 0.45 },
  { ratio: 1.5, loudness: 0.16, fades: 0.4 },
  { ratio: 2, loudness: 0.26, fades: 0.35 },
  { ratio: 2.74, loudness: 0.12, fades: 0.2 },
  { ratio: 3.76, loudness: 0.08, fades: 0.12 },
] as const;
/** Hz */
const strikeNote = 784;
/** It begins within so long, so that no loudspeaker clicks; s. */
const attack = 0.004;

function samples(): Float64Array {
  return Float64Array.from({ length: Math.round(rate * seconds) }, (_, n) => {
    const t = n / rate;
    const sum = partials.reduce(
      (sound, { ratio, loudness, fades }) =>
        sound + loudness * Math.sin(2 * Math.PI * strikeNote * ratio * t) * Math.exp(-t / fades),
      0,
    );
    const end = Math.min(1, (seconds - t) / 0.1);
    return 0.75 * sum * Math.min(1, t / attack) * end;
  });
}

let made: string | undefined;

/** The product's bell as the address of a sound: some 47 kB, made on this machine. */
export function bellSound(): string {
  made ??= `data:audio/wav;base64,${btoa(Array.from(wavOf(samples(), rate), (byte) => String.fromCharCode(byte)).join(''))}`;
  return made;
}
