/** The checksums S3 knows, as running hashes, and how those of parts make that of the whole. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const CHECKSUM_ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

/** `value` is base64, with `-N` behind it when it is composed of N parts. */
export interface Checksum {
  algorithm: ChecksumAlgorithm;
  value: string;
  type: ChecksumType;
}

export interface RunningHash {
  update(chunk: Uint8Array): void;
  digest(): Buffer;
}

/** Bytes of each checksum, to tell a malformed value from a wrong one. */
export const CHECKSUM_BYTES: Record<ChecksumAlgorithm, number> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  SHA1: 20,
  SHA256: 32,
};

export const checksumHeader = (algorithm: ChecksumAlgorithm) => `x-amz-checksum-${algorithm.toLowerCase()}`;

export function parseAlgorithm(text: string | undefined): ChecksumAlgorithm | undefined {
  return CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === text?.toUpperCase());
}

/** Reflected polynomials. Sources: zlib (CRC32), RFC 3720 (CRC32C), NVM Express Base 2.0 (CRC64NVME). */
const POLYNOMIALS = {
  CRC32: { bits: 32n, reflected: 0xedb88320n },
  CRC32C: { bits: 32n, reflected: 0x82f63b78n },
  CRC64NVME: { bits: 64n, reflected: 0x9a6c9329ac4bc9b5n },
} as const;
type Crc = keyof typeof POLYNOMIALS;

const isCrc = (algorithm: ChecksumAlgorithm): algorithm is Crc => algorithm in POLYNOMIALS;

function crcTable(crc: Crc): { low: Uint32Array; high: Uint32Array } {
  const { reflected } = POLYNOMIALS[crc];
  const low = new Uint32Array(256);
  const high = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ reflected : value >> 1n;
    low[byte] = Number(value & 0xffffffffn);
    high[byte] = Number(value >> 32n);
  }
  return { low, high };
}

class Crc32Hash implements RunningHash {
  #value = 0;
  update(chunk: Uint8Array): void {
    this.#value = crc32(chunk, this.#value);
  }
  digest(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value >>> 0);
    return bytes;
  }
}

let table32c: Uint32Array | undefined;
class Crc32cHash implements RunningHash {
  #value = 0xffffffff;
  update(chunk: Uint8Array): void {
    table32c ??= crcTable('CRC32C').low;
    let value = this.#value;
    for (let i = 0; i < chunk.length; i++) value = table32c[(value ^ chunk[i]!) & 0xff]! ^ (value >>> 8);
    this.#value = value;
  }
  digest(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(~this.#value >>> 0);
    return bytes;
  }
}

let table64: { low: Uint32Array; high: Uint32Array } | undefined;
class Crc64Hash implements RunningHash {
  // Two halves, because BigInt arithmetic per byte would be a hundred times slower.
  #low = 0xffffffff;
  #high = 0xffffffff;
  update(chunk: Uint8Array): void {
    table64 ??= crcTable('CRC64NVME');
    const { low: tableLow, high: tableHigh } = table64;
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i < chunk.length; i++) {
      const index = (low ^ chunk[i]!) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ tableLow[index]!;
      high = (high >>> 8) ^ tableHigh[index]!;
    }
    this.#low = low;
    this.#high = high;
  }
  digest(): Buffer {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32BE(~this.#high >>> 0, 0);
    bytes.writeUInt32BE(~this.#low >>> 0, 4);
    return bytes;
  }
}

export function runningHash(algorithm: ChecksumAlgorithm): RunningHash {
  switch (algorithm) {
    case 'CRC32':
      return new Crc32Hash();
    case 'CRC32C':
      return new Crc32cHash();
    case 'CRC64NVME':
      return new Crc64Hash();
    case 'SHA1':
      return createHash('sha1');
    case 'SHA256':
      return createHash('sha256');
  }
}

/** Product of two polynomials modulo the CRC's own, all in reflected bit order. */
function multiply(crc: Crc, a: bigint, b: bigint): bigint {
  const { bits, reflected } = POLYNOMIALS[crc];
  let product = 0n;
  let factor = b;
  for (let mask = 1n << (bits - 1n); mask > 0n; mask >>= 1n) {
    if (a & mask) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ reflected : factor >> 1n;
  }
  return product;
}

/** The CRC of A followed by B, from the CRCs of both and the bytes of B: CRC(A) · x^(8·|B|) + CRC(B). */
function combineCrc(crc: Crc, first: bigint, second: bigint, secondBytes: number): bigint {
  const { bits } = POLYNOMIALS[crc];
  let power = 1n << (bits - 1n);
  let square = 1n << (bits - 2n);
  for (let n = BigInt(secondBytes) * 8n; n > 0n; n >>= 1n) {
    if (n & 1n) power = multiply(crc, power, square);
    square = multiply(crc, square, square);
  }
  return multiply(crc, power, first) ^ second;
}

/** The checksum of a multipart object from those of its parts; null when that algorithm cannot give one. */
export function combineChecksums(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: { value: string; size: number }[],
): Checksum | null {
  if (type === 'COMPOSITE') {
    const hash = runningHash(algorithm);
    for (const part of parts) hash.update(Buffer.from(part.value, 'base64'));
    return { algorithm, type, value: `${hash.digest().toString('base64')}-${parts.length}` };
  }
  if (!isCrc(algorithm)) return null;
  let whole: bigint | null = null;
  for (const part of parts) {
    const crc = BigInt(`0x${Buffer.from(part.value, 'base64').toString('hex') || '0'}`);
    whole = whole === null ? crc : combineCrc(algorithm, whole, crc, part.size);
  }
  const hex = (whole ?? 0n).toString(16).padStart(CHECKSUM_BYTES[algorithm] * 2, '0');
  return { algorithm, type, value: Buffer.from(hex, 'hex').toString('base64') };
}
