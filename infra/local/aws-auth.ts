/**
 * AWS Signature Version 4, verified as the services do it: the Authorization header, presigned
 * queries, and the pieces (signing key, scope) that POST policies and chunk signatures build on.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { isUtf8 } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const ALGORITHM = 'AWS4-HMAC-SHA256';
/** How far a request's own date may be from the service's clock. */
const MAX_SKEW_MS = 15 * 60 * 1000;
/** Longest life of a presigned URL: seven days, in seconds. */
const MAX_EXPIRES_S = 7 * 24 * 3600;

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** What a request says about who signed it, for which service. `date` is yyyymmdd. */
export interface CredentialScope {
  accessKeyId: string;
  date: string;
  region: string;
  service: string;
}

export type SignatureFailure =
  | 'missing'
  | 'malformed'
  | 'query-malformed'
  | 'unknown-key'
  | 'mismatch'
  | 'skewed'
  | 'expired'
  | 'not-yet-valid'
  | 'headers-not-signed';

/** A refused signature. Each service words it in its own error codes. */
export class SignatureError extends Error {
  readonly reason: SignatureFailure;
  readonly details: Record<string, string>;
  constructor(reason: SignatureFailure, message: string, details: Record<string, string> = {}) {
    super(message);
    this.name = 'SignatureError';
    this.reason = reason;
    this.details = details;
  }
}

export interface VerifiedSignature {
  kind: 'header' | 'presigned';
  scope: CredentialScope;
  /** yyyymmddThhmmssZ */
  date: string;
  signature: string;
  signingKey: Buffer;
}

export interface VerifyOptions {
  credentials: AwsCredentials;
  now: Date;
  /** The service and region that a signature must be made for. */
  service: string;
  region?: string;
  /** Hex SHA-256 of the body, or the literal that S3 puts in its place. */
  payloadHash: string;
  /** S3 signs the path as it is sent; every other service encodes it a second time. */
  pathEncoding: 'once' | 'twice';
}

const sha256Hex = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
export const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Percent-encodes all but RFC 3986's unreserved characters, as signatures ask. */
const uriEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Path and query of a request line, still encoded. Nothing is normalised: `//` and `..` are kept. */
export function splitTarget(url: string): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target || '/', query: '' }
    : { path: target.slice(0, mark) || '/', query: target.slice(mark + 1) };
}

/** The pairs of a query, decoded, in the order sent. Throws URIError on a broken escape. */
export function parseQuery(query: string): [string, string][] {
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const mark = part.indexOf('=');
      return mark < 0 ? [decode(part), ''] : [decode(part.slice(0, mark)), decode(part.slice(mark + 1))];
    });
}

/** Parses `accessKeyId/date/region/service/aws4_request`; an access key may itself hold slashes. */
export function parseCredential(credential: string): CredentialScope | null {
  const match = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential);
  if (!match) return null;
  const [, accessKeyId, date, region, service] = match as unknown as string[];
  return { accessKeyId: accessKeyId!, date: date!, region: region!, service: service! };
}

/**
 * Who a request says it is from and for which service, from the Authorization header or the
 * X-Amz-Credential of its query; null when it is not signed. Nothing is verified here: it is what a
 * dispatcher needs to choose the service, which then verifies.
 */
export function credentialScope(req: Pick<IncomingMessage, 'headers' | 'url'>): CredentialScope | null {
  const header = req.headers.authorization;
  if (header) {
    const credential = /Credential=([^,\s]+)/.exec(header)?.[1];
    return credential ? parseCredential(credential) : null;
  }
  try {
    const pair = parseQuery(splitTarget(req.url ?? '/').query).find(([name]) => name === 'X-Amz-Credential');
    return pair ? parseCredential(pair[1]) : null;
  } catch {
    return null;
  }
}

/**
 * A header's text. Node reads header bytes as ISO-8859-1, but clients sign and often send UTF-8 (Node's
 * own does whenever the body is a string), so bytes that are UTF-8 are read as that.
 */
export function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

export function scopeText(scope: CredentialScope): string {
  return `${scope.date}/${scope.region}/${scope.service}/aws4_request`;
}

export function signingKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const parts = [scope.date, scope.region, scope.service, 'aws4_request'];
  return parts.reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
}

/** Compares two signatures in constant time. */
export function sameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads yyyymmddThhmmssZ; null when it is not such a date. */
function parseAmzDate(text: string): Date | null {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const date = new Date(iso);
  return iso === text || Number.isNaN(date.getTime()) ? null : date;
}

interface Claim {
  kind: 'header' | 'presigned';
  scope: CredentialScope;
  date: string;
  signedHeaders: string[];
  signature: string;
  expires?: number;
}

function headerClaim(req: IncomingMessage, authorization: string): Claim {
  if (!authorization.startsWith(ALGORITHM)) {
    throw new SignatureError('malformed', `The authorization mechanism must be ${ALGORITHM}.`);
  }
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1];
  const scope = parseCredential(part('Credential') ?? '');
  const signedHeaders = part('SignedHeaders');
  const signature = part('Signature');
  if (!scope || !signedHeaders || !signature) {
    throw new SignatureError('malformed', 'The authorization header that you provided is not valid.');
  }
  const date = String(req.headers['x-amz-date'] ?? req.headers.date ?? '');
  const time = /GMT$/.test(date) ? Date.parse(date) : Number.NaN;
  const basic = Number.isNaN(time) ? date : new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
  return { kind: 'header', scope, date: basic, signedHeaders: signedHeaders.split(';'), signature };
}

function queryClaim(query: [string, string][]): Claim {
  const get = (name: string) => query.find(([key]) => key === name)?.[1];
  const fail = (message: string) => new SignatureError('query-malformed', message);
  const names = ['Algorithm', 'Credential', 'Signature', 'Date', 'SignedHeaders', 'Expires'];
  const missing = names.map((name) => `X-Amz-${name}`).filter((name) => get(name) === undefined);
  if (missing.length > 0) {
    throw fail(
      `Query-string authentication requires the ${names.map((n) => `X-Amz-${n}`).join(', ')} parameters.`,
    );
  }
  if (get('X-Amz-Algorithm') !== ALGORITHM) throw fail(`X-Amz-Algorithm only supports "${ALGORITHM}".`);
  const scope = parseCredential(get('X-Amz-Credential')!);
  if (!scope) throw fail('Error parsing the X-Amz-Credential parameter; the Credential is mal-formed.');
  const expires = Number(get('X-Amz-Expires'));
  if (!Number.isInteger(expires)) throw fail('X-Amz-Expires should be a number.');
  if (expires < 0) throw fail('X-Amz-Expires must be non-negative.');
  if (expires > MAX_EXPIRES_S) {
    throw fail('X-Amz-Expires must be less than a week (in seconds); that is, 604800.');
  }
  return {
    kind: 'presigned',
    scope,
    date: get('X-Amz-Date')!,
    signedHeaders: get('X-Amz-SignedHeaders')!.split(';'),
    signature: get('X-Amz-Signature')!,
    expires,
  };
}

function canonicalRequest(
  req: IncomingMessage,
  path: string,
  query: [string, string][],
  claim: Claim,
  options: VerifyOptions,
): string {
  const segments = path.split('/');
  const encoded = segments.map((part) => uriEncode(decodeURIComponent(part))).join('/');
  const canonicalPath = options.pathEncoding === 'once' ? encoded : segments.map(uriEncode).join('/');
  const canonicalQuery = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = claim.signedHeaders.map((name) => {
    const values = req.headersDistinct[name] ?? [];
    return `${name}:${values.map((value) => headerText(value).trim().replace(/ +/g, ' ')).join(',')}\n`;
  });
  return [
    req.method,
    canonicalPath,
    canonicalQuery,
    headers.join(''),
    claim.signedHeaders.join(';'),
    options.payloadHash,
  ].join('\n');
}

function checkAge(claim: Claim, now: Date): void {
  const date = parseAmzDate(claim.date);
  const presigned = claim.kind === 'presigned';
  if (!date || claim.date.slice(0, 8) !== claim.scope.date) {
    const reason = presigned ? 'query-malformed' : 'malformed';
    throw new SignatureError(reason, 'The date of the request is missing, or is not the date of its scope.');
  }
  const age = now.getTime() - date.getTime();
  if (!presigned) {
    if (Math.abs(age) <= MAX_SKEW_MS) return;
    throw new SignatureError(
      'skewed',
      'The difference between the request time and the current time is too large.',
      {
        RequestTime: claim.date,
        ServerTime: now.toISOString(),
        MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
      },
    );
  }
  if (age < -MAX_SKEW_MS) throw new SignatureError('not-yet-valid', 'Request is not yet valid');
  if (age > claim.expires! * 1000) {
    throw new SignatureError('expired', 'Request has expired', {
      'X-Amz-Expires': String(claim.expires),
      Expires: new Date(date.getTime() + claim.expires! * 1000).toISOString(),
      ServerTime: now.toISOString(),
    });
  }
}

/**
 * Verifies a request's signature, in its header or in its query, and answers what it was signed for.
 * Throws SignatureError with the reason; never reads the body (its hash is in the options).
 */
export function verifySignature(req: IncomingMessage, options: VerifyOptions): VerifiedSignature {
  const { path, query: rawQuery } = splitTarget(req.url ?? '/');
  const query = parseQuery(rawQuery);
  const authorization = req.headers.authorization;
  const inQuery = query.some(([name]) => name === 'X-Amz-Signature' || name === 'X-Amz-Algorithm');
  if (!authorization && !inQuery) throw new SignatureError('missing', 'Access Denied');

  const claim = authorization ? headerClaim(req, authorization) : queryClaim(query);
  const { scope } = claim;
  const malformed = claim.kind === 'header' ? 'malformed' : 'query-malformed';
  if (scope.service !== options.service) {
    const message = `incorrect service "${scope.service}". This endpoint belongs to "${options.service}".`;
    throw new SignatureError(malformed, message);
  }
  if (options.region && scope.region !== options.region) {
    const message = `the region '${scope.region}' is wrong; expecting '${options.region}'`;
    throw new SignatureError(malformed, message, { Region: options.region });
  }
  if (scope.accessKeyId !== options.credentials.accessKeyId) {
    throw new SignatureError('unknown-key', 'The AWS Access Key Id you provided does not exist.', {
      AWSAccessKeyId: scope.accessKeyId,
    });
  }
  checkAge(claim, options.now);

  const unsigned = Object.keys(req.headers)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .filter((name) => !claim.signedHeaders.includes(name));
  if (unsigned.length > 0) {
    throw new SignatureError(
      'headers-not-signed',
      'There were headers present in the request which were not signed',
      {
        HeadersNotSigned: unsigned.join(', '),
      },
    );
  }

  const canonical = canonicalRequest(req, path, query, claim, options);
  const stringToSign = [ALGORITHM, claim.date, scopeText(scope), sha256Hex(canonical)].join('\n');
  const key = signingKey(options.credentials.secretAccessKey, scope);
  if (!sameSignature(hmac(key, stringToSign).toString('hex'), claim.signature)) {
    throw new SignatureError(
      'mismatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      {
        AWSAccessKeyId: scope.accessKeyId,
        StringToSign: stringToSign,
        SignatureProvided: claim.signature,
        CanonicalRequest: canonical,
      },
    );
  }
  return { kind: claim.kind, scope, date: claim.date, signature: claim.signature, signingKey: key };
}
