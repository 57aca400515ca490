import { describe, expect, it, onTestFinished } from 'vitest';
import { linkSeconds, mailRates } from '#functions/accountGuard/link-limits.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant, withToken } from '#tests/support/tenant.ts';

const mails = withAccountMails();
const password = 'chosen by herself';

async function office() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const email = `nora-${tenant.id}-${process.pid}@example.com`;
  const invite = (role: 'admin' | 'agent' = 'agent', to = email) =>
    admin.call(api.users.invite, { email: to, role, firstName: 'Nora', lastName: 'Quist' });
  const accept = (token: string, username = 'nora') =>
    anybody(tenant.address).call(api.auth.acceptInvitation, { token, username, password });
  const pending = async () => (await admin.call(api.users.invitations)).body.invitations;
  return { tenant, admin, email, invite, accept, pending };
}

describe('an invitation', () => {
  it('becomes an account with the role it names, once, and signs in', async () => {
    const { tenant, email, invite, accept, pending } = await office();
    const { status, body } = await invite('admin');
    expect(status).toBe(201);
    expect(body).toMatchObject({ email, role: 'admin', invitedBy: 'Boss Tester', expired: false });
    expect(await pending()).toHaveLength(1);
    const token = await mails.linkTo(email);
    const shown = await anybody().call(api.auth.openInvitation, { token });
    expect(shown.body).toEqual({
      ...{ email, role: 'admin', firstName: 'Nora', lastName: 'Quist' },
      ...{ invitedBy: 'Boss Tester', tenantName: tenant.name },
    });
    const joined = await accept(token);
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({ role: 'admin', email, fullName: 'Nora Quist' });
    const me = await withToken(joined.body.token).call(api.users.me);
    expect(me.body).toMatchObject({ emailVerified: true, role: 'admin', username: 'nora' });
    expect(await pending()).toEqual([]);
    expect(await accept(token, 'nora2')).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('becomes one account by two who accept it at the same instant', async () => {
    const { admin, email, invite, accept } = await office();
    await invite();
    const token = await mails.linkTo(email);
    const answers = await Promise.all([accept(token, 'nora1'), accept(token, 'nora2')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    await eventually(async () => {
      const { users } = (await admin.call(api.users.list)).body;
      expect(users.filter((user) => user.email === email)).toHaveLength(1);
    });
  });

  it('stays open when the chosen username is taken', async () => {
    const { email, invite, accept } = await office();
    await invite();
    const token = await mails.linkTo(email);
    expect(await accept(token, 'agent')).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect((await accept(token)).status).toBe(201);
  });

  it('leads nowhere once it was taken back, or after a week', async () => {
    const { admin, email, invite, accept, pending } = await office();
    const { id } = (await invite()).body;
    const token = await mails.linkTo(email);
    expect((await admin.call(api.users.revokeInvitation, { id })).status).toBe(200);
    expect((await admin.call(api.users.revokeInvitation, { id })).status).toBe(404);
    expect((await accept(token)).status).toBe(400);
    await invite();
    const second = await mails.linkTo(email);
    const end = clock.now() + linkSeconds.invitation * 1000;
    onTestFinished(setClock(() => end));
    expect((await accept(second)).status).toBe(400);
    expect(await pending()).toMatchObject([{ expired: true }]);
    // It can be sent again, or made again.
    expect((await admin.call(api.users.resendInvitation, { id })).body.expired).toBe(false);
  });

  it('is sent again with a new link, which ends the old one', async () => {
    const { admin, email, invite, accept } = await office();
    const { id } = (await invite()).body;
    const old = await mails.linkTo(email);
    expect((await admin.call(api.users.resendInvitation, { id })).status).toBe(200);
    const token = await mails.linkTo(email);
    expect((await accept(old)).status).toBe(400);
    expect((await accept(token)).status).toBe(201);
  });

  it('is refused for an address that is invited or has an account', async () => {
    const { tenant, invite } = await office();
    expect((await invite()).status).toBe(201);
    expect(await invite()).toMatchObject({ status: 409, body: { code: 'invited_already' } });
    const { email } = tenant.agent;
    expect(await invite('agent', email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('is not to be used to write to many', async () => {
    const { tenant, admin } = await office();
    const to = (n: number) => ({ email: `n${n}-${tenant.id}@example.com` });
    for (let n = 0; n < mailRates.invitations.most; n++) await admin.call(api.users.invite, to(n));
    expect((await admin.call(api.users.invite, to(1000))).status).toBe(429);
    await mails.asked();
  });

  it('does not leave a trial whose own address is not confirmed', async () => {
    const { tenant } = await office();
    const person = { username: 'mia', email: 'mia@example.com', password: 'a long enough one' };
    const trial = await anybody(tenant.address).call(api.auth.createTrial, { companyName: 'New', ...person });
    const admin = withToken(trial.body.token);
    const refused = await admin.call(api.users.invite, { email: `x-${tenant.id}@example.com` });
    expect(refused).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
  });
});
