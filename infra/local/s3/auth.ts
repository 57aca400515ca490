/** Signatures as S3 words their refusals, and what its x-amz-content-sha256 says of the body. */
import type { IncomingMessage } from 'node:http';
import {
  headerText,
  parseQuery,
  SignatureError,
  type SignatureFailure,
  splitTarget,
  type VerifiedSignature,
  verifySignature,
} from '../aws-auth.ts';
import { type ErrorCode, S3Error } from './errors.ts';
import type { Context } from './types.ts';

const CODES: Record<SignatureFailure, ErrorCode> = {
  missing: 'AccessDenied',
  malformed: 'AuthorizationHeaderMalformed',
  'query-malformed': 'AuthorizationQueryParametersError',
  'unknown-key': 'InvalidAccessKeyId',
  mismatch: 'SignatureDoesNotMatch',
  skewed: 'RequestTimeTooSkewed',
  expired: 'AccessDenied',
  'not-yet-valid': 'AccessDenied',
  'headers-not-signed': 'AccessDenied',
};

const PAYLOADS = new Set([
  'UNSIGNED-PAYLOAD',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
]);

export interface Authenticated {
  signature: VerifiedSignature;
  payload: string;
  /** All headers, with the x-amz-* of a presigned query added. */
  headers: Record<string, string>;
}

/** The query's pairs. Throws InvalidURI on a broken escape. */
export function queryPairs(req: IncomingMessage): [string, string][] {
  try {
    return parseQuery(splitTarget(req.url ?? '/').query);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/** Throws S3Error: unsigned requests are refused too, because every bucket is private. */
export function authenticate(s3: Context, req: IncomingMessage): Authenticated {
  const pairs = queryPairs(req);
  const fromQuery = pairs.find(([name]) => name.toLowerCase() === 'x-amz-content-sha256')?.[1];
  const sent = req.headers['x-amz-content-sha256'];
  const header = Array.isArray(sent) ? sent[0] : sent;
  if (req.headers.authorization?.startsWith('AWS4-') && !header) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  const payload = header ?? fromQuery ?? 'UNSIGNED-PAYLOAD';
  const signature = verify(s3, req, payload);
  if (!PAYLOADS.has(payload) && !/^[0-9a-f]{64}$/.test(payload)) {
    throw new S3Error(
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
      { ArgumentName: 'x-amz-content-sha256', ArgumentValue: payload },
    );
  }
  const headers: Record<string, string> = {};
  if (signature.kind === 'presigned') {
    for (const [name, value] of pairs) {
      if (/^x-amz-/i.test(name)) headers[name.toLowerCase()] = value;
    }
  }
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers[name] = headerText(Array.isArray(value) ? value.join(',') : value);
  }
  return { signature, payload, headers };
}

function verify(s3: Context, req: IncomingMessage, payloadHash: string): VerifiedSignature {
  const { credentials, region, clock } = s3;
  try {
    return verifySignature(req, {
      credentials,
      region,
      now: clock(),
      service: 's3',
      payloadHash,
      pathEncoding: 'once',
    });
  } catch (error) {
    if (error instanceof SignatureError) throw new S3Error(CODES[error.reason], error.message, error.details);
    if (error instanceof URIError) throw new S3Error('InvalidURI');
    throw error;
  }
}
