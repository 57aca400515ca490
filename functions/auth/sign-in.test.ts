import { expect, it } from 'vitest';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { api } from '#shared/api/index.ts';
import {
  anybody,
  as,
  freshTenant,
  sessionOf,
  type TestTenant,
  type TestUser,
  testPassword,
  withToken,
} from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const login = (tenant: TestTenant, user: Partial<TestUser>) => {
  const { username = 'nobody', password = testPassword } = user;
  return anybody(tenant.address).call(api.auth.login, { username, password, tenantId: tenant.id });
};

it('answers a session, the user and the tenant', async () => {
  const tenant = await freshTenant();
  const { status, body } = await login(tenant, tenant.agent);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    userId: tenant.agent.userId,
    username: 'agent',
    tenantId: tenant.id,
    role: 'agent',
    email: 'agent@example.com',
    firstName: 'Agent',
    lastName: 'Tester',
    fullName: 'Agent Tester',
    tenantName: 'Northwind Solar',
    expiresIn: 900,
  });
  const me = await withToken(body.token).call(api.users.me);
  expect(me.body.userId).toBe(tenant.agent.userId);
  expect(Date.parse(me.body.lastLoginAt!)).toBeGreaterThan(Date.now() - 60_000);
});

it('takes the username in any case of letters, and the default tenant when none is named', async () => {
  const tenant = await freshTenant();
  expect((await login(tenant, { username: ' AGENT ' })).status).toBe(200);
  const { username, password } = tenant.agent;
  const { status } = await anybody(tenant.address).call(api.auth.login, { username, password });
  expect(status).toBe(401);
});

it('answers wrong password, unknown user and unknown tenant alike', async () => {
  const tenant = await freshTenant();
  const answers = [
    await login(tenant, { username: 'agent', password: 'wrong' }),
    await login(tenant, { username: 'nobody' }),
    await login({ ...tenant, id: 2_000_000_000 }, { username: 'agent' }),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      401,
      { error: 'Invalid username or password.', code: 'invalid_credentials' },
    ]);
});

it.each([
  ['no username', { username: '' }, 'Please enter your username.'],
  ['no password', { password: '' }, 'Please enter your password.'],
])('says what is missing: %s', async (_, change, sentence) => {
  const { agent, id } = await freshTenant();
  const input = { username: agent.username, password: testPassword, tenantId: id, ...change };
  const { status, body } = await anybody().call(api.auth.login, input);
  expect([status, body.error]).toEqual([400, sentence]);
});

it.each([
  ['an unknown field', '{"username":"a","password":"b","admin":true}'],
  ['malformed JSON', '{"username":'],
  ['a list', '[]'],
  ['an object for a password', '{"username":"a","password":{"$ne":""}}'],
])('refuses %s', async (_, body) => {
  const answer = await anybody().send('auth', { method: 'POST', path: '/auth/login', body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

it('lets no deactivated user in, and tells only who knows the password', async () => {
  const tenant = await freshTenant();
  const session = (await login(tenant, tenant.agent)).body;
  await as(tenant.admin).call(api.users.update, { id: tenant.agent.userId, isActive: false });
  const right = await login(tenant, tenant.agent);
  expect([right.status, right.body.code]).toEqual([403, 'deactivated']);
  expect((await login(tenant, { username: 'agent', password: 'wrong' })).status).toBe(401);
  const { refreshToken } = session;
  expect((await anybody(tenant.address).call(api.auth.refresh, { refreshToken })).status).toBe(401);

  await as(tenant.admin).call(api.users.update, { id: tenant.agent.userId, isActive: true });
  expect((await anybody(tenant.address).call(api.auth.refresh, { refreshToken })).status).toBe(401);
  expect((await login(tenant, tenant.agent)).status).toBe(200);
});

it('takes no token that has run out, was forged, or is none', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const { token } = (await login(tenant, tenant.admin)).body;
  expect((await withToken(token).call(api.users.list)).status).toBe(200);
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const forge = (change: object) =>
    Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const forged of [
    `${head}.${forge({ tid: 1 })}.${signature}`,
    `${head}.${forge({ role: 'operator' })}.${signature}`,
    `${unsigned}.${claims}.`,
    `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
    'x.y.z',
    'rubbish',
  ]) {
    const { status, body } = await withToken(forged).call(api.users.list);
    expect([status, body.error]).toEqual([401, 'Authentication required. Please log in.']);
  }
  time.forward({ minutes: 16 });
  const late = await withToken(token).call(api.users.list);
  expect(late).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  expect(late.body.error).toBe('Your session has expired. Please log in again.');
});

it('a token speaks for its own tenant only, whatever user id it holds', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()];
  const { userId } = one.admin;
  const token = await signAccessToken({
    tenantId: other.id,
    userId,
    sessionId: await sessionOf(one.admin),
  });
  expect((await withToken(token).call(api.users.me)).status).toBe(401);
  expect((await withToken(token).call(api.users.get, { id: one.agent.userId })).status).toBe(401);
});
