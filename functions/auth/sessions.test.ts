import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant, type TestUser, testPassword, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { deviceName } from './sessions.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const login = async ({ username, tenantId, address }: TestUser, userAgent = firefox) => {
  const input = { username, password: testPassword, tenantId };
  return (await anybody(address).call(api.auth.login, input, { headers: { 'user-agent': userAgent } })).body;
};
/** The list comes from an index, which knows of a sign-in some milliseconds late. */
const listed = (token: string, count: number) =>
  eventually(async () => {
    const { sessions } = (await withToken(token).call(api.auth.listSessions)).body;
    expect(sessions).toHaveLength(count);
    return sessions;
  });
const refresh = async (refreshToken: string) =>
  (await anybody().call(api.auth.refresh, { refreshToken })).status;

it('lists where one is signed in: device, address and last use, and which this is', async () => {
  const { agent, vendor } = await freshTenant();
  const time = timeTravel();
  await login(vendor);
  const first = await login(agent);
  time.forward({ minutes: 1 });
  const here = await login(agent, 'curl/8.5');
  const sessions = await listed(here.token, 2);
  expect(sessions).toMatchObject([
    { device: 'curl', address: agent.address, current: true },
    { device: 'Firefox on Linux', address: agent.address, current: false },
  ]);
  time.forward({ minutes: 5 });
  const again = await anybody('198.51.100.77').call(api.auth.refresh, { refreshToken: first.refreshToken });
  const latest = await eventually(async () => {
    const [found] = await listed(again.body.accessToken, 2);
    expect(found).toMatchObject({ address: '198.51.100.77', current: true });
    return found;
  });
  // Whole seconds, and the clock runs on meanwhile.
  const minutes = (Date.parse(latest!.lastUsedAt) - Date.parse(latest!.startedAt)) / 60_000;
  expect(Math.round(minutes)).toBe(6);
});

it('lists the session that asks first, then the others by their last use', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const here = await login(agent, 'curl/8.5');
  for (const userAgent of ['older', 'newer']) {
    time.forward({ minutes: 1 });
    await login(agent, userAgent);
  }
  const sessions = await listed(here.token, 3);
  expect(sessions.map(({ device, current }) => [device, current])).toEqual([
    ['curl', true],
    ['newer', false],
    ['older', false],
  ]);
});

it('ends one of one’s sessions, and nobody else’s', async () => {
  const { agent, vendor } = await freshTenant();
  const [here, there] = [await login(agent), await login(agent)];
  const { id } = (await listed(here.token, 2)).find(({ current }) => !current)!;
  expect((await as(vendor).call(api.auth.endSession, { id })).status).toBe(404);
  expect((await withToken(here.token).call(api.auth.endSession, { id })).status).toBe(200);
  expect(await refresh(there.refreshToken)).toBe(401);
  expect(await refresh(here.refreshToken)).toBe(200);
  await listed(here.token, 1);
});

it('ends all others at once', async () => {
  const { agent } = await freshTenant();
  const others = [await login(agent), await login(agent)];
  const here = await login(agent);
  const { body } = await withToken(here.token).call(api.auth.endOtherSessions);
  expect(body.message).toBe('Your other sessions have ended.');
  for (const { refreshToken } of others) expect(await refresh(refreshToken)).toBe(401);
  expect(await refresh(here.refreshToken)).toBe(200);
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device);
});
