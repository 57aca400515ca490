/**
 * The policy of a browser form: its signature, its end, and its conditions over every field.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
import { ALGORITHM, hmac, parseCredential, sameSignature, signingKey } from '../aws-auth.ts';
import { S3Error } from './errors.ts';
import type { Context } from './types.ts';

/** Fields that no condition needs to name. */
const EXEMPT = new Set(['policy', 'x-amz-signature', 'file', 'awsaccesskeyid', 'signature']);

/** Bytes that the file may have, both included. */
export interface SizeRange {
  min: number;
  max: number;
}

const refused = (why: string) => new S3Error('AccessDenied', `Invalid according to Policy: ${why}`);
const invalid = (why: string) => new S3Error('InvalidPolicyDocument', `Invalid Policy: ${why}`);

/** Throws unless the form's policy was signed with our credentials. */
export function verifyPolicySignature(s3: Context, fields: Map<string, string>): void {
  const policy = fields.get('policy');
  if (policy === undefined) throw new S3Error('AccessDenied');
  const missing = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'].find(
    (name) => !fields.has(name),
  );
  if (missing) {
    throw new S3Error('InvalidArgument', `Bucket POST must contain a field named '${missing}'.`, {
      ArgumentName: missing,
    });
  }
  if (fields.get('x-amz-algorithm') !== ALGORITHM) {
    throw new S3Error('InvalidArgument', `X-Amz-Algorithm only supports "${ALGORITHM}".`);
  }
  const scope = parseCredential(fields.get('x-amz-credential')!);
  const date = fields.get('x-amz-date')!;
  if (scope?.service !== 's3' || scope.region !== s3.region || !date.startsWith(scope.date)) {
    throw new S3Error('InvalidArgument', 'The X-Amz-Credential field of the form is not valid.', {
      ArgumentName: 'X-Amz-Credential',
    });
  }
  const { accessKeyId, secretAccessKey } = s3.credentials;
  if (scope.accessKeyId !== accessKeyId) {
    throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: scope.accessKeyId });
  }
  const expected = hmac(signingKey(secretAccessKey, scope), policy).toString('hex');
  if (!sameSignature(expected, fields.get('x-amz-signature')!)) {
    throw new S3Error('SignatureDoesNotMatch', undefined, { StringToSign: policy });
  }
}

function parsePolicy(encoded: string): { expiration: number; conditions: unknown[] } {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    throw invalid('Invalid JSON.');
  }
  const { expiration, conditions } = (document ?? {}) as { expiration?: unknown; conditions?: unknown };
  if (typeof expiration !== 'string') throw invalid('Policy missing expiration.');
  const time = /^\d{4}-\d\d-\d\dT/.test(expiration) ? Date.parse(expiration) : Number.NaN;
  if (Number.isNaN(time)) throw invalid(`Invalid 'expiration' value: '${expiration}'`);
  if (!Array.isArray(conditions)) throw invalid('Policy missing conditions.');
  return { expiration: time, conditions };
}

interface Condition {
  operator: string;
  field: string;
  value: string;
}

function readCondition(condition: unknown): Condition[] | SizeRange {
  if (Array.isArray(condition)) {
    const [name, first, second] = condition as unknown[];
    const operator = String(name).toLowerCase();
    if (operator === 'content-length-range') {
      const [min, max] = [Number(first), Number(second)];
      if (!Number.isInteger(min) || !Number.isInteger(max)) throw invalid('Invalid content-length-range.');
      return { min, max };
    }
    const shaped = condition.length === 3 && typeof first === 'string' && typeof second === 'string';
    if (!shaped || !first.startsWith('$') || !['eq', 'starts-with'].includes(operator)) {
      throw invalid(`Invalid condition: ${JSON.stringify(condition)}`);
    }
    return [{ operator, field: first.slice(1).toLowerCase(), value: second }];
  }
  if (condition === null || typeof condition !== 'object') throw invalid('Invalid condition.');
  return Object.entries(condition).map(([field, value]) => {
    if (typeof value !== 'string') throw invalid(`Invalid condition for ${field}.`);
    return { operator: 'eq', field: field.toLowerCase(), value };
  });
}

function holds({ operator, field, value }: Condition, actual: string | undefined): boolean {
  if (actual === undefined) return false;
  if (operator === 'eq') return actual === value;
  // A list of content types must satisfy the prefix one by one.
  const values = field === 'content-type' ? actual.split(',').map((one) => one.trim()) : [actual];
  return values.every((one) => one.startsWith(value));
}

/**
 * Judges the form's fields (names in lower case, variables expanded, `bucket` the one posted to) and
 * answers the size that the file may have. Throws AccessDenied or InvalidPolicyDocument.
 */
export function checkPolicy(now: Date, fields: Map<string, string>): SizeRange {
  const { expiration, conditions } = parsePolicy(fields.get('policy') ?? '');
  if (now.getTime() > expiration) throw refused('Policy expired.');
  const range: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };
  const named = new Set<string>();
  for (const condition of conditions) {
    const read = readCondition(condition);
    if (!Array.isArray(read)) {
      range.min = Math.max(range.min, read.min);
      range.max = Math.min(range.max, read.max);
      continue;
    }
    for (const one of read) {
      named.add(one.field);
      if (holds(one, fields.get(one.field))) continue;
      const text = JSON.stringify([one.operator, `$${one.field}`, one.value]);
      throw refused(`Policy Condition failed: ${text}`);
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !named.has(name) && !EXEMPT.has(name) && !name.startsWith('x-ignore-') && name !== 'bucket',
  );
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
  return range;
}
