/** Takes a request's body: unwraps it, checks it against every digest given, streams it to its file. */
import { createHash } from 'node:crypto';
import { decodeChunked } from './aws-chunked.ts';
import {
  CHECKSUM_ALGORITHMS,
  CHECKSUM_BYTES,
  type Checksum,
  type ChecksumAlgorithm,
  checksumHeader,
  parseAlgorithm,
  type RunningHash,
  runningHash,
} from './checksums.ts';
import { S3Error } from './errors.ts';
import type { Call, Context, Segment } from './types.ts';

/** S3's largest single upload. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
export const MAX_BODY_BYTES = 5 * 1024 ** 3;
/** Largest XML body: a CompleteMultipartUpload of 10,000 parts with checksums stays under it. */
const MAX_DOCUMENT_BYTES = 4 * 1024 ** 2;

/** What the sender claims of the bytes. */
export interface Claims {
  md5?: Buffer;
  sha256?: string;
  checksum?: { algorithm: ChecksumAlgorithm; value?: string };
  /** A checksum nobody claimed, to be computed and kept. */
  compute?: ChecksumAlgorithm;
}

export interface Received {
  segment: Segment | null;
  size: number;
  /** Hex MD5. */
  md5: string;
  checksum: Checksum | null;
}

function checkedValue(algorithm: ChecksumAlgorithm, value: string): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== CHECKSUM_BYTES[algorithm] || bytes.toString('base64') !== value) {
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  return value;
}

/** Reads Content-MD5, x-amz-checksum-* and x-amz-trailer. Throws InvalidDigest or InvalidRequest. */
export function claimsOf(header: (name: string) => string | undefined, payload = 'UNSIGNED-PAYLOAD'): Claims {
  const claims: Claims = {};
  const contentMd5 = header('content-md5');
  if (contentMd5 !== undefined) {
    claims.md5 = Buffer.from(contentMd5, 'base64');
    if (claims.md5.length !== 16) throw new S3Error('InvalidDigest');
  }
  if (/^[0-9a-f]{64}$/.test(payload)) claims.sha256 = payload;
  const given = CHECKSUM_ALGORITHMS.filter((algorithm) => header(checksumHeader(algorithm)) !== undefined);
  const trailer = header('x-amz-trailer')?.trim().toLowerCase();
  const trailing = CHECKSUM_ALGORITHMS.find((algorithm) => checksumHeader(algorithm) === trailer);
  if (trailer && !trailing) {
    throw new S3Error('InvalidRequest', 'The value specified in the x-amz-trailer header is not supported');
  }
  if (given.length + (trailing ? 1 : 0) > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header');
  }
  const named = header('x-amz-sdk-checksum-algorithm');
  if (trailing) claims.checksum = { algorithm: trailing };
  else if (given[0]) {
    claims.checksum = {
      algorithm: given[0],
      value: checkedValue(given[0], header(checksumHeader(given[0]))!),
    };
  } else if (named !== undefined && !claims.md5) {
    throw new S3Error(
      'InvalidRequest',
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  }
  if (named !== undefined && claims.checksum && parseAlgorithm(named) !== claims.checksum.algorithm) {
    throw new S3Error('InvalidRequest', 'Value for x-amz-sdk-checksum-algorithm header is invalid.');
  }
  return claims;
}

/** Hashes what passes and compares it with the claims at the end. */
class Verifier {
  readonly #claims: Claims;
  readonly #md5 = createHash('md5');
  readonly #sha256: RunningHash | null;
  readonly #checksum: RunningHash | null;

  constructor(claims: Claims) {
    this.#claims = claims;
    this.#sha256 = claims.sha256 ? createHash('sha256') : null;
    const algorithm = claims.checksum?.algorithm ?? claims.compute;
    this.#checksum = algorithm ? runningHash(algorithm) : null;
  }

  update(chunk: Buffer): void {
    this.#md5.update(chunk);
    this.#sha256?.update(chunk);
    this.#checksum?.update(chunk);
  }

  finish(trailers: Map<string, string>): { md5: string; checksum: Checksum | null } {
    const { md5: expectedMd5, sha256, checksum, compute } = this.#claims;
    const md5 = this.#md5.digest();
    if (expectedMd5 && !expectedMd5.equals(md5)) {
      const details = {
        ExpectedDigest: expectedMd5.toString('base64'),
        CalculatedDigest: md5.toString('base64'),
      };
      throw new S3Error('BadDigest', undefined, details);
    }
    if (sha256) {
      const computed = this.#sha256!.digest().toString('hex');
      if (computed !== sha256) {
        const details = { ClientComputedContentSHA256: sha256, S3ComputedContentSHA256: computed };
        throw new S3Error('XAmzContentSHA256Mismatch', undefined, details);
      }
    }
    const value = this.#checksum?.digest().toString('base64') ?? '';
    const md5Hex = md5.toString('hex');
    if (!checksum) {
      return { md5: md5Hex, checksum: compute ? { algorithm: compute, value, type: 'FULL_OBJECT' } : null };
    }
    const { algorithm } = checksum;
    const trailer = checksum.value ?? trailers.get(checksumHeader(algorithm));
    if (trailer === undefined) {
      throw new S3Error('InvalidRequest', `The trailer ${checksumHeader(algorithm)} was not sent.`);
    }
    const expected = checkedValue(algorithm, trailer);
    if (value !== expected) {
      throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
    }
    return { md5: md5Hex, checksum: { algorithm, value, type: 'FULL_OBJECT' } };
  }
}

/** Copies `source` into a new sealed body. On any error nothing is left behind. */
export async function storeBytes(
  s3: Context,
  source: AsyncIterable<Buffer>,
  claims: Claims,
  trailers: Map<string, string> = new Map(),
  limit: { bytes: number; exceeded: () => S3Error } = {
    bytes: MAX_BODY_BYTES,
    exceeded: () => new S3Error('EntityTooLarge'),
  },
  accept: (size: number) => void = () => {},
): Promise<Received> {
  const verifier = new Verifier(claims);
  const writer = await s3.files.create();
  let size = 0;
  let checked: ReturnType<Verifier['finish']>;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit.bytes) throw limit.exceeded();
      verifier.update(chunk);
      await writer.write(chunk);
    }
    checked = verifier.finish(trailers);
    accept(size);
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return { segment: await writer.seal(), size, ...checked };
}

/** The bytes of a request. The iterator leaves the socket open when a reader stops early, to answer on it. */
export function requestBytes(call: Pick<Call, 'req'>): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => call.req.iterator({ destroyOnReturn: false }) };
}

function openBody(call: Call): {
  source: AsyncIterable<Buffer>;
  trailers: Map<string, string>;
  length: number;
} {
  const trailers = new Map<string, string>();
  const chunked = call.payload.startsWith('STREAMING-');
  const length = call.header(chunked ? 'x-amz-decoded-content-length' : 'content-length');
  if (length === undefined || !/^\d{1,15}$/.test(length)) throw new S3Error('MissingContentLength');
  const raw = requestBytes(call);
  const signed = call.payload.startsWith('STREAMING-AWS4');
  const source = chunked ? decodeChunked(raw, { signature: call.signature, signed, trailers }) : raw;
  return { source, trailers, length: Number(length) };
}

/** Streams the request's body to a sealed file. Throws what the claims, the length or the limit refuse. */
export async function receiveBody(s3: Context, call: Call, claims: Claims): Promise<Received> {
  const { source, trailers, length } = openBody(call);
  const tooLarge = () =>
    new S3Error('EntityTooLarge', undefined, { ProposedSize: length, MaxSizeAllowed: MAX_BODY_BYTES });
  if (length > MAX_BODY_BYTES) throw tooLarge();
  const limit = { bytes: length, exceeded: () => new S3Error('IncompleteBody') };
  return storeBytes(s3, source, claims, trailers, limit, (size) => {
    if (size !== length) throw new S3Error('IncompleteBody');
  });
}

/**
 * Reads a small XML body into memory, checked as a stored one is; with `claims: 'none'` only by its
 * signature's hash. Throws MalformedXML above 4 MB.
 */
export async function receiveDocument(
  call: Call,
  options: { digestRequired?: boolean; claims?: 'none' } = {},
): Promise<string> {
  const described = options.claims === 'none' ? () => undefined : call.header;
  const claims = claimsOf(described, call.payload);
  if (options.digestRequired && !claims.md5 && !claims.checksum) {
    throw new S3Error(
      'InvalidRequest',
      'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
    );
  }
  const { source, trailers, length } = openBody(call);
  if (length > MAX_DOCUMENT_BYTES) throw new S3Error('MalformedXML');
  const verifier = new Verifier(claims);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw new S3Error('MalformedXML');
    verifier.update(chunk);
    chunks.push(chunk);
  }
  verifier.finish(trailers);
  return Buffer.concat(chunks).toString('utf8');
}
