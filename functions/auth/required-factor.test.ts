import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { authenticator } from '#tests/support/authenticator.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant, testPassword, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { auth, users, tenants, leads, audit } = api;

/** A workspace that asks a second step of everybody, and the agent as they sign in to it. */
async function strict() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const require = (secondFactorRequired: boolean) =>
    admin.call(tenants.update, { id: tenant.id, secondFactorRequired });
  expect((await require(true)).body.secondFactorRequired).toBe(true);
  const login = async () => {
    const input = { username: 'agent', password: testPassword, tenantId: tenant.id };
    return (await anybody(tenant.address).call(auth.login, input)).body;
  };
  return { tenant, admin, require, login };
}
type Caller = ReturnType<typeof withToken>;

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });

async function addApp(caller: Caller) {
  const { secret } = (await caller.call(auth.beginTotp, { password: testPassword })).body;
  expect((await caller.call(auth.confirmTotp, { code: codeOf(secret) })).status).toBe(200);
  return secret;
}

const refused = { status: 403, body: { code: 'second_factor_required' } };

it('who has no second step may do nothing but add one from the next sign-in on', async () => {
  const { tenant, login } = await strict();
  // Whoever is signed in already goes on until then.
  expect((await as(tenant.agent).call(leads.list, {})).status).toBe(200);
  const { token, refreshToken } = await login();
  const agent = withToken(token);
  expect((await agent.call(users.me)).body.mustAddFactor).toBe(true);
  for (const attempt of [
    agent.call(leads.list, {}),
    agent.call(leads.create, { lastName: 'Lee' }),
    agent.call(tenants.contexts),
    agent.call(tenants.get, { id: tenant.id }),
  ])
    expect(await attempt).toMatchObject(refused);
  // A renewed session is held as well.
  const renewed = await anybody(tenant.address).call(auth.refresh, { refreshToken });
  expect(await withToken(renewed.body.accessToken).call(leads.list, {})).toMatchObject(refused);
  await addApp(agent);
  expect((await agent.call(leads.list, {})).status).toBe(200);
  expect((await agent.call(users.me)).body.mustAddFactor).toBe(false);
});

it('a passkey is a second step too', async () => {
  const { login } = await strict();
  const agent = withToken((await login()).token);
  const { options } = (await agent.call(auth.beginPasskey, { password: testPassword })).body;
  const response = authenticator().create(options as never);
  const { body } = await agent.call(auth.addPasskey, { name: 'Laptop', response });
  expect((await agent.call(leads.list, {})).status).toBe(200);
  // Nor may the last one go.
  expect(await agent.call(auth.removePasskey, { id: body.id })).toMatchObject(refused);
});

it('the last second step cannot be taken away while the workspace asks for one', async () => {
  const time = timeTravel();
  const { login, require } = await strict();
  const agent = withToken((await login()).token);
  const secret = await addApp(agent);
  time.forward({ seconds: 30 });
  const disable = () => agent.call(auth.disableTotp, { password: testPassword, code: codeOf(secret) });
  expect(await disable()).toMatchObject(refused);
  await require(false);
  expect((await disable()).status).toBe(200);
  // Nobody is held any more, and a new sign-in needs the password alone.
  expect((await withToken((await login()).token).call(leads.list, {})).status).toBe(200);
});

it('only who may change the workspace asks for it, and it stands in the audit log', async () => {
  const { tenant, admin } = await strict();
  const { status } = await as(tenant.agent).call(tenants.update, {
    id: tenant.id,
    secondFactorRequired: false,
  });
  expect(status).toBe(403);
  await eventually(async () => {
    const { entries } = (await admin.call(audit.list, { action: 'tenant.settingsChanged' })).body;
    expect(entries.map(({ summary }) => summary)).toEqual([
      "Changed the workspace's second step for everybody",
    ]);
  });
});
