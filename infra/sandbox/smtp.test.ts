import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sent } from './outbox-store.ts';
import { TestSandbox } from './sandbox-testing.ts';

/* A real client speaks with the sandbox's real SMTP server. */

let sandbox: TestSandbox;
let port: number;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
  port = await sandbox.listenSmtp();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.ask('DELETE', '/sandbox/script'));

const mail: SendMailOptions = {
  from: '"Northwind Solar" <sales@northwind.example>',
  to: 'mary@example.com',
  replyTo: 'mary+reply@northwind.example',
  subject: 'Your quote — ready',
  text: 'Hello Mary',
  html: '<p>Hello <b>Mary</b></p>',
  headers: { 'List-Unsubscribe': '<https://northwind.example/u/1>' },
};

const send = (more: SendMailOptions = {}, auth?: { user: string; pass: string }) => {
  const transport = createTransport({ host: '127.0.0.1', port, ...(auth ? { auth } : {}) });
  return transport.sendMail({ ...mail, ...more }).finally(() => transport.close());
};

const outbox = async () => (await sandbox.ask<{ sent: Sent[] }>('GET', '/sandbox/mail.json')).body.sent;

describe('the mail server', () => {
  it('takes a mail into the outbox, with both its bodies and its headers', async () => {
    const info = await send({ attachments: [{ filename: 'quote.pdf', content: 'x'.repeat(1_000) }] });
    expect(info.accepted).toEqual(['mary@example.com']);
    const [first] = await outbox();
    expect(first).toMatchObject({
      kind: 'mail',
      target: 'mary@example.com',
      subject: 'Your quote — ready',
      html: '<p>Hello <b>Mary</b></p>',
    });
    expect(first!.body.trim()).toBe('Hello Mary');
    expect(first!.notes).toContain('by SMTP');
    expect(first!.notes).toContain('quote.pdf (1000 bytes)');
    expect(JSON.parse(first!.headers)).toMatchObject({
      'list-unsubscribe': '<https://northwind.example/u/1>',
      'message-id': info.messageId,
    });
  });

  it('knows a sandbox account by its own name only', async () => {
    await send({ subject: 'With a name' }, { user: 'sandbox-1', pass: 'sandbox-1' });
    expect((await outbox())[0]!.subject).toBe('With a name');
    await expect(send({}, { user: 'sandbox-1', pass: 'other' })).rejects.toMatchObject({ code: 'EAUTH' });
  });

  it('refuses whom a script names, and everybody while it is down', async () => {
    await sandbox.script({ match: '*@nowhere.example', mail: { outcome: 'reject' } });
    await expect(send({ to: 'a@nowhere.example' })).rejects.toMatchObject({ responseCode: 550 });
    await sandbox.script({ match: 'smtp', provider: { down: true, times: 1 } });
    await expect(send()).rejects.toMatchObject({ responseCode: 421 });
    await expect(send()).resolves.toMatchObject({ accepted: ['mary@example.com'] });
  });
});

describe('SES', () => {
  const ses = (body: object) => sandbox.ask('POST', '/ses/v2/email/outbound-emails', body);

  it('takes a raw message', async () => {
    const built = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
    const Data = (built.message as Buffer).toString('base64');
    const { status, body } = await ses({
      FromEmailAddress: 'sales@northwind.example',
      Destination: { ToAddresses: ['mary@example.com'] },
      Content: { Raw: { Data } },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ MessageId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const [first] = await outbox();
    expect(first).toMatchObject({ id: body.MessageId, subject: 'Your quote — ready' });
    expect(first!.notes).toContain('by SES');
  });

  it('keeps the headers of a simple one, and refuses whom a script names', async () => {
    const simple = {
      FromEmailAddress: 'sales@northwind.example',
      Destination: { ToAddresses: ['bob@example.com'] },
      Content: {
        Simple: {
          Subject: { Data: 'Simple' },
          Body: { Text: { Data: 'Text' }, Html: { Data: '<p>Text</p>' } },
          Headers: [{ Name: 'List-Unsubscribe', Value: '<https://northwind.example/u/2>' }],
        },
      },
    };
    expect((await ses(simple)).status).toBe(200);
    expect((await outbox())[0]).toMatchObject({
      body: 'Text',
      html: '<p>Text</p>',
      headers: JSON.stringify({ 'list-unsubscribe': '<https://northwind.example/u/2>' }),
    });
    const { body: toBob } = await sandbox.ask<{ sent: Sent[] }>(
      'GET',
      '/sandbox/mail.json?to=bob@example.com',
    );
    expect(toBob.sent.map(({ target }) => target)).toEqual(['bob@example.com']);
    await sandbox.script({ match: 'bob@example.com', mail: { outcome: 'reject' } });
    expect((await ses(simple)).status).toBe(400);
    await sandbox.ask('DELETE', '/sandbox/script?match=bob@example.com');
    await sandbox.script({ match: 'ses', provider: { down: true, status: 500 } });
    expect((await ses(simple)).status).toBe(500);
  });
});
