import { describe, expect, it } from 'vitest';
import { api as contract } from '#shared/api/index.ts';
import { createClient } from './client.ts';
import type { SendOptions } from './transport.ts';

function clientOf(answer: unknown, tenantId: number | null = 7) {
  const sent: { request: Request; options: SendOptions | undefined }[] = [];
  const api = createClient(contract, {
    send: async (request, _init, options) => {
      sent.push({ request, options });
      return Response.json(answer);
    },
    origin: 'http://dealbell.test',
    tenantId: () => tenantId,
  });
  return { api, sent };
}

describe('the client made from the contract', () => {
  it('adds tenantId to the query of a signed-in call', async () => {
    const { api, sent } = clientOf({ users: [], pagination: {} });
    await api.users.list({ search: 'ann a', page: 2 });
    const url = new URL(sent[0]!.request.url);
    expect(url.pathname).toBe('/api/users');
    expect(Object.fromEntries(url.searchParams)).toEqual({ tenantId: '7', search: 'ann a', page: '2' });
    expect(sent[0]!.options).toMatchObject({ anonymous: false, retry: true });
  });

  it('adds it to calls with a body as well, and keeps it out of the body', async () => {
    const { api, sent } = clientOf({});
    await api.users.update({ id: 'usr_1', firstName: 'Ann' });
    const { request } = sent[0]!;
    expect(`${request.method} ${request.url}`).toBe('PUT http://dealbell.test/api/users/usr_1?tenantId=7');
    expect(await request.json()).toEqual({ firstName: 'Ann' });
  });

  it('escapes what goes into the path', async () => {
    const { api, sent } = clientOf({});
    await api.users.get({ id: 'usr_1/../../x?y' });
    expect(new URL(sent[0]!.request.url).pathname).toBe('/api/users/usr_1%2F..%2F..%2Fx%3Fy');
  });

  it('signs in anonymously, without a tenant in the query and without retries', async () => {
    const { api, sent } = clientOf({ token: 't' });
    await api.auth.login({ username: 'anna', password: 'secret', tenantId: 3 });
    expect(sent[0]!.request.url).toBe('http://dealbell.test/api/auth/login');
    expect(await sent[0]!.request.json()).toEqual({ username: 'anna', password: 'secret', tenantId: 3 });
    expect(sent[0]!.options).toMatchObject({ anonymous: true, retry: false });
  });

  it('answers what the server answered', async () => {
    const { api } = clientOf({ status: 'ok' });
    expect(await api.system.health({})).toEqual({ status: 'ok' });
  });

  it('lets calls of texts wait 30 s, with the sentences of document 002', async () => {
    const { api, sent } = clientOf({ count: 0 });
    await api.sms.unifiedUnread({});
    expect(sent[0]!.options).toMatchObject({
      timeoutMs: 30_000,
      words: {
        timeout: 'Connection timeout. The server took too long to respond.',
        network: 'Network connection failed...',
      },
    });
  });

  it('hands the time-out of a call to the transport', async () => {
    const { api, sent } = clientOf({});
    await api.users.me({}, { context: { timeoutMs: 30_000 } });
    expect(sent[0]!.options?.timeoutMs).toBe(30_000);
  });
});
