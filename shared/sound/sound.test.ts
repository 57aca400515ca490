import { describe, expect, it } from 'vitest';
import { muLawFile, muLawOf, ofALaw, ofMuLaw } from './companding.ts';
import { ceiling, integratedLoudness, normalised } from './loudness.ts';
import { resample } from './resample.ts';
import { faded, telephoneSound, trimmed } from './shape.ts';
import { muLawWavOf, ofPcm16, readWav, type Sound, SoundProblem, wavOf } from './wav.ts';

const tone = (hertz: number, seconds: number, peak: number, rate = 8_000): Float64Array =>
  Float64Array.from(
    { length: Math.round(seconds * rate) },
    (_, n) => peak * Math.sin((2 * Math.PI * hertz * n) / rate),
  );
const peakOf = (samples: Float64Array) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
const joined = (...parts: Float64Array[]) => Float64Array.from(parts.flatMap((part) => [...part]));
/** How loud one frequency is in a sound, of 1. */
function strength(samples: Float64Array, hertz: number, rate: number): number {
  let [re, im] = [0, 0];
  samples.forEach((sample, n) => {
    re += sample * Math.cos((2 * Math.PI * hertz * n) / rate);
    im += sample * Math.sin((2 * Math.PI * hertz * n) / rate);
  });
  return (2 * Math.hypot(re, im)) / samples.length;
}

describe('companding', () => {
  // The values of G.711's tables, as sox and Asterisk have them.
  it.each([
    [0, 0xff],
    [-1, 0x7f],
    [8, 0xfe],
    [1_000, 0xce],
    [-1_000, 0x4e],
    [32_767, 0x80],
    [-32_768, 0x00],
  ])('puts %i into the byte %i of µ-law', (sample, byte) => expect(muLawOf(sample)).toBe(byte));

  it('reads each byte of µ-law as a sample that becomes that byte again', () => {
    // 0x7f is the second zero.
    for (let byte = 0; byte < 256; byte++) expect(muLawOf(ofMuLaw(byte))).toBe(byte === 0x7f ? 0xff : byte);
  });

  it.each([
    [0xd5, 8],
    [0x55, -8],
    [0xaa, 32_256],
    [0x2a, -32_256],
  ])('reads the byte %i of A-law', (byte, sample) => expect(ofALaw(byte)).toBe(sample));

  it('makes a file of as many bytes as there are samples', () =>
    expect([...muLawFile(Float64Array.of(0, 1, -1))]).toEqual([0xff, 0x80, 0x00]));
});

/** A WAV file of another kind than ours. */
function wav(format: number, bits: number, channels: number, rate: number, data: number[]): Uint8Array {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, Buffer.from(data)]);
}

describe('a WAV file', () => {
  it('is read as it was written', () => {
    const samples = tone(440, 0.1, 0.5);
    const read = readWav(wavOf(samples, 16_000));
    expect(read.rate).toBe(16_000);
    const furthest = read.samples.map((sample, n) => Math.abs(sample - samples[n]!));
    expect(peakOf(furthest)).toBeLessThan(1 / 16_384);
  });

  it('in µ-law is half as long', () => {
    const samples = tone(440, 0.1, 0.5);
    const file = muLawWavOf(samples);
    expect(file.length).toBe(44 + samples.length);
    expect(strength(readWav(file).samples, 440, 8_000)).toBeCloseTo(0.5, 2);
  });

  it.each([
    ['8 bit', wav(1, 8, 1, 8_000, [128, 192, 64]), [0, 0.5, -0.5]],
    ['24 bit', wav(1, 24, 1, 8_000, [0, 0, 0x40, 0, 0, 0xc0]), [0.5, -0.5]],
    ['32 bit', wav(1, 32, 1, 8_000, [0, 0, 0, 0x40]), [0.5]],
    ['floating point', wav(3, 32, 1, 8_000, [0, 0, 0, 0x3f]), [0.5]],
    ['µ-law', wav(7, 8, 1, 8_000, [0xff, 0x80]), [0, 32_124 / 32_768]],
    ['A-law', wav(6, 8, 1, 8_000, [0xaa]), [32_256 / 32_768]],
    ['two channels', wav(1, 16, 2, 8_000, [0, 0x40, 0, 0, 0, 0xc0, 0, 0]), [0.25, -0.25]],
  ])('of %s is read', (_kind, file, samples) => expect([...readWav(file).samples]).toEqual(samples));

  it('is read whatever stands before its sound, and where its length was never written', () => {
    const file = Buffer.from(wavOf(Float64Array.of(0.5, -0.5)));
    const note = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')]);
    const noted = Buffer.concat([file.subarray(0, 36), note, file.subarray(36)]);
    noted.writeUInt32LE(0xffffffff, 36 + note.length + 4);
    expect(readWav(noted).samples.length).toBe(2);
  });

  it.each([
    ['no WAV', Buffer.from('ID3'.padEnd(60, 'x')), 'This is no WAV file.'],
    ['ADPCM', wav(2, 4, 1, 8_000, [1, 2]), 'This kind of WAV file is not read. Save it as PCM, 16 bit.'],
    ['empty', wav(1, 16, 1, 8_000, []), 'The WAV file has no sound in it.'],
    ['of no channels', wav(1, 16, 0, 8_000, [1, 2]), /damaged/],
  ])('that is %s is refused with a sentence', (_kind, file, sentence) => {
    expect(() => readWav(file)).toThrow(SoundProblem);
    expect(() => readWav(file)).toThrow(sentence);
  });

  it('of voices has no header', () =>
    expect(ofPcm16(Uint8Array.of(0, 0x40, 0, 0xc0, 9), 8_000)).toEqual({
      rate: 8_000,
      samples: Float64Array.of(0.5, -0.5),
    } satisfies Sound));
});

describe('another rate', () => {
  it.each([16_000, 22_050, 44_100, 48_000])('than %i Hz leaves a tone as it was', (rate) => {
    const out = resample({ rate, samples: tone(1_000, 0.5, 0.5, rate) }, 8_000);
    expect(out.length).toBe(4_000);
    const middle = out.slice(1_000, 3_000);
    expect(strength(middle, 1_000, 8_000)).toBeCloseTo(0.5, 2);
    expect(peakOf(middle)).toBeLessThan(0.51);
  });

  it('takes out what it cannot hold: a tone of 6 kHz does not come back as one of 2 kHz', () => {
    const out = resample({ rate: 44_100, samples: tone(6_000, 0.5, 0.5, 44_100) }, 8_000);
    // 60 dB below the tone.
    expect(peakOf(out.slice(400, 3_600))).toBeLessThan(0.0005);
  });
});

describe('loudness', () => {
  // BS.1770: 997 Hz at full scale in one channel is -3.01 LKFS.
  it.each([8_000, 44_100, 48_000])(
    'of the tone that the standard is checked by is right at %i Hz',
    (rate) => {
      expect(integratedLoudness(tone(997, 2, 1, rate), rate)).toBeCloseTo(-3.01, 1);
      expect(integratedLoudness(tone(997, 2, 0.1, rate), rate)).toBeCloseTo(-23.01, 1);
    },
  );

  it('leaves pauses out', () => {
    const spoken = joined(tone(997, 2, 0.1), tone(997, 4, 0.0001), tone(997, 2, 0.1));
    expect(integratedLoudness(spoken, 8_000)).toBeCloseTo(-23.01, 0);
  });

  it('of silence is none, and silence is left as it is', () => {
    expect(integratedLoudness(new Float64Array(8_000), 8_000)).toBe(Number.NEGATIVE_INFINITY);
    expect(peakOf(normalised(new Float64Array(8_000), 8_000))).toBe(0);
  });

  it.each([0.005, 0.1, 0.9])('is brought to -16 LUFS from a peak of %f', (peak) =>
    expect(integratedLoudness(normalised(tone(997, 2, peak), 8_000), 8_000)).toBeCloseTo(-16, 0),
  );

  it('is brought there with peaks that stay below the ceiling', () => {
    // Short loud bursts in quiet speech, as a plosive is.
    const bursts = tone(400, 3, 0.03).map((sample, n) => (n % 4_000 < 40 ? sample * 25 : sample));
    const sound = normalised(bursts, 8_000);
    expect(peakOf(sound)).toBeLessThanOrEqual(ceiling);
    expect(integratedLoudness(sound, 8_000)).toBeGreaterThan(-17);
  });
});

describe('a prompt', () => {
  it('loses the silence around it and keeps what is within', () => {
    const silence = (seconds: number) => new Float64Array(seconds * 8_000);
    const spoken = joined(silence(2), tone(440, 1, 0.5), silence(1), tone(440, 1, 0.5), silence(3));
    expect(trimmed(spoken, 8_000).length / 8_000).toBeCloseTo(3.23, 1);
    expect(trimmed(silence(1), 8_000).length).toBe(8_000);
  });

  it('begins and ends softly', () => {
    const sound = faded(
      Float64Array.from({ length: 800 }, () => 0.5),
      8_000,
      10,
    );
    expect([sound[0], sound[799]]).toEqual([0, 0]);
    expect(sound[40]).toBeCloseTo(0.25, 2);
    expect(sound[400]).toBe(0.5);
  });

  it('is 8 kHz, trimmed, loud enough and faded after all of it', () => {
    const given = joined(new Float64Array(44_100), tone(700, 2, 0.05, 44_100), new Float64Array(44_100));
    const made = telephoneSound(
      { rate: 44_100, samples: given },
      { trim: true, normalise: true, fadeMs: 20 },
    );
    expect(made.length / 8_000).toBeCloseTo(2.23, 1);
    expect(integratedLoudness(made, 8_000)).toBeCloseTo(-16, 0);
    expect(made[0]).toBe(0);
    const raw = telephoneSound(
      { rate: 44_100, samples: given },
      { trim: false, normalise: false, fadeMs: 0 },
    );
    expect(raw.length).toBe(32_000);
  });
});
