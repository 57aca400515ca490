import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';

const login = (request: object) =>
  anybody().send('auth', { method: 'POST', path: '/auth/login', ...request });

describe('what is wrong with a request is told as it is', () => {
  it.each([
    ['malformed JSON', { body: '{"username":' }, 400, 'The body is not valid JSON.'],
    ['too many levels', { body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }, 400, /nests more than 100/],
    ['a bracket in a text', { body: `"${'[\\"'.repeat(200)}"` }, 400, /object/],
    ['no body', {}, 400, /./],
    [
      'a type that is not taken',
      { body: 'a=b', headers: { 'content-type': 'text/plain' } },
      415,
      /text\/plain/,
    ],
    ['more than 6 MB', { body: `"${'x'.repeat(7_000_000)}"` }, 413, /larger than 6 MB/],
  ])('%s', async (_, request, status, sentence) => {
    const answer = await login(request);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(sentence), code: expect.any(String) });
  });

  it.each([
    ['a path that no call has', 'GET', '/users/x/y/z', 404],
    ['an id that is a broken escape', 'GET', '/users/%E0%A4%A', 400],
    ['an id with what ends an address', 'GET', '/users/usr_1%23%3F', 400],
    ['a slash in an id', 'GET', '/users/usr_1%2Fx', 404],
    ['a method that the path has not', 'PATCH', '/users/me', 405],
  ])('%s', async (_, method, path, status) => {
    const { admin } = await freshTenant();
    const answer = await as(admin).send('users', { method, path });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  });

  it('405 names the methods that there are', async () => {
    const { headers } = await anybody().send('users', { method: 'PATCH', path: '/users/usr_1' });
    expect(headers.allow).toBe('GET, PUT, DELETE');
  });
});

it('answers every call with a request id and how long it took, and caches none', async () => {
  const { agent } = await freshTenant();
  const { headers } = await as(agent).call(api.users.me);
  expect(headers['x-request-id']).toMatch(/^[\w-]{10,}$/);
  expect(headers['server-timing']).toMatch(/^app;dur=\d/);
  expect(headers['cache-control']).toBe('no-store');
});
