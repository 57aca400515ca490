import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from './sandbox-testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

const send = async (more: object = { ReplyToAddresses: ['reply+x@reply.example.com'] }) => {
  const { body } = await sandbox.ask<{ MessageId: string }>('POST', '/ses/v2/email/outbound-emails', {
    FromEmailAddress: 'sales@northwind.example',
    Destination: { ToAddresses: ['ann@example.com'] },
    Content: { Simple: { Subject: { Data: 'Dächer' }, Body: { Text: { Data: 'Hello\nAnn' } } } },
    ...more,
  });
  return body.MessageId;
};
const answered = async (count: number) => {
  await eventually(async () => expect(sandbox.received).toHaveLength(count));
  const { to, raw } = sandbox.received[count - 1]!;
  return { to, mail: await simpleParser(raw) };
};

it('an answer from the page comes in as a mail program would have sent it, with what SES puts above it', async () => {
  const id = await send();
  const box = await (await fetch(`${sandbox.origin}/sandbox/mail`)).text();
  expect(box).toContain(`<input type="hidden" name="id" value="${id}">`);
  const posted = await fetch(`${sandbox.origin}/sandbox/mail/replies`, {
    method: 'POST',
    body: new URLSearchParams({ id, text: 'Ja, gern' }),
    redirect: 'manual',
  });
  expect([posted.status, posted.headers.get('location')]).toEqual([303, '/sandbox/mail']);
  const { to, mail } = await answered(1);
  expect(to).toBe('reply+x@reply.example.com');
  expect(mail).toMatchObject({ subject: 'Re: Dächer', from: { text: 'ann@example.com' } });
  expect(mail.text).toMatch(/^Ja, gern\n\nOn .* wrote:\n\n> Hello\n> Ann/);
  expect(mail.headers.get('x-ses-spam-verdict')).toBe('PASS');
  expect(mail.headers.get('auto-submitted')).toBeUndefined();
});

it('may be a program’s, spam, and carry a file', async () => {
  const id = await send();
  const given = { id, automatic: true, verdict: 'SPAM', attachment: { name: 'a.pdf', bytes: 1_000 } };
  expect((await sandbox.ask('POST', '/sandbox/mail/replies', given)).status).toBe(202);
  const { mail } = await answered(2);
  expect(mail.headers.get('auto-submitted')).toBe('auto-replied');
  expect(mail.headers.get('x-ses-spam-verdict')).toBe('FAIL');
  expect(mail.attachments).toMatchObject([{ filename: 'a.pdf', size: 1_000 }]);
});

it('needs a mail that says where answers to it go', async () => {
  for (const id of ['nothing', await send({})])
    expect((await sandbox.ask('POST', '/sandbox/mail/replies', { id, text: 'Hi' })).status).toBe(400);
  expect((await sandbox.ask('POST', '/sandbox/mail/replies', { text: 'Hi' })).status).toBe(400);
});
