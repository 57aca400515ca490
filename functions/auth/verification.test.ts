import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { linkSeconds, mailRates } from '#functions/accountGuard/link-limits.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { anybody, as, freshTenant, withToken } from '#tests/support/tenant.ts';

const mails = withAccountMails();

let people = 0;
/** Somebody who signs up, from an address of their own. */
async function signUp(companyName = 'Harbor Roofing') {
  const { address } = await freshTenant();
  const email = `mia${++people}-${process.pid}@example.com`;
  const answer = await anybody(address).call(api.auth.createTrial, {
    ...{ companyName, username: 'mia', email, password: 'a long enough one' },
  });
  expect(answer.status).toBe(201);
  const { tenantId, userId, token } = answer.body;
  const admin = withToken(token, address);
  const standing = async () => (await admin.call(api.tenants.get, { id: tenantId })).body.standing;
  const confirm = (link: string) => anybody(address).call(api.auth.verifyEmail, { token: link });
  return { address, email, tenantId, userId, admin, standing, confirm };
}

describe('a sign-up’s e-mail address', () => {
  it('is confirmed by the link that is mailed to it, once, and the trial may send from then on', async () => {
    const { email, standing, confirm, admin } = await signUp();
    expect(await standing()).toBe('unverified');
    expect((await admin.call(api.users.me)).body.emailVerified).toBe(false);
    const token = await mails.linkTo(email);
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { email, tenantName: 'Harbor Roofing' },
    });
    expect(await standing()).toBe('active');
    expect((await admin.call(api.users.me)).body.emailVerified).toBe(true);
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('is confirmed once by two clicks at the same instant', async () => {
    const { email, standing, confirm, admin } = await signUp();
    const token = await mails.linkTo(email);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await standing()).toBe('active');
    expect((await admin.call(api.users.me)).body.version).toBe(2);
  });

  it('is not confirmed after 48 hours', async () => {
    const { email, confirm } = await signUp();
    const token = await mails.linkTo(email);
    const end = clock.now() + linkSeconds['verify-email'] * 1000;
    onTestFinished(setClock(() => end));
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('is mailed a new link at request, which ends the old one, five times a day', async () => {
    const { email, confirm, admin } = await signUp();
    const old = await mails.linkTo(email);
    for (let sent = 1; sent < mailRates.verify.most; sent++)
      expect(await admin.call(api.auth.resendVerification)).toMatchObject({ status: 200 });
    expect(await admin.call(api.auth.resendVerification)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    const token = await mails.linkTo(email);
    expect((await confirm(old)).status).toBe(400);
    expect((await confirm(token)).status).toBe(200);
    expect(await admin.call(api.auth.resendVerification)).toMatchObject({ status: 400 });
  });

  it.each([
    ['rubbish', () => 'rubbish'],
    [
      'a link of another tenant’s number',
      (token: string) => token.replace(/^\d+/, (n) => `${Number(n) + 1}`),
    ],
    ['a link of another subject', (token: string) => token.replace(/usr_./, 'usr_x')],
    ['a link with another secret', (token: string) => `${token.slice(0, -4)}AAAA`],
  ])('is not confirmed by %s', async (_, change) => {
    const { email, confirm, standing } = await signUp();
    const token = await mails.linkTo(email);
    expect(await confirm(change(token))).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect(await standing()).toBe('unverified');
  });

  it('is not confirmed by a link for a new password', async () => {
    const { email, confirm, address, tenantId } = await signUp();
    await mails.work();
    await anybody(address).call(api.auth.forgotPassword, { username: 'mia', tenantId });
    expect((await confirm(await mails.linkTo(email))).status).toBe(400);
  });

  it('is written to without what a company’s name would smuggle into the mail', async () => {
    const { email } = await signUp('You won!\r\nBcc: all@example.com http://evil.example/x <b>now</b>');
    const [mail] = await mails.to(email);
    expect(mail!.subject).toBe('Confirm your e-mail address');
    expect(mail!.body).toContain('“You won! Bcc all example com http evil example x b now b”');
    expect(mail!.body).not.toContain('evil.example');
  });
});

describe('a changed e-mail address', () => {
  it('takes the old one’s place only when its own link is opened', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const { userId, email } = tenant.agent;
    const next = `next-${tenant.id}-${process.pid}@example.com`;
    const changed = await admin.call(api.users.update, { id: userId, email: next });
    expect(changed.body).toMatchObject({ email, pendingEmail: next, emailVerified: true });
    const token = await mails.linkTo(next);
    expect((await anybody().call(api.auth.verifyEmail, { token })).status).toBe(200);
    const now = await admin.call(api.users.get, { id: userId });
    expect(now.body).toMatchObject({ email: next, pendingEmail: null });
    // The old one is free for somebody else.
    const other = { ...{ username: 'other', email, password: 'a long enough one' } };
    expect((await admin.call(api.users.create, other)).status).toBe(201);
  });

  it('is given up by setting the old one again', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const { userId: id, email } = tenant.agent;
    const next = `given-up-${tenant.id}-${process.pid}@example.com`;
    await admin.call(api.users.update, { id, email: next });
    const token = await mails.linkTo(next);
    const back = await admin.call(api.users.update, { id, email });
    expect(back.body).toMatchObject({ email, pendingEmail: null });
    expect((await anybody().call(api.auth.verifyEmail, { token })).status).toBe(400);
  });

  it('is refused when somebody has it, also when they got it after the mail', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const { userId: id } = tenant.agent;
    const taken = await admin.call(api.users.update, { id, email: tenant.vendor.email });
    expect(taken).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const next = `raced-${tenant.id}-${process.pid}@example.com`;
    await admin.call(api.users.update, { id, email: next });
    const token = await mails.linkTo(next);
    await tenant.user('agent', { username: 'quick', email: next });
    const late = await anybody().call(api.auth.verifyEmail, { token });
    expect(late).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await admin.call(api.users.get, { id })).body.email).toBe(tenant.agent.email);
  });

  it('ends a link for a new password that went to the old one', async () => {
    const tenant = await freshTenant();
    const { userId: id, username, email } = tenant.agent;
    await anybody(tenant.address).call(api.auth.forgotPassword, { username, tenantId: tenant.id });
    await mails.work();
    const reset = await mails.linkTo(email);
    const next = `moved-${tenant.id}-${process.pid}@example.com`;
    await as(tenant.admin).call(api.users.update, { id, email: next });
    await anybody().call(api.auth.verifyEmail, { token: await mails.linkTo(next) });
    const late = await anybody().call(api.auth.resetPassword, { token: reset, password: 'stolen password' });
    expect(late).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });
});

describe('sign-up', () => {
  const closed = async () => {
    const { address } = await freshTenant();
    const config = (await anybody(address).call(api.auth.config)).body;
    const answer = await anybody(address).call(api.auth.createTrial, {
      ...{ companyName: 'Late', username: 'mia', email: 'mia@example.com', password: 'a long enough one' },
    });
    return { open: config.trialOpen, status: answer.status, code: answer.body.code };
  };

  it('is open where the deployment has a sender for its mails', async () => {
    expect(await closed()).toMatchObject({ open: true, status: 201 });
  });

  it('is closed where it has none', async () => {
    vi.stubEnv('ACCOUNT_MAILS', '');
    onTestFinished(() => void vi.stubEnv('ACCOUNT_MAILS', 'on'));
    expect(await closed()).toEqual({ open: false, status: 403, code: 'sign_up_closed' });
  });

  it('is closed where it is switched off', async () => {
    vi.stubEnv('SIGN_UP', 'off');
    onTestFinished(() => void vi.stubEnv('SIGN_UP', ''));
    expect(await closed()).toEqual({ open: false, status: 403, code: 'sign_up_closed' });
  });
});
