import middy from '@middy/core';
import { ORPCError } from '@orpc/client';
import { type ContractRouter, ValidationError } from '@orpc/contract';
import { StandardOpenAPIHandler, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  type AnyRouter,
  type Context,
  type Implementer,
  implement,
  type Middleware,
  type ORPCErrorConstructorMap,
} from '@orpc/server';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context as LambdaContext,
} from 'aws-lambda';
import type { ZodType } from 'zod';
import type { CallMeta, ErrorAnswer } from '#shared/api/contract.ts';
import {
  assertFactor,
  assertStanding,
  assertTenantParameter,
  authenticate,
  authorize,
  readsOnly,
} from './access.ts';
import { runAs } from './actor.ts';
import { AppError } from './errors.ts';
import {
  callerAddress,
  callLog,
  noteCall,
  type RequestInfo,
  rawRequest,
  requests,
  respond,
} from './http-context.ts';
import { log } from './log.ts';
import { assertThroughCdn } from './origin.ts';
import { assertThere, type StoredIds } from './references.ts';
import { bodyBytes, parseBody } from './request.ts';
import { isThrottled } from './throttled.ts';
import { traceCalls } from './trace.ts';
import { invalidInput } from './validation.ts';

type Guard = Middleware<
  Context,
  Record<never, never>,
  unknown,
  unknown,
  ORPCErrorConstructorMap<Record<never, never>>,
  CallMeta
>;

const guard: Guard = ({ procedure, next }) => {
  noteCall(procedure['~orpc'].route);
  return guarded(procedure['~orpc'], next);
};

/** How the ids that a noun's calls store are looked up. */
const storedIdsOf = new WeakMap<object, { storedIds: StoredIds; check: Guard }>();

/** The check of a noun's stored ids: one for all files that its routes are put together from, so that it runs once. */
function checkOf(contract: object, given: StoredIds | undefined): Guard {
  const known = storedIdsOf.get(contract);
  if (known) {
    Object.assign(known.storedIds, given);
    return known.check;
  }
  const storedIds: StoredIds = { lookUps: {}, ...given };
  const check: Guard = async ({ procedure, next }, input) => {
    const { route, inputSchema } = procedure['~orpc'];
    if (inputSchema && !readsOnly(route.method)) await assertThere(inputSchema as ZodType, input, storedIds);
    return next();
  };
  storedIdsOf.set(contract, { storedIds, check });
  return check;
}

/**
 * The implementer of one noun's contract: `const r = routesOf(api.users)`. Access is checked before input, and after it
 * that what the input wants stored names things that are there.
 * @param storedIds how those things are looked up; one of the files with a noun's routes says it for all
 */
export function routesOf<T extends ContractRouter<CallMeta>>(contract: T, storedIds?: StoredIds) {
  // Input is read between the two: oRPC adds their number to this.
  const implementer = implement(contract).$config({ initialInputValidationIndex: -1 }) as unknown as {
    use(middleware: Guard): typeof implementer;
  };
  return implementer.use(guard).use(checkOf(contract, storedIds)) as unknown as Implementer<
    T,
    Context,
    Context
  >;
}

/** Runs a call in its caller's name, or says why they may not make it. A public call knows no caller. */
async function guarded<T>(
  { route, meta }: { route: { method?: string; path?: string }; meta: CallMeta },
  call: () => T | PromiseLike<T>,
): Promise<T> {
  const { access } = meta;
  if (access === 'public') return call();
  const { headers, query } = rawRequest();
  const token = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const caller = await authenticate(token, readsOnly(route.method));
  assertTenantParameter(new URLSearchParams(query).get('tenantId') ?? headers['x-tenant-id'], caller.who);
  assertFactor(caller.who, route.path);
  authorize(access, caller.who);
  assertStanding(caller, route.method, meta);
  return runAs(caller.who, call);
}

const prefix = '/api';

/** The gateway hands the path over decoded; what was escaped in a segment must not become part of the address. */
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');
/**
 * The paths of a noun's calls that pages of other sites may make (`crossOrigin` in the contract). They read no
 * cookie, so naming every origin gives nobody more than a program of their own has.
 */
function crossOriginPaths(router: object): RegExp[] {
  if (!('~orpc' in router))
    return Object.values(router).flatMap((part) =>
      part && typeof part === 'object' ? crossOriginPaths(part) : [],
    );
  const { route, meta } = router['~orpc'] as { route: { path?: string }; meta: CallMeta };
  if (!meta.crossOrigin || !route.path) return [];
  return [new RegExp(`^${prefix}${route.path.replace(/\{\w+\}/g, '[^/]+')}$`)];
}

/** What a browser is told before it sends JSON from another site; seconds that it may remember it. */
const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '7200',
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a caller sees of an error: its sentence when it is ours, and nothing of it otherwise. */
function visible(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST')
      return invalidInput(error.cause.issues as never);
    if (error.status < 500) return new AppError(error.status, error.code.toLowerCase(), error.message);
  }
  if (isThrottled(error)) {
    log.warn('A call was refused for its rate by a service of the cloud.', { error: error as Error });
    return new AppError(503, 'busy', 'We are very busy at the moment. Please try again.', { retryAfter: 1 });
  }
  log.error('A call failed.', { error: error as Error });
  const { requestId } = requests.getStore() ?? {};
  return new AppError(500, 'internal', 'Something went wrong on our side. Please try again.', {
    details: { requestId },
  });
}

interface NounOptions {
  rawBody?: boolean;
  cookies?: boolean;
  document?(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> | undefined;
}

/**
 * The Lambda entry of a noun: `export const handler = noun(routes)`. Gateway event in, structured answer out;
 * errors as `{error, code, details}`; 404 where no call has the path, 405 where another method has it.
 * With `rawBody` its calls read the body by `rawRequest()` alone, whatever it is and however long: what is wrong with
 * it is theirs to tell. `document` answers what is no call of the contract, and nothing for everything else.
 * `cookies` hands it the caller's cookies: that is for sign-in alone, for whatever acts on a cookie can be made to act
 * by another site.
 */
export function noun(router: AnyRouter, { rawBody = false, cookies = false, document }: NounOptions = {}) {
  const handler = new StandardOpenAPIHandler(router as never, {
    customErrorResponseBodyEncoder: bodyOf,
    clientInterceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          throw toWire(visible(error));
        }
      },
    ],
  });
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const openPaths = crossOriginPaths(router);

  async function answer(
    event: APIGatewayProxyEventV2,
    info: RequestInfo,
  ): Promise<APIGatewayProxyStructuredResultV2> {
    info.raw = {
      method: event.requestContext.http.method,
      path: event.rawPath,
      query: event.rawQueryString,
      headers: event.headers,
      body: bodyBytes(event, rawBody ? Number.POSITIVE_INFINITY : undefined),
    };
    if (openPaths.some((path) => path.test(event.rawPath))) {
      info.headers['access-control-allow-origin'] = '*';
      if (event.requestContext.http.method === 'OPTIONS')
        return { statusCode: 204, headers: { ...info.headers, ...preflight } };
    }
    return runAs({ kind: 'anonymous' }, async () => {
      const query = new URLSearchParams(event.rawQueryString);
      query.delete('tenantId');
      const method = event.requestContext.http.method;
      const url = new URL(`http://dealbell${encoded(event.rawPath)}${query.size ? `?${query}` : ''}`);
      const body = async () => {
        if (rawBody) return undefined;
        const given = await readBody(event);
        // A DELETE names its options in the query, as in `?force=true`; oRPC reads those of a GET only.
        return given === undefined && method === 'DELETE' && query.size > 0
          ? (Object.fromEntries(query) as never)
          : given;
      };
      const result = await handler.handle(
        { method, url, headers: event.headers, body, signal: undefined },
        { prefix, context: {} },
      );
      if (result.matched) return respond(result.response, info);
      const path = event.rawPath.slice(prefix.length) as `/${string}`;
      const allowed: string[] = [];
      for (const other of methods) if (await matcher.match(other, path)) allowed.push(other);
      if (allowed.length === 0) throw new AppError(404, 'not_found', 'There is no such call.');
      info.headers.allow = allowed.join(', ');
      throw new AppError(
        405,
        'method_not_allowed',
        `${method} is not possible here; use ${allowed.join(' or ')}.`,
      );
    });
  }

  const infos = new WeakMap<object, RequestInfo>();
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, LambdaContext>()
    .use(traceCalls())
    .use(callLog((event) => infos.get(event)))
    .handler((event, context) => {
      const info: RequestInfo = {
        requestId: context.awsRequestId,
        headers: {},
        address: event.requestContext.http.sourceIp,
        gzip: /\bgzip\b/.test(event.headers['accept-encoding'] ?? ''),
        cookies: cookies ? event.cookies : undefined,
      };
      infos.set(event, info);
      return requests.run(info, async () => {
        try {
          await assertThroughCdn(event);
          info.address = callerAddress(event);
          return (await document?.(event)) ?? (await answer(event, info));
        } catch (error) {
          const wire = toWire(visible(error));
          return respond({ status: wire.status, headers: {}, body: bodyOf(wire) }, info);
        }
      });
    });
}

/** What is wrong with a body is told as it is: oRPC would call any of it a malformed request. */
const readBody = (event: APIGatewayProxyEventV2): Promise<never> =>
  parseBody(event).then(
    (body) => body as never,
    (error) => {
      throw toWire(visible(error));
    },
  );

const retryAfters = new WeakMap<ORPCError<string, unknown>, number>();

function toWire(error: AppError): ORPCError<string, unknown> {
  const wire = new ORPCError(error.code, {
    status: error.status,
    message: error.message,
    data: error.details,
  });
  if (error.retryAfter !== undefined) {
    retryAfters.set(wire, error.retryAfter);
    const store = requests.getStore();
    if (store) store.headers['retry-after'] = String(Math.ceil(error.retryAfter));
  }
  return wire;
}

function bodyOf(error: ORPCError<string, unknown>): ErrorAnswer & { retryAfter?: number } {
  const retryAfter = retryAfters.get(error);
  return {
    error: error.message,
    code: error.code,
    details: error.data ?? undefined,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
