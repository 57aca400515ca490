import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { CallMeta } from '#shared/api/contract.ts';
import type { Api } from '#shared/api/index.ts';
import { limits } from './limits.ts';
import type { Send } from './transport.ts';

/** What a single call may ask for: `api.sms.send(input, { context: { timeoutMs: 30_000 } })`. */
export interface CallContext {
  timeoutMs?: number;
}

export type ApiClient = ContractRouterClient<Api, CallContext>;

export interface ClientDependencies {
  send: Send;
  /** Where the API lives, such as https://dealbell.example */
  origin: string;
  tenantId(): number | null;
}

/**
 * Sign-in and its steps are never retried (document 001, section 8); nor is another site's picture, which has its Retry,
 * and a voice or a provider of skip tracing, which would charge again.
 */
const neverRetried = new Set([
  'auth.login',
  'auth.secondFactor',
  'auth.passkeySignIn',
  'proxy.image',
  // It has its own three attempts (web/features/campaigns/rate-limit.ts).
  'campaigns.setRateLimit',
  // They go on by themselves with what is left, or make a second video.
  'repPhotos.bulk',
  'repPhotos.csv',
  'repPhotos.generateVideo',
  'recordings.testVoice',
  'tracers.searchPhone',
  'tracers.search',
  'tracers.enrichLead',
  'tracers.testConnection',
]);

const textNouns = new Set(['sms', 'campaigns', 'contacts']);

/** Calls of texts wait longer and have sentences of their own (document 002, sections 8 and 9). */
const ofTexts = {
  timeoutMs: limits.textsTimeout,
  words: {
    timeout: 'Connection timeout. The server took too long to respond.',
    network: 'Network connection failed...',
  },
};

/**
 * The typed client of the whole contract. Calls of a signed-in user carry `tenantId` as a query parameter
 * (document 001, section 6); public ones carry neither that nor a token.
 */
export function createClient(contract: Api, deps: ClientDependencies): ApiClient {
  const isPublic = (path: readonly string[]) => metaOf(contract, path)?.access === 'public';
  const link = new OpenAPILink<CallContext>(contract, {
    url: (_options, path) => {
      const url = new URL('/api', deps.origin);
      const tenantId = isPublic(path) ? null : deps.tenantId();
      if (tenantId !== null) url.searchParams.set('tenantId', String(tenantId));
      return url;
    },
    // Sign-in keeps its refresh token in a cookie; no other call reads one.
    headers: (_options, path) => (path[0] === 'auth' ? { 'x-session': 'cookie' } : {}),
    fetch: (request, init, { context }, path) =>
      deps.send(request, init, {
        anonymous: isPublic(path),
        retry: !neverRetried.has(path.join('.')),
        ...(path[0] === 'tracers' ? { timeoutMs: limits.tracersTimeout } : {}),
        ...(textNouns.has(path[0]!) ? ofTexts : {}),
        ...(path[0] === 'repPhotos' ? { timeoutMs: limits.photosTimeout } : {}),
        ...(path[0] === 'recordings' ? { timeoutMs: limits.recordingsTimeout } : {}),
        ...(context.timeoutMs === undefined ? {} : { timeoutMs: context.timeoutMs }),
      }),
  });
  return createORPCClient(link) as ApiClient;
}

function metaOf(contract: unknown, path: readonly string[]): CallMeta | undefined {
  let node: unknown = contract;
  for (const name of path) node = (node as Record<string, unknown> | undefined)?.[name];
  return (node as { '~orpc'?: { meta?: CallMeta } } | undefined)?.['~orpc']?.meta;
}
