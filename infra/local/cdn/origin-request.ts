import { randomBytes } from 'node:crypto';
import type { EdgeRequest } from '../edge.ts';
import type { Behaviour } from './behaviours.ts';
import { chosen, chosenCookies, chosenQuery } from './policies.ts';

/** Headers about the connection, which end at each hop. */
const hopHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Headers that belong to the body and go with it. */
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-language'];
/** Headers by which a caller asks for less than the whole; the CDN answers them itself from what it keeps. */
const partialHeaders = [
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
];

export const isCaching = ({ cache }: Behaviour): boolean => cache.maxTtl > 0;

/** What tells one kept response from another. */
export function cacheKey(behaviour: Behaviour, request: EdgeRequest): string {
  const { cache, origin } = behaviour;
  const headers = Object.entries(request.headers)
    .filter(([name]) => chosen(cache.headers, name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    origin.domain,
    request.path,
    chosenQuery([cache.query], request.query),
    headers,
    chosenCookies([cache.cookies], request.headers.cookie),
  ]);
}

/** The request as the origin gets it: what the policies let through, and CloudFront's own headers. */
export function originRequest(behaviour: Behaviour, request: EdgeRequest): EdgeRequest {
  const { cache, forward, origin } = behaviour;
  const caching = isCaching(behaviour);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'cookie' || hopHeaders.includes(name)) continue;
    const partial = partialHeaders.includes(name);
    if (
      partial
        ? !caching
        : chosen(cache.headers, name) || chosen(forward.headers, name) || bodyHeaders.includes(name)
    )
      headers[name] = value;
  }
  const cookie = chosenCookies([cache.cookies, forward.cookies], request.headers.cookie);
  if (cookie) headers.cookie = cookie;
  if (!chosen(forward.headers, 'host') || origin.isBucket) headers.host = origin.domain;
  headers['user-agent'] ??= 'Amazon CloudFront';
  const before = request.headers['x-forwarded-for'];
  headers['x-forwarded-for'] = before ? `${before}, ${request.sourceIp}` : request.sourceIp;
  headers['x-amz-cf-id'] = randomBytes(16).toString('base64url');
  headers.via = '1.1 local (CloudFront)';
  Object.assign(headers, origin.headers);
  return {
    ...request,
    method: caching && request.method === 'HEAD' ? 'GET' : request.method,
    path: `${origin.path}${request.path}`,
    query: chosenQuery([cache.query, forward.query], request.query),
    headers,
  };
}
