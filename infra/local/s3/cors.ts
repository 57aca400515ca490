/** Cross-origin answers from a bucket's rules. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './errors.ts';
import { sendEmpty } from './respond.ts';
import type { Context, CorsRule } from './types.ts';

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

/** The first rule that allows it, with the origin entry that matched. */
function findRule(rules: CorsRule[], origin: string, method: string, headers: string[]) {
  for (const rule of rules) {
    const allowedOrigin = rule.allowedOrigins.find((pattern) => matches(pattern, origin));
    if (allowedOrigin === undefined || !rule.allowedMethods.includes(method)) continue;
    const patterns = (rule.allowedHeaders ?? []).map((pattern) => pattern.toLowerCase());
    if (headers.every((name) => patterns.some((pattern) => matches(pattern, name)))) {
      return { rule, anyOrigin: allowedOrigin === '*' };
    }
  }
  return null;
}

function allow(res: ServerResponse, origin: string, found: { rule: CorsRule; anyOrigin: boolean }): void {
  const { rule, anyOrigin } = found;
  res.setHeader('access-control-allow-origin', anyOrigin ? '*' : origin);
  res.setHeader('access-control-allow-methods', rule.allowedMethods.join(', '));
  if (!anyOrigin) res.setHeader('access-control-allow-credentials', 'true');
  if (rule.exposeHeaders?.length) {
    res.setHeader('access-control-expose-headers', rule.exposeHeaders.join(', '));
  }
  if (rule.maxAgeSeconds !== undefined) res.setHeader('access-control-max-age', rule.maxAgeSeconds);
  res.setHeader('vary', VARY);
}

/** Puts the headers of an actual cross-origin request, also before an error that its page shall read. */
export function applyCors(s3: Context, bucket: string, req: IncomingMessage, res: ServerResponse): void {
  const { origin } = req.headers;
  const rules = s3.store.findBucket(bucket)?.cors;
  if (!origin || !rules) return;
  const found = findRule(rules, origin, req.method ?? 'GET', []);
  if (found) allow(res, origin, found);
}

/** Answers an OPTIONS request, which is never signed. Throws AccessForbidden where no rule allows it. */
export function answerPreflight(
  s3: Context,
  bucket: string,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { origin } = req.headers;
  const method = req.headers['access-control-request-method'];
  if (!origin) throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  if (!method) throw new S3Error('BadRequest', 'Invalid Access-Control-Request-Method: null');
  const rules = s3.store.findBucket(bucket)?.cors ?? [];
  const about = { Method: method, ResourceType: 'OBJECT' };
  if (rules.length === 0) throw new S3Error('AccessForbidden', undefined, about);
  const requested = req.headers['access-control-request-headers'] ?? '';
  const headers = requested
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const found = findRule(rules, origin, method, headers);
  if (!found) {
    const message =
      "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.";
    throw new S3Error('AccessForbidden', message, about);
  }
  allow(res, origin, found);
  if (headers.length > 0) res.setHeader('access-control-allow-headers', headers.join(', '));
  sendEmpty(res, 200);
}
