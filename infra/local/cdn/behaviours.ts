import type { EdgeRequest, Origin } from '../edge.ts';
import type { CloudDescription } from '../template/template.ts';
import type { Properties, Resource } from '../template/types.ts';
import { compileEdgeFunction, type EdgeDecision } from './edge-function.ts';
import { type CachePolicy, cachePolicyOf, type RequestPolicy, requestPolicyOf } from './policies.ts';
import { type HeadersPolicy, headersPolicyOf } from './response-headers.ts';

export interface CdnOrigin {
  domain: string;
  /** Put before every path. */
  path: string;
  isBucket: boolean;
  /** Put on every request to it, over a viewer's of the same name. */
  headers: Record<string, string>;
  fetch: Origin;
}

export interface Behaviour {
  /** `*` for the default one. */
  pattern: string;
  matches(path: string): boolean;
  origin: CdnOrigin;
  methods: string[];
  cache: CachePolicy;
  forward: RequestPolicy;
  headers: HeadersPolicy;
  compress: boolean;
  viewerRequest?(request: EdgeRequest): Promise<EdgeDecision>;
}

export interface ErrorPage {
  status: number;
  /** What the caller gets instead; the page's path and status. */
  page?: { path: string; status: number };
  /** Seconds that the error is remembered. */
  ttl: number;
}

/** CloudFront remembers errors for this long unless told otherwise; seconds. */
const defaultErrorTtl = 10;

/** `*` is any run of characters and `?` is one; a pattern may leave out the slash in front. */
function patternTest(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^\/?/, '/')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

export interface Sources {
  /** Origins by domain name. */
  origins: Map<string, Origin>;
  /** Puts local addresses in place of the cloud's in header values. */
  rewriteHeader(value: string): string;
  /** The current value of a secret that the template names by a dynamic reference. */
  secret?(id: string): string;
}

/** `{{resolve:secretsmanager:<id>:SecretString:<JSON key>:<stage>:<version>}}`; an id may be an ARN. */
const secretReference = /^\{\{resolve:secretsmanager:(.+):SecretString:([^:]*):([^:]*):([^:]*)\}\}$/;

function headerValue(value: string, { secret }: Sources): string {
  const [, id, ...parts] = secretReference.exec(value) ?? [];
  if (id === undefined) return value;
  if (!secret || parts.some((part) => part !== ''))
    throw new Error(`The local CDN knows only the current value of a whole secret, not ${value}.`);
  return secret(id);
}

/** The behaviours of a distribution in the order in which they are tried, the default one last. */
export function behavioursOf(cloud: CloudDescription, distribution: Resource, sources: Sources): Behaviour[] {
  const config = distribution.properties.DistributionConfig as Properties;
  const origins = new Map(
    (config.Origins as Properties[]).map((origin): [string, CdnOrigin] => {
      const domain = String(origin.DomainName);
      const fetch = sources.origins.get(domain);
      if (!fetch) throw new Error(`The local CDN has no origin ${domain} (${distribution.logicalId}).`);
      return [
        String(origin.Id),
        {
          domain,
          path: String(origin.OriginPath ?? ''),
          isBucket: Boolean(origin.S3OriginConfig),
          headers: Object.fromEntries(
            ((origin.OriginCustomHeaders ?? []) as Properties[]).map(({ HeaderName, HeaderValue }) => [
              String(HeaderName).toLowerCase(),
              headerValue(String(HeaderValue), sources),
            ]),
          ),
          fetch,
        },
      ];
    }),
  );
  const of = (part: Properties): Behaviour => {
    const pattern = String(part.PathPattern ?? '*');
    const origin = origins.get(String(part.TargetOriginId));
    if (!origin)
      throw new Error(
        `The behaviour ${pattern} names an origin that ${distribution.logicalId} does not have.`,
      );
    return {
      pattern,
      matches: patternTest(pattern),
      origin,
      methods: (part.AllowedMethods as string[] | undefined) ?? ['GET', 'HEAD'],
      cache: cachePolicyOf(cloud, String(part.CachePolicyId)),
      forward: requestPolicyOf(cloud, part.OriginRequestPolicyId as string | undefined),
      headers: headersPolicyOf(
        cloud,
        part.ResponseHeadersPolicyId as string | undefined,
        sources.rewriteHeader,
      ),
      compress: part.Compress === true,
      viewerRequest: viewerRequestOf(cloud, distribution, part),
    };
  };
  return [
    ...((config.CacheBehaviors ?? []) as Properties[]).map(of),
    of(config.DefaultCacheBehavior as Properties),
  ];
}

function viewerRequestOf(
  cloud: CloudDescription,
  distribution: Resource,
  part: Properties,
): Behaviour['viewerRequest'] {
  if (((part.LambdaFunctionAssociations ?? []) as unknown[]).length > 0)
    throw new Error('The local CDN does not run Lambda@Edge; use a CloudFront Function.');
  const associations = (part.FunctionAssociations ?? []) as Properties[];
  const other = associations.find(({ EventType }) => EventType !== 'viewer-request');
  if (other) throw new Error(`The local CDN runs viewer-request functions only, not ${other.EventType}.`);
  const association = associations[0];
  if (!association) return undefined;
  const found = cloud.byArn(String(association.FunctionARN));
  if (!found) throw new Error(`The local CDN does not find the function ${association.FunctionARN}.`);
  return compileEdgeFunction(String(found.properties.FunctionCode), distribution.ref);
}

export function errorPagesOf(distribution: Resource): (status: number) => ErrorPage {
  const responses = (distribution.properties.DistributionConfig.CustomErrorResponses ?? []) as Properties[];
  const pages = new Map(
    responses.map((response): [number, ErrorPage] => {
      const status = Number(response.ErrorCode);
      const ttl = Number(response.ErrorCachingMinTTL ?? defaultErrorTtl);
      const page = response.ResponsePagePath
        ? { path: String(response.ResponsePagePath), status: Number(response.ResponseCode ?? status) }
        : undefined;
      return [status, { status, ttl, page }];
    }),
  );
  return (status) => pages.get(status) ?? { status, ttl: defaultErrorTtl };
}
