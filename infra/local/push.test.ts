import { afterAll, beforeAll, expect, it } from 'vitest';
import { Listener } from '#tests/support/push-listener.ts';
import { scratchDir } from './aws-testing.ts';
import { type LocalCloud, startLocalCloud } from './cloud.ts';
import type { EngineName } from './dynamodb/engine.ts';

/* From a call of the API to a page's websocket, by the functions and policies that are deployed. */

const scratch = scratchDir();
let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await startLocalCloud({
    stateDir: scratch.dir,
    ports: { product: 0, aws: 0, dynamodb: 0, sandbox: 0, smtp: 0 },
    engine: (process.env.DEALBELL_ENGINE ?? 'extenddb') as EngineName,
    demo: false,
    terminal: () => undefined,
  });
}, 120_000);
afterAll(async () => {
  await cloud.stop();
  scratch.remove();
});

async function ask<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(`${cloud.origin}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function signedIn(): Promise<{ token: string; tenantId: number }> {
  const [token] = /setup_\d+_[\w-]+/.exec(cloud.firstAdminPath!)!;
  const person = (username: string) => ({
    username,
    email: `${username}@example.com`,
    password: 'correct horse battery',
    firstName: 'First',
    lastName: 'Admin',
  });
  const { tenantId } = await ask<{ tenantId: number }>('POST', '/platform/setup', {
    token,
    companyName: 'Northwind Solar',
    timeZone: 'America/New_York',
    admin: person('boss'),
    operator: person('operator'),
  });
  const { username, password } = person('boss');
  return {
    ...(await ask<{ token: string }>('POST', '/auth/login', { username, password, tenantId })),
    tenantId,
  };
}

it('tells an open page of a change, and the page is allowed to listen by its policy', async () => {
  const { token, tenantId } = await signedIn();
  const { url, host } = await ask<{ url: string; host: string }>('GET', '/push-channel', undefined, token);
  expect(host).toBe(new URL(cloud.awsEndpoint).host);
  const page = await Listener.open(url, token);
  expect(await page.init()).toMatchObject({ type: 'connection_ack' });
  expect(await page.subscribe(`/tenant/${tenantId}/topic/displays`)).toMatchObject({
    type: 'subscribe_success',
  });
  expect(await page.subscribe(`/tenant/${tenantId + 1}/topic/displays`)).toMatchObject({
    type: 'subscribe_error',
  });
  await ask('POST', '/signage/groups', { name: 'Lobby', displayIds: [] }, token);
  expect(await page.heard()).toEqual({ topic: 'displays' });
  page.close();
  // A function that asked AWS for what no policy allows would be a fault.
  expect(cloud.faults).toEqual([]);
  const policies = cloud.description
    .ofType('AWS::CloudFront::ResponseHeadersPolicy')
    .map(({ properties }) => JSON.stringify(properties))
    .filter((text) => text.includes('connect-src'));
  expect(policies).toHaveLength(2);
  for (const policy of policies) expect(policy).toContain(` ${new URL(url).origin}`);
}, 120_000);

it('opens the websockets of the sandbox’s pages to its own pages alone', async () => {
  const address = `${cloud.origin.replace('http', 'ws')}/sandbox/phone/events`;
  const state = (options?: object) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(address, options as never);
      socket.addEventListener('open', () => {
        socket.close();
        resolve('open');
      });
      socket.addEventListener('error', () => resolve('refused'));
    });
  expect(await state()).toBe('open');
  expect(await state({ headers: { origin: 'http://elsewhere.example' } })).toBe('refused');
  expect(await state({ headers: { origin: cloud.origin } })).toBe('open');
});
