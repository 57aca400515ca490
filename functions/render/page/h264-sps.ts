/*
 * Chromium converts a canvas to limited-range BT.709 but writes into the stream that it is full-range with the
 * sRGB curve, which players then show washed out or crushed. The picture is right and the label is wrong: the
 * label is rewritten here.
 */

/** A bit string over a parameter set without its emulation prevention bytes. */
class Bits {
  readonly bytes: Uint8Array;
  at = 0;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++)
      value = value * 2 + ((this.bytes[this.at >> 3]! >> (7 - (this.at & 7))) & 1);
    return value;
  }
  write(count: number, value: number): void {
    for (let i = count - 1; i >= 0; i--, this.at++) {
      const mask = 1 << (7 - (this.at & 7));
      if ((value >> i) & 1) this.bytes[this.at >> 3]! |= mask;
      else this.bytes[this.at >> 3]! &= ~mask;
    }
  }
  /** An unsigned Exp-Golomb number. */
  ue(): number {
    let zeros = 0;
    while (this.read(1) === 0) if (++zeros > 32) throw new Error('This is not a sequence parameter set.');
    return 2 ** zeros - 1 + this.read(zeros);
  }
}

function unescaped(nal: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  for (const [i, byte] of nal.entries())
    if (!(byte === 3 && i > 1 && nal[i - 1] === 0 && nal[i - 2] === 0)) bytes.push(byte);
  return Uint8Array.from(bytes);
}

function escaped(raw: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of raw) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}

/** Profiles whose parameter sets hold the chroma format. */
const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128];

/** Moves to the colour description of the usability information; false when the set has none. */
function findColour(bits: Bits): boolean {
  bits.at = 8;
  const profile = bits.read(8);
  bits.read(16);
  bits.ue();
  if (highProfiles.includes(profile)) {
    if (bits.ue() === 3) bits.read(1);
    bits.ue();
    bits.ue();
    bits.read(1);
    // Scaling matrices are not written by this encoder.
    if (bits.read(1)) return false;
  }
  bits.ue();
  const order = bits.ue();
  if (order === 0) bits.ue();
  else if (order === 1) return false;
  bits.ue();
  bits.read(1);
  bits.ue();
  bits.ue();
  if (!bits.read(1)) bits.read(1);
  bits.read(1);
  if (bits.read(1)) for (let i = 0; i < 4; i++) bits.ue();
  if (!bits.read(1)) return false;
  if (bits.read(1) && bits.read(8) === 255) bits.read(32);
  if (bits.read(1)) bits.read(1);
  if (!bits.read(1)) return false;
  bits.read(3);
  return true;
}

/** A sequence parameter set (one NAL unit) that says limited-range BT.709; as it is when it says nothing of colour. */
export function labelAsBt709(sps: Uint8Array): Uint8Array {
  const bits = new Bits(unescaped(sps));
  if (!findColour(bits)) return sps;
  bits.write(1, 0);
  if (!bits.read(1)) return escaped(bits.bytes);
  // Primaries, transfer characteristics and matrix of BT.709 are number 1 each.
  for (let i = 0; i < 3; i++) bits.write(8, 1);
  return escaped(bits.bytes);
}

/** The decoder configuration record (`avcC`) with every sequence parameter set labelled. */
export function labelConfiguration(record: Uint8Array): Uint8Array {
  const parts: number[] = [...record.subarray(0, 6)];
  let at = 6;
  for (let i = 0; i < (record[5]! & 31); i++) {
    const length = (record[at]! << 8) | record[at + 1]!;
    const sps = labelAsBt709(record.subarray(at + 2, at + 2 + length));
    parts.push(sps.length >> 8, sps.length & 255, ...sps);
    at += 2 + length;
  }
  return Uint8Array.from([...parts, ...record.subarray(at)]);
}
