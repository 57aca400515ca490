import type { Sound } from './wav.ts';

/** Zero crossings of the filter on each side: the more, the sharper it is, and the longer it takes. */
const crossings = 24;
/** Kaiser's window: what lies beyond the filter's edge is some 80 dB weaker. */
const beta = 8;
/** The filter's edge, of what the lower of the two rates can hold; the rest is its slope. */
const edge = 0.92;

/** The modified Bessel function of order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let n = 1; term > 1e-12 * sum; n++) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** The weights of the samples around a place that lies `offset` after one; half of them before it. */
function weightsAt(offset: number, half: number, cutoff: number): Float64Array {
  const weights = Float64Array.from({ length: 2 * half }, (_, n) => {
    const distance = n - half + 1 - offset;
    if (Math.abs(distance) >= half) return 0;
    const x = Math.PI * cutoff * distance;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    return (sinc * bessel(beta * Math.sqrt(1 - (distance / half) ** 2))) / bessel(beta);
  });
  // Each place weighs the same, so that a steady tone does not waver.
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * A sound at another rate, by a windowed sinc: what the new rate cannot hold is taken out and does not come back as
 * another tone.
 */
export function resample({ rate, samples }: Sound, to: number): Float64Array {
  if (rate === to) return samples;
  const divisor = greatestDivisor(rate, to);
  const [step, phases] = [rate / divisor, to / divisor];
  const narrow = Math.min(1, to / rate);
  const half = Math.ceil(crossings / narrow);
  const tables = new Map<number, Float64Array>();
  const length = Math.floor((samples.length * to) / rate);
  const out = new Float64Array(length);
  for (let n = 0; n < length; n++) {
    const phase = (n * step) % phases;
    const at = Math.floor((n * step) / phases);
    const weights = tables.get(phase) ?? weightsAt(phase / phases, half, narrow * edge);
    tables.set(phase, weights);
    const first = at - half + 1;
    let sum = 0;
    for (let k = Math.max(0, -first); k < weights.length && first + k < samples.length; k++)
      sum += weights[k]! * samples[first + k]!;
    out[n] = sum;
  }
  return out;
}
