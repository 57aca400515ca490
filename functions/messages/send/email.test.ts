import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { officeOf, outboxOf } from '#tests/support/mailing.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { anybody } from '#tests/support/tenant.ts';
import { findMessage, replaceMessage } from '../record/message-store.ts';
import { plainOf } from './plain-text.ts';
import { messageIdOf, ProviderDown, sendMessage } from './send.ts';

const { email } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

const outbox = (to: string) => outboxOf(world, to);
const office = (provider: 'ses' | 'smtp' = 'ses') => officeOf(world, provider);

describe.each(['ses', 'smtp'] as const)('a mail by %s', (provider) => {
  it('carries who sent it and how to end it, in the text and in the head', async () => {
    const { send, to, linkOf, agent } = await office(provider);
    expect(await send('one')).toMatchObject({ kind: 'sent' });
    expect(await send('one')).toMatchObject({ kind: 'sent' });
    expect(await outbox(to.email)).toHaveLength(1);
    const { mail, path } = await linkOf();
    expect(mail.subject).toBe('Your roof');
    expect(mail.notes).toMatch(/Northwind Solar.* by SMTP|Northwind Solar/);
    expect(mail.html).toContain('<b>Ann</b>');
    expect(mail.body).toMatch(
      /Hello Ann[\s\S]*Northwind Solar, 1 Main Street, Miami, FL 33130[\s\S]*Unsubscribe: http/,
    );
    expect(JSON.parse(mail.headers)['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(path).toMatch(/^\/email\/unsubscribe\//);
    const { body } = await agent.call(email.stats, {});
    expect(body.total).toMatchObject({ sent: 1, failed: 0 });
    expect(body.today).toMatchObject({ used: 1, limit: 2000, left: 1999 });
    const sent = await agent.call(email.send, { leadId: to.id, subject: 'Plain', body: 'As it is' });
    expect(sent.body).toMatchObject({
      provider,
      sandbox: true,
      message: { status: 'sent', channel: 'email' },
    });
    const thread = await agent.call(api.sms.unified, {});
    expect(thread.status).toBe(200);
  });

  it('that was refused for good says so', async () => {
    const { send, to } = await office(provider);
    await world.sandbox.script({ match: to.email, mail: { outcome: 'reject' } });
    expect(await send('bounced')).toMatchObject({ kind: 'failed' });
    expect(await outbox(to.email)).toEqual([]);
  });

  it('whose server is down goes out later, with the same key', async () => {
    const { send, to } = await office(provider);
    await world.sandbox.script({ match: provider, provider: { down: true, status: 429, times: 3 } });
    await expect(send('down')).rejects.toThrow(ProviderDown);
    await world.sandbox.ask('DELETE', `/sandbox/script?match=${provider}`);
    expect(await send('down')).toMatchObject({ kind: 'sent' });
    expect(await outbox(to.email)).toHaveLength(1);
  });
});

it('a mail that shows the photo of a rep is counted once, however often it is sent', async () => {
  const { system, admin, to } = await office();
  const photo = `rph_${'a'.repeat(26)}`;
  const mail = {
    channel: 'email',
    leadId: to.id,
    subject: 'Ann',
    body: `<img src="https://example.com/media/1/rep-photos/${photo}/x/large.jpg"><p>Ann</p>`,
    source: { kind: 'journey', id: 'jrn_1' },
    key: 'signed',
  } as const;
  for (const _ of [1, 2]) expect(await system(() => sendMessage(mail))).toMatchObject({ kind: 'sent' });
  const { usageByFeature } = (await admin.call(api.repPhotos.usage, {})).body;
  expect(usageByFeature.emailSignatures).toBe(1);
});

it('a mail whose sender died is unconfirmed and not sent twice', async () => {
  const { send, system, to } = await office();
  await send('killed');
  await system(async () => {
    const sent = (await findMessage(messageIdOf('killed')))!;
    const left = {
      ...sent,
      status: 'sending' as const,
      leaseUntil: 0,
      sentAt: null,
      version: sent.version + 1,
    };
    await commit(replaceMessage(sent, left));
  });
  expect(await send('killed')).toMatchObject({ kind: 'sent' });
  expect((await system(() => findMessage(messageIdOf('killed'))))?.status).toBe('unconfirmed');
  expect(await outbox(to.email)).toHaveLength(1);
});

describe('unsubscribing', () => {
  it('asks on a page, and ends the mails by its button or by one click', async () => {
    const { send, linkOf, admin, to } = await office();
    await send('one');
    const { path } = await linkOf();
    const page = await anybody().send('email', { method: 'GET', path });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const { body: before } = await admin.call(api.leads.get, { id: to.id });
    // Programs that follow links end nothing.
    expect(before.consent.email.state).toBe('unknown');
    const done = await anybody().send('email', {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const { body: after } = await admin.call(api.leads.get, { id: to.id });
    expect(after.consent.email).toMatchObject({
      state: 'withdrawn',
      how: 'Unsubscribed by the link in a mail',
    });
    expect(await send('two')).toMatchObject({ kind: 'refused', optedOut: true });
    expect((await anybody().send('email', { method: 'POST', path })).status).toBe(200);
    expect((await admin.call(email.stats, {})).body.total.optedOut).toBe(1);
  });

  it('holds for every lead with the address, and for the address itself', async () => {
    const { send, linkOf, admin, agent, tenant, to } = await office();
    const { body: twin } = await admin.call(api.leads.create, {
      lastName: 'Twin',
      emails: [to.email],
      ownerId: tenant.admin.userId,
    });
    await send('one');
    const { path } = await linkOf();
    await anybody().send('email', { method: 'POST', path });
    await eventually(async () =>
      expect((await admin.call(api.leads.get, { id: twin.id })).body.consent.email.state).toBe('withdrawn'),
    );
    const typed = await agent.call(email.send, { to: to.email, subject: 'x', body: 'y' });
    expect([typed.status, typed.body.code]).toEqual([409, 'contact_refused']);
    const { body: theirs } = await admin.call(api.leads.create, {
      lastName: 'Theirs',
      emails: ['theirs@example.com'],
      ownerId: tenant.admin.userId,
    });
    expect(theirs.id).toBeDefined();
    expect((await agent.call(email.send, { to: 'theirs@example.com', subject: 'x', body: 'y' })).status).toBe(
      404,
    );
  });

  it('takes no address that we have not signed', async () => {
    const { send, linkOf } = await office();
    await send('one');
    const { path } = await linkOf();
    const [tenant, , mac] = path.split('/').at(-1)!.split('.');
    const other = Buffer.from(JSON.stringify(['boss@example.com', null])).toString('base64url');
    for (const token of [`${tenant}.${other}.${mac}`, 'nonsense', `999999.${other}.${mac}`])
      expect(
        (await anybody().send('email', { method: 'POST', path: `/email/unsubscribe/${token}` })).status,
      ).toBe(404);
  });
});

describe('the daily limit', () => {
  it('puts mails off to the tenant’s midnight, is exact under a rush, and can be reset', async () => {
    const { admin, send, lead, time } = await office();
    await admin.call(email.saveConfig, { dailyLimit: 3 });
    const leads = await Promise.all(Array.from({ length: 6 }, () => lead()));
    const rush = await Promise.all(leads.map(({ id }, n) => send(`rush ${n}`, id)));
    expect(rush.filter(({ kind }) => kind === 'sent')).toHaveLength(3);
    const later = rush.find(({ kind }) => kind === 'later');
    // Midnight in New York, on a day that has its summer time.
    expect(later).toEqual({
      kind: 'later',
      retryAt: '2026-03-11T04:00:00.000Z',
      why: 'The 3 mails of today are out.',
    });
    const open = rush.findIndex(({ kind }) => kind === 'later');
    expect((await admin.call(email.resetDailyLimit, {})).body).toMatchObject({ used: 0, limit: 3 });
    expect(await send(`rush ${open}`, leads[open]!.id)).toMatchObject({ kind: 'sent' });
    await time.forward({ hours: 13 });
    expect((await admin.call(email.stats, {})).body.today).toMatchObject({ used: 0, left: 3 });
  });

  it('tells somebody who writes when it goes on', async () => {
    const { admin, agent, send, to } = await office();
    await admin.call(email.saveConfig, { dailyLimit: 1 });
    await send('one');
    const { status, body } = await agent.call(email.send, { leadId: to.id, subject: 'x', body: 'y' });
    expect([status, body.error]).toEqual([429, 'The 1 mails of today are out.']);
    // The clock runs on while the test does.
    expect(body.retryAfter).toBeGreaterThan(12 * 3600 - 60);
    expect(body.retryAfter).toBeLessThanOrEqual(12 * 3600);
  });
});

describe('without a postal address', () => {
  const refusal = expect.stringMatching(/^No mail goes out without your postal address/);

  it('no mail leaves, and who sends is told where to enter it', async () => {
    const { admin, agent, send, to } = await office();
    const listed = async () => (await agent.call(email.providers, {})).body.hasPostalAddress;
    expect(await listed()).toBe(true);
    await admin.call(email.saveConfig, { postalAddress: ' ' });
    expect(await listed()).toBe(false);
    expect(await send('automatic')).toEqual({ kind: 'failed', error: refusal });
    const { status, body } = await agent.call(email.send, { leadId: to.id, subject: 'x', body: 'y' });
    expect([status, body.error]).toEqual([422, refusal]);
    expect(await outbox(to.email)).toEqual([]);
  });
});

describe('the settings', () => {
  it('keep their secrets, and go back to the sandbox without them', async () => {
    const { admin } = await office();
    const set = await admin.call(email.saveConfig, {
      provider: 'smtp',
      smtp: { host: 'smtp.example.com', port: 587, username: 'anna', password: 'hunter2hunter2' },
    });
    expect(set.body).toMatchObject({
      connected: true,
      sandbox: false,
      smtp: { host: 'smtp.example.com', passwordSet: true },
    });
    expect(JSON.stringify(set.body)).not.toContain('hunter2');
    const none = await admin.call(email.saveConfig, { smtp: { host: null, username: null, password: null } });
    expect(none.body).toMatchObject({ sandbox: true, smtp: { host: null, passwordSet: false } });
    const stale = await admin.call(email.saveConfig, { fromName: 'x', version: 1 });
    expect(stale.status).toBe(409);
    for (const [smtp, sentence] of [
      [{ port: 22 }, /one of the ports 25, 465, 587, 2525/],
      [{ username: 'anna', security: 'none' }, /may not travel without encryption/],
    ] as const)
      expect((await admin.call(email.saveConfig, { smtp })).body.error).toMatch(sentence);
  });

  it('never reach a server of ours: only the public internet', async () => {
    const { admin } = await office();
    await admin.call(email.saveConfig, {
      provider: 'smtp',
      smtp: { host: '127.0.0.1', port: 25, security: 'none' },
    });
    const { body } = await admin.call(email.test, { to: 'ann@example.com' });
    expect(body).toMatchObject({ ok: false, message: '127.0.0.1 is not an address on the public internet.' });
  });

  it('can be tried', async () => {
    const { admin } = await office('smtp');
    const { body } = await admin.call(email.test, { to: 'tried@example.com' });
    expect(body).toEqual({
      ok: true,
      message: 'A test mail is on its way to tried@example.com.',
      provider: 'smtp',
      sandbox: true,
    });
    expect(await outbox('tried@example.com')).toHaveLength(1);
  });
});

it.each([
  [
    '<p>Hi <a href="https://a.example">there</a></p><p>Bye&nbsp;&amp; so</p>',
    'Hi there (https://a.example)\nBye & so',
  ],
  ['<style>p{}</style>One<br>Two', 'One\nTwo'],
])('the plain part of %j', (html, text) => expect(plainOf(html)).toBe(text));
