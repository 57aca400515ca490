import { randomUUID } from 'node:crypto';
import { BodyTooLarge, type EdgeRequest, type EdgeResponse, jsonAnswer, type Origin } from '../edge.ts';
import { type InvokeResult, PayloadTooLarge } from '../functions/types.ts';
import type { CloudDescription } from '../template/template.ts';
import type { Properties } from '../template/types.ts';
import { decodedPath, gatewayEvent, gatewayResponse } from './event.ts';
import { matchRoute, parseRoute, type Route } from './routes.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * API Gateway's quotas for HTTP APIs, as documented in 2026:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export const GATEWAY_LIMITS = {
  bodyBytes: 10 * 1024 * 1024,
  /** What an integration gets when it names no time-out, and the most it may name; ms. */
  integrationMs: 30_000,
} as const;

export interface GatewayOptions {
  accountId: string;
  region: string;
  invoke(functionArn: string, event: object): Promise<InvokeResult>;
  now?(): number;
}

interface Integration {
  functionArn: string;
  timeoutMs: number;
}

interface Api {
  id: string;
  routes: Route<Integration>[];
  stage: string;
  throttle(routeKey: string): boolean;
}

/**
 * The HTTP APIs of the template, each an origin by its host name. A refusal of the gateway itself carries AWS's
 * `message` and, as every error of the product, a sentence and a code.
 */
export function createGateway(cloud: CloudDescription, options: GatewayOptions): Map<string, Origin> {
  const now = options.now ?? Date.now;
  const integrations = new Map(
    cloud.ofType('AWS::ApiGatewayV2::Integration').map(({ ref, logicalId, properties }) => {
      if (properties.IntegrationType !== 'AWS_PROXY' || properties.PayloadFormatVersion !== '2.0')
        throw new Error(`The local gateway runs AWS_PROXY with payload format 2.0 only (${logicalId}).`);
      return [ref, integrationOf(properties)];
    }),
  );
  const origins = new Map<string, Origin>();
  for (const api of cloud.ofType('AWS::ApiGatewayV2::Api')) {
    const own = ({ properties }: { properties: Properties }) => properties.ApiId === api.ref;
    const stage = cloud.ofType('AWS::ApiGatewayV2::Stage').find(own);
    const routes = cloud
      .ofType('AWS::ApiGatewayV2::Route')
      .filter(own)
      .map(({ properties, logicalId }) => {
        const target = integrations.get(String(properties.Target).replace(/^integrations\//, ''));
        if (!target) throw new Error(`The route ${logicalId} has no integration.`);
        return parseRoute(String(properties.RouteKey), target);
      });
    const host = `${api.ref}.execute-api.${options.region}.amazonaws.com`;
    const throttle = throttles(stage?.properties ?? {}, now);
    origins.set(host, (request) =>
      answer(
        { id: api.ref, routes, stage: String(stage?.properties.StageName ?? '$default'), throttle },
        request,
      ),
    );
  }
  return origins;

  async function answer(api: Api, request: EdgeRequest): Promise<EdgeResponse> {
    const requestId = randomUUID();
    const own = { 'apigw-requestid': requestId };
    const match = matchRoute(api.routes, request.method, decodedPath(request.path));
    if (!match) return refusal(404, 'Not Found', 'not_found', 'There is no such call.', own);
    const { route, parameters } = match;
    if (!api.throttle(route.routeKey))
      return refusal(
        429,
        'Too Many Requests',
        'too_many_requests',
        'Too many calls at once; try again.',
        own,
      );
    let body: Buffer;
    try {
      body = await request.body(GATEWAY_LIMITS.bodyBytes);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      return tooLarge('10 MB', own);
    }
    const event = gatewayEvent(request, body, {
      accountId: options.accountId,
      apiId: api.id,
      region: options.region,
      stage: api.stage,
      routeKey: route.routeKey,
      requestId,
      now: new Date(now()),
      parameters,
    });
    const result = await inTime(route.target, event);
    if (result === 'too large') return tooLarge('6 MB, which is what a function takes', own);
    if (result === 'late')
      return refusal(
        503,
        'Service Unavailable',
        'timeout',
        'The call took longer than the gateway waits.',
        own,
      );
    const response = result.ok ? gatewayResponse(result.payload) : undefined;
    if (!response)
      return refusal(
        500,
        'Internal Server Error',
        'internal',
        'Something went wrong on our side. Please try again.',
        own,
      );
    return { ...response, headers: { ...response.headers, ...own } };
  }

  async function inTime(
    { functionArn, timeoutMs }: Integration,
    event: object,
  ): Promise<InvokeResult | 'late' | 'too large'> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs);
    });
    const invoked = options.invoke(functionArn, event).catch((error) => {
      if (error instanceof PayloadTooLarge) return 'too large' as const;
      throw error;
    });
    try {
      return await Promise.race([invoked, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function refusal(
  status: number,
  message: string,
  code: string,
  error: string,
  headers: Record<string, string>,
): EdgeResponse {
  return jsonAnswer(status, { message, error, code }, headers);
}

const tooLarge = (what: string, headers: Record<string, string>): EdgeResponse =>
  refusal(
    413,
    'Request Entity Too Large',
    'payload_too_large',
    `The request is larger than ${what}.`,
    headers,
  );

function integrationOf(properties: Properties): Integration {
  const uri = String(properties.IntegrationUri);
  // Either the function's ARN, or the older path form with the ARN in it.
  const functionArn = /arn:aws:lambda:[^/]+:function:[^/]+/.exec(uri)?.[0] ?? uri;
  return { functionArn, timeoutMs: Number(properties.TimeoutInMillis ?? GATEWAY_LIMITS.integrationMs) };
}

/** A token bucket for the stage, and one for each route that has settings of its own. */
function throttles(stage: Properties, now: () => number): (routeKey: string) => boolean {
  const bucketOf = (settings: Properties | undefined) => {
    const rate = Number(settings?.ThrottlingRateLimit ?? Number.POSITIVE_INFINITY);
    const burst = Number(settings?.ThrottlingBurstLimit ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(rate) || Number.isFinite(burst) ? new TokenBucket(rate, burst, now) : undefined;
  };
  const whole = bucketOf(stage.DefaultRouteSettings);
  const byRoute = new Map(
    Object.entries((stage.RouteSettings ?? {}) as Record<string, Properties>).map(([key, settings]) => [
      key,
      bucketOf(settings),
    ]),
  );
  return (routeKey) => (byRoute.get(routeKey) ?? whole)?.take() ?? true;
}
