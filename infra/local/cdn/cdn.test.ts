import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { EdgeRequest, EdgeResponse } from '../edge.ts';
import { resolveTemplates } from '../template/template.ts';
import type { Properties } from '../template/types.ts';
import { createCdn } from './index.ts';

const place = {
  accountId: '000000000000',
  region: 'us-east-1',
  awsEndpoint: 'http://127.0.0.1:1',
  cdnHost: 'localhost',
};
const optimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Settings {
  behaviour?: Properties;
  behaviours?: Properties[];
  errors?: Properties[];
  origin?: Properties;
  edge?: string;
}

/** A distribution before one origin, with a clock that stands still until it is moved. */
function cdn(
  fetch: (request: EdgeRequest) => Partial<EdgeResponse> | Promise<Partial<EdgeResponse>>,
  settings: Settings = {},
) {
  let now = Date.parse('2026-11-20T08:00:00Z');
  const seen: EdgeRequest[] = [];
  const association = {
    FunctionAssociations: [
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Edge', 'FunctionARN'] } },
    ],
  };
  const common = { TargetOriginId: 'o', Compress: true, ...(settings.edge ? association : {}) };
  const resources = {
    Edge: {
      Type: 'AWS::CloudFront::Function',
      Properties: { Name: 'edge', FunctionCode: settings.edge ?? '' },
    },
    Signs: {
      Type: 'AWS::CloudFront::CachePolicy',
      Properties: {
        CachePolicyConfig: {
          DefaultTTL: 300,
          MaxTTL: 3600,
          MinTTL: 0,
          ParametersInCacheKeyAndForwardedToOrigin: {
            CookiesConfig: { CookieBehavior: 'none' },
            HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-Language'] },
            QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
            EnableAcceptEncodingGzip: true,
            EnableAcceptEncodingBrotli: true,
          },
        },
      },
    },
    Headers: {
      Type: 'AWS::CloudFront::ResponseHeadersPolicy',
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: {
              ContentSecurityPolicy: 'connect-src https://files.s3.us-east-1.amazonaws.com',
              Override: false,
            },
            ContentTypeOptions: { Override: true },
          },
          CustomHeadersConfig: { Items: [{ Header: 'X-Frame', Value: 'ours', Override: true }] },
        },
      },
    },
    Cdn: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Origins: [{ Id: 'o', DomainName: 'origin.example', ...settings.origin }],
          CacheBehaviors: (settings.behaviours ?? []).map((behaviour) => ({ ...common, ...behaviour })),
          DefaultCacheBehavior: { ...common, CachePolicyId: { Ref: 'Signs' }, ...settings.behaviour },
          CustomErrorResponses: settings.errors ?? [],
        },
      },
    },
  };
  const cloud = resolveTemplates([{ name: 'Web', template: { Resources: resources } }], place);
  const edge = createCdn({
    cloud,
    distribution: cloud.ofType('AWS::CloudFront::Distribution')[0]!,
    origins: new Map([
      [
        'origin.example',
        async (request: EdgeRequest): Promise<EdgeResponse> => {
          seen.push(request);
          const { status = 200, headers = {}, body = Buffer.from('body') } = await fetch(request);
          return { status, headers, body };
        },
      ],
    ]),
    rewriteHeader: (value) =>
      value.replace('https://files.s3.us-east-1.amazonaws.com', 'http://127.0.0.1:3001'),
    secret: (id) => `the value of ${id}`,
    now: () => now,
    log: () => undefined,
  });
  return {
    seen,
    invalidate: edge.invalidate,
    advance: (seconds: number) => (now += seconds * 1000),
    async get(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const [before, query = ''] = path.split('?') as [string, string?];
      const request = {
        method,
        path: before,
        query,
        headers: { host: 'localhost:3000', ...headers },
        sourceIp: '10.1.2.3',
        body: async () => Buffer.alloc(0),
      };
      const response = await edge.answer(request);
      const bytes = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body);
      return {
        ...response,
        bytes,
        text: bytes.toString(),
        cache: response.headers['x-cache']?.replace(' from cloudfront', ''),
      };
    },
  };
}

const fresh = (cacheControl: string, etag?: string) => ({
  headers: { 'cache-control': cacheControl, ...(etag ? { etag } : {}) },
});

describe('how long a response is kept', () => {
  it.each([
    ['no header at all', undefined, 300],
    ['max-age', 'max-age=60', 60],
    ['s-maxage before max-age', 'max-age=5, s-maxage=90', 90],
    ['no longer than the greatest TTL', 'max-age=999999', 3600],
  ])('%s', async (_, header, seconds) => {
    const edge = cdn(() => (header ? fresh(header) : {}));
    expect((await edge.get('/a')).cache).toBe('Miss');
    edge.advance(seconds - 1);
    const hit = await edge.get('/a');
    expect([hit.cache, hit.headers.age]).toEqual(['Hit', String(seconds - 1)]);
    edge.advance(1);
    expect((await edge.get('/a')).cache).toBe('Miss');
    expect(edge.seen).toHaveLength(2);
  });

  it.each(['no-store', 'private', 'no-cache'])('not at all with %s', async (header) => {
    const edge = cdn(() => fresh(header));
    await edge.get('/a');
    expect((await edge.get('/a')).cache).toBe('Miss');
  });

  it('at least the smallest TTL, whatever the origin says', async () => {
    const edge = cdn(() => fresh('no-cache'), { behaviour: { CachePolicyId: optimized } });
    await edge.get('/a');
    expect((await edge.get('/a')).cache).toBe('Hit');
    edge.advance(1);
    expect((await edge.get('/a')).cache).toBe('Miss');
  });

  it('forgets all when it is invalidated', async () => {
    const edge = cdn(() => ({}));
    await edge.get('/a');
    edge.invalidate();
    expect((await edge.get('/a')).cache).toBe('Miss');
  });
});

describe('the cache key', () => {
  it('holds the query parameters and headers of the policy and no others', async () => {
    const edge = cdn((request) => ({ body: Buffer.from(request.query) }));
    await edge.get('/a?v=1&x=1', { 'x-language': 'en', cookie: 'a=1' });
    expect((await edge.get('/a?x=2&v=1', { 'x-language': 'en', cookie: 'a=2' })).cache).toBe('Hit');
    expect((await edge.get('/a?v=2', { 'x-language': 'en' })).cache).toBe('Miss');
    expect((await edge.get('/a?v=1', { 'x-language': 'de' })).cache).toBe('Miss');
    expect(edge.seen.map(({ query }) => query)).toEqual(['v=1', 'v=2', 'v=1']);
  });

  it('asks the origin once for all who ask at the same time', async () => {
    const edge = cdn(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return {};
    });
    const answers = await Promise.all([edge.get('/a'), edge.get('/a'), edge.get('/a')]);
    expect(edge.seen).toHaveLength(1);
    expect(answers.map(({ text }) => text)).toEqual(['body', 'body', 'body']);
  });
});

describe('an origin that fails', () => {
  const failing = (header: string) => {
    const state = { down: false, status: 0 };
    const edge = cdn(() => {
      if (state.down) throw new Error('refused');
      if (state.status) return { status: state.status };
      return fresh(header);
    });
    return { edge, state };
  };

  it('is covered up by the copy that is kept', async () => {
    const { edge, state } = failing('max-age=10');
    await edge.get('/a');
    edge.advance(1000);
    state.status = 500;
    expect([(await edge.get('/a')).status, (await edge.get('/a')).text]).toEqual([200, 'body']);
    state.down = true;
    expect((await edge.get('/a')).status).toBe(200);
  });

  it('is not covered up for longer than stale-if-error says', async () => {
    const { edge, state } = failing('max-age=10, stale-if-error=60');
    await edge.get('/a');
    state.down = true;
    edge.advance(69);
    expect((await edge.get('/a')).status).toBe(200);
    edge.advance(1);
    expect((await edge.get('/a')).status).toBe(502);
  });

  it('answers 502 with a sentence when nothing is kept', async () => {
    const { edge, state } = failing('max-age=10');
    state.down = true;
    const answer = await edge.get('/new');
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'origin_unreachable',
      error: expect.stringMatching(/cannot be reached/),
    });
  });

  it('is asked again after ten seconds, and not before', async () => {
    const edge = cdn(() => ({ status: 404, headers: { 'cache-control': 'no-store' } }));
    await edge.get('/a');
    edge.advance(9);
    await edge.get('/a');
    expect(edge.seen).toHaveLength(1);
    edge.advance(1);
    await edge.get('/a');
    expect(edge.seen).toHaveLength(2);
  });
});

describe('revalidation', () => {
  it('serves the old copy at once and fetches the new one behind it', async () => {
    let version = 0;
    const edge = cdn(() => ({
      ...fresh('max-age=10, stale-while-revalidate=30'),
      body: Buffer.from(String(++version)),
    }));
    await edge.get('/a');
    edge.advance(20);
    expect((await edge.get('/a')).text).toBe('1');
    await expect.poll(async () => (await edge.get('/a')).text).toBe('2');
    expect(edge.seen).toHaveLength(2);
  });

  it('asks with the ETag and keeps the copy that is unchanged', async () => {
    const edge = cdn((request) =>
      request.headers['if-none-match'] === '"1"'
        ? { status: 304, headers: { 'cache-control': 'max-age=10' } }
        : fresh('max-age=10', '"1"'),
    );
    await edge.get('/a');
    edge.advance(11);
    const again = await edge.get('/a');
    expect([again.status, again.cache, again.text]).toEqual([200, 'RefreshHit', 'body']);
    expect((await edge.get('/a')).cache).toBe('Hit');
  });

  it('answers 304 to a caller who has it, and ranges from the copy', async () => {
    const edge = cdn(() => fresh('max-age=10', '"1"'));
    await edge.get('/a');
    expect((await edge.get('/a', { 'if-none-match': 'W/"1"' })).status).toBe(304);
    const range = await edge.get('/a', { range: 'bytes=1-2' });
    expect([range.status, range.text, range.headers['content-range']]).toEqual([206, 'od', 'bytes 1-2/4']);
    expect((await edge.get('/a', { range: 'bytes=-1' })).text).toBe('y');
    expect((await edge.get('/a', { range: 'bytes=9-' })).status).toBe(416);
    expect((await edge.get('/a', {}, 'HEAD')).bytes).toHaveLength(0);
    expect(edge.seen).toHaveLength(1);
  });

  it('hands a range of what is not kept to the origin', async () => {
    const edge = cdn((request) => ({
      status: 206,
      body: Readable.from([Buffer.from(request.headers.range!)]),
    }));
    expect((await edge.get('/film', { range: 'bytes=5-9' })).text).toBe('bytes=5-9');
  });
});

describe('compression', () => {
  const text = 'a sign '.repeat(500);
  const page = () => ({ headers: { 'content-type': 'text/html', etag: '"1"' }, body: Buffer.from(text) });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('of what a caller accepts as %s', async (accepted, encoding, open) => {
    const answer = await cdn(page).get('/a', { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      etag: 'W/"1"',
      vary: 'Accept-Encoding',
    });
    expect(open(answer.bytes).toString()).toBe(text);
  });

  it('not for callers who take none, small bodies, pictures, and behaviours without a cache', async () => {
    const accepting = { 'accept-encoding': 'gzip' };
    expect((await cdn(page).get('/a')).headers).not.toHaveProperty('content-encoding');
    expect((await cdn(() => ({ ...page(), body: Buffer.from('small') })).get('/a', accepting)).text).toBe(
      'small',
    );
    const picture = cdn(() => ({ headers: { 'content-type': 'image/png' }, body: Buffer.from(text) }));
    expect((await picture.get('/a', accepting)).text).toBe(text);
    expect((await cdn(page, { behaviour: { CachePolicyId: disabled } }).get('/a', accepting)).text).toBe(
      text,
    );
  });
});

describe('behaviours', () => {
  const api = {
    PathPattern: '/api/*',
    CachePolicyId: disabled,
    OriginRequestPolicyId: allViewerExceptHost,
    AllowedMethods: ['GET', 'HEAD', 'POST'],
  };

  it('takes the first pattern that fits', async () => {
    const behaviours = [{ PathPattern: '/api/public/*', CachePolicyId: optimized }, api];
    const edge = cdn(() => ({}), { behaviours });
    for (const path of ['/api/public/a', '/api/private']) await edge.get(path);
    expect((await edge.get('/api/public/a')).cache).toBe('Hit');
    expect((await edge.get('/api/private')).cache).toBe('Miss');
  });

  it('hands everything but the host to an origin behind no cache, and nothing behind one', async () => {
    const edge = cdn(() => ({}), { behaviours: [api] });
    const headers = { authorization: 'Bearer x', cookie: 'a=1', 'if-none-match': '"1"' };
    await edge.get('/api/a?q=1', headers);
    await edge.get('/page?q=1', headers);
    expect(edge.seen[0]).toMatchObject({
      query: 'q=1',
      headers: { ...headers, host: 'origin.example', 'x-forwarded-for': '10.1.2.3' },
    });
    expect(edge.seen[1]!.query).toBe('');
    for (const name of Object.keys(headers)) expect(edge.seen[1]!.headers).not.toHaveProperty(name);
  });

  it('puts the origin’s own headers over those of the viewer, with the values of secrets', async () => {
    const resolve = (part: string) => `{{resolve:secretsmanager:origin-secret:SecretString:${part}}}`;
    const headers = (HeaderValue: string) => ({
      origin: { OriginCustomHeaders: [{ HeaderName: 'X-Origin', HeaderValue }] },
      behaviour: { CachePolicyId: disabled, OriginRequestPolicyId: allViewerExceptHost },
    });
    const edge = cdn(() => ({}), headers(resolve('::')));
    await edge.get('/a', { 'x-origin': 'forged' });
    expect(edge.seen[0]!.headers['x-origin']).toBe('the value of origin-secret');
    expect(() => cdn(() => ({}), headers(resolve('::v1')))).toThrow(/current value of a whole secret/);
  });

  it('refuses methods that a behaviour does not name', async () => {
    const edge = cdn(() => ({}), { behaviours: [api] });
    expect([
      (await edge.get('/page', {}, 'POST')).status,
      (await edge.get('/api/a', {}, 'POST')).status,
    ]).toEqual([403, 200]);
  });

  it('sets the headers of the policy, with local addresses in them', async () => {
    const behaviour = { ResponseHeadersPolicyId: { Ref: 'Headers' } };
    const answer = await cdn(() => ({ headers: { 'x-frame': 'theirs' } }), { behaviour }).get('/a');
    expect(answer.headers).toMatchObject({
      'x-frame': 'ours',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'connect-src http://127.0.0.1:3001',
    });
    const own = await cdn(() => ({ headers: { 'content-security-policy': 'own' } }), { behaviour }).get('/a');
    expect(own.headers['content-security-policy']).toBe('own');
  });

  it('answers an error with the page that is set for it', async () => {
    const errors = [{ ErrorCode: 403, ResponseCode: 200, ResponsePagePath: '/index.html' }];
    const edge = cdn(
      ({ path }) => (path === '/index.html' ? { body: Buffer.from('page') } : { status: 403 }),
      { errors },
    );
    const answer = await edge.get('/some/page');
    expect([answer.status, answer.text]).toEqual([200, 'page']);
  });
});

describe('viewer-request functions', () => {
  it('may change the request before the cache', async () => {
    const edge = cdn(({ path, query }) => ({ body: Buffer.from(`${path}?${query}`) }), {
      edge: `function handler(event) {
        const request = event.request;
        if (request.querystring.v.value !== '1' || request.cookies.a.value !== 'b' || event.viewer.ip !== '10.1.2.3') throw new Error('wrong event');
        request.uri = '/index.html';
        return request;
      }`,
    });
    expect((await edge.get('/x?v=1', { cookie: 'a=b' })).text).toBe('/index.html?v=1');
    expect((await edge.get('/y?v=1', { cookie: 'a=b' })).cache).toBe('Hit');
  });

  it('may answer themselves', async () => {
    const edge = cdn(() => ({}), {
      edge: `async function handler() {
        return { statusCode: 302, headers: { location: { value: '/login' } }, cookies: { a: { value: '1', attributes: 'Secure' } } };
      }`,
    });
    const answer = await edge.get('/x');
    expect(answer).toMatchObject({ status: 302, cookies: ['a=1; Secure'] });
    expect(answer.headers.location).toBe('/login');
    expect(edge.seen).toHaveLength(0);
  });

  it.each([
    'function handler() { throw new Error("x"); }',
    'function handler() { for (;;); }',
    'function handler() { require("fs"); }',
  ])('answer 503 when they fail: %s', async (code) =>
    expect((await cdn(() => ({}), { edge: code }).get('/x')).status).toBe(503),
  );
});
