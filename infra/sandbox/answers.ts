import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SandboxClock } from './clock.ts';
import type { OutboxStore, Sent } from './outbox-store.ts';
import type { WorkQueue } from './work.ts';

/** A mail that comes in, as SES receives it. */
export interface ReceivedMail {
  to: string;
  raw: Buffer;
}

/** Time that a mail is on its way; ms. */
const usualMs = 200;
/** Tries to hand a mail on come after so long; ms. */
const againMs = 1_000;

export const answer = z.strictObject({
  /** The outbox's id of the mail that is answered. */
  id: z.string().max(100),
  text: z.string().max(100_000).default(''),
  /** Who writes, where it is not whom the mail went to. */
  from: z.email().max(254).optional(),
  subject: z.string().max(500).optional(),
  /** A program writes it: somebody is out of the office. */
  automatic: z.boolean().default(false),
  verdict: z.enum(['PASS', 'SPAM', 'VIRUS']).default('PASS'),
  attachment: z
    .strictObject({ name: z.string().min(1).max(200), bytes: z.number().int().min(0).max(20_000_000) })
    .optional(),
  /** The sender's own id of it: the same again is the same mail. */
  messageId: z.string().max(200).optional(),
});
export type Answer = z.output<typeof answer>;

/** Whether a mail can be answered: it says where to. */
export const answersTo = (sent: Sent): string =>
  sent.kind === 'mail' ? String((JSON.parse(sent.headers) as Record<string, string>)['reply-to'] ?? '') : '';

const line = (text: string) => text.replace(/[\r\n]+/g, ' ');
const encoded = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
const wrapped = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');

/** What a mail program makes of an answer, below what SES puts above each mail that it receives. */
export function rawAnswer(sent: Sent, given: Answer, now: Date): Buffer {
  const heads = JSON.parse(sent.headers) as Record<string, string>;
  const to = answersTo(sent);
  const from = given.from ?? sent.target.split(', ')[0]!;
  const messageId = given.messageId ?? `<${randomUUID()}@mail.sandbox.dealbell.test>`;
  const subject =
    given.subject ?? (given.automatic ? `Automatic reply: ${sent.subject}` : `Re: ${sent.subject}`);
  const quote = sent.body
    .trimEnd()
    .split('\n')
    .map((one) => `> ${one.trimEnd()}`)
    .join('\n');
  const text = `${given.text}\n\nOn ${sent.at.slice(0, 10)} at ${sent.at.slice(11, 16)}, ${to.split('@').at(-1)} wrote:\n\n${quote}\n`;
  const verdict = (name: 'SPAM' | 'VIRUS') => (given.verdict === name ? 'FAIL' : 'PASS');
  const boundary = `sandbox-${randomUUID()}`;
  const body = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(Buffer.from(text)),
  ];
  const file = given.attachment && [
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...body,
    `--${boundary}`,
    'Content-Type: application/octet-stream',
    `Content-Disposition: attachment; filename="${encoded(line(given.attachment.name).replace(/"/g, ''))}"`,
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(Buffer.alloc(given.attachment.bytes)),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(
    [
      `Return-Path: <${given.automatic ? '' : from}>`,
      `Received: from mail.sandbox.dealbell.test by inbound-smtp.us-east-1.amazonaws.com with SMTP id ${randomUUID().replaceAll('-', '')} for ${to}; ${now.toUTCString()}`,
      `X-SES-Spam-Verdict: ${verdict('SPAM')}`,
      `X-SES-Virus-Verdict: ${verdict('VIRUS')}`,
      `From: <${from}>`,
      `To: <${to}>`,
      `Subject: ${encoded(line(subject))}`,
      `Date: ${now.toUTCString()}`,
      `Message-ID: ${line(messageId)}`,
      ...(heads['message-id'] ? [`In-Reply-To: ${heads['message-id']}`] : []),
      `References: ${[heads.references, heads['message-id']].filter(Boolean).join(' ')}`,
      ...(given.automatic ? ['Auto-Submitted: auto-replied'] : []),
      ...(file ?? ['MIME-Version: 1.0', ...body]),
    ].join('\r\n'),
  );
}

/** Answers of people to mails in the outbox, on their way to SES. */
export class Answers {
  readonly #outbox: OutboxStore;
  readonly #work: WorkQueue;
  readonly #clock: SandboxClock;

  /** `receive` hands a mail to the cloud that receives it; undefined when that is not open yet. */
  constructor(
    outbox: OutboxStore,
    work: WorkQueue,
    clock: SandboxClock,
    receive: (mail: ReceivedMail) => Promise<boolean> | undefined,
  ) {
    this.#outbox = outbox;
    this.#work = work;
    this.#clock = clock;
    work.on('answer', async ({ to, raw }: { to: string; raw: string }) => {
      const received = receive({ to, raw: Buffer.from(raw, 'base64') });
      if (!received) return againMs;
      await received;
      return undefined;
    });
  }

  /** Answers a mail; a sentence when that cannot be. */
  give(given: Answer): string | undefined {
    const sent = this.#outbox.find(given.id);
    if (!sent) return 'There is no such mail in the outbox.';
    const to = answersTo(sent);
    if (!to) return 'The mail says nowhere where answers to it go.';
    const raw = rawAnswer(sent, given, new Date(this.#clock.now())).toString('base64');
    this.#work.add({ lane: `answers ${to}`, kind: 'answer', body: { to, raw }, delay: usualMs });
    return undefined;
  }
}
