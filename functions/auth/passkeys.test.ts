import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { authenticator } from '#tests/support/authenticator.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant, type TestUser, testPassword, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

type Authenticator = ReturnType<typeof authenticator>;

async function register(user: TestUser, device: Authenticator, name = 'Laptop') {
  const { body, status } = await as(user).call(api.auth.beginPasskey, { password: testPassword });
  expect(status).toBe(200);
  return as(user).call(api.auth.addPasskey, { name, response: device.create(body.options as never) });
}

const options = async (challenge?: string) =>
  (await anybody().call(api.auth.passkeyOptions, challenge ? { challenge } : {})).body.options as never;

const signIn = (response: Record<string, unknown>) => anybody().call(api.auth.passkeySignIn, { response });

it('a passkey signs in without a username, and says when it was last used', async () => {
  const { agent } = await freshTenant();
  const device = authenticator();
  const added = await register(agent, device);
  expect([added.status, added.body.name, added.body.lastUsedAt]).toEqual([201, 'Laptop', null]);
  const { status, body } = await signIn(device.get(await options()));
  expect([status, body.username, body.tenantId]).toEqual([200, 'agent', agent.tenantId]);
  expect((await withToken(body.token).call(api.users.me)).body.userId).toBe(agent.userId);
  const { passkeys } = (await as(agent).call(api.auth.listPasskeys)).body;
  expect(passkeys).toMatchObject([{ id: added.body.id, name: 'Laptop', lastUsedAt: expect.any(String) }]);
});

it('a user has several, and one that is removed signs in no more', async () => {
  const { agent } = await freshTenant();
  const [laptop, phone] = [authenticator(), authenticator()];
  const { id } = (await register(agent, laptop)).body;
  await register(agent, phone, 'Phone');
  expect((await as(agent).call(api.auth.removePasskey, { id })).status).toBe(200);
  expect((await signIn(laptop.get(await options()))).status).toBe(401);
  expect((await signIn(phone.get(await options()))).status).toBe(200);
  expect((await as(agent).call(api.auth.removePasskey, { id })).status).toBe(404);
});

it('the removal of a passkey stands in the audit log', async () => {
  const { agent, admin } = await freshTenant();
  const { id } = (await register(agent, authenticator())).body;
  await as(agent).call(api.auth.removePasskey, { id });
  await eventually(async () => {
    const { entries } = (await as(admin).call(api.audit.list, { action: 'user.secondFactorRemoved' })).body;
    expect(entries).toMatchObject([
      { summary: 'Removed the passkey Laptop from the sign-in of agent', actor: { id: agent.userId } },
    ]);
  });
});

it('an answer works once, and a challenge for five minutes', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const device = authenticator();
  await register(agent, device);
  const answer = device.get(await options());
  const both = await Promise.all([signIn(answer), signIn(answer)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await signIn(answer)).status).toBe(401);
  const asked = await options();
  expect((await signIn(device.get(asked))).status).toBe(200);
  expect((await signIn(device.get(asked))).status).toBe(401);
  const late = await options();
  time.forward({ minutes: 5, seconds: 1 });
  expect((await signIn(device.get(late))).status).toBe(401);
});

it.each<[string, (device: Authenticator, asked: never) => Record<string, unknown>]>([
  ['of another site', (device, asked) => ({ ...device.get(asked), ...otherSite(device, asked) })],
  ['without the user’s finger or PIN', (device, asked) => device.get(asked, 0x01)],
  ['to a challenge of somebody else', (device) => device.get({ challenge: 'AAAA', rpId: 'localhost' })],
  ['signed by another key', (device, asked) => ({ ...authenticator().get(asked), ...device.named() })],
  ['without its owner', (device, asked) => withoutOwner(device.get(asked))],
])('takes no answer %s', async (_, answer) => {
  const { agent } = await freshTenant();
  const device = authenticator();
  await register(agent, device);
  const { status, body } = await signIn(answer(device, await options()));
  expect([status, body.error]).toEqual([
    401,
    'This passkey is not known here. Please sign in with your password.',
  ]);
});

/** The same key's answer as a page of another site would have got it. */
function otherSite(device: Authenticator, { challenge }: { challenge: string }) {
  const { response } = device.get({ challenge, rpId: 'localhost' }) as { response: Record<string, string> };
  const clientData = { type: 'webauthn.get', challenge, origin: 'https://evil.example', crossOrigin: false };
  const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
  return { response: { ...response, clientDataJSON } };
}

function withoutOwner(answer: Record<string, unknown>) {
  return { ...answer, response: { ...(answer.response as object), userHandle: undefined } };
}

it('a passkey that counts backwards has a double and is not taken', async () => {
  const { agent } = await freshTenant();
  const device = authenticator();
  await register(agent, device);
  device.count(10);
  expect((await signIn(device.get(await options()))).status).toBe(200);
  device.count(5);
  expect((await signIn(device.get(await options()))).status).toBe(401);
});

it('needs the password to add one, a name, and a fresh challenge of one’s own', async () => {
  const { agent, vendor } = await freshTenant();
  const begin = (user: TestUser, password = testPassword) =>
    as(user).call(api.auth.beginPasskey, { password });
  expect((await begin(agent, 'wrong')).body.code).toBe('wrong_password');
  const mine = (await begin(agent)).body.options as never;
  const made = authenticator().create(mine);
  const add = (user: TestUser, response: Record<string, unknown>, name = 'Key') =>
    as(user).call(api.auth.addPasskey, { name, response });
  expect((await add(agent, made, ' ')).body.error).toBe('Please name the passkey.');
  expect((await add(vendor, made)).status).toBe(400);
  expect((await add(agent, {})).status).toBe(400);
  expect((await add(agent, made)).status).toBe(201);
  expect((await add(agent, authenticator().create(mine))).status).toBe(400);
});

it('lets in nobody who was deactivated or removed since', async () => {
  const { admin, agent } = await freshTenant();
  const device = authenticator();
  await register(agent, device);
  await as(admin).call(api.users.update, { id: agent.userId, isActive: false });
  expect((await signIn(device.get(await options()))).body.code).toBe('deactivated');
  await as(admin).call(api.users.remove, { id: agent.userId });
  expect((await signIn(device.get(await options()))).status).toBe(401);
});

it('is a second factor after the password, only for its own user and its own challenge', async () => {
  const tenant = await freshTenant();
  const { agent, vendor } = tenant;
  const [mine, theirs] = [authenticator(), authenticator()];
  await register(agent, mine);
  await register(vendor, theirs);
  const { Secret, TOTP } = await import('otpauth');
  const { secret } = (await as(agent).call(api.auth.beginTotp, { password: testPassword })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await as(agent).call(api.auth.confirmTotp, { code })).status).toBe(200);
  const login = async () => {
    const { username, tenantId } = agent;
    const input = { username, password: testPassword, tenantId };
    return (await anybody(tenant.address).call(api.auth.login, input)).body.secondFactor!;
  };
  const { challenge, methods } = await login();
  expect(methods).toContain('passkey');
  const finish = (passkey: Record<string, unknown>) =>
    anybody(tenant.address).call(api.auth.secondFactor, { challenge, passkey });
  expect((await finish(theirs.get(await options(challenge)))).status).toBe(401);
  expect((await finish(mine.get(await options()))).status).toBe(401);
  expect((await finish(mine.get(await options(challenge)))).body.username).toBe('agent');
});

it('an admin’s reset removes the passkeys, which may be on the lost phone', async () => {
  const { admin, agent } = await freshTenant();
  const device = authenticator();
  await register(agent, device);
  await as(admin).call(api.auth.resetSecondFactor, { id: agent.userId });
  expect((await signIn(device.get(await options()))).status).toBe(401);
});
