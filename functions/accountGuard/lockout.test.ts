import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, type TestTenant, testPassword } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { backOffs } from './limits.ts';

interface From {
  address?: string;
  deviceToken?: string;
}

const login = (tenant: TestTenant, username: string, password: string, from: From = {}) => {
  const { address = tenant.address, deviceToken } = from;
  const input = { username, password, tenantId: tenant.id, ...(deviceToken ? { deviceToken } : {}) };
  return anybody(address).call(api.auth.login, input);
};

const fail = async (tenant: TestTenant, username: string, count: number, from: From = {}) => {
  for (let n = 0; n < count; n++)
    expect((await login(tenant, username, 'wrong', from)).status, `failure ${n + 1}`).toBe(401);
};

/** Fails an account from as many addresses as it takes to use up its free failures. */
const failFromEverywhere = async (tenant: TestTenant, username: string) => {
  for (let n = 0; n < backOffs.account.free; n++)
    expect((await login(tenant, username, 'wrong', { address: `203.0.113.${n}` })).status).toBe(401);
};

const knownDevice = async (tenant: TestTenant, username: string, from: From = {}) =>
  (await login(tenant, username, testPassword, from)).body.deviceToken;

it('after five wrong passwords the sixth waits a minute, even the right one', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  await fail(tenant, 'agent', 5);
  const locked = await login(tenant, 'agent', testPassword);
  expect(locked.status).toBe(429);
  expect(locked.body.error).toBe('Too many attempts. Please try again in 1 minute.');
  expect(locked.body.retryAfter).toBeGreaterThan(50);
  expect(Number(locked.headers['retry-after'])).toBe(locked.body.retryAfter);
  time.forward({ seconds: 61 });
  expect((await login(tenant, 'agent', testPassword)).status).toBe(200);
});

it('the waits grow: 1, 2, 4, 8 and then 15 minutes for each further guess', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  await fail(tenant, 'agent', 5);
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    time.forward({ minutes, seconds: -2 });
    const early = await login(tenant, 'agent', testPassword);
    expect([minutes, early.status]).toEqual([minutes, 429]);
    time.forward({ seconds: 3 });
    await fail(tenant, 'agent', 1);
  }
  const { body } = await login(tenant, 'agent', testPassword);
  expect(body.error).toBe('Too many attempts. Please try again in 15 minutes.');
});

it('failures are forgotten a day after the first', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  await fail(tenant, 'agent', 4);
  time.forward({ days: 1, seconds: 1 });
  await fail(tenant, 'agent', 5);
  expect((await login(tenant, 'agent', testPassword)).status).toBe(429);
});

it('a success clears what its own address had failed', async () => {
  const tenant = await freshTenant();
  for (let round = 0; round < 3; round++) {
    await fail(tenant, 'agent', 4);
    expect((await login(tenant, 'agent', testPassword)).status).toBe(200);
  }
});

it('slows down a username that nobody has just the same, so that a wait tells nothing', async () => {
  const tenant = await freshTenant();
  await fail(tenant, 'nobody', 5);
  expect((await login(tenant, 'nobody', 'wrong')).status).toBe(429);
});

it('failures in one tenant do not slow sign-in in another', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()];
  await fail(one, 'agent', 5);
  expect((await login(other, 'agent', testPassword)).status).toBe(200);
});

it('nobody is locked out by guesses that come from another address', async () => {
  const tenant = await freshTenant();
  await fail(tenant, 'boss', 5, { address: '203.0.113.200' });
  expect((await login(tenant, 'boss', testPassword, { address: '203.0.113.200' })).status).toBe(429);
  expect((await login(tenant, 'boss', testPassword)).status).toBe(200);
});

it('nor is anybody on a device they have used before, even by guesses from their own office', async () => {
  const tenant = await freshTenant();
  const deviceToken = await knownDevice(tenant, 'boss');
  await fail(tenant, 'boss', 5);
  expect((await login(tenant, 'boss', testPassword)).status).toBe(429);
  const known = await login(tenant, 'boss', testPassword, { deviceToken });
  expect(known.status).toBe(200);
  expect((await login(tenant, 'agent', testPassword)).status).toBe(200);
});

it('guesses from many addresses are slowed by the account, which exempts its known devices', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const deviceToken = await knownDevice(tenant, 'boss');
  await failFromEverywhere(tenant, 'boss');
  expect((await login(tenant, 'boss', testPassword, { address: '198.51.100.1' })).status).toBe(429);
  expect((await login(tenant, 'boss', testPassword, { deviceToken })).status).toBe(200);
  // The owner's success is no reason to give the guessers more.
  expect((await login(tenant, 'boss', 'wrong', { address: '198.51.100.2' })).status).toBe(429);
  time.forward({ seconds: 61 });
  expect((await login(tenant, 'boss', testPassword, { address: '198.51.100.1' })).status).toBe(200);
});

it('guesses on a known device have a count of their own', async () => {
  const tenant = await freshTenant();
  const deviceToken = await knownDevice(tenant, 'agent');
  await fail(tenant, 'agent', 5, { deviceToken });
  expect((await login(tenant, 'agent', testPassword, { deviceToken })).status).toBe(429);
  expect((await login(tenant, 'agent', testPassword)).status).toBe(200);
});

it('a device is known for its own user only, until 90 days or a new password', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const ofAgent = await knownDevice(tenant, 'agent');
  const ofBoss = await knownDevice(tenant, 'boss');
  await fail(tenant, 'boss', 5);
  const right = (deviceToken: string) => login(tenant, 'boss', testPassword, { deviceToken });
  expect((await right(ofAgent)).status).toBe(429);
  // Not the last character, some of whose bits mean nothing.
  const forged = `${ofBoss.slice(0, -5)}${ofBoss.at(-5) === 'A' ? 'B' : 'A'}${ofBoss.slice(-4)}`;
  expect((await right(forged)).status).toBe(429);
  const renewed = await right(ofBoss);
  expect(renewed.status).toBe(200);

  const change = { currentPassword: testPassword, newPassword: 'a new long phrase' };
  time.forward({ minutes: 2 });
  expect((await as(tenant.admin).call(api.users.changePassword, change)).status).toBe(200);
  await fail(tenant, 'boss', 5);
  const after = await login(tenant, 'boss', 'a new long phrase', { deviceToken: renewed.body.deviceToken });
  expect(after.status).toBe(429);

  const old = await knownDevice(tenant, 'vendor');
  time.forward({ days: 90, seconds: 1 });
  await fail(tenant, 'vendor', 5);
  expect((await login(tenant, 'vendor', testPassword, { deviceToken: old })).status).toBe(429);
});

it('an address that tries one account after the other is slowed down, in whatever tenant', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()];
  const { address } = one;
  const deviceToken = await knownDevice(one, 'boss');
  for (let n = 0; n < backOffs.address.free; n++)
    await fail(n % 2 ? one : other, `guess${n}`, 1, { address });
  expect((await login(one, 'agent', testPassword, { address })).status).toBe(429);
  expect((await login(other, 'agent', testPassword, { address })).status).toBe(429);
  expect((await login(one, 'agent', testPassword, { address: '198.51.100.8' })).status).toBe(200);
  expect((await login(one, 'boss', testPassword, { address, deviceToken })).status).toBe(200);
}, 60_000);

it('one person’s wrong passwords never use up what an office may fail', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  let failed = 0;
  for (let minute = 0; minute < 55; minute++) {
    if ((await login(tenant, 'agent', 'wrong')).status === 401) failed++;
    time.forward({ minutes: 1 });
  }
  expect(failed).toBeLessThan(backOffs.address.free / 5);
  expect((await login(tenant, 'boss', testPassword)).status).toBe(200);
});

it('IPv6 addresses of one network count as one', async () => {
  const tenant = await freshTenant();
  for (let n = 0; n < 5; n++) await fail(tenant, 'agent', 1, { address: `2001:db8:1:2::${n + 1}` });
  const right = (address: string) => login(tenant, 'agent', testPassword, { address });
  expect((await right('2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await right('2001:db8:1:3::1')).status).toBe(200);
});

it('of fifty guesses at once five are tried', async () => {
  const tenant = await freshTenant();
  const guesses = await Promise.all(Array.from({ length: 50 }, () => login(tenant, 'agent', 'wrong')));
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(45);
  expect((await login(tenant, 'agent', testPassword)).status).toBe(429);
});

it('once the free guesses are gone, a burst after the wait is one guess', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  await fail(tenant, 'agent', 5);
  time.forward({ seconds: 61 });
  const guesses = await Promise.all(Array.from({ length: 20 }, () => login(tenant, 'agent', 'wrong')));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(1);
});
