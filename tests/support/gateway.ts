import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { originHeader } from '#shared/model/origin-header.ts';

export interface Request {
  method: string;
  /** Below /api. */
  path: string;
  query?: string;
  headers?: Record<string, string>;
  /** Bytes arrive in base64, as the gateway hands on what is no text. */
  body?: string | Buffer;
  /** The caller's address. */
  address?: string;
  /** `name=value` each. */
  cookies?: string[];
}

/** What the CDN of the tests adds to every call; the unit-test cloud has it as its secret. */
export const originSecret = 'the secret between the CDN of the tests and their gateway';

/** A call that came by the CDN, as API Gateway's HTTP API hands it to a function (payload format 2.0). */
export function gatewayEvent(request: Request): APIGatewayProxyEventV2 {
  const { method, path, query = '', headers = {}, body, address = '192.0.2.1', cookies } = request;
  const rawPath = decoded(`/api${path}`);
  return {
    version: '2.0',
    routeKey: 'ANY /api/{proxy+}',
    rawPath,
    rawQueryString: query,
    ...(cookies ? { cookies } : {}),
    headers: {
      host: 'localhost',
      [originHeader]: originSecret,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: address, userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: 'ANY /api/{proxy+}',
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    body: Buffer.isBuffer(body) ? body.toString('base64') : body,
    isBase64Encoded: Buffer.isBuffer(body),
  };
}

/** The gateway hands the path over decoded, and one that it cannot decode as it came. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What is left of a call's time, ms; a run of hours has more of it, so that a machine that was held up ends none. */
const callMs = Number(process.env.CALL_MS ?? 30_000);

/** A function's Lambda context. */
export const lambdaContext = (): Context =>
  ({
    awsRequestId: randomUUID(),
    functionName: 'test',
    getRemainingTimeInMillis: () => callMs,
  }) as Context;

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  /** The `set-cookie` headers. */
  cookies: string[];
  /** Parsed, when it is JSON. */
  body: unknown;
}

export function rawAnswer(result: APIGatewayProxyStructuredResultV2): RawAnswer {
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const text = result.body ?? '';
  const json = headers['content-type']?.startsWith('application/json') && text !== '';
  const cookies = result.cookies ?? [];
  return { status: result.statusCode ?? 200, headers, cookies, body: json ? JSON.parse(text) : text };
}
