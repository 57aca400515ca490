import { randomUUID } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import type { EdgeRequest, EdgeResponse } from '../edge.ts';

interface Value {
  value: string;
  multiValue?: { value: string }[];
}

interface FunctionRequest {
  method: string;
  uri: string;
  querystring: Record<string, Value>;
  headers: Record<string, Value>;
  cookies: Record<string, Value>;
}

interface FunctionResponse {
  statusCode: number;
  statusDescription?: string;
  headers?: Record<string, Value>;
  cookies?: Record<string, Value & { attributes?: string }>;
  body?: string | { encoding: 'text' | 'base64'; data: string };
}

/** CloudFront gives a function about a millisecond of its own; here a busy machine counts too. Ends endless loops; ms. */
const timeoutMs = 1_000;

function grouped(pairs: [string, string][]): Record<string, Value> {
  const result: Record<string, Value> = {};
  for (const [name, value] of pairs) {
    const before = result[name];
    if (!before) result[name] = { value };
    else before.multiValue = [...(before.multiValue ?? [{ value: before.value }]), { value }];
  }
  return result;
}

const pairsOf = (text: string, separator: RegExp): [string, string][] =>
  text
    .split(separator)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const mark = pair.indexOf('=');
      return mark < 0 ? [pair, ''] : [pair.slice(0, mark), pair.slice(mark + 1)];
    });

const flattened = (values: Record<string, Value>, join: string): string =>
  Object.entries(values)
    .flatMap(([name, { value, multiValue }]) =>
      (multiValue ?? [{ value }]).map((one) => (one.value === '' ? name : `${name}=${one.value}`)),
    )
    .join(join);

/** The event of a viewer request, as CloudFront Functions have it. */
function eventOf(request: EdgeRequest, distributionId: string): object {
  const { cookie, ...headers } = request.headers;
  return {
    version: '1.0',
    context: {
      distributionDomainName: headers.host ?? '',
      distributionId,
      eventType: 'viewer-request',
      requestId: randomUUID(),
    },
    viewer: { ip: request.sourceIp },
    request: {
      method: request.method,
      uri: request.path,
      querystring: grouped(pairsOf(request.query, /&/)),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      cookies: grouped(pairsOf(cookie ?? '', /;\s*/)),
    },
  };
}

function requestOf(result: FunctionRequest, original: EdgeRequest): EdgeRequest {
  const headers: Record<string, string> = {};
  for (const [name, { value, multiValue }] of Object.entries(result.headers))
    headers[name.toLowerCase()] = multiValue ? multiValue.map((one) => one.value).join(', ') : String(value);
  const cookie = flattened(result.cookies ?? {}, '; ');
  if (cookie) headers.cookie = cookie;
  return { ...original, path: result.uri, query: flattened(result.querystring ?? {}, '&'), headers };
}

function responseOf(result: FunctionResponse): EdgeResponse {
  const { body } = result;
  const bytes =
    typeof body === 'string'
      ? Buffer.from(body)
      : Buffer.from(body?.data ?? '', body?.encoding === 'base64' ? 'base64' : 'utf8');
  const headers: Record<string, string> = { 'content-length': String(bytes.length) };
  for (const [name, { value, multiValue }] of Object.entries(result.headers ?? {}))
    headers[name.toLowerCase()] = multiValue ? multiValue.map((one) => one.value).join(', ') : String(value);
  const cookies = Object.entries(result.cookies ?? {}).map(
    ([name, { value, attributes }]) => `${name}=${value}${attributes ? `; ${attributes}` : ''}`,
  );
  return { status: result.statusCode, headers, cookies, body: bytes };
}

/** What a viewer-request function decided: the request to go on with, or an answer of its own. */
export type EdgeDecision = { request: EdgeRequest } | { response: EdgeResponse };

/**
 * Compiles the code of a CloudFront Function (JavaScript runtime 2.0: no modules, no network). The compiled
 * function throws what the code throws; CloudFront answers 503 then.
 */
export function compileEdgeFunction(
  code: string,
  distributionId: string,
): (request: EdgeRequest) => Promise<EdgeDecision> {
  const globals: { console: Console; event?: object } = { console };
  const sandbox = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  new Script(code).runInContext(sandbox, { timeout: timeoutMs });
  const call = new Script('handler(event)');
  return async (request) => {
    globals.event = eventOf(request, distributionId);
    const result = (await call.runInContext(sandbox, { timeout: timeoutMs })) as
      | FunctionRequest
      | FunctionResponse;
    if (typeof result !== 'object' || result === null)
      throw new Error('The function returned neither a request nor a response.');
    return 'statusCode' in result
      ? { response: responseOf(result) }
      : { request: requestOf(result, request) };
  };
}
