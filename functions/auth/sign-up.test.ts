import { expect, it } from 'vitest';
import { attemptLimits } from '#functions/accountGuard/limits.ts';
import { listTenantIds } from '#functions/tenants/read.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, withToken } from '#tests/support/tenant.ts';

const person = {
  username: 'mia',
  email: 'mia@example.com',
  password: 'long enough',
  firstName: 'Mia',
  lastName: 'Lund',
};
const trial = { companyName: 'Harbor Roofing', ...person };

it('a trial is a tenant with its first admin, signed in', async () => {
  const { address } = await freshTenant();
  const { status, body } = await anybody(address).call(api.auth.createTrial, trial);
  expect(status).toBe(201);
  expect(body).toMatchObject({ role: 'admin', username: 'mia', tenantName: 'Harbor Roofing' });
  const mine = await withToken(body.token).call(api.tenants.get, { id: body.tenantId });
  expect(mine.body).toMatchObject({ plan: 'trial', name: 'Harbor Roofing', registrationOpen: false });
  const left = Date.parse(mine.body.trialEndsAt!) - Date.parse(mine.body.createdAt);
  expect(left).toBe(14 * 86_400_000);
  const { username, password } = person;
  const again = await anybody(address).call(api.auth.login, { username, password, tenantId: body.tenantId });
  expect(again.status).toBe(200);
  expect((await withToken(body.token).call(api.users.list)).status).toBe(200);
});

it('twenty trials at once get twenty numbers, none of them the default tenant’s', async () => {
  const { address } = await freshTenant();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => anybody(address).call(api.auth.createTrial, trial)),
  );
  const ids = answers.map(({ body }) => body.tenantId);
  expect(new Set(ids).size).toBe(20);
  expect(ids).not.toContain(1);
  const known = new Set<number>();
  for await (const id of listTenantIds()) known.add(id);
  expect(ids.every((id) => known.has(id))).toBe(true);
});

it.each([
  [{ companyName: '' }, 'Please enter a name.'],
  [{ password: 'short' }, 'A password has at least 8 characters.'],
  [{ email: 'mia' }, 'Please enter a valid e-mail address.'],
])('a trial with %j makes nothing and says why', async (change, sentence) => {
  const { status, body } = await anybody().call(api.auth.createTrial, { ...trial, ...change });
  expect([status, body.error]).toEqual([400, sentence]);
});

it('stops an address that makes trial after trial', async () => {
  const { address } = await freshTenant();
  const make = () => anybody(address).call(api.auth.createTrial, trial);
  for (let n = 0; n < attemptLimits.signUp; n += 20) {
    const made = await Promise.all(Array.from({ length: 20 }, make));
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
  }
  const { status, body } = await make();
  expect([status, body.code]).toEqual([429, 'too_many_requests']);
}, 60_000);

it('registers an agent only where the tenant has opened registration', async () => {
  const tenant = await freshTenant();
  const register = (tenantId: number) =>
    anybody(tenant.address).call(api.auth.register, { ...person, tenantId });
  for (const id of [tenant.id, 2_000_000_000])
    expect(await register(id)).toMatchObject({ status: 403, body: { code: 'registration_closed' } });

  await as(tenant.admin).call(api.tenants.update, { id: tenant.id, registrationOpen: true });
  const { status, body } = await register(tenant.id);
  expect([status, body.role, body.tenantId]).toEqual([201, 'agent', tenant.id]);
  expect((await withToken(body.token).call(api.users.me)).body.username).toBe('mia');
  expect((await register(tenant.id)).body.code).toBe('username_taken');
});

it('takes no role from who registers', async () => {
  const tenant = await freshTenant();
  await as(tenant.admin).call(api.tenants.update, { id: tenant.id, registrationOpen: true });
  const asked = { ...person, tenantId: tenant.id, role: 'admin' };
  expect((await anybody(tenant.address).call(api.auth.register, asked)).status).toBe(400);
});

it('tells the sign-in screen what it needs, and no more', async () => {
  const { status, body } = await anybody().call(api.auth.config);
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual([
    'defaultTenantId',
    'local',
    'registrationOpen',
    'resetByMail',
    'tenantName',
    'trialOpen',
  ]);
  expect(body.defaultTenantId).toBe(1);
});
