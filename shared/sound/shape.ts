import { normalised } from './loudness.ts';
import { resample } from './resample.ts';
import { type Sound, telephoneRate } from './wav.ts';

const windowSeconds = 0.01;
/** Quieter than the loudest part by so much is silence, dB; and what is below this is silence in any case, dBFS. */
const belowLoudest = 40;
const alwaysSilent = -60;
/** What is left before and after the sound, in seconds: the breath of a word lies there. */
const lead = 0.08;
const tail = 0.15;

function powersOf(samples: Float64Array, window: number): number[] {
  return Array.from({ length: Math.ceil(samples.length / window) }, (_, n) => {
    const part = samples.subarray(n * window, (n + 1) * window);
    return part.reduce((sum, sample) => sum + sample * sample, 0) / part.length;
  });
}

/** A sound without the silence before and after it; silence alone stays as it is. */
export function trimmed(samples: Float64Array, rate: number): Float64Array {
  const window = Math.round(windowSeconds * rate);
  const powers = powersOf(samples, window);
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  const floor = Math.max(10 ** (alwaysSilent / 10), loudest / 10 ** (belowLoudest / 10));
  const first = powers.findIndex((power) => power > floor);
  if (first < 0) return samples;
  const last = powers.findLastIndex((power) => power > floor);
  return samples.slice(
    Math.max(0, Math.round(first * window - lead * rate)),
    Math.min(samples.length, Math.round((last + 1) * window + tail * rate)),
  );
}

/** A sound that swells at its beginning and fades at its end, each for so long; a click is heard otherwise. */
export function faded(samples: Float64Array, rate: number, ms: number): Float64Array {
  const length = Math.min(Math.round((ms / 1000) * rate), Math.floor(samples.length / 2));
  return samples.map((sample, n) => {
    const fromEdge = Math.min(n, samples.length - 1 - n);
    return fromEdge < length ? (sample * (1 - Math.cos((Math.PI * fromEdge) / length))) / 2 : sample;
  });
}

/** What is done to a sound before callers hear it. */
interface Shaping {
  trim: boolean;
  normalise: boolean;
  /** At its beginning and its end, in ms. */
  fadeMs: number;
}

/** A sound as telephones play it: 8 kHz, and trimmed, as loud as the others and faded as is asked for. */
export function telephoneSound(sound: Sound, { trim, normalise, fadeMs }: Shaping): Float64Array {
  let samples = resample(sound, telephoneRate);
  if (trim) samples = trimmed(samples, telephoneRate);
  if (normalise) samples = normalised(samples, telephoneRate);
  return faded(samples, telephoneRate, fadeMs);
}
