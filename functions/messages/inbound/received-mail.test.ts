import { createTransport, type SendMailOptions } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { messageLimits } from '#shared/model/message.ts';
import { asksForNoMails } from '../opt-out/keywords.ts';
import { readMail } from './received-mail.ts';

const reply = `reply+7-${'a'.repeat(48)}@reply.example.com`;
const token = { tenantId: 7, id: 'a'.repeat(32), mac: 'a'.repeat(16) };
const written: SendMailOptions = {
  from: 'Ánn Lee <Ann@Example.com>',
  to: reply,
  subject: 'Re: Your roof',
  text: 'Yes, call me at five.\n\nOn Tue, Mar 10, 2026, Northwind wrote:\n> Hello Ann',
  messageId: '<one@example.com>',
};

/** A mail as a program makes it, with what SES puts above it. */
async function received(more: SendMailOptions = {}, heads = '') {
  const made = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    ...written,
    ...more,
  });
  return readMail(Buffer.concat([Buffer.from(heads), made.message as Buffer]));
}

describe('a mail that came in', () => {
  it('is what is new in it, who wrote it, and what it answers', async () =>
    expect(await received()).toEqual({
      messageId: 'one@example.com',
      from: 'ann@example.com',
      subject: 'Re: Your roof',
      said: 'Yes, call me at five.',
      quoted: 'On Tue, Mar 10, 2026, Northwind wrote:\n> Hello Ann',
      attachments: [],
      isAutomatic: false,
      refused: null,
      tokens: [token],
    }));

  it('may be markup alone, or in letters of any country', async () => {
    const html = '<p>Sí, mañana</p><blockquote>Hola</blockquote>';
    expect(await received({ text: '', html })).toMatchObject({ said: 'Sí, mañana', quoted: 'Hola' });
    const latin = Buffer.from(
      'From: a@b.example\r\nSubject: =?iso-8859-1?Q?Ma=F1ana?=\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nS=ED, ma=F1ana',
    );
    expect(await readMail(latin)).toMatchObject({ subject: 'Mañana', said: 'Sí, mañana', tokens: [] });
  });

  it('names its attachments and their sizes, and not the pictures of a signature', async () => {
    const { attachments, said } = await received({
      html: '<p>See this</p><img src="cid:logo">',
      text: 'See this',
      attachments: [
        { filename: 'roof photo.jpg', content: Buffer.alloc(1_000_000) },
        { filename: 'logo.png', cid: 'logo', content: Buffer.alloc(10), contentDisposition: 'inline' },
      ],
    });
    expect([said, attachments]).toEqual(['See this', [{ name: 'roof photo.jpg', bytes: 1_000_000 }]]);
  });

  it('is kept within the limits of a message', async () => {
    const text = `${'word '.repeat(30_000)}\n\nOn Tue, Mar 10, 2026, Northwind wrote:\n> ${'x'.repeat(50_000)}`;
    const { said, quoted, subject } = await received({ text, subject: 's'.repeat(900) });
    expect(said.length + quoted.length).toBeLessThanOrEqual(messageLimits.email);
    expect(said.startsWith('word word')).toBe(true);
    expect(subject).toHaveLength(messageLimits.subject);
  });

  it.each([
    ['Auto-Submitted: auto-replied', true],
    ['Auto-Submitted: no', false],
    ['Precedence: bulk', true],
    ['Precedence: first-class', false],
    ['X-Auto-Response-Suppress: All', true],
    ['X-Autoreply: yes', true],
    ['Return-Path: <>', true],
    ['Return-Path: <ann@example.com>', false],
  ])('with %s was written by a program: %s', async (line, isAutomatic) =>
    expect((await received({}, `${line}\r\n`)).isAutomatic).toBe(isAutomatic),
  );

  it('that came back was written by a program', async () => {
    expect((await received({ from: 'MAILER-DAEMON@mx.example.com' })).isAutomatic).toBe(true);
    const report = Buffer.from(
      `From: mx@example.com\r\nTo: ${reply}\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=q\r\n\r\n--q\r\nContent-Type: text/plain\r\n\r\nNo such mailbox\r\n--q\r\nContent-Type: message/rfc822\r\n\r\nSubject: Your roof\r\n\r\nHello\r\n--q--\r\n`,
    );
    expect(await readMail(report)).toMatchObject({ isAutomatic: true, said: 'No such mailbox' });
  });

  it('is refused by SES’s own word, and not by what its sender wrote below', async () => {
    const verdict = (what: string, word: string) => `X-SES-${what}-Verdict: ${word}\r\n`;
    expect((await received({}, verdict('Spam', 'FAIL'))).refused).toBe('spam');
    expect((await received({}, verdict('Virus', 'FAIL'))).refused).toBe('virus');
    expect((await received({}, verdict('Spam', 'GRAY'))).refused).toBe(null);
    const both = verdict('Spam', 'FAIL') + verdict('Spam', 'PASS');
    expect((await received({}, both)).refused).toBe('spam');
  });

  it('is found by the envelope before its own heads, and by what it refers to where it went elsewhere', async () => {
    const other = `reply+8-${'b'.repeat(48)}@reply.example.com`;
    const by = `Received: from x by inbound-smtp.us-east-1.amazonaws.com with SMTP id y\r\n for ${other}; Tue\r\n`;
    expect((await received({}, by)).tokens.map(({ tenantId }) => tenantId)).toEqual([8, 7]);
    const elsewhere = { to: 'no-reply@reply.example.com', references: [`<${other}>`, `<${reply}>`] };
    expect((await received(elsewhere)).tokens[0]).toEqual(token);
    expect((await received({ to: 'no-reply@reply.example.com' })).tokens).toEqual([]);
  });

  it('without a head or an end does not stop its reader', async () => {
    expect(await readMail(Buffer.from('AMAZON SES SETUP NOTIFICATION'))).toMatchObject({ tokens: [] });
    expect(await readMail(Buffer.alloc(0))).toMatchObject({ from: '', said: '' });
    await expect(readMail(Buffer.from(`X: ${'y'.repeat(3_000_000)}\r\n\r\n`))).rejects.toThrow(/header size/);
  });
});

it.each([
  ['Re: Your roof', 'STOP', true],
  ['Re: Your roof', 'Unsubscribe.\n\nAnn', true],
  ['Re: Your roof', 'Please stop emailing me', true],
  ['Re: Your roof', 'take me off your list, please', true],
  ['Re: Your roof', 'no more e-mails please', true],
  ['unsubscribe', '', true],
  ['Re: Your roof', 'Please stop by at five', false],
  ['Re: Your roof', 'Yes', false],
  ['Re: Your roof', 'Help', false],
  ['Re: Your roof', 'I did not unsubscribe, did I?', false],
  ['', '', false],
])('%j, %j ends the mails: %s', (subject, said, ends) =>
  expect(asksForNoMails(subject, said, 'Your roof')).toBe(ends),
);

it('the subject of the mail that is answered is not the words of who answers', () => {
  expect(asksForNoMails('Re: Stop', 'Tell me more', 'Stop')).toBe(false);
  expect(asksForNoMails('AW: RE: Stop', 'Tell me more', 'Re: Stop')).toBe(false);
});
