import { headerBytes, telephoneRate } from '../sound/wav.ts';

/** So many bytes of a file's beginning tell whether it is one, and not empty. */
export const telephoneWavHead = headerBytes + 1;

/** Whether a file is what exchanges play: WAV, 8 kHz, mono, 16 bit. */
export function isTelephoneWav(file: Uint8Array): boolean {
  if (file.length <= headerBytes) return false;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to));
  return (
    text(0, 4) === 'RIFF' &&
    text(8, 16) === 'WAVEfmt ' &&
    view.getUint16(20, true) === 1 &&
    view.getUint16(22, true) === 1 &&
    view.getUint32(24, true) === telephoneRate &&
    view.getUint16(34, true) === 16
  );
}

/** How long such a file plays; seconds, to a tenth. */
export const secondsOfTelephoneWav = (file: Uint8Array): number =>
  Math.round(((file.length - headerBytes) / (telephoneRate * 2)) * 10) / 10;
