import { expect, it } from 'vitest';
import { backOffs } from '#functions/accountGuard/limits.ts';
import { api } from '#shared/api/index.ts';
import { anybody, freshTenant, type TestTenant, testPassword, withToken } from '#tests/support/tenant.ts';

const browser = { 'x-session': 'cookie', 'content-type': 'application/json' };
const named = (cookies: string[], name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`));
const pairs = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]!);

const login = (
  tenant: TestTenant,
  { username = 'agent', password = testPassword, cookies = [] as string[], headers = browser as object } = {},
) =>
  anybody(tenant.address).call(
    api.auth.login,
    { username, password, tenantId: tenant.id },
    { headers: headers as Record<string, string>, cookies },
  );

const refresh = (tenant: TestTenant, cookies: string[], headers: object = browser, input = {}) =>
  anybody(tenant.address).call(api.auth.refresh, input, {
    headers: headers as Record<string, string>,
    cookies,
  });

it('a browser gets its refresh token in a cookie that no script and no other site can use', async () => {
  const tenant = await freshTenant();
  const { status, body, cookies } = await login(tenant);
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('refreshToken');
  expect(body).not.toHaveProperty('deviceToken');
  const cookie = named(cookies, 'dealbell_refresh')!;
  const [, ...attributes] = cookie.split('; ');
  // The tests' public address is http://localhost, where Secure would lose the cookie in some browsers.
  expect(attributes).toEqual(['Path=/api/auth', 'Max-Age=1209600', 'HttpOnly', 'SameSite=Strict']);
  expect((await withToken(body.token).call(api.users.me)).status).toBe(200);
});

it('the cookie travels by https only where the product is reached by it', async () => {
  const tenant = await freshTenant();
  const before = process.env.PUBLIC_URL;
  try {
    for (const address of ['https://signs.example.com', '']) {
      process.env.PUBLIC_URL = address;
      for (const cookie of (await login(tenant)).cookies) expect(cookie.split('; ')).toContain('Secure');
    }
  } finally {
    process.env.PUBLIC_URL = before;
  }
});

it('a program gets and gives it in the body, as the specification says, and no cookie', async () => {
  const tenant = await freshTenant();
  const { body, cookies } = await login(tenant, { headers: {} });
  expect(body.refreshToken).toMatch(/^rt_/);
  expect(cookies).toEqual([]);
  const next = await anybody(tenant.address).call(api.auth.refresh, { refreshToken: body.refreshToken });
  expect(next.body.refreshToken).toMatch(/^rt_/);
});

it('a refresh takes the cookie and sets the next; each works once', async () => {
  const tenant = await freshTenant();
  const first = pairs((await login(tenant)).cookies);
  const second = await refresh(tenant, first);
  expect(second.status).toBe(200);
  expect(second.body).not.toHaveProperty('refreshToken');
  const third = await refresh(tenant, pairs(second.cookies));
  expect(third.status).toBe(200);
  expect((await refresh(tenant, first)).status).toBe(401);
  expect((await refresh(tenant, pairs(third.cookies))).status).toBe(401);
});

it('a session of before the cookie moves into it by its first refresh', async () => {
  const tenant = await freshTenant();
  const { refreshToken } = (await login(tenant, { headers: {} })).body;
  const moved = await refresh(tenant, [], browser, { refreshToken });
  expect(moved.status).toBe(200);
  expect(moved.body).not.toHaveProperty('refreshToken');
  expect((await refresh(tenant, pairs(moved.cookies))).status).toBe(200);
});

it.each([
  ['without the header that other sites cannot send', { 'content-type': 'application/json' }],
  ['as a form', { 'x-session': 'cookie', 'content-type': 'application/x-www-form-urlencoded' }],
  ['as plain text', { 'x-session': 'cookie', 'content-type': 'text/plain' }],
])('a cookie counts for nothing %s', async (_, headers) => {
  const tenant = await freshTenant();
  const cookies = pairs((await login(tenant)).cookies);
  const body = headers['content-type'].includes('form') ? 'x=1' : '{}';
  const answer = await anybody(tenant.address).send('auth', {
    method: 'POST',
    path: '/auth/refresh',
    headers,
    body,
    cookies,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.cookies).toEqual([]);
  expect((await refresh(tenant, cookies)).status).toBe(200);
});

it('a sign-out ends the session of the cookie and takes the cookie away', async () => {
  const tenant = await freshTenant();
  const cookies = pairs((await login(tenant)).cookies);
  const out = await anybody(tenant.address).call(api.auth.logout, {}, { headers: browser, cookies });
  expect(out.status).toBe(200);
  expect(named(out.cookies, 'dealbell_refresh')).toMatch(/^dealbell_refresh=; .*Max-Age=0/);
  expect((await refresh(tenant, cookies)).status).toBe(401);
});

it('without a token at all a refresh is refused', async () => {
  const tenant = await freshTenant();
  expect((await refresh(tenant, [])).status).toBe(401);
  expect((await refresh(tenant, [], {})).status).toBe(401);
});

it('the browser is known for each of the people who share it', async () => {
  const tenant = await freshTenant();
  const agent = pairs((await login(tenant)).cookies);
  const both = pairs((await login(tenant, { username: 'boss', cookies: agent })).cookies);
  const again = pairs((await login(tenant, { username: 'boss', cookies: both })).cookies);
  expect(named(again, 'dealbell_devices')!.split('.')).toHaveLength(2);
  for (const username of ['agent', 'boss']) {
    for (let n = 0; n < backOffs.pair.free; n++) await login(tenant, { username, password: 'wrong' });
    expect((await login(tenant, { username })).status).toBe(429);
    expect((await login(tenant, { username, cookies: again })).status).toBe(200);
  }
});

it('a trial and a registration sign a browser in by cookie too', async () => {
  const { address } = await freshTenant();
  const trial = {
    companyName: 'Harbor Roofing',
    username: 'mia',
    email: 'mia@example.com',
    password: 'a phrase of four',
    firstName: 'Mia',
    lastName: 'Lund',
  };
  const made = await anybody(address).call(api.auth.createTrial, trial, { headers: browser });
  expect(made.status).toBe(201);
  expect(made.body).not.toHaveProperty('refreshToken');
  expect(named(made.cookies, 'dealbell_refresh')).toBeDefined();
});
