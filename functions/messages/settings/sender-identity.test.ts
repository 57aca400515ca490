import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { find, updateWrite } from '#functions/tenants/store.ts';
import { api } from '#shared/api/index.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { anybody, as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { mailOf } from '../send/mail.ts';
import { mailSender } from './accounts.ts';
import { readSettings, saveSettings } from './store.ts';

const mails = withAccountMails();

/** A tenant, and what its mails say of their sender. */
async function office(plan: 'trial' | 'standard', name = 'Northwind Solar') {
  const tenant = await freshTenant();
  const change = { plan, name, trialEndsAt: new Date(Date.now() + 86_400_000).toISOString() };
  await asSystem(tenant.id, 'test', async () => {
    const before = (await find())!;
    await commit(updateWrite(before, { ...before, ...change, version: before.version + 1 }));
  });
  const admin = as(tenant.admin);
  const save = (config: Record<string, unknown>) => admin.call(api.email.saveConfig, config);
  const sender = () =>
    asSystem(tenant.id, 'test', async () => {
      const settings = await readSettings();
      const message = { id: 'msg_1', source: { kind: 'system' }, body: 'Hello' };
      const { from, replyTo } = mailOf(message as never, settings, change);
      expect(mailSender(settings, change).from).toEqual(from);
      return { name: from.name, replyTo };
    });
  return { tenant, admin, save, sender };
}

const addressOf = (tenant: TestTenant, name: string) => `${name}-${tenant.id}-${process.pid}@example.com`;
const server = { provider: 'smtp', smtp: { host: 'smtp.example.com', port: 587, security: 'starttls' } };

describe('the name that a mail bears', () => {
  it('is the company’s with “via Dealbell” of a trial, whatever a stranger calls it', async () => {
    const { save, sender } = await office('trial', 'PayPal Security\r\nBcc: x@evil.example');
    expect((await sender()).name).toBe('PayPal Security Bcc x evil example via Dealbell');
    const refused = await save({ fromName: 'PayPal Support' });
    expect(refused).toMatchObject({ status: 400, body: { details: { field: 'fromName' } } });
  });

  it('is the company’s of a customer, until an address for answers is confirmed', async () => {
    const { tenant, save, sender } = await office('standard');
    expect((await sender()).name).toBe('Northwind Solar');
    expect((await save({ fromName: 'PayPal Security' })).status).toBe(400);
    const replyTo = addressOf(tenant, 'sales');
    expect((await save({ replyTo })).body).toMatchObject({ answersConfirmed: false });
    expect((await save({ fromName: 'Ann of Northwind' })).status).toBe(400);
    await as(tenant.admin).call(api.email.sendReplyToLink);
    await anybody().call(api.email.confirmReplyTo, { token: await mails.linkTo(replyTo) });
    expect((await save({ fromName: 'Ann of Northwind' })).status).toBe(200);
    expect(await sender()).toEqual({ name: 'Ann of Northwind', replyTo });
    // Another address is unconfirmed again, and takes the name with it.
    await save({ replyTo: addressOf(tenant, 'other') });
    expect(await sender()).toEqual({ name: 'Northwind Solar', replyTo: null });
  });

  it('is theirs to choose on a server of their own', async () => {
    const { save, sender } = await office('trial');
    const own = { ...server, fromEmail: 'us@northwind.example', fromName: 'Ann', replyTo: 'a@b.example' };
    expect((await save(own)).status).toBe(200);
    expect(await sender()).toEqual({ name: 'Ann', replyTo: 'a@b.example' });
    // Back on the shared sender neither stands.
    await save({ provider: 'ses' });
    expect(await sender()).toEqual({ name: 'Northwind Solar via Dealbell', replyTo: null });
  });
});

describe('the address that answers go to', () => {
  it('is used when the link is opened that was mailed there, once', async () => {
    const { tenant, admin, save, sender } = await office('trial');
    const replyTo = addressOf(tenant, 'answers');
    await save({ replyTo });
    expect((await sender()).replyTo).toBeNull();
    expect((await admin.call(api.email.sendReplyToLink)).status).toBe(200);
    const token = await mails.linkTo(replyTo);
    const answers = await Promise.all([1, 2].map(() => anybody().call(api.email.confirmReplyTo, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await sender()).replyTo).toBe(replyTo);
    expect((await admin.call(api.email.config)).body.answersConfirmed).toBe(true);
  });

  it('is not used by a link that went to an earlier one', async () => {
    const { tenant, admin, save, sender } = await office('trial');
    await save({ replyTo: addressOf(tenant, 'mine') });
    await admin.call(api.email.sendReplyToLink);
    const token = await mails.linkTo(addressOf(tenant, 'mine'));
    await save({ replyTo: addressOf(tenant, 'victim') });
    expect((await anybody().call(api.email.confirmReplyTo, { token })).status).toBe(400);
    expect((await sender()).replyTo).toBeNull();
  });

  it('may be a colleague’s who has opened a link there, not one that an admin only typed', async () => {
    const { tenant, admin, save, sender } = await office('standard');
    const typed = addressOf(tenant, 'typed');
    await tenant.user('agent', { username: 'typed', email: typed });
    await save({ replyTo: typed });
    expect((await sender()).replyTo).toBeNull();
    const invited = addressOf(tenant, 'invited');
    await admin.call(api.users.invite, { email: invited });
    const token = await mails.linkTo(invited);
    const person = { username: 'invited', password: 'chosen by herself' };
    expect((await anybody().call(api.auth.acceptInvitation, { token, ...person })).status).toBe(201);
    expect((await save({ replyTo: invited })).body.answersConfirmed).toBe(true);
    expect((await sender()).replyTo).toBe(invited);
  });

  it('stays as it stood in settings of before there was a link', async () => {
    const { tenant, save, sender } = await office('standard');
    await asSystem(tenant.id, 'test', async () => {
      const { email, ...settings } = await readSettings();
      const { confirmed: _, ...old } = email;
      await saveSettings({ ...settings, email: { ...old, replyTo: 'Old@northwind.example' } });
    });
    expect((await sender()).replyTo).toBe('Old@northwind.example');
    await save({ postalAddress: '1 Main Street' });
    expect((await sender()).replyTo).toBe('Old@northwind.example');
    await save({ replyTo: 'new@elsewhere.example' });
    expect((await sender()).replyTo).toBeNull();
    await save({ replyTo: 'old@northwind.example' });
    expect((await sender()).replyTo).toBe('old@northwind.example');
  });
});
