/*
 * The two ways in which telephones put a sample of 16 bits into 8: µ-law and A-law.
 * Source: ITU-T G.711, https://www.itu.int/rec/T-REC-G.711
 */

const bias = 0x84;
const clip = 32_635;

/** A sample of 16 bits as a byte of µ-law: silence is 0xff. */
export function muLawOf(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(Math.round(sample)), clip) + bias;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

/** The sample of 16 bits that a byte of µ-law stands for. */
export function ofMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + bias) << ((bits >> 4) & 7);
  return bits & 0x80 ? bias - magnitude : magnitude - bias;
}

/** The sample of 16 bits that a byte of A-law stands for. */
export function ofALaw(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

const at16Bits = (sample: number): number => Math.max(-1, Math.min(1, sample)) * 32_767;

/** Samples from -1 to 1 as Asterisk's .ulaw: bytes of µ-law and nothing else. */
export const muLawFile = (samples: Float64Array): Uint8Array =>
  Uint8Array.from(samples, (sample) => muLawOf(at16Bits(sample)));
