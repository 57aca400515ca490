import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushHints } from '#functions/kernel/push.ts';
import { signedHeaders } from '#functions/kernel/sign-request.ts';
import { Listener } from '#tests/support/push-listener.ts';
import { createAwsServer } from '../aws-server.ts';
import { TEST_CREDENTIALS } from '../aws-testing.ts';
import type { CloudDescription } from '../template/template.ts';
import { createEventsApi, type EventsApi } from './index.ts';
import { isChannel, isSubscribable } from './protocol.ts';

/* The protocol of AppSync Events, spoken by a client that knows nothing of the stand-in. */

const apiArn = 'arn:aws:appsync:us-east-1:000000000000:apis/abc';
const resources = [
  {
    type: 'AWS::AppSync::Api',
    name: 'api',
    arn: apiArn,
    properties: {
      EventConfig: {
        AuthProviders: [
          {
            AuthType: 'AWS_LAMBDA',
            LambdaAuthorizerConfig: { AuthorizerUri: 'arn:authorizer', AuthorizerResultTtlInSeconds: 0 },
          },
        ],
      },
    },
  },
  { type: 'AWS::AppSync::ChannelNamespace', name: 'tenant', properties: {} },
];
const cloud = {
  ofType: (type: string) => resources.filter((one) => one.type === type),
} as unknown as CloudDescription;

/** Lets in who has the token `good`, to anything but what is secret. */
const asked: { authorizationToken: string; requestContext: Record<string, string> }[] = [];
const invoke = async (_arn: string, event: object) => {
  const request = event as (typeof asked)[number];
  asked.push(request);
  const { authorizationToken, requestContext } = request;
  const isAuthorized = authorizationToken === 'good' && !requestContext.channel?.includes('secret');
  return { ok: true as const, payload: JSON.stringify({ isAuthorized, ttlOverride: 0 }) };
};

let api: EventsApi;
let server: ReturnType<typeof createAwsServer>;
let origin: string;
beforeAll(async () => {
  api = createEventsApi({ cloud, invoke: invoke as never });
  server = createAwsServer({
    services: { appsync: api.handle },
    upgrade: api.upgrade,
    credentials: TEST_CREDENTIALS,
    region: 'us-east-1',
  });
  origin = await server.listen();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: TEST_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: TEST_CREDENTIALS.secretAccessKey,
    PUSH_URL: `${origin}/event`,
  });
});
afterAll(async () => {
  api.close();
  await server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const connect = (token = 'good') => Listener.open(`${origin.replace('http', 'ws')}/event/realtime`, token);

async function publish(body: object) {
  const url = new URL(`${origin}/event`);
  const text = JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    headers: signedHeaders('appsync', url, text),
    body: text,
  });
  return { status: response.status, body: await response.json() };
}

describe('a connection', () => {
  it('is acknowledged with a time-out, and kept alive', async () => {
    const one = await connect();
    expect(await one.init()).toEqual({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    expect(await one.next('ka')).toEqual({ type: 'ka' });
    expect(asked).toMatchObject([
      { authorizationToken: 'good', requestContext: { operation: 'EVENT_CONNECT', apiId: 'abc' } },
    ]);
    one.close();
  });

  it('is refused and closed without a good token', async () => {
    for (const token of ['bad', '']) {
      const one = await connect(token);
      expect(await one.init()).toMatchObject({
        type: 'connection_error',
        errors: [{ errorType: 'UnauthorizedException' }],
      });
      await one.closed;
    }
  });

  it('does nothing before it is initialised, and says so of what it does not understand', async () => {
    const one = await connect();
    expect(
      await one.ask({ type: 'subscribe', id: '1', channel: '/tenant/1', authorization: {} }),
    ).toMatchObject({
      type: 'error',
    });
    expect(await one.ask({ type: 'dance' })).toMatchObject({ type: 'error' });
    one.close();
  });
});

describe('a subscription', () => {
  it('hears what is published on its channel until it is given up, and nothing of others', async () => {
    const one = await connect();
    await one.init();
    expect(await one.subscribe('/tenant/7/topic/inbox')).toMatchObject({ type: 'subscribe_success' });
    expect(asked.at(-1)).toMatchObject({
      requestContext: {
        operation: 'EVENT_SUBSCRIBE',
        channel: '/tenant/7/topic/inbox',
        channelNamespaceName: 'tenant',
      },
    });
    await publish({ channel: '/tenant/8/topic/inbox', events: ['{"n":1}'] });
    const { body } = await publish({ channel: '/tenant/7/topic/inbox', events: ['{"n":2}', '{"n":3}'] });
    expect(body).toEqual({
      failed: [],
      successful: [
        { identifier: expect.any(String), index: 0 },
        { identifier: expect.any(String), index: 1 },
      ],
    });
    expect([await one.heard(), await one.heard()]).toEqual([{ n: 2 }, { n: 3 }]);
    expect(await one.ask({ type: 'unsubscribe', id: '/tenant/7/topic/inbox' })).toMatchObject({
      type: 'unsubscribe_success',
    });
    expect(await one.ask({ type: 'unsubscribe', id: '/tenant/7/topic/inbox' })).toMatchObject({
      type: 'unsubscribe_error',
    });
    one.close();
  });

  it('may end in a wildcard, where the authorizer lets it', async () => {
    const one = await connect();
    await one.init();
    await one.subscribe('/tenant/9/*');
    await publish({ channel: '/tenant/9/topic/calls', events: ['"deep"'] });
    expect(await one.heard()).toBe('deep');
    one.close();
  });

  it('is refused where the authorizer says no, the namespace is unknown, or the id is taken', async () => {
    const one = await connect();
    await one.init();
    const refusal = (errorType: string) => ({ type: 'subscribe_error', errors: [{ errorType }] });
    expect(await one.subscribe('/tenant/secret')).toMatchObject(refusal('UnauthorizedException'));
    expect(await one.subscribe('/elsewhere/1')).toMatchObject(refusal('UnauthorizedException'));
    expect(await one.subscribe('/tenant/1', 'bad')).toMatchObject(refusal('UnauthorizedException'));
    expect(await one.subscribe('/tenant/a_b')).toMatchObject(refusal('BadRequestException'));
    await one.subscribe('/tenant/1');
    expect(await one.subscribe('/tenant/1')).toMatchObject(refusal('DuplicatedOperationError'));
    one.close();
  });
});

describe('publishing', () => {
  it('takes one to five events of JSON on a channel of a namespace', async () => {
    const channel = '/tenant/1';
    const status = async (body: object) => (await publish(body)).status;
    expect(await status({ channel, events: Array.from({ length: 5 }, () => '{}') })).toBe(200);
    expect(await status({ channel, events: Array.from({ length: 6 }, () => '{}') })).toBe(400);
    expect(await status({ channel, events: [] })).toBe(400);
    expect(await status({ channel, events: ['no json'] })).toBe(400);
    expect(await status({ channel: '/tenant/*', events: ['{}'] })).toBe(400);
    expect(await status({ channel: '/elsewhere', events: ['{}'] })).toBe(400);
  });

  it('wants a signature', async () => {
    const response = await fetch(`${origin}/event`, {
      method: 'POST',
      headers: { authorization: 'good' },
      body: JSON.stringify({ channel: '/tenant/1', events: ['{}'] }),
    });
    expect(response.ok).toBe(false);
    const url = new URL(`${origin}/event`);
    const headers = signedHeaders('appsync', url, 'one body');
    expect((await fetch(url, { method: 'POST', headers, body: 'another body' })).status).toBe(403);
  });
});

describe('the kernel', () => {
  it('sends hints that are alike once', async () => {
    const one = await connect();
    await one.init();
    for (const channel of ['/tenant/5/topic/inbox', '/tenant/5/topic/calls']) await one.subscribe(channel);
    const hint = (topic: 'inbox' | 'calls') => ({ channel: `/tenant/5/topic/${topic}`, hint: { topic } });
    await pushHints([hint('inbox'), hint('inbox'), hint('calls'), hint('inbox')]);
    const heard = [await one.heard(), await one.heard()].map((event) => (event as { topic: string }).topic);
    expect(heard.toSorted()).toEqual(['calls', 'inbox']);
    await pushHints([hint('inbox')]);
    expect(await one.heard()).toEqual({ topic: 'inbox' });
    expect(one.unheard).toEqual([]);
    one.close();
  });

  it('never fails for a hint that is lost', async () => {
    const before = process.env.PUSH_URL;
    process.env.PUSH_URL = 'http://127.0.0.1:9/event';
    await expect(
      pushHints([{ channel: '/tenant/5/topic/inbox', hint: { topic: 'inbox' } }]),
    ).resolves.toBeUndefined();
    process.env.PUSH_URL = before;
  });
});

it('knows channels as AppSync does: five segments of fifty letters, digits and dashes', () => {
  for (const path of ['/a', '/tenant/7/user/usr-01J8', '/a/b/c/d/e', `/a/${'x'.repeat(50)}`])
    expect(isChannel(path), path).toBe(true);
  for (const path of ['a', '/', '/a/', '/a/b/c/d/e/f', '/a/b_c', '/a/-b', `/a/${'x'.repeat(51)}`, '/a/*'])
    expect(isChannel(path), path).toBe(false);
  expect(isSubscribable('/a/b/*')).toBe(true);
  expect(isSubscribable('/a/*/b')).toBe(false);
});
