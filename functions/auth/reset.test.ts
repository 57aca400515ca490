import { describe, expect, it, onTestFinished } from 'vitest';
import { backOffs } from '#functions/accountGuard/limits.ts';
import { linkSeconds, mailRates } from '#functions/accountGuard/link-limits.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { anybody, as, freshTenant, type TestTenant, testPassword } from '#tests/support/tenant.ts';

const mails = withAccountMails();
const next = 'a wholly new password';

/** A tenant whose agent has a mailbox of their own. */
async function office() {
  const tenant = await freshTenant();
  const email = `agent-${tenant.id}-${process.pid}@example.com`;
  const user = await tenant.user('agent', { username: 'forgetful', email });
  const caller = anybody(tenant.address);
  const forget = (username: string) =>
    caller.call(api.auth.forgotPassword, { username, tenantId: tenant.id });
  const reset = (token: string, password = next) => caller.call(api.auth.resetPassword, { token, password });
  return { tenant, user, email, caller, forget, reset };
}

const signIn = (tenant: TestTenant, username: string, password: string) =>
  anybody(tenant.address).call(api.auth.login, { username, password, tenantId: tenant.id });

describe('a forgotten password', () => {
  it.each(['username', 'e-mail address'])(
    'is replaced by a link that the %s has mailed, once',
    async (by) => {
      const { tenant, email, forget, reset } = await office();
      const asked = await forget(by === 'username' ? 'Forgetful' : email.toUpperCase());
      expect(asked.status).toBe(200);
      const token = await mails.linkTo(email);
      expect((await reset(token)).status).toBe(200);
      expect((await signIn(tenant, 'forgetful', testPassword)).status).toBe(401);
      expect((await signIn(tenant, 'forgetful', next)).status).toBe(200);
      expect(await reset(token, 'yet another one')).toMatchObject({
        status: 400,
        body: { code: 'link_invalid' },
      });
      expect((await mails.to(email)).map(({ subject }) => subject)).toEqual([
        'Your password was changed',
        'Choose a new password',
      ]);
    },
  );

  it('is replaced once by two clicks at the same instant', async () => {
    const { tenant, email, forget, reset } = await office();
    await forget('forgetful');
    const token = await mails.linkTo(email);
    const passwords = ['the first password', 'the second password', 'the third password'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const kept = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await signIn(tenant, 'forgetful', kept)).status).toBe(200);
  });

  it('ends every session and opens a locked account', async () => {
    const { tenant, email, caller, forget, reset } = await office();
    const { body: session } = await signIn(tenant, 'forgetful', testPassword);
    for (let n = 0; n <= backOffs.pair.free; n++) await signIn(tenant, 'forgetful', 'wrong');
    expect((await signIn(tenant, 'forgetful', testPassword)).status).toBe(429);
    await forget('forgetful');
    expect((await reset(await mails.linkTo(email))).status).toBe(200);
    const { refreshToken } = session;
    expect((await caller.call(api.auth.refresh, { refreshToken })).status).toBe(401);
    expect((await signIn(tenant, 'forgetful', next)).status).toBe(200);
  });

  it('is not replaced after half an hour', async () => {
    const { email, forget, reset } = await office();
    await forget('forgetful');
    const token = await mails.linkTo(email);
    const end = clock.now() + linkSeconds['reset-password'] * 1000;
    onTestFinished(setClock(() => end));
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('is not replaced of a user who was deactivated or removed since the mail', async () => {
    const { tenant, user, email, forget, reset } = await office();
    await forget('forgetful');
    const token = await mails.linkTo(email);
    await as(tenant.admin).call(api.users.update, { id: user.userId, isActive: false });
    expect((await reset(token)).status).toBe(400);
    await as(tenant.admin).call(api.users.remove, { id: user.userId });
    expect((await reset(token)).status).toBe(400);
    await forget('forgetful');
    expect(await mails.to(email)).toHaveLength(1);
  });

  it('is not replaced by an old link once it was changed by hand', async () => {
    const { user, email, forget, reset } = await office();
    await forget('forgetful');
    const token = await mails.linkTo(email);
    const own = { currentPassword: testPassword, newPassword: 'changed by hand' };
    expect((await as(user).call(api.users.changePassword, own)).status).toBe(200);
    expect((await reset(token)).status).toBe(400);
  });

  it('is refused a password that is too short, and the link stays good', async () => {
    const { email, forget, reset } = await office();
    await forget('forgetful');
    const token = await mails.linkTo(email);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('asking for a link for a new password', () => {
  it('answers and does the same for a name that is nobody’s', async () => {
    const { tenant, forget, email } = await office();
    const answers = [await forget('forgetful'), await forget('nobody'), await forget(`x${email}`)];
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    const asked = (await mails.asked())
      .filter(({ tenantId }) => tenantId === tenant.id)
      .map(({ body }) => body);
    expect(asked).toEqual([
      { mail: 'reset', name: 'forgetful' },
      { mail: 'reset', name: 'nobody' },
      { mail: 'reset', name: `x${email}` },
    ]);
  });

  it('mails three links an hour by one name, and does not say so', async () => {
    const { forget, email } = await office();
    const answers: number[] = [];
    for (let n = 0; n < mailRates.resetOfName.most + 2; n++) answers.push((await forget('forgetful')).status);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await mails.to(email)).toHaveLength(mailRates.resetOfName.most);
  });

  it('is refused to an address of the network that asks for many', async () => {
    const { forget } = await office();
    for (let n = 0; n < mailRates.resetOfAddress.most; n++) expect((await forget(`n${n}`)).status).toBe(200);
    expect(await forget('another')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});
