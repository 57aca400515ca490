import { describe, expect, it } from 'vitest';
import { BodyTooLarge, type EdgeRequest } from '../edge.ts';
import { type InvokeResult, PayloadTooLarge } from '../functions/types.ts';
import { resolveTemplates } from '../template/template.ts';
import { createGateway, GATEWAY_LIMITS } from './index.ts';

const place = {
  accountId: '000000000000',
  region: 'us-east-1',
  awsEndpoint: 'http://127.0.0.1:1',
  cdnHost: 'localhost',
};

interface Settings {
  routes?: Record<string, string>;
  stage?: object;
  timeoutMs?: number;
}

type Event = Record<string, never> & { requestContext: { http: Record<string, string> } };

/** A gateway whose functions answer with `work(function name, event)`. */
function gateway(work: (name: string, event: Event) => unknown, settings: Settings = {}) {
  const { routes = { 'ANY /api/{proxy+}': 'main' }, stage = {}, timeoutMs } = settings;
  const names = [...new Set(Object.values(routes))];
  const resources = Object.fromEntries([
    ['Api', { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } }],
    [
      'Stage',
      {
        Type: 'AWS::ApiGatewayV2::Stage',
        Properties: { ApiId: { Ref: 'Api' }, StageName: '$default', ...stage },
      },
    ],
    ...names.flatMap((name) => [
      [name, { Type: 'AWS::Lambda::Function', Properties: { FunctionName: name } }],
      [
        `${name}Integration`,
        {
          Type: 'AWS::ApiGatewayV2::Integration',
          Properties: {
            ApiId: { Ref: 'Api' },
            IntegrationType: 'AWS_PROXY',
            PayloadFormatVersion: '2.0',
            IntegrationUri: { 'Fn::GetAtt': [name, 'Arn'] },
            TimeoutInMillis: timeoutMs,
          },
        },
      ],
    ]),
    ...Object.entries(routes).map(([key, name], at) => [
      `Route${at}`,
      {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: {
          ApiId: { Ref: 'Api' },
          RouteKey: key,
          Target: { 'Fn::Join': ['', ['integrations/', { Ref: `${name}Integration` }]] },
        },
      },
    ]),
  ]);
  const cloud = resolveTemplates([{ name: 'Api', template: { Resources: resources } }], place);
  let now = Date.parse('2026-11-20T08:03:09Z');
  const [origin] = createGateway(cloud, {
    ...place,
    now: () => now,
    invoke: async (arn, event): Promise<InvokeResult> => {
      try {
        const result = await work(arn.split(':').at(-1)!, event as Event);
        if (result instanceof PayloadTooLarge) return Promise.reject(result);
        const payload = JSON.stringify(result) ?? 'null';
        return { ok: true, payload, requestId: '1' };
      } catch (error) {
        return { ok: false, requestId: '1', failure: { errorType: 'Error', errorMessage: String(error) } };
      }
    },
  }).values();
  return {
    advance: (ms: number) => (now += ms),
    async call(
      method: string,
      path: string,
      { headers = {}, body = '' as string | Buffer, query = '' } = {},
    ) {
      const bytes = Buffer.from(body);
      const request: EdgeRequest = {
        method,
        path,
        query,
        headers,
        sourceIp: '10.1.2.3',
        body: async (limit) => {
          if (bytes.length > limit) throw new BodyTooLarge();
          return bytes;
        },
      };
      const response = await origin!(request);
      const text = (response.body as Buffer).toString();
      return { ...response, text, json: () => JSON.parse(text) as Record<string, unknown> };
    },
  };
}

const echo = gateway((_, event) => event);

describe('events of payload format 2.0', () => {
  it('holds path, query, headers and context as API Gateway gives them', async () => {
    const answer = await echo.call('GET', '/api/users/7', {
      query: 'a=1&a=2&b=x%20y',
      headers: { 'user-agent': 'bell', accept: 'text/html,*/*' },
    });
    expect(answer.json()).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /api/{proxy+}',
      rawPath: '/api/users/7',
      rawQueryString: 'a=1&a=2&b=x%20y',
      queryStringParameters: { a: '1,2', b: 'x y' },
      pathParameters: { proxy: 'users/7' },
      headers: { 'user-agent': 'bell', accept: 'text/html,*/*' },
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        stage: '$default',
        routeKey: 'ANY /api/{proxy+}',
        time: '20/Nov/2026:08:03:09 +0000',
        timeEpoch: Date.parse('2026-11-20T08:03:09Z'),
        http: {
          method: 'GET',
          path: '/api/users/7',
          protocol: 'HTTP/1.1',
          sourceIp: '10.1.2.3',
          userAgent: 'bell',
        },
      },
    });
    expect(answer.json()).not.toHaveProperty('body');
  });

  it('takes cookies out of the headers', async () => {
    const event = (await echo.call('GET', '/api/x', { headers: { cookie: 'a=1; b=2' } })).json();
    expect(event.cookies).toEqual(['a=1', 'b=2']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('decodes the path, and cuts it at an encoded question mark', async () => {
    expect((await echo.call('GET', '/api/a%20b%2Fc')).json().rawPath).toBe('/api/a b/c');
    expect((await echo.call('GET', '/api/a%3Fb=1')).json().rawPath).toBe('/api/a');
  });

  it.each([
    ['application/json', '{"a":"é"}', false],
    ['application/problem+json; charset=utf-8', '{}', false],
    ['text/csv', 'a;b', false],
    ['application/x-www-form-urlencoded', 'a=1', true],
    ['multipart/form-data; boundary=x', '--x--', true],
    ['application/octet-stream', 'x', true],
  ])('hands over a body of %s', async (type, body, base64) => {
    const event = (await echo.call('POST', '/api/x', { headers: { 'content-type': type }, body })).json();
    expect(event.isBase64Encoded).toBe(base64);
    expect(Buffer.from(event.body as string, base64 ? 'base64' : 'utf8').toString()).toBe(body);
  });

  it('keeps every byte of a binary body', async () => {
    const body = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    const event = (
      await echo.call('POST', '/api/x', { headers: { 'content-type': 'image/png' }, body })
    ).json();
    expect(Buffer.from(event.body as string, 'base64').equals(body)).toBe(true);
  });
});

describe('routes', () => {
  const routes = {
    $default: 'default',
    'ANY /api/{proxy+}': 'greedy',
    'ANY /api/users/{id}': 'one',
    'ANY /api/users/me': 'me',
    'POST /api/users/me': 'post',
    'GET /api/{area}/list': 'area',
  };
  const named = gateway((name, event) => ({ name, parameters: event.pathParameters ?? null }), { routes });
  it.each([
    ['GET', '/api/users/me', 'me', null],
    ['POST', '/api/users/me', 'post', null],
    ['GET', '/api/users/7', 'one', { id: '7' }],
    ['GET', '/api/users/7/files', 'greedy', { proxy: 'users/7/files' }],
    ['GET', '/api/leads/list', 'area', { area: 'leads' }],
    ['POST', '/api/leads/list', 'greedy', { proxy: 'leads/list' }],
    ['GET', '/api/users/', 'greedy', { proxy: 'users/' }],
    ['GET', '/api', 'default', null],
    ['GET', '/elsewhere', 'default', null],
  ])('%s %s goes to %s', async (method, path, name, parameters) => {
    expect((await named.call(method, path)).json()).toEqual({ name, parameters });
  });

  it('answers 404 where no route fits', async () => {
    const answer = await echo.call('GET', '/elsewhere');
    expect([answer.status, answer.json()]).toMatchObject([404, { message: 'Not Found', code: 'not_found' }]);
  });
});

describe('answers', () => {
  const answering = (result: unknown) => gateway(() => result).call('GET', '/api/x');
  it('takes anything without a status code as a JSON body', async () => {
    const answer = await answering({ ok: true });
    expect([answer.status, answer.headers['content-type'], answer.json()]).toEqual([
      200,
      'application/json',
      { ok: true },
    ]);
    expect((await answering('text')).text).toBe('text');
  });

  it('hands on status, headers and cookies', async () => {
    const answer = await answering({
      statusCode: 201,
      headers: { 'X-One': 1, 'Content-Type': 'text/html' },
      cookies: ['a=1', 'b=2; Secure'],
      body: '<p>',
    });
    expect(answer).toMatchObject({ status: 201, cookies: ['a=1', 'b=2; Secure'], text: '<p>' });
    expect(answer.headers).toMatchObject({
      'x-one': '1',
      'content-type': 'text/html',
      'content-length': '3',
    });
  });

  it('decodes a binary body', async () => {
    const answer = await answering({
      statusCode: 200,
      body: Buffer.from([0, 255, 1]).toString('base64'),
      isBase64Encoded: true,
    });
    expect([...(answer.body as Buffer)]).toEqual([0, 255, 1]);
  });

  it.each([{ statusCode: 'what' }, { statusCode: 99 }, { statusCode: 200, body: { not: 'text' } }])(
    'refuses %j with 500',
    async (result) => expect((await answering(result)).status).toBe(500),
  );
});

describe('limits', () => {
  it('takes 10 MB and answers 413 above it', async () => {
    const body = Buffer.alloc(GATEWAY_LIMITS.bodyBytes);
    const size = gateway((_, event) => ({ bytes: Buffer.from(event.body!, 'base64').length }));
    expect((await size.call('POST', '/api/x', { body })).json()).toEqual({ bytes: body.length });
    const refused = await size.call('POST', '/api/x', { body: Buffer.concat([body, Buffer.from('x')]) });
    expect([refused.status, refused.json()]).toMatchObject([
      413,
      { message: 'Request Entity Too Large', code: 'payload_too_large' },
    ]);
  });

  it('answers 413 when the event is larger than a function takes', async () => {
    const answer = await gateway(() => new PayloadTooLarge()).call('POST', '/api/x');
    expect([answer.status, answer.json().error]).toEqual([413, expect.stringMatching(/larger than 6 MB/)]);
  });

  it('answers 503 when the function is later than the time-out', async () => {
    const answer = await gateway(() => new Promise(() => undefined), { timeoutMs: 50 }).call('GET', '/api/x');
    expect([answer.status, answer.json().message]).toEqual([503, 'Service Unavailable']);
  });

  it('answers 500 when the function fails, and tells nothing of it', async () => {
    const failing = gateway(() => {
      throw new Error('secret');
    });
    const answer = await failing.call('GET', '/api/x');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
  });

  it('throttles as the stage says, and takes calls again later', async () => {
    const slow = gateway(() => 'ok', {
      stage: { DefaultRouteSettings: { ThrottlingBurstLimit: 2, ThrottlingRateLimit: 1 } },
    });
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await slow.call('GET', '/api/x')).status);
    expect(statuses).toEqual([200, 200, 429]);
    slow.advance(1000);
    expect((await slow.call('GET', '/api/x')).status).toBe(200);
  });
});
