import { AsyncLocalStorage } from 'node:async_hooks';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import type { StandardResponse } from '@orpc/standard-server';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError } from './errors.ts';
import { log } from './log.ts';
import { traceCall } from './trace.ts';

export interface RequestInfo {
  requestId: string;
  /** Headers that the answer gets besides its own. */
  headers: Record<string, string>;
  /** The answer's status, where it is not the contract's: what was asked for goes on in the background. */
  status?: number;
  /** The caller's address, for lockouts. */
  address: string;
  /** The call of the contract that was asked for, such as `GET /leads/{id}`; unknown until one is found. */
  call?: string;
  /** Whether the caller reads gzip. */
  gzip?: boolean;
  /** `name=value` as they came; only a noun made with `cookies` is handed any. */
  cookies?: readonly string[];
  /** Cookies that the answer sets. */
  setCookies?: string[];
  /** As it came, for calls that a signature proves: names of headers are in lower case. */
  raw?: {
    method: string;
    path: string;
    query: string;
    headers: Record<string, string | undefined>;
    body: Buffer;
  };
}

/** What the request under way is; read by code that answers a header or counts per address. */
export const requests = new AsyncLocalStorage<RequestInfo>();

/** The request under way as it came, byte for byte, for calls that a third party signs. */
export function rawRequest(): NonNullable<RequestInfo['raw']> {
  const raw = requests.getStore()?.raw;
  if (!raw) throw new Error('There is no request under way.');
  return raw;
}

/**
 * The caller's address as the CDN saw it, which writes it over whatever a viewer sent. To be believed only once
 * `assertThroughCdn` has let the call pass: who calls the gateway itself may write there what they like.
 */
export function callerAddress(event: APIGatewayProxyEventV2): string {
  return event.headers['true-client-ip'] ?? event.requestContext.http.sourceIp;
}

/** Keeps which call of the contract is under way, for its line in the log. */
export function noteCall({ method = 'POST', path }: { method?: string; path?: string }): void {
  const store = requests.getStore();
  if (!store || !path) return;
  store.call = `${method} ${path}`;
  traceCall(store.call);
}

/**
 * One log line a call, and how long it took. It names the call of the contract and never the path: a path may be a
 * capability, such as a webhook's address or the link that ends a subscription, and whoever reads logs would have it.
 */
export function callLog(
  infoOf: (event: object) => RequestInfo | undefined,
): MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> {
  const started = new WeakMap<object, number>();
  return {
    before: ({ event, context }) => {
      started.set(event, performance.now());
      log.appendKeys({ requestId: context.awsRequestId });
    },
    after: ({ event, response }) => {
      const ms = performance.now() - (started.get(event) ?? performance.now());
      if (response) response.headers = { ...response.headers, 'server-timing': `app;dur=${ms.toFixed(1)}` };
      log.info('call', {
        method: event.requestContext.http.method,
        call: infoOf(event)?.call ?? event.routeKey,
        status: response?.statusCode,
        ms: Math.round(ms),
      });
    },
  };
}

/** A function answers with at most 6 MB, in which base64 takes a third; answers above this travel compressed. Bytes. */
const plainBytes = 1_000_000;
const maxAnswerBytes = 6_000_000;
const compress = promisify(gzip);

/** The body of a long text as the gateway takes it. @throws 507 when it is too large even so */
async function longBody(text: string, headers: Record<string, string>, info: RequestInfo) {
  const bytes = Buffer.byteLength(text);
  if (bytes <= plainBytes) return { body: text };
  if (!info.gzip) {
    if (bytes <= maxAnswerBytes) return { body: text };
    throw new AppError(
      507,
      'answer_too_large',
      'The answer is too large. Ask for it with gzip, or for a part of it.',
    );
  }
  const body = (await compress(text, { level: 4 })).toString('base64');
  if (body.length > maxAnswerBytes)
    throw new AppError(
      507,
      'answer_too_large',
      'The answer is too large to be sent at once. Ask for a part of it.',
    );
  headers['content-encoding'] = 'gzip';
  headers.vary = [headers.vary, 'accept-encoding'].filter(Boolean).join(', ');
  return { body, isBase64Encoded: true };
}

/** An oRPC answer as the gateway takes it; a Blob leaves as base64. Answers are private unless they say so. */
export async function respond(
  response: StandardResponse,
  info: RequestInfo,
): Promise<APIGatewayProxyStructuredResultV2> {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'x-request-id': info.requestId,
    ...info.headers,
  };
  for (const [name, value] of Object.entries(response.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
  const { body } = response;
  const statusCode = info.status ?? response.status;
  const cookies = info.setCookies?.length ? { cookies: info.setCookies } : {};
  if (body instanceof Blob) {
    const bytes = Buffer.from(await body.arrayBuffer());
    headers['content-type'] ??= body.type || 'application/octet-stream';
    return {
      statusCode,
      headers,
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    };
  }
  if (body === undefined) return { statusCode, headers, ...cookies };
  headers['content-type'] ??= 'application/json';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    statusCode,
    headers,
    ...cookies,
    ...(await longBody(text, headers, info)),
  };
}

/** Adds a header to the answer of the call under way, such as Cache-Control. */
export function answerHeader(name: string, value: string): void {
  const store = requests.getStore();
  if (store) store.headers[name.toLowerCase()] = value;
}

/** The cookies of the call under way by their names; the first of a name counts. */
export function cookiesOf(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of requests.getStore()?.cookies ?? []) {
    const at = pair.indexOf('=');
    if (at > 0) found[pair.slice(0, at)] ??= pair.slice(at + 1);
  }
  return found;
}

/** Adds a cookie to the answer of the call under way. */
export function setCookie(cookie: string): void {
  const store = requests.getStore();
  if (store) store.setCookies = [...(store.setCookies ?? []), cookie];
}

/** Has the answer of this call another status than its contract names, such as 202. */
export function answerAs(status: number): void {
  const info = requests.getStore();
  if (info) info.status = status;
}
