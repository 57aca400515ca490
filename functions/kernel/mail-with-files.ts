import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport } from 'nodemailer';
import { env } from './env.ts';
import { escapeHtml } from './html.ts';
import type { Mail } from './mail.ts';
import { productSes } from './ses.ts';

export interface MailFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

export interface MailFiles {
  files: readonly MailFile[];
  /** A PNG that is shown in the mail, above its words. */
  picture?: { filename: string; bytes: Buffer; alt: string } | undefined;
}

/** Writes a whole message (RFC 5322) without sending it. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** By this the mail's own HTML names its picture. */
const pictureId = 'picture@dealbell';

const link = /https?:\/\/[^\s<]+/g;

/** The words of a mail as HTML, with its picture above them. */
function htmlOf(text: string, alt: string): string {
  const words = escapeHtml(text).replace(link, (address) => `<a href="${address}">${address}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(alt)}</title></head><body style="font:15px/1.5 sans-serif;color:#1a1a1a">
<img src="cid:${pictureId}" alt="${escapeHtml(alt)}" width="656" style="max-width:100%;height:auto">
<div style="white-space:pre-line">${words}</div></body></html>`;
}

/**
 * Sends an e-mail with files from the product's own address. SES takes messages of 40 MB; a mailbox often takes 10.
 * @throws when SES refuses it or cannot be reached
 */
export async function sendMailWithFiles(
  { to, subject, text, replyTo }: Mail,
  { files, picture }: MailFiles,
): Promise<void> {
  const { message } = await composer.sendMail({
    from: env('MAIL_FROM'),
    to: [...to],
    subject: subject.replace(/\s+/g, ' ').slice(0, 200),
    text,
    ...(picture ? { html: htmlOf(text, picture.alt) } : {}),
    ...(replyTo ? { replyTo } : {}),
    attachments: [
      ...files.map(({ filename, contentType, bytes }) => ({ filename, contentType, content: bytes })),
      ...(picture
        ? [{ filename: picture.filename, contentType: 'image/png', content: picture.bytes, cid: pictureId }]
        : []),
    ],
  });
  await productSes().send(
    new SendEmailCommand({
      FromEmailAddress: env('MAIL_FROM'),
      Destination: { ToAddresses: [...to] },
      Content: { Raw: { Data: message as Buffer } },
    }),
  );
}
