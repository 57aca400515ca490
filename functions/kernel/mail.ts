import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { env } from './env.ts';
import { productSes } from './ses.ts';

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  replyTo?: string;
}

/** Sends an e-mail from the product's own address. @throws when SES refuses it or cannot be reached */
export async function sendMail({ to, subject, text, replyTo }: Mail): Promise<void> {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  await productSes().send(
    new SendEmailCommand({
      FromEmailAddress: env('MAIL_FROM'),
      Destination: { ToAddresses: [...to] },
      ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
      Content: {
        // A line break would end the header.
        Simple: {
          Subject: content(subject.replace(/\s+/g, ' ').slice(0, 200)),
          Body: { Text: content(text) },
        },
      },
    }),
  );
}
