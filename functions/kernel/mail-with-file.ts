import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport } from 'nodemailer';
import { env } from './env.ts';
import type { Mail } from './mail.ts';
import { productSes } from './ses.ts';

export interface MailFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

/** Writes a whole message (RFC 5322) without sending it. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/**
 * Sends an e-mail with a file from the product's own address. SES takes messages of 40 MB; a mailbox often takes 10.
 * @throws when SES refuses it or cannot be reached
 */
export async function sendMailWithFile({ to, subject, text, replyTo }: Mail, file: MailFile): Promise<void> {
  const { message } = await composer.sendMail({
    from: env('MAIL_FROM'),
    to: [...to],
    subject: subject.replace(/\s+/g, ' ').slice(0, 200),
    text,
    ...(replyTo ? { replyTo } : {}),
    attachments: [{ filename: file.filename, contentType: file.contentType, content: file.bytes }],
  });
  await productSes().send(
    new SendEmailCommand({
      FromEmailAddress: env('MAIL_FROM'),
      Destination: { ToAddresses: [...to] },
      Content: { Raw: { Data: message as Buffer } },
    }),
  );
}
