import { wavOf as bytesOf, telephoneRate } from '#shared/sound/wav.ts';

/** A WAV file of these samples, as Node's own functions take it. */
export const wavOf = (samples: Float64Array): Buffer => Buffer.from(bytesOf(samples).buffer);

/** One frequency for so long; 0 Hz is silence. */
export function toneOf(hertz: number, seconds: number, loudness = 0.3): Float64Array {
  const samples = new Float64Array(Math.round(seconds * telephoneRate));
  return hertz === 0
    ? samples
    : samples.map((_, at) => loudness * Math.sin((2 * Math.PI * hertz * at) / telephoneRate));
}

/** Music for those who wait: a slow figure of soft chords, made here so that it is nobody's. */
export function holdMusic(): Float64Array {
  const chords = [
    [220, 277.18, 329.63],
    [196, 246.94, 293.66],
    [174.61, 220, 261.63],
    [196, 246.94, 329.63],
  ];
  const seconds = 3;
  const length = seconds * telephoneRate;
  const samples = new Float64Array(chords.length * length);
  chords.forEach((chord, at) => {
    for (let n = 0; n < length; n++) {
      // Each note swells and fades, and comes in a little after the one below it.
      samples[at * length + n] = chord.reduce((sum, hertz, voice) => {
        const t = n / telephoneRate - voice * 0.35;
        if (t < 0) return sum;
        const swell = Math.sin((Math.PI * t) / (seconds - voice * 0.35));
        return sum + 0.09 * swell * Math.sin(2 * Math.PI * hertz * t);
      }, 0);
    }
  });
  return samples;
}
