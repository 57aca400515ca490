import type { CloudDescription } from '../template/template.ts';
import type { Properties } from '../template/types.ts';

/** Which of a request's parts: none of them, all of them, those named, or all but those named. */
export interface Choice {
  kind: 'none' | 'all' | 'some' | 'except';
  /** In lower case for headers. */
  names: string[];
}

export interface CachePolicy {
  /** Seconds. */
  minTtl: number;
  defaultTtl: number;
  maxTtl: number;
  query: Choice;
  headers: Choice;
  cookies: Choice;
  gzip: boolean;
  brotli: boolean;
}

export interface RequestPolicy {
  query: Choice;
  headers: Choice;
  cookies: Choice;
}

const none: Choice = { kind: 'none', names: [] };
const all: Choice = { kind: 'all', names: [] };
const some = (...names: string[]): Choice => ({ kind: 'some', names });
const year = 31_536_000;
const day = 86_400;

/**
 * CloudFront's managed policies, by the ids that templates name.
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
const managedCachePolicies: Record<string, CachePolicy> = {
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': {
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: 0,
    query: none,
    headers: none,
    cookies: none,
    gzip: false,
    brotli: false,
  },
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    minTtl: 1,
    defaultTtl: day,
    maxTtl: year,
    query: none,
    headers: none,
    cookies: none,
    gzip: true,
    brotli: true,
  },
  // CachingOptimizedForUncompressedObjects
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': {
    minTtl: 1,
    defaultTtl: day,
    maxTtl: year,
    query: none,
    headers: none,
    cookies: none,
    gzip: false,
    brotli: false,
  },
  // UseOriginCacheControlHeaders
  '83da9c7e-98b4-4e11-a168-04f0df8e2c65': {
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: year,
    query: none,
    headers: some('host', 'origin', 'x-http-method', 'x-http-method-override', 'x-method-override'),
    cookies: all,
    gzip: true,
    brotli: true,
  },
  // UseOriginCacheControlHeaders-QueryStrings
  '4cc15a8a-d715-48a4-82b8-cc0b614638fe': {
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: year,
    query: all,
    headers: some('host', 'origin', 'x-http-method', 'x-http-method-override', 'x-method-override'),
    cookies: all,
    gzip: true,
    brotli: true,
  },
};

const managedRequestPolicies: Record<string, RequestPolicy> = {
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { query: all, headers: all, cookies: all },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': {
    query: all,
    headers: { kind: 'except', names: ['host'] },
    cookies: all,
  },
  // CORS-S3Origin
  '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf': {
    query: none,
    cookies: none,
    headers: some('origin', 'access-control-request-headers', 'access-control-request-method'),
  },
  // CORS-CustomOrigin
  '59781a5b-3903-41f3-afcb-af62929ccde1': { query: none, headers: some('origin'), cookies: none },
};

function choiceOf(config: Properties | undefined, kind: 'QueryString' | 'Header' | 'Cookie'): Choice {
  const names = ((config?.[`${kind}s`] ?? []) as string[]).map((name) =>
    kind === 'Header' ? name.toLowerCase() : name,
  );
  switch (config?.[`${kind}Behavior`] ?? 'none') {
    case 'none':
      return none;
    case 'all':
    case 'allViewer':
      return all;
    // CloudFront's own headers, which are only made in the cloud, are named beside all of the viewer's.
    case 'allViewerAndWhitelistCloudFront':
      return all;
    case 'whitelist':
      return { kind: 'some', names };
    case 'allExcept':
      return { kind: 'except', names };
    default:
      throw new Error(`The local CDN does not know ${kind}Behavior ${config?.[`${kind}Behavior`]}.`);
  }
}

export function cachePolicyOf(cloud: CloudDescription, id: string): CachePolicy {
  const managed = managedCachePolicies[id];
  if (managed) return managed;
  const resource = cloud.ofType('AWS::CloudFront::CachePolicy').find(({ ref }) => ref === id);
  if (!resource) throw new Error(`The local CDN does not know the cache policy ${id}.`);
  const config = resource.properties.CachePolicyConfig as Properties;
  const parameters = config.ParametersInCacheKeyAndForwardedToOrigin as Properties;
  return {
    minTtl: Number(config.MinTTL ?? 0),
    defaultTtl: Number(config.DefaultTTL ?? day),
    maxTtl: Number(config.MaxTTL ?? year),
    query: choiceOf(parameters.QueryStringsConfig, 'QueryString'),
    headers: choiceOf(parameters.HeadersConfig, 'Header'),
    cookies: choiceOf(parameters.CookiesConfig, 'Cookie'),
    gzip: parameters.EnableAcceptEncodingGzip === true,
    brotli: parameters.EnableAcceptEncodingBrotli === true,
  };
}

/** Without a policy nothing of the viewer reaches the origin but what is in the cache key. */
export function requestPolicyOf(cloud: CloudDescription, id: string | undefined): RequestPolicy {
  if (!id) return { query: none, headers: none, cookies: none };
  const managed = managedRequestPolicies[id];
  if (managed) return managed;
  const resource = cloud.ofType('AWS::CloudFront::OriginRequestPolicy').find(({ ref }) => ref === id);
  if (!resource) throw new Error(`The local CDN does not know the origin request policy ${id}.`);
  const config = resource.properties.OriginRequestPolicyConfig as Properties;
  return {
    query: choiceOf(config.QueryStringsConfig, 'QueryString'),
    headers: choiceOf(config.HeadersConfig, 'Header'),
    cookies: choiceOf(config.CookiesConfig, 'Cookie'),
  };
}

export function chosen(choice: Choice, name: string): boolean {
  switch (choice.kind) {
    case 'none':
      return false;
    case 'all':
      return true;
    case 'some':
      return choice.names.includes(name);
    case 'except':
      return !choice.names.includes(name);
    default:
      return choice.kind satisfies never;
  }
}

/** The pairs of a query that are chosen, in their order and still encoded. */
export function chosenQuery(choice: Choice[], query: string): string {
  const nameOf = (pair: string) => {
    const name = pair.split('=')[0]!;
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  };
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs.filter((pair) => choice.some((one) => chosen(one, nameOf(pair)))).join('&');
}

export function chosenCookies(choice: Choice[], cookie: string | undefined): string {
  const pairs = (cookie ?? '').split(/;\s*/).filter((pair) => pair !== '');
  return pairs.filter((pair) => choice.some((one) => chosen(one, pair.split('=')[0]!))).join('; ');
}
