import type { EdgeRequest, EdgeResponse } from '../edge.ts';

export interface EventContext {
  accountId: string;
  apiId: string;
  region: string;
  stage: string;
  routeKey: string;
  requestId: string;
  now: Date;
  parameters: Record<string, string>;
}

/** Bodies of these types reach a function as text, all others as base64. */
const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|javascript|xml|graphql)\b|application\/[\w.-]+\+(json|xml)\b)/i.test(
    contentType,
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The path as a function sees it: decoded, and cut at a question mark that was encoded in it. */
export const decodedPath = (path: string): string => decoded(path).split('?')[0]!;

/** `key=a&key=b` is `a,b`, as payload format 2.0 has it. */
function queryParameters(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    parameters[name] = Object.hasOwn(parameters, name) ? `${parameters[name]},${value}` : value;
  return parameters;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 12/Mar/2026:19:03:58 +0000 */
function logTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}

/**
 * The event of payload format 2.0.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function gatewayEvent(request: EdgeRequest, body: Buffer, context: EventContext): object {
  const { cookie, ...headers } = request.headers;
  const rawPath = decodedPath(request.path);
  const domainName = `${context.apiId}.execute-api.${context.region}.amazonaws.com`;
  const text = isText(request.headers['content-type'] ?? '');
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath,
    rawQueryString: request.query,
    ...(cookie ? { cookies: cookie.split(/;\s*/).filter(Boolean) } : {}),
    headers: { ...headers, 'content-length': String(body.length), host: domainName },
    queryStringParameters: queryParameters(request.query),
    requestContext: {
      accountId: context.accountId,
      apiId: context.apiId,
      domainName,
      domainPrefix: context.apiId,
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: context.requestId,
      routeKey: context.routeKey,
      stage: context.stage,
      time: logTime(context.now),
      timeEpoch: context.now.getTime(),
    },
    pathParameters: Object.keys(context.parameters).length > 0 ? context.parameters : undefined,
    ...(body.length > 0
      ? { body: body.toString(text ? 'utf8' : 'base64'), isBase64Encoded: !text }
      : { isBase64Encoded: false }),
  };
}

type Structured = {
  statusCode: number | string;
  headers?: Record<string, unknown> | null;
  cookies?: unknown[] | null;
  body?: unknown;
  isBase64Encoded?: boolean;
};

/**
 * What a function answered, as a response: with a status code it is taken as it is, anything else is a JSON body
 * with status 200.
 * @returns undefined when the answer has a form that API Gateway refuses
 */
export function gatewayResponse(payload: string): EdgeResponse | undefined {
  const value = JSON.parse(payload) as unknown;
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject || !('statusCode' in value)) {
    const body = Buffer.from(typeof value === 'string' ? value : payload);
    return { status: 200, headers: withLength({ 'content-type': 'application/json' }, body), body };
  }
  const answer = value as Structured;
  const status = Number(answer.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  if (answer.body !== undefined && answer.body !== null && typeof answer.body !== 'string') return undefined;
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(answer.headers ?? {}))
    if (header !== null && header !== undefined) headers[name.toLowerCase()] = String(header);
  const text = (answer.body as string | null | undefined) ?? '';
  const body = Buffer.from(text, answer.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > 0) headers['content-type'] ??= 'text/plain; charset=utf-8';
  return { status, headers: withLength(headers, body), cookies: (answer.cookies ?? []).map(String), body };
}

function withLength(headers: Record<string, string>, body: Buffer): Record<string, string> {
  return { ...headers, 'content-length': String(body.length) };
}
