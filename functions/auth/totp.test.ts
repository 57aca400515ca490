import { Secret, TOTP } from 'otpauth';
import { expect, it, onTestFinished } from 'vitest';
import { backOffs } from '#functions/accountGuard/limits.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { owaspCost, setPasswordCost } from '#functions/users/passwords.ts';
import { findUser } from '#functions/users/store.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, type TestUser, testPassword, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const login = ({ username, tenantId, address }: TestUser, from = address) =>
  anybody(from).call(api.auth.login, { username, password: testPassword, tenantId });

const asked = async (user: TestUser, from = user.address) => {
  const { status, body } = await login(user, from);
  expect([status, body.token, body.refreshToken]).toEqual([200, undefined, undefined]);
  return body.secondFactor!;
};

/** An authenticator app: the code of now, or of some steps from now. */
const app =
  (secret: string) =>
  (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + steps * 30_000 });

/** Turns two-step sign-in on; the app's next code is one step later. */
async function withTotp(user: TestUser, time: ReturnType<typeof timeTravel>) {
  const begun = await as(user).call(api.auth.beginTotp, { password: testPassword });
  expect(begun.status).toBe(200);
  const code = app(begun.body.secret);
  const { status, body } = await as(user).call(api.auth.confirmTotp, { code: code() });
  expect(status).toBe(200);
  time.forward({ seconds: 30 });
  return { code, uri: begun.body.uri, recoveryCodes: body.recoveryCodes };
}

const finish = (challenge: string, code: string, address?: string) =>
  anybody(address).call(api.auth.secondFactor, { challenge, code });

it('two-step sign-in asks for a code after the password, and the code signs in', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { code, uri } = await withTotp(agent, time);
  expect(uri).toMatch(
    /^otpauth:\/\/totp\/Dealbell:agent\?issuer=Dealbell&secret=[A-Z2-7]{32}&algorithm=SHA1/,
  );
  const { challenge, methods } = await asked(agent);
  expect(methods).toEqual(['totp', 'recovery']);
  const { status, body } = await finish(challenge, code(), agent.address);
  expect([status, body.username]).toEqual([200, 'agent']);
  expect((await withToken(body.token).call(api.users.me)).body.userId).toBe(agent.userId);
});

it('the password of somebody with a second factor is rehashed too when more is asked of hashes', async () => {
  const { id, agent } = await freshTenant();
  const time = timeTravel();
  const { code } = await withTotp(agent, time);
  const costOf = () =>
    asSystem(id, 'test', async () => (await findUser(agent.userId))!.passwordHash.split('$')[1]);
  expect(await costOf()).toBe('10');
  onTestFinished(setPasswordCost({ ...owaspCost, ln: 12 }));
  const { challenge } = await asked(agent);
  expect(await costOf()).toBe('12');
  // The sign-in that did so goes on by its second factor, and the password is the same.
  expect((await finish(challenge, code(), agent.address)).status).toBe(200);
  await asked(agent);
});

it('a challenge is no session, and a session no challenge', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { token } = (await login(agent)).body;
  const { code } = await withTotp(agent, time);
  const { challenge } = await asked(agent);
  expect((await withToken(challenge).call(api.users.me)).status).toBe(401);
  expect((await finish(token, code(), agent.address)).body.code).toBe('challenge_over');
});

it('nothing is asked while the app has not shown a code', async () => {
  const { agent } = await freshTenant();
  await as(agent).call(api.auth.beginTotp, { password: testPassword });
  expect((await as(agent).call(api.auth.confirmTotp, { code: '000000' })).body.code).toBe('wrong_code');
  expect((await login(agent)).body.token).toBeDefined();
});

it('a code works once, even at once in two places', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { code } = await withTotp(agent, time);
  const [one, other] = [(await asked(agent)).challenge, (await asked(agent)).challenge];
  const now = code();
  const answers = await Promise.all([one, other].map((challenge) => finish(challenge, now, agent.address)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await finish((await asked(agent)).challenge, now, agent.address)).status).toBe(401);
});

it('a challenge signs in once and for five minutes, and not after a change of password', async () => {
  const { agent, admin } = await freshTenant();
  const time = timeTravel();
  const { code } = await withTotp(agent, time);
  const { challenge } = await asked(agent);
  expect((await finish(challenge, code(), agent.address)).status).toBe(200);
  time.forward({ seconds: 30 });
  expect((await finish(challenge, code(), agent.address)).body.code).toBe('challenge_over');

  const late = (await asked(agent)).challenge;
  time.forward({ minutes: 5, seconds: 1 });
  expect((await finish(late, code(), agent.address)).body.code).toBe('challenge_over');

  const before = (await asked(agent)).challenge;
  await as(admin).call(api.users.update, { id: agent.userId, password: 'another long phrase' });
  time.forward({ seconds: 30 });
  expect((await finish(before, code(), agent.address)).body.code).toBe('challenge_over');
});

it('takes the code before and after, for clocks that differ, and none further off', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { code } = await withTotp(agent, time);
  const tries: [number, number][] = [];
  for (const steps of [-2, 2, 0, 1]) {
    time.forward({ minutes: 2 });
    const { challenge } = await asked(agent);
    tries.push([steps, (await finish(challenge, code(steps), agent.address)).status]);
  }
  expect(tries).toEqual([
    [-2, 401],
    [2, 401],
    [0, 200],
    [1, 200],
  ]);
});

it('guesses at the code are slowed like guesses at a password', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { code } = await withTotp(agent, time);
  const { challenge } = await asked(agent);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => finish(challenge, String(n).padStart(6, '0'), agent.address)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(backOffs.pair.free);
  expect((await finish(challenge, code(), agent.address)).status).toBe(429);
});

it('each of ten recovery codes signs in once, however it is typed', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { recoveryCodes } = await withTotp(agent, time);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first, second] = recoveryCodes as [string, string];
  expect(first).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
  const use = async (code: string) => finish((await asked(agent)).challenge, code, agent.address);
  expect((await use(first)).status).toBe(200);
  expect((await use(first)).status).toBe(401);
  expect((await use(second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await as(agent).call(api.auth.secondFactorState)).body).toMatchObject({
    on: true,
    recoveryCodesLeft: 8,
  });
});

it('new recovery codes end the old ones and ask for the password', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  const { recoveryCodes: old } = await withTotp(agent, time);
  const renew = (password: string) => as(agent).call(api.auth.renewRecoveryCodes, { password });
  expect((await renew('wrong')).body.code).toBe('wrong_password');
  const { recoveryCodes } = (await renew(testPassword)).body;
  const use = async (code: string) => finish((await asked(agent)).challenge, code, agent.address);
  expect((await use(old[0]!)).status).toBe(401);
  expect((await use(recoveryCodes[0]!)).status).toBe(200);
});

it('is turned on by the password, and off by the password and a code', async () => {
  const { agent } = await freshTenant();
  const time = timeTravel();
  expect((await as(agent).call(api.auth.beginTotp, { password: 'wrong' })).body.code).toBe('wrong_password');
  const { code } = await withTotp(agent, time);
  expect((await as(agent).call(api.auth.beginTotp, { password: testPassword })).status).toBe(409);
  const disable = (password: string, given: string) =>
    as(agent).call(api.auth.disableTotp, { password, code: given });
  expect((await disable('wrong', code())).body.code).toBe('wrong_password');
  expect((await disable(testPassword, '000000')).body.code).toBe('wrong_code');
  expect((await disable(testPassword, code())).status).toBe(200);
  expect((await login(agent)).body.token).toBeDefined();
});

it('an admin resets it for somebody who lost the phone, but nobody their own or another tenant’s', async () => {
  const tenant = await freshTenant();
  const other = await freshTenant();
  const time = timeTravel();
  await withTotp(tenant.agent, time);
  const reset = (by: TestUser, { userId }: TestUser) =>
    as(by).call(api.auth.resetSecondFactor, { id: userId });
  expect((await reset(tenant.vendor, tenant.agent)).status).toBe(403);
  expect((await reset(other.admin, tenant.agent)).status).toBe(404);
  expect((await reset(tenant.admin, tenant.admin)).status).toBe(403);
  await asked(tenant.agent);
  expect((await reset(tenant.admin, tenant.agent)).status).toBe(200);
  expect((await login(tenant.agent)).body.token).toBeDefined();
});

it('one user’s challenge takes no other user’s code', async () => {
  const tenant = await freshTenant();
  const time = timeTravel();
  const mine = await withTotp(tenant.agent, time);
  const theirs = await withTotp(tenant.vendor, time);
  const { challenge } = await asked(tenant.agent);
  expect((await finish(challenge, theirs.code(), tenant.address)).status).toBe(401);
  expect((await finish(challenge, theirs.recoveryCodes[0]!, tenant.address)).status).toBe(401);
  expect((await finish(challenge, mine.code(), tenant.address)).status).toBe(200);
});
