import { muLawFile, ofALaw, ofMuLaw } from './companding.ts';

/** Sound of telephones: 8 kHz, mono. */
export const telephoneRate = 8_000;

/** Sound of one channel. */
export interface Sound {
  /** Samples a second. */
  rate: number;
  /** From -1 to 1. */
  samples: Float64Array;
}

/** A file that is no sound, or of a kind that is not read; the message is a sentence for whoever sent it. */
export class SoundProblem extends Error {}

/** Bytes of a WAV file before its samples, where nothing else stands there. */
export const headerBytes = 44;

/** A WAV file of one channel. @param format its number (RFC 2361) */
function fileOf(format: number, bytesEach: number, rate: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerBytes + data.length);
  const view = new DataView(bytes.buffer);
  const text = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, format, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * bytesEach, true);
  view.setUint16(32, bytesEach, true);
  view.setUint16(34, bytesEach * 8, true);
  text(36, 'data');
  view.setUint32(40, data.length, true);
  bytes.set(data, headerBytes);
  return bytes;
}

/** A WAV file of these samples, each from -1 to 1: mono, 16 bit. */
export function wavOf(samples: Float32Array | Float64Array, rate = telephoneRate): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, at) => {
    view.setInt16(at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return fileOf(1, 2, rate, new Uint8Array(view.buffer));
}

/** The same in µ-law, which takes half as much: mono, 8 kHz. */
export const muLawWavOf = (samples: Float64Array): Uint8Array =>
  fileOf(7, 1, telephoneRate, muLawFile(samples));

type Read = (view: DataView, at: number) => number;
interface Kind {
  bytes: number;
  read: Read;
}

/** By the format's number and its bits (RFC 2361). */
const kinds: Readonly<Record<string, Kind>> = {
  '1/8': { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  '1/16': { bytes: 2, read: (view, at) => view.getInt16(at, true) / 32_768 },
  '1/24': {
    bytes: 3,
    read: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  },
  '1/32': { bytes: 4, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
  '3/32': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  '6/8': { bytes: 1, read: (view, at) => ofALaw(view.getUint8(at)) / 32_768 },
  '7/8': { bytes: 1, read: (view, at) => ofMuLaw(view.getUint8(at)) / 32_768 },
};
/** The number that says that the format itself stands further on. */
const extensible = 0xfffe;
const rates = { least: 4_000, most: 192_000 };
const mostChannels = 8;

interface Format extends Kind {
  channels: number;
  rate: number;
}

function formatAt(view: DataView, at: number, size: number): Format {
  if (size < 16) throw new SoundProblem('The WAV file is damaged.');
  const given = view.getUint16(at, true);
  const format = given === extensible && size >= 26 ? view.getUint16(at + 24, true) : given;
  const kind = kinds[`${format}/${view.getUint16(at + 14, true)}`];
  if (!kind) throw new SoundProblem('This kind of WAV file is not read. Save it as PCM, 16 bit.');
  const [channels, rate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  if (channels < 1 || channels > mostChannels || rate < rates.least || rate > rates.most)
    throw new SoundProblem('The WAV file is damaged, or has more channels or samples than a sound can have.');
  return { ...kind, channels, rate };
}

function samplesOf(view: DataView, { bytes, read, channels }: Format): Float64Array {
  const frame = bytes * channels;
  return Float64Array.from({ length: Math.floor(view.byteLength / frame) }, (_, n) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(view, n * frame + channel * bytes);
    const sample = sum / channels;
    return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0;
  });
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));

/**
 * Reads a WAV file: PCM of 8 to 32 bits, floating point of 32, µ-law and A-law; channels are mixed into one.
 * @throws SoundProblem
 */
export function readWav(file: Uint8Array): Sound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < headerBytes || nameAt(view, 0) !== 'RIFF' || nameAt(view, 8) !== 'WAVE')
    throw new SoundProblem('This is no WAV file.');
  let format: Format | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const [name, start] = [nameAt(view, at), at + 8];
    // A program that was stopped leaves the length unset, or longer than the file.
    const end = Math.min(start + size, file.length);
    if (name === 'fmt ' && end - start >= 16) format = formatAt(view, start, end - start);
    if (name === 'data' && format) {
      const samples = samplesOf(new DataView(view.buffer, view.byteOffset + start, end - start), format);
      if (samples.length === 0) throw new SoundProblem('The WAV file has no sound in it.');
      return { rate: format.rate, samples };
    }
    at = start + size + (size % 2);
  }
  throw new SoundProblem('The WAV file has no sound in it.');
}

/** Samples of 16 bits without a header, as voices send them. */
export function ofPcm16(bytes: Uint8Array, rate: number): Sound {
  const whole = bytes.byteLength - (bytes.byteLength % 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
  const samples = Float64Array.from({ length: whole / 2 }, (_, n) => view.getInt16(n * 2, true) / 32_768);
  return { rate, samples };
}
