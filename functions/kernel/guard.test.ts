import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { changeUser } from '#functions/users/change.ts';
import { findUser } from '#functions/users/store.ts';
import { api } from '#shared/api/index.ts';
import {
  anybody,
  as,
  freshTenant,
  type TestTenant,
  type TestUser,
  testPassword,
  withToken,
} from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { setIdentityCache } from './identity.ts';
import { client } from './table.ts';

const over = {
  status: 401,
  body: { error: 'Your session has expired. Please log in again.', code: 'session_over' },
};

async function signIn({ username, tenantId, address }: TestUser) {
  const { body } = await anybody(address).call(api.auth.login, {
    username,
    password: testPassword,
    tenantId,
  });
  return { ...body, caller: withToken(body.token, address) };
}

describe('an access token that was given before', () => {
  const changes: Record<string, (tenant: TestTenant, id: string, refreshToken: string) => Promise<unknown>> =
    {
      'a demotion': ({ admin }, id) => as(admin).call(api.users.update, { id, role: 'agent' }),
      'another role by the call of its own': ({ admin }, id) =>
        as(admin).call(api.users.rolePermissions, { id, role: 'vendor' }),
      'a deactivation': ({ admin }, id) => as(admin).call(api.users.update, { id, isActive: false }),
      'a removal': ({ admin }, id) => as(admin).call(api.users.remove, { id }),
      'a password that an admin sets': ({ admin }, id) =>
        as(admin).call(api.users.update, { id, password: 'another long password' }),
      'a sign-out': (_, __, refreshToken) => anybody().call(api.auth.logout, { refreshToken }),
    };

  it.each(Object.entries(changes))('ends at once with %s', async (_, change) => {
    const tenant = await freshTenant();
    const second = await tenant.user('admin', { username: 'second' });
    const { caller, refreshToken } = await signIn(second);
    expect((await caller.call(api.users.list)).status).toBe(200);
    await change(tenant, second.userId, refreshToken);
    expect(await caller.call(api.users.list)).toMatchObject(over);
    const friend = {
      username: 'friend',
      email: 'friend@example.com',
      password: 'long enough',
      role: 'admin',
    };
    expect(await caller.call(api.users.create, friend)).toMatchObject(over);
    expect((await as(tenant.admin).call(api.users.list, { search: 'friend' })).body.users).toEqual([]);
  });

  it('ends with a permission that was taken away, and not with one that was given', async () => {
    const { admin, agent } = await freshTenant();
    const { caller } = await signIn(agent);
    const set = (permissions: Record<string, boolean>) =>
      as(admin).call(api.users.rolePermissions, { id: agent.userId, permissions });
    await set({ 'users.view': true });
    expect((await caller.call(api.users.list)).status).toBe(200);
    await set({ 'users.view': true, 'leads.view': false });
    expect(await caller.call(api.users.me)).toMatchObject(over);
  });

  it('goes on after a change of the own password, and all others end', async () => {
    const { agent } = await freshTenant();
    const [here, there] = [await signIn(agent), await signIn(agent)];
    const change = { currentPassword: testPassword, newPassword: 'another long password' };
    expect((await here.caller.call(api.users.changePassword, change)).status).toBe(200);
    expect((await here.caller.call(api.users.me)).status).toBe(200);
    expect(await there.caller.call(api.users.me)).toMatchObject(over);
  });
});

describe('what a container has read of a caller', () => {
  const reads = () => {
    const send = vi.spyOn(client, 'send');
    onTestFinished(() => send.mockRestore());
    return () =>
      send.mock.calls.flatMap(([command]) => {
        const { RequestItems } = command.input as { RequestItems?: Record<string, { Keys?: object[] }> };
        return Object.values(RequestItems ?? {}).map(({ Keys }) => Keys?.length);
      });
  };

  it('is one request for three items, and serves calls that read for three seconds', async () => {
    onTestFinished(setIdentityCache());
    const time = timeTravel();
    const { agent } = await freshTenant();
    const { caller } = await signIn(agent);
    const requests = reads();
    for (let n = 0; n < 3; n++) await caller.call(api.tenants.contexts);
    expect(requests()).toEqual([3]);
    time.forward({ seconds: 3 });
    await caller.call(api.tenants.contexts);
    expect(requests()).toEqual([3, 3]);
  });

  it('never serves a call that writes', async () => {
    onTestFinished(setIdentityCache());
    const time = timeTravel();
    const tenant = await freshTenant();
    const second = await tenant.user('admin', { username: 'second' });
    const [{ caller }, { caller: unused }] = [await signIn(second), await signIn(second)];
    expect((await caller.call(api.tenants.contexts)).status).toBe(200);
    expect((await unused.call(api.tenants.contexts)).status).toBe(200);
    await as(tenant.admin).call(api.users.update, { id: second.userId, role: 'agent' });
    // Read a moment ago: seconds late at most.
    expect((await unused.call(api.tenants.contexts)).status).toBe(200);
    expect(await caller.call(api.tenants.setContexts, { contexts: {} })).toMatchObject(over);
    // What the write found out holds for reads too.
    expect(await caller.call(api.tenants.contexts)).toMatchObject(over);
    time.forward({ seconds: 3 });
    expect(await unused.call(api.tenants.contexts)).toMatchObject(over);
  });
});

describe('permissions of a user’s own', () => {
  const give = (tenant: TestTenant, user: TestUser, permissions: Record<string, boolean>) =>
    as(tenant.admin).call(api.users.rolePermissions, { id: user.userId, permissions });
  /** As an earlier version may have stored them, past the checks of today. */
  const store = (tenant: TestTenant, user: TestUser, permissions: Record<string, boolean>) =>
    asSystem(tenant.id, 'test', async () => changeUser((await findUser(user.userId))!, { permissions }));

  it('let a call pass that the role would not', async () => {
    const tenant = await freshTenant();
    expect((await as(tenant.vendor).call(api.leads.list)).body.error).toBe(
      'Access denied. admin or agent role required.',
    );
    await give(tenant, tenant.vendor, { 'leads.view': true });
    expect((await as(tenant.vendor).call(api.leads.list)).status).toBe(200);
    expect((await as(tenant.vendor).call(api.leads.statistics)).status).toBe(200);
    expect((await as(tenant.vendor).call(api.leads.create, { name: 'X' })).status).toBe(403);
  });

  it('refuse by name what was taken, and leave the rest to the role', async () => {
    const tenant = await freshTenant();
    await give(tenant, tenant.agent, { 'leads.view': false });
    expect(await as(tenant.agent).call(api.leads.list)).toMatchObject({
      status: 403,
      body: {
        error: 'Access denied. You need the permission “See leads” (leads.view).',
        code: 'permission_denied',
      },
    });
    expect((await as(tenant.agent).call(api.calls.list)).status).toBe(200);
  });

  it('take nothing from an admin', async () => {
    const tenant = await freshTenant();
    const second = await tenant.user('admin', { username: 'second' });
    await give(tenant, second, { 'leads.view': false });
    expect((await as(second).call(api.leads.list)).status).toBe(200);
  });

  it.each([
    ['an unknown one', { 'leads.fly': true }, 'There is no permission leads.fly.'],
    [
      'one that nobody may give',
      { 'users.permissions': true },
      '“Give roles and permissions” comes with a role and cannot be given or taken.',
    ],
  ])('are refused with a sentence: %s', async (_, permissions, sentence) => {
    const tenant = await freshTenant();
    const { status, body } = await give(tenant, tenant.agent, permissions);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(sentence);
  });

  it('stored by an earlier version do no harm: unknown ones, and those that nobody may give', async () => {
    const tenant = await freshTenant();
    await store(tenant, tenant.agent, { 'leads.fly': true, 'users.permissions': true, 'users.create': true });
    const me = await as(tenant.agent).call(api.users.me);
    expect(me.body.permissions).toMatchObject({ 'leads.fly': true });
    const { userId: id } = tenant.agent;
    const person = { username: 'new', email: 'new@example.com', password: 'long enough', role: 'admin' };
    for (const answer of [
      await as(tenant.agent).call(api.users.rolePermissions, { id, role: 'admin' }),
      await as(tenant.agent).call(api.users.create, person),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: 'Access denied. admin role required.' } });
  });

  it('come with the sign-in, for the screens', async () => {
    const tenant = await freshTenant();
    await give(tenant, tenant.agent, { 'leads.export': false });
    expect((await signIn(tenant.agent)).permissions).toEqual({ 'leads.export': false });
  });

  it('show a vendor only leads that are theirs or nobody’s', async () => {
    const tenant = await freshTenant();
    const lead = (name: string, ownerId: string | null) =>
      as(tenant.admin).call(api.leads.create, { lastName: name, ownerId });
    const { body: taken } = await lead('Taken', tenant.agent.userId);
    const { body: free } = await lead('Free', null);
    await give(tenant, tenant.vendor, { 'leads.view': true });
    const get = async (id: string) => (await as(tenant.vendor).call(api.leads.get, { id })).status;
    expect([await get(taken.id), await get(free.id)]).toEqual([404, 200]);
  });
});
