/**
 * The `aws-chunked` content encoding: chunks with their hexadecimal size, each signed or not, and
 * trailers behind the last one. It is what the SDKs send for a stream whose checksum comes last.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
import { createHash } from 'node:crypto';
import { hmac, sameSignature, scopeText, type VerifiedSignature } from '../aws-auth.ts';
import { ByteReader } from './byte-reader.ts';
import { S3Error } from './errors.ts';

/** Longest size line (with a chunk signature) or trailer line, in bytes. */
const LINE_LIMIT = 4096;
const EMPTY_SHA256 = createHash('sha256').digest('hex');

export interface ChunkedOptions {
  signature: VerifiedSignature;
  /** Whether each chunk and the trailer carry a signature that must be verified. */
  signed: boolean;
  /** Receives the trailers, names in lower case, before the generator ends. */
  trailers: Map<string, string>;
}

class ChunkSignatures {
  readonly #signature: VerifiedSignature;
  #previous: string;
  constructor(signature: VerifiedSignature) {
    this.#signature = signature;
    this.#previous = signature.signature;
  }
  /** Each signature covers the one before it, so chunks cannot be reordered or dropped. */
  verify(kind: 'PAYLOAD' | 'TRAILER', sha256: string, given: string | undefined): void {
    const { date, scope, signingKey } = this.#signature;
    const hashes = kind === 'PAYLOAD' ? [EMPTY_SHA256, sha256] : [sha256];
    const text = [`AWS4-HMAC-SHA256-${kind}`, date, scopeText(scope), this.#previous, ...hashes].join('\n');
    const expected = hmac(signingKey, text).toString('hex');
    if (!given || !sameSignature(expected, given)) throw new S3Error('SignatureDoesNotMatch');
    this.#previous = expected;
  }
}

/** The bytes inside an aws-chunked body. Throws IncompleteBody, InvalidRequest or SignatureDoesNotMatch. */
export async function* decodeChunked(
  source: AsyncIterable<Buffer>,
  options: ChunkedOptions,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  try {
    yield* chunks(reader, options);
  } finally {
    await reader.close();
  }
}

async function* chunks(reader: ByteReader, options: ChunkedOptions): AsyncGenerator<Buffer> {
  const signatures = options.signed ? new ChunkSignatures(options.signature) : null;
  for (;;) {
    const line = await reader.line(LINE_LIMIT);
    const match = /^([0-9a-f]{1,13})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
    if (!match) throw new S3Error('InvalidRequest', 'The aws-chunked body has a malformed chunk header.');
    const size = Number.parseInt(match[1]!, 16);
    const hash = signatures ? createHash('sha256') : null;
    for await (const chunk of reader.take(size)) {
      hash?.update(chunk);
      yield chunk;
    }
    if (signatures && hash) signatures.verify('PAYLOAD', hash.digest('hex'), match[2]);
    if (size === 0) break;
    if ((await reader.line(0)) !== '') throw new S3Error('IncompleteBody');
  }

  const signedText: string[] = [];
  for (;;) {
    const line = await reader.line(LINE_LIMIT);
    if (line === '') break;
    const mark = line.indexOf(':');
    if (mark < 1) throw new S3Error('InvalidRequest', 'The aws-chunked body has a malformed trailer.');
    const name = line.slice(0, mark).trim().toLowerCase();
    const value = line.slice(mark + 1).trim();
    if (name === 'x-amz-trailer-signature') {
      const sha256 = createHash('sha256').update(signedText.join('')).digest('hex');
      signatures?.verify('TRAILER', sha256, value);
      signedText.length = 0;
    } else {
      options.trailers.set(name, value);
      signedText.push(`${name}:${value}\n`);
    }
  }
  if (signatures && signedText.length > 0) {
    throw new S3Error('SignatureDoesNotMatch', 'The trailer of the request is not signed.');
  }
}
