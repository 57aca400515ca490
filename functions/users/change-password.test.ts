import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, type TestUser, testPassword, withToken } from '#tests/support/tenant.ts';

const next = 'a new long password';

const login = async (user: TestUser, password = testPassword) => {
  const { username, tenantId } = user;
  return anybody(user.address).call(api.auth.login, { username, password, tenantId });
};
const refresh = (user: TestUser, refreshToken: string) =>
  anybody(user.address).call(api.auth.refresh, { refreshToken });

it('ends the other sessions and keeps this one', async () => {
  const { agent } = await freshTenant();
  const [here, there] = [(await login(agent)).body, (await login(agent)).body];
  const change = { currentPassword: testPassword, newPassword: next, confirmPassword: next };
  const { status, body } = await withToken(here.token, agent.address).call(api.users.changePassword, change);
  expect([status, body.message]).toEqual([
    200,
    'Your password has been changed. Your other sessions have ended.',
  ]);
  expect((await refresh(agent, there.refreshToken)).status).toBe(401);
  expect((await refresh(agent, here.refreshToken)).status).toBe(200);
  expect((await login(agent)).status).toBe(401);
  expect((await login(agent, next)).status).toBe(200);
});

it('takes the new password for its confirmation when none is given', async () => {
  const { agent } = await freshTenant();
  const change = { currentPassword: testPassword, newPassword: next };
  expect((await as(agent).call(api.users.changePassword, change)).status).toBe(200);
});

it('says when the confirmation differs', async () => {
  const { agent } = await freshTenant();
  const change = { currentPassword: testPassword, newPassword: next, confirmPassword: `${next}!` };
  const { status, body } = await as(agent).call(api.users.changePassword, change);
  expect([status, body.error]).toEqual([400, 'The new password and its confirmation are not the same.']);
});

it('says when the current password is wrong, and counts it as a failed sign-in', async () => {
  const { agent } = await freshTenant();
  const attempt = () =>
    as(agent).call(api.users.changePassword, { currentPassword: 'wrong', newPassword: next });
  for (let n = 0; n < 5; n++) {
    const { status, body } = await attempt();
    expect([status, body.error]).toEqual([400, 'The current password is not right.']);
  }
  expect((await attempt()).status).toBe(429);
  expect((await login(agent)).status).toBe(429);
});

it('a password that an admin sets ends every session of the user', async () => {
  const { admin, agent } = await freshTenant();
  const session = (await login(agent)).body;
  const { status } = await as(admin).call(api.users.update, { id: agent.userId, password: next });
  expect(status).toBe(200);
  expect((await refresh(agent, session.refreshToken)).status).toBe(401);
  expect((await login(agent, next)).status).toBe(200);
});
