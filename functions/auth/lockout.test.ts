import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody, freshTenant, type TestTenant, testPassword } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { attemptLimits } from './limits.ts';

const login = (tenant: TestTenant, username: string, password: string, address = tenant.address) =>
  anybody(address).call(api.auth.login, { username, password, tenantId: tenant.id });

const fail = async (tenant: TestTenant, username: string, count: number) => {
  for (let n = 0; n < count; n++) expect((await login(tenant, username, 'wrong')).status).toBe(401);
};

it('locks an account after five wrong passwords, from every address, even for the right one', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  await fail(tenant, 'agent', 5);
  const locked = await login(tenant, 'agent', testPassword, '198.51.100.7');
  expect(locked.status).toBe(429);
  expect(locked.body.error).toMatch(/^Too many attempts\. Please try again in 15 minutes\.$/);
  expect(locked.body.retryAfter).toBeGreaterThan(14 * 60);
  expect(Number(locked.headers['retry-after'])).toBe(locked.body.retryAfter);
  expect((await login(tenant, 'vendor', testPassword)).status).toBe(200);

  time.forward({ minutes: 14 });
  expect((await login(tenant, 'agent', testPassword)).status).toBe(429);
  time.forward({ minutes: 2 });
  expect((await login(tenant, 'agent', testPassword)).status).toBe(200);
});

it('counts from the first failure: a window that is over begins anew', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  await fail(tenant, 'agent', 4);
  time.forward({ minutes: 16 });
  await fail(tenant, 'agent', 5);
  expect((await login(tenant, 'agent', testPassword)).status).toBe(429);
});

it('a success clears the count', async () => {
  const tenant = await freshTenant();
  for (let round = 0; round < 3; round++) {
    await fail(tenant, 'agent', 4);
    expect((await login(tenant, 'agent', testPassword)).status).toBe(200);
  }
});

it('locks a username that nobody has just the same, so that a lock tells nothing', async () => {
  const tenant = await freshTenant();
  await fail(tenant, 'nobody', 5);
  expect((await login(tenant, 'nobody', 'wrong')).status).toBe(429);
});

it('one tenant’s lock is not another’s', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()];
  await fail(one, 'agent', 5);
  expect((await login(other, 'agent', testPassword)).status).toBe(200);
});

it('locks an address that tries one account after the other, in whatever tenant', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()];
  const address = one.address;
  for (let n = 0; n < attemptLimits.address; n++) {
    const tenant = n % 2 ? one : other;
    expect((await login(tenant, `guess${n}`, 'wrong', address)).status).toBe(401);
  }
  expect((await login(one, 'agent', testPassword, address)).status).toBe(429);
  expect((await login(other, 'agent', testPassword, address)).status).toBe(429);
  expect((await login(one, 'agent', testPassword, '198.51.100.8')).status).toBe(200);
});

it('of thirty guesses at once, none gets in once five have failed, and the count is exact', async () => {
  const tenant = await freshTenant();
  const guesses = await Promise.all(Array.from({ length: 30 }, () => login(tenant, 'agent', 'wrong')));
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  expect((await login(tenant, 'agent', testPassword)).status).toBe(429);
});
