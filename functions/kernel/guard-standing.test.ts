import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { find, updateWrite } from '#functions/tenants/store.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, type TestTenant, testPassword } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/** Changes a tenant as the platform's operator would. */
const set = (
  { id }: TestTenant,
  facts: { plan?: 'trial'; trialEndsAt?: string; suspendedAt?: string; suspendedReason?: string },
) =>
  asSystem(id, 'test', async () => {
    const before = (await find())!;
    await commit(updateWrite(before, { ...before, ...facts, version: before.version + 1 }));
  });

const suspended = {
  status: 403,
  body: {
    error: 'This workspace is suspended. Please write to the support of the platform.',
    code: 'suspended',
  },
};
const trialOver = { status: 403, body: { code: 'trial_over' } };

it("says the operator's reason to the people of a suspended workspace", async () => {
  const tenant = await freshTenant();
  await set(tenant, { suspendedAt: '2026-01-05T12:00:00.000Z', suspendedReason: 'Unpaid invoices.' });
  const { body } = await as(tenant.admin).call(api.users.list);
  expect(body).toMatchObject({
    code: 'suspended',
    error:
      'This workspace is suspended. Please write to the support of the platform. The reason given: Unpaid invoices.',
  });
});

it('refuses everything to a suspended workspace, and its sign-ins', async () => {
  const tenant = await freshTenant();
  const { username, tenantId } = tenant.admin;
  const signIn = () =>
    anybody(tenant.address).call(api.auth.login, { username, password: testPassword, tenantId });
  expect((await signIn()).status).toBe(200);
  await set(tenant, { suspendedAt: '2026-01-05T12:00:00.000Z' });
  expect(await as(tenant.admin).call(api.users.list)).toMatchObject(suspended);
  expect(await as(tenant.agent).call(api.users.me)).toMatchObject(suspended);
  expect(await as(tenant.agent).call(api.leads.create, { name: 'X' })).toMatchObject(suspended);
  expect(await signIn()).toMatchObject(suspended);
});

it('lets the operator work whose own workspace is suspended', async () => {
  const tenant = await freshTenant();
  const operator = await tenant.user('operator');
  await set(tenant, { suspendedAt: '2026-01-05T12:00:00.000Z' });
  expect((await as(operator).call(api.users.me)).status).toBe(200);
});

it('lets a workspace whose trial is over read, and change nothing but the own password', async () => {
  const tenant = await freshTenant();
  const time = timeTravel('2026-03-10T16:00:00Z');
  await set(tenant, { plan: 'trial', trialEndsAt: '2026-03-11T16:00:00.000Z' });
  const add = (name: string) => as(tenant.agent).call(api.leads.create, { lastName: name });
  expect((await add('Early')).status).toBe(201);
  time.forward({ days: 1 });
  expect(await add('Late')).toMatchObject(trialOver);
  expect(await as(tenant.admin).call(api.tenants.setContexts, { contexts: {} })).toMatchObject(trialOver);
  expect((await as(tenant.agent).call(api.leads.list)).status).toBe(200);
  expect((await as(tenant.agent).call(api.leads.search, { query: 'Ear' })).status).toBe(200);
  const change = { currentPassword: testPassword, newPassword: 'another long password' };
  expect((await as(tenant.agent).call(api.users.changePassword, change)).status).toBe(200);
  const { username, tenantId } = tenant.admin;
  const credentials = { username, password: testPassword, tenantId };
  expect((await anybody(tenant.address).call(api.auth.login, credentials)).status).toBe(200);
});
