/*
 * How loud a sound is to people, in LUFS, and a sound made as loud as another.
 * Source: ITU-R BS.1770-5, https://www.itu.int/rec/R-REC-BS.1770; the filters for any rate as libebur128 has them.
 */

/** A filter of the second order; `a[0]` is 1 and is left out. */
interface Filter {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** What a head does to a sound: high tones are louder. */
function shelf(rate: number): Filter {
  const [hertz, gain, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * hertz) / rate);
  const high = 10 ** (gain / 20);
  const band = high ** 0.4996667741545416;
  const norm = 1 + k / q + k * k;
  return {
    b: [
      (high + (band * k) / q + k * k) / norm,
      (2 * (k * k - high)) / norm,
      (high - (band * k) / q + k * k) / norm,
    ],
    a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
  };
}

/** What lies below all hearing counts little. */
function highPass(rate: number): Filter {
  const [hertz, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * hertz) / rate);
  const norm = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm] };
}

function filtered(samples: Float64Array, { b, a }: Filter): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

const blockSeconds = 0.4;
const stepSeconds = 0.1;
/** Blocks below this are silence, LUFS; and those so far below the rest are pauses, LU. */
const silence = -70;
const pause = 10;

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The loudness of a sound of one channel, in LUFS; -Infinity for silence. One shorter than 0.4 s is one block. */
export function integratedLoudness(samples: Float64Array, rate: number): number {
  const heard = filtered(filtered(samples, shelf(rate)), highPass(rate));
  const sums = new Float64Array(heard.length + 1);
  heard.forEach((sample, n) => {
    sums[n + 1] = sums[n]! + sample * sample;
  });
  const length = Math.max(1, Math.min(heard.length, Math.round(blockSeconds * rate)));
  const powers: number[] = [];
  for (let at = 0; at + length <= heard.length; at += Math.round(stepSeconds * rate))
    powers.push((sums[at + length]! - sums[at]!) / length);
  const loud = powers.filter((power) => loudnessOf(power) > silence);
  if (loud.length === 0) return Number.NEGATIVE_INFINITY;
  const floor = loudnessOf(mean(loud)) - pause;
  return loudnessOf(mean(loud.filter((power) => loudnessOf(power) > floor)));
}

/** No sample is louder, of 1: 1 dB is left for what companding adds. */
export const ceiling = 10 ** (-1 / 20);
const lookSeconds = 0.005;
const releaseSeconds = 0.08;

/** A sound whose peaks stay below the ceiling: the gain falls shortly before a peak, and comes back slowly. */
export function limited(samples: Float64Array, rate: number): Float64Array {
  const look = Math.max(1, Math.round(lookSeconds * rate));
  const release = 1 - Math.exp(-1 / (releaseSeconds * rate));
  const wanted = samples.map((sample) => Math.min(1, ceiling / Math.max(ceiling, Math.abs(sample))));
  let gain = 1;
  return samples.map((sample, n) => {
    let least = 1;
    for (let k = n; k < Math.min(wanted.length, n + look); k++) least = Math.min(least, wanted[k]!);
    gain = least < gain ? Math.max(least, gain - (gain - least) * 0.5) : gain + (least - gain) * release;
    // The gain is on its way down: a peak that it does not reach is cut.
    return Math.max(-ceiling, Math.min(ceiling, sample * Math.min(gain, 1)));
  });
}

/** How loud prompts are, in LUFS: as loud as speech on a telephone may be without its peaks being cut. */
const targetLoudness = -16;
/** Steps towards it: the limiter takes some of each away. */
const steps = 6;
const closeEnough = 0.2;
/** A sound that would have to be made louder than this is noise, dB. */
const mostGain = 40;

/** A sound as loud as prompts are; silence stays as it is. */
export function normalised(samples: Float64Array, rate: number, target = targetLoudness): Float64Array {
  const before = integratedLoudness(samples, rate);
  if (!Number.isFinite(before)) return samples;
  let gain = Math.min(mostGain, target - before);
  let sound = samples;
  for (let step = 0; step < steps; step++) {
    const factor = 10 ** (gain / 20);
    sound = limited(
      samples.map((sample) => sample * factor),
      rate,
    );
    const missing = target - integratedLoudness(sound, rate);
    if (Math.abs(missing) < closeEnough || gain + missing > mostGain) break;
    gain += missing;
  }
  return sound;
}
