import { buffer } from 'node:stream/consumers';
import { type EdgeRequest, type EdgeResponse, jsonAnswer } from '../edge.ts';
import type { CloudDescription } from '../template/template.ts';
import type { Resource } from '../template/types.ts';
import { answerFrom } from './answer.ts';
import { type Behaviour, behavioursOf, errorPagesOf, type Sources } from './behaviours.ts';
import { ageOf, cacheControl, EdgeCache, type Entry, entryOf, timeToLive } from './cache.ts';
import { cacheKey, isCaching, originRequest } from './origin-request.ts';
import { applyHeaders } from './response-headers.ts';

export interface CdnOptions extends Sources {
  cloud: CloudDescription;
  distribution: Resource;
  now?(): number;
  /** Gets a sentence when an origin fails or an edge function throws. */
  log(line: string): void;
}

export interface Cdn {
  answer(request: EdgeRequest): Promise<EdgeResponse>;
  /** Forgets everything, as an invalidation of `/*` does. */
  invalidate(): void;
}

/** Bodies of all kept responses together; bytes. */
const cacheBytes = 96 * 1024 * 1024;
/** Larger responses are handed through and not kept; bytes. */
const maxKeptBytes = 8 * 1024 * 1024;
/** An origin that has not answered by then is given up; CloudFront's default, ms. */
const originTimeoutMs = 31_000;
/** Errors that CloudFront keeps whatever the origin says; others only with a max-age. */
const keptErrors = [404, 405, 410, 414, 500, 501, 502, 503, 504];

type Fetched = { response: EdgeResponse; entry?: Entry };

/** The distribution of the template: behaviours, origins and cache on one machine. */
export function createCdn(options: CdnOptions): Cdn {
  const now = options.now ?? Date.now;
  const behaviours = behavioursOf(options.cloud, options.distribution, options);
  const errorPage = errorPagesOf(options.distribution);
  const cache = new EdgeCache(cacheBytes);
  /** Misses under way: callers that ask for the same meanwhile wait for the one. */
  const underWay = new Map<string, Promise<Fetched>>();

  const behaviourOf = (path: string): Behaviour => behaviours.find(({ matches }) => matches(path))!;

  async function answer(viewer: EdgeRequest): Promise<EdgeResponse> {
    const behaviour = behaviourOf(viewer.path);
    const response = await decide(behaviour, viewer);
    applyHeaders(behaviour.headers, response.headers);
    response.headers.via = '1.1 local (CloudFront)';
    response.headers['x-amz-cf-pop'] = 'LOCAL1-C1';
    return response;
  }

  async function decide(behaviour: Behaviour, viewer: EdgeRequest): Promise<EdgeResponse> {
    if (!behaviour.methods.includes(viewer.method))
      return failed(403, 'method_not_allowed', `${viewer.method} is not allowed at this address.`);
    let request = viewer;
    if (behaviour.viewerRequest) {
      try {
        const decision = await behaviour.viewerRequest(viewer);
        if ('response' in decision)
          return {
            ...decision.response,
            headers: { ...decision.response.headers, 'x-cache': 'FunctionGeneratedResponse from cloudfront' },
          };
        request = decision.request;
      } catch (error) {
        options.log(`The CDN's function for ${behaviour.pattern} failed: ${(error as Error).message}`);
        return failed(
          503,
          'edge_function_failed',
          'The function at the edge failed.',
          'FunctionExecutionError from cloudfront',
        );
      }
    }
    if (!isCaching(behaviour) || !['GET', 'HEAD'].includes(request.method))
      return passThrough(behaviour, request);
    return fromCache(behaviour, request);
  }

  async function passThrough(behaviour: Behaviour, request: EdgeRequest): Promise<EdgeResponse> {
    try {
      const response = await ask(behaviour, originRequest(behaviour, request));
      response.headers['x-cache'] = `${response.status >= 400 ? 'Error' : 'Miss'} from cloudfront`;
      return response;
    } catch (error) {
      return originDown(behaviour, error);
    }
  }

  /** Asks the origin. @throws when it cannot be reached or does not answer in time */
  async function ask({ origin }: Behaviour, request: EdgeRequest): Promise<EdgeResponse> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(Object.assign(new Error('It did not answer in time.'), { late: true })),
        originTimeoutMs,
      );
    });
    try {
      const response = await Promise.race([origin.fetch(request), late]);
      return { ...response, headers: { ...response.headers } };
    } finally {
      clearTimeout(timer);
    }
  }

  function originDown({ origin }: Behaviour, error: unknown): EdgeResponse {
    options.log(`The origin ${origin.domain} failed: ${(error as Error).message}`);
    return (error as { late?: boolean }).late
      ? failed(
          504,
          'origin_timeout',
          'The service behind this address did not answer in time. Please try again.',
        )
      : failed(
          502,
          'origin_unreachable',
          'The service behind this address cannot be reached. Please try again.',
        );
  }

  async function fromCache(behaviour: Behaviour, request: EdgeRequest): Promise<EdgeResponse> {
    const key = cacheKey(behaviour, request);
    const entry = cache.get(key);
    if (entry) {
      const age = ageOf(entry, now());
      if (age < entry.ttl) return kept(behaviour, request, entry, 'Hit');
      if (age < entry.ttl + entry.staleWhileRevalidate) {
        void fetchOnce(behaviour, request, key, entry);
        return kept(behaviour, request, entry, 'Hit');
      }
    }
    const { response, entry: fresh } = await fetchOnce(behaviour, request, key, entry);
    const errored = response.status >= 500;
    if (entry && errored && ageOf(entry, now()) < entry.ttl + entry.staleIfError && entry.status < 400)
      return kept(behaviour, request, entry, 'Hit');
    if (fresh && fresh === entry) return kept(behaviour, request, entry, 'RefreshHit');
    const page = errorPage(response.status).page;
    if (response.status >= 400 && page) return pageFor(page, request);
    if (fresh) return kept(behaviour, request, fresh, fresh.status >= 400 ? 'Error' : 'Miss');
    response.headers['x-cache'] ??= `${response.status >= 400 ? 'Error' : 'Miss'} from cloudfront`;
    return request.method === 'HEAD' ? { ...response, body: discard(response) } : response;
  }

  async function kept(
    behaviour: Behaviour,
    request: EdgeRequest,
    entry: Entry,
    how: string,
  ): Promise<EdgeResponse> {
    const response = await answerFrom(entry, request, behaviour.cache, behaviour.compress);
    response.headers['x-cache'] = `${entry.status >= 400 ? 'Error' : how} from cloudfront`;
    if (how !== 'Miss') response.headers.age = String(Math.floor(ageOf(entry, now())));
    return response;
  }

  /** One request to the origin for all who ask for the same at the same time. */
  function fetchOnce(
    behaviour: Behaviour,
    request: EdgeRequest,
    key: string,
    old: Entry | undefined,
  ): Promise<Fetched> {
    const running = underWay.get(key);
    // What is too large to keep is a stream, which only one caller can read.
    if (running)
      return running.then((fetched) => (fetched.entry ? fetched : fetchFrom(behaviour, request, key, old)));
    const fetching = fetchFrom(behaviour, request, key, old).finally(() => underWay.delete(key));
    underWay.set(key, fetching);
    return fetching;
  }

  async function fetchFrom(
    behaviour: Behaviour,
    request: EdgeRequest,
    key: string,
    old: Entry | undefined,
  ): Promise<Fetched> {
    const sent = originRequest(behaviour, request);
    if (old?.headers.etag && old.status === 200) sent.headers['if-none-match'] = old.headers.etag;
    // A range of what is not kept goes to the origin as it is, so that a film can be sought in.
    const ranged = request.headers.range !== undefined && !old;
    if (ranged) sent.headers.range = request.headers.range!;
    let response: EdgeResponse;
    try {
      response = await ask(behaviour, { ...sent, signal: undefined });
    } catch (error) {
      response = originDown(behaviour, error);
    }
    if (response.status === 304 && old) {
      discard(response);
      const ttl = timeToLive({ ...old.headers, ...response.headers }, behaviour.cache, now());
      Object.assign(old, { storedAt: now(), ttl });
      return { response: { status: 200, headers: { ...old.headers }, body: old.body }, entry: old };
    }
    if (response.status === 206 || Number(response.headers['content-length'] ?? 0) > maxKeptBytes)
      return { response };
    const body = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body);
    const whole = { status: response.status, headers: response.headers, body };
    const ttl = lifeOf(behaviour, whole);
    const entry = entryOf(whole, ttl, behaviour.cache, now());
    // An error does not take the place of a good copy, which may be served in its stead.
    if (ttl > 0 && !(old && old.status < 400 && whole.status >= 500)) cache.set(key, entry);
    return { response: { ...response, body }, entry };
  }

  function lifeOf(
    behaviour: Behaviour,
    { status, headers }: { status: number; headers: Record<string, string> },
  ): number {
    if (status < 400) return headers['set-cookie'] ? 0 : timeToLive(headers, behaviour.cache, now());
    const control = cacheControl(headers['cache-control']);
    const given = Number(control.get('s-maxage') ?? control.get('max-age') ?? 0);
    return keptErrors.includes(status) || given > 0 ? Math.max(given, errorPage(status).ttl) : 0;
  }

  async function pageFor(
    page: { path: string; status: number },
    request: EdgeRequest,
  ): Promise<EdgeResponse> {
    const asked = { ...request, path: page.path, query: '', method: 'GET' };
    const response = await fromCache(behaviourOf(page.path), asked);
    response.headers['x-cache'] = 'Error from cloudfront';
    return { ...response, status: page.status };
  }

  return { answer, invalidate: () => cache.clear() };
}

function failed(status: number, code: string, error: string, xCache = 'Error from cloudfront'): EdgeResponse {
  return jsonAnswer(status, { error, code }, { 'cache-control': 'no-store', 'x-cache': xCache });
}

function discard(response: EdgeResponse): Buffer {
  if (!Buffer.isBuffer(response.body)) response.body.destroy();
  return Buffer.alloc(0);
}
