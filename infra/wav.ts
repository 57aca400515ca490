/** Sound of telephones: 8 kHz, mono, 16 bit. */
export const sampleRate = 8_000;

/** A WAV file of these samples, each from -1 to 1. */
export function wavOf(samples: Float64Array): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, at) => {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2);
  });
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** One frequency for so long; 0 Hz is silence. */
export function toneOf(hertz: number, seconds: number, loudness = 0.3): Float64Array {
  const samples = new Float64Array(Math.round(seconds * sampleRate));
  return hertz === 0
    ? samples
    : samples.map((_, at) => loudness * Math.sin((2 * Math.PI * hertz * at) / sampleRate));
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
  const length = seconds * sampleRate;
  const samples = new Float64Array(chords.length * length);
  chords.forEach((chord, at) => {
    for (let n = 0; n < length; n++) {
      // Each note swells and fades, and comes in a little after the one below it.
      samples[at * length + n] = chord.reduce((sum, hertz, voice) => {
        const t = n / sampleRate - voice * 0.35;
        if (t < 0) return sum;
        const swell = Math.sin((Math.PI * t) / (seconds - voice * 0.35));
        return sum + 0.09 * swell * Math.sin(2 * Math.PI * hertz * t);
      }, 0);
    }
  });
  return samples;
}
