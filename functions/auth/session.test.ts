import { expect, it } from 'vitest';
import { hashOf } from '#functions/kernel/hashes.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, type TestTenant, testPassword, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { read } from './refresh-token.ts';

async function signedIn(tenant: TestTenant) {
  const credentials = { username: 'agent', password: testPassword, tenantId: tenant.id };
  return (await anybody(tenant.address).call(api.auth.login, credentials)).body;
}
const refresh = (tenant: TestTenant, refreshToken: string, address = tenant.address) =>
  anybody(address).call(api.auth.refresh, { refreshToken });

it('gives a new pair for each refresh, and each access token works', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  let { refreshToken } = await signedIn(tenant);
  const seen = new Set([refreshToken]);
  for (let n = 0; n < 5; n++) {
    time.forward({ minutes: 10 });
    const { status, body } = await refresh(tenant, refreshToken);
    expect(status).toBe(200);
    expect(body.expiresIn).toBe(900);
    expect((await withToken(body.accessToken).call(api.users.me)).body.username).toBe('agent');
    refreshToken = body.refreshToken;
    seen.add(refreshToken);
  }
  expect(seen.size).toBe(6);
});

it('a token used twice ends the whole family', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const first = (await signedIn(tenant)).refreshToken;
  const second = (await refresh(tenant, first)).body.refreshToken;
  time.forward({ seconds: 11 });
  const again = await refresh(tenant, first);
  expect([again.status, again.body.error]).toEqual([401, 'Your session has expired. Please log in again.']);
  expect((await refresh(tenant, second)).status).toBe(401);
});

it('ends it at once when the second use comes from another address', async () => {
  const tenant = await freshTenant();
  const first = (await signedIn(tenant)).refreshToken;
  const second = (await refresh(tenant, first)).body.refreshToken;
  expect((await refresh(tenant, first, '203.0.113.66')).status).toBe(401);
  expect((await refresh(tenant, second)).status).toBe(401);
});

it('ends it when a token before the last comes again, however soon', async () => {
  const tenant = await freshTenant();
  const first = (await signedIn(tenant)).refreshToken;
  const second = (await refresh(tenant, first)).body.refreshToken;
  const third = (await refresh(tenant, second)).body.refreshToken;
  expect((await refresh(tenant, first)).status).toBe(401);
  expect((await refresh(tenant, third)).status).toBe(401);
});

it('one family’s end leaves the user’s other sessions alone', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const [stolen, other] = [await signedIn(tenant), await signedIn(tenant)];
  await refresh(tenant, stolen.refreshToken);
  time.forward({ minutes: 1 });
  await refresh(tenant, stolen.refreshToken);
  expect((await refresh(tenant, other.refreshToken)).status).toBe(200);
});

it('ten refreshes at once all get the same next token, and nobody is signed out', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const { refreshToken } = await signedIn(tenant);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(tenant, refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const next = new Set(answers.map(({ body }) => body.refreshToken));
  expect(next.size).toBe(1);
  time.forward({ minutes: 10 });
  expect((await refresh(tenant, [...next][0]!)).status).toBe(200);
});

it('gives the same answer again to a browser that lost the first', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const { refreshToken } = await signedIn(tenant);
  const lost = (await refresh(tenant, refreshToken)).body;
  time.forward({ seconds: 9 });
  expect((await refresh(tenant, refreshToken)).body.refreshToken).toBe(lost.refreshToken);
});

it('is over after two weeks unused, and after 90 days however much it is used', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const unused = await signedIn(tenant);
  let { refreshToken } = await signedIn(tenant);
  for (let day = 0; day < 80; day += 10) {
    time.forward({ days: 10 });
    const { status, body } = await refresh(tenant, refreshToken);
    expect(status).toBe(200);
    refreshToken = body.refreshToken;
  }
  expect((await refresh(tenant, unused.refreshToken)).status).toBe(401);
  time.forward({ days: 11 });
  expect((await refresh(tenant, refreshToken)).status).toBe(401);
});

it('ends with a change of role, and the next session has the new role', async () => {
  const tenant = await freshTenant();
  const { refreshToken } = await signedIn(tenant);
  await as(tenant.admin).call(api.users.update, { id: tenant.agent.userId, role: 'admin' });
  expect((await refresh(tenant, refreshToken)).status).toBe(401);
  const { token } = await signedIn(tenant);
  expect((await withToken(token).call(api.users.list)).status).toBe(200);
});

it('logout ends the family; again, or with a token of nobody, is no error', async () => {
  const tenant = await freshTenant();
  const { refreshToken } = await signedIn(tenant);
  for (const token of [refreshToken, refreshToken, 'rt_rubbish']) {
    const { status, body } = await anybody(tenant.address).call(api.auth.logout, { refreshToken: token });
    expect([status, body.message]).toEqual([200, 'You are signed out.']);
  }
  expect((await refresh(tenant, refreshToken)).status).toBe(401);
});

it('whoever knows only a session’s id can neither refresh nor end it', async () => {
  const tenant = await freshTenant();
  const { refreshToken } = await signedIn(tenant);
  const guess = `${refreshToken.slice(0, -43)}${'A'.repeat(43)}`;
  await anybody(tenant.address).call(api.auth.logout, { refreshToken: guess });
  expect((await refresh(tenant, guess)).status).toBe(401);
  expect((await refresh(tenant, refreshToken)).status).toBe(200);
});

it.each(['', 'x', 'rt_1_x_y', 'rt_99999999999_A_B', `rt_1_${'0'.repeat(26)}_${'A'.repeat(43)}`])(
  'takes no token like %j',
  async (refreshToken) => {
    const { status } = await anybody().call(api.auth.refresh, { refreshToken });
    expect(status).toBe(refreshToken === '' ? 400 : 401);
  },
);

it('a token of one tenant is none in another', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()];
  const { refreshToken } = await signedIn(one);
  const moved = refreshToken.replace(`rt_${one.id}_`, `rt_${other.id}_`);
  expect((await refresh(other, moved)).status).toBe(401);
});

it('names tenant and session, and hashes what is kept', () => {
  const secret = 'A'.repeat(43);
  const token = `rt_12_01J8Z3K4M5N6P7Q8R9S0T1V2W3_${secret}`;
  expect(read(token)).toEqual({ tenantId: 12, sessionId: 'ses_01J8Z3K4M5N6P7Q8R9S0T1V2W3', secret });
  expect(hashOf(secret)).not.toContain('AAAA');
});
