import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { tenantOf } from '#functions/kernel/actor.ts';
import { type EmailAdapter, type Mail, ProviderDown, ProviderRefused } from './types.ts';

/** The product's own SES (`keys` null), or a tenant's. */
export interface SesAccount {
  keys: { region: string; accessKeyId: string; secretAccessKey: string } | null;
}

/** What SES says of a mail that it will never take; anything else may pass by itself. */
const forGood = new Set([
  'MessageRejected',
  'MailFromDomainNotVerifiedException',
  'BadRequestException',
  'NotFoundException',
]);

let own: SESv2Client | undefined;

function clientOf({ keys }: SesAccount): SESv2Client {
  if (!keys) {
    own ??= new SESv2Client({});
    return own;
  }
  const { region, ...credentials } = keys;
  // Named, because the environment may point the product's own mail somewhere else.
  return new SESv2Client({ region, credentials, endpoint: `https://email.${region}.amazonaws.com` });
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** A name as it stands before an address: encoded where it is more than letters (RFC 2047). */
export function addressOf({ name, address }: { name: string; address: string }): string {
  if (!name) return address;
  if (/^[\x20-\x7e]+$/.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
  return `=?UTF-8?B?${Buffer.from(name).toString('base64')}?= <${address}>`;
}

/** SES writes the Message-ID itself; an answer repeats the ids that its mail refers to (RFC 5322, 3.6.4). */
const headersOf = ({ headers, headMessageId }: Mail): Record<string, string> =>
  headMessageId ? { ...headers, References: headMessageId } : headers;

export const ses: EmailAdapter<SesAccount> = {
  name: 'ses',
  label: 'Amazon SES',
  async send(account, mail) {
    try {
      const sent = await clientOf(account).send(
        new SendEmailCommand({
          FromEmailAddress: addressOf(mail.from),
          Destination: { ToAddresses: [mail.to] },
          ...(mail.replyTo ? { ReplyToAddresses: [mail.replyTo] } : {}),
          Content: {
            Simple: {
              Subject: utf8(mail.subject),
              Body: { Text: utf8(mail.text), ...(mail.html === null ? {} : { Html: utf8(mail.html) }) },
              Headers: Object.entries(headersOf(mail)).map(([Name, Value]) => ({ Name, Value })),
            },
          },
          // A tenant's own account knows nothing of the product's set.
          ...(!account.keys && process.env.MAIL_CONFIGURATION_SET
            ? { ConfigurationSetName: process.env.MAIL_CONFIGURATION_SET }
            : {}),
          // What becomes of the mail is told with these.
          EmailTags: [
            { Name: 'messageId', Value: mail.messageId },
            { Name: 'tenantId', Value: String(tenantOf()) },
            { Name: 'stage', Value: process.env.STAGE ?? 'dev' },
          ],
        }),
      );
      return { providerId: sent.MessageId ?? mail.messageId };
    } catch (error) {
      if (error instanceof SESv2ServiceException) {
        if (forGood.has(error.name)) throw new ProviderRefused(error.message, error.name);
        const status = error.$metadata.httpStatusCode ?? 0;
        throw new ProviderDown(`Amazon SES: ${error.message}`, { maybe: status >= 500, cause: error });
      }
      const { code } = error as { code?: string };
      throw new ProviderDown('Amazon SES cannot be reached.', {
        maybe: code !== 'ECONNREFUSED' && code !== 'ENOTFOUND',
        cause: error,
      });
    }
  },
};
