import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';

const person = { username: 'new', email: 'new@example.com', password: 'long enough' };

describe('who may do what', () => {
  const adminsOnly = {
    'list users': api.users.list,
    'add a user': api.users.create,
    'read a user': api.users.get,
    'change a user': api.users.update,
    'remove a user': api.users.remove,
    'set role and permissions': api.users.rolePermissions,
    'change the tenant': api.tenants.update,
    'replace the contexts': api.tenants.setContexts,
  };
  const everybody = {
    'read themselves': api.users.me,
    'read their tenant': api.tenants.get,
    'read the contexts': api.tenants.contexts,
  };

  it.each(Object.entries(adminsOnly))('only an admin may %s', async (_, procedure) => {
    const { agent, vendor } = await freshTenant();
    for (const user of [agent, vendor]) {
      const { status, body } = await as(user).call(procedure, { id: agent.userId });
      expect([status, body.error]).toEqual([403, 'Access denied. admin role required.']);
    }
  });

  it.each(Object.entries({ ...adminsOnly, ...everybody }))('nobody may %s unsigned', async (_, procedure) => {
    const { status, body } = await anybody().call(procedure, { id: '1' });
    expect([status, body.error]).toEqual([401, 'Authentication required. Please log in.']);
  });

  it.each(Object.entries(everybody))('each role may %s', async (_, procedure) => {
    const { id, admin, agent, vendor } = await freshTenant();
    const input = procedure === api.tenants.get ? { id } : {};
    for (const user of [admin, agent, vendor])
      expect((await as(user).call(procedure, input)).status).toBe(200);
  });

  it('only the operator may make a tenant, not even an admin', async () => {
    const { admin } = await freshTenant();
    const { status, body } = await as(admin).call(api.tenants.create, { name: 'Mine' });
    expect([status, body.error]).toEqual([403, 'Access denied. operator role required.']);
  });
});

describe('what nobody may do to themselves', () => {
  it.each([
    ['take away their own role', api.users.update, { role: 'agent' }],
    ['take it away by the other call', api.users.rolePermissions, { role: 'vendor' }],
    ['deactivate themselves', api.users.update, { isActive: false }],
    ['set their own password without the current one', api.users.update, { password: 'new password' }],
    ['remove themselves', api.users.remove, {}],
  ])('%s', async (_, procedure, change) => {
    const { admin } = await freshTenant();
    const { status, body } = await as(admin).call(procedure, { id: admin.userId, ...change });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.error).toMatch(/your own/);
    expect((await as(admin).call(api.users.me)).body).toMatchObject({ role: 'admin', isActive: true });
  });
});

describe('the operator stands above a tenant’s admins', () => {
  it('an admin makes no operator', async () => {
    const { admin, agent } = await freshTenant();
    const made = await as(admin).call(api.users.create, { ...person, role: 'operator' });
    const raised = await as(admin).call(api.users.update, { id: agent.userId, role: 'operator' });
    expect([made.status, raised.status]).toEqual([400, 400]);
  });

  it('an admin neither changes nor removes one', async () => {
    const tenant = await freshTenant();
    const operator = await tenant.user('operator');
    const id = operator.userId;
    const calls = [
      await as(tenant.admin).call(api.users.update, { id, password: 'taken over' }),
      await as(tenant.admin).call(api.users.update, { id, email: 'taken@example.com' }),
      await as(tenant.admin).call(api.users.rolePermissions, { id, role: 'agent' }),
      await as(tenant.admin).call(api.users.remove, { id }),
    ];
    for (const { status, body } of calls)
      expect([status, body.error]).toEqual([403, 'Access denied. operator role required.']);
  });
});

describe('the tenant that a request names', () => {
  it('must be the token’s', async () => {
    const [one, other] = [await freshTenant(), await freshTenant()];
    const name = (tenantId: number) => ({ query: `tenantId=${tenantId}` });
    expect((await as(one.admin).call(api.users.me, {}, name(one.id))).status).toBe(200);
    const { status, body } = await as(one.admin).call(api.users.me, {}, name(other.id));
    expect([status, body.code]).toEqual([403, 'wrong_tenant']);
    const headers = { 'x-tenant-id': String(other.id) };
    expect((await as(one.admin).call(api.users.me, {}, { headers })).status).toBe(403);
  });
});
