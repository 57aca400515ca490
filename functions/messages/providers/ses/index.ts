import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { tenantOf } from '#functions/kernel/actor.ts';
import { type Keys, matching, secret } from '#functions/kernel/provider-manifest.ts';
import { productSes } from '#functions/kernel/ses.ts';
import { type EmailProvider, type Mail, ProviderDown, ProviderRefused } from '../types.ts';

/** What SES says of a mail that it will never take; anything else may pass by itself. */
const forGood = new Set([
  'MessageRejected',
  'MailFromDomainNotVerifiedException',
  'BadRequestException',
  'NotFoundException',
]);

const hasOwnKeys = ({ accessKeyId, secretAccessKey }: Keys) => Boolean(accessKeyId && secretAccessKey);

/** The tenant's own SES, else the product's. */
function clientOf(keys: Keys): SESv2Client {
  if (!hasOwnKeys(keys)) return productSes();
  const { region = 'us-east-1', accessKeyId, secretAccessKey } = keys;
  // Named, because the environment may point the product's own mail somewhere else.
  return new SESv2Client({
    region: String(region),
    credentials: { accessKeyId: String(accessKeyId), secretAccessKey: String(secretAccessKey) },
    endpoint: `https://email.${region}.amazonaws.com`,
  });
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

export const ses: EmailProvider = {
  name: 'ses',
  label: 'Amazon SES',
  worksWithoutKeys: true,
  fields: [
    {
      name: 'region',
      label: 'Region',
      placeholder: 'us-east-1',
      schema: matching(/^[a-z]{2}(-[a-z]+)+-\d$/, 'A region is such as us-east-1.'),
    },
    {
      name: 'accessKeyId',
      label: 'Access key',
      schema: matching(/^[A-Z0-9]{16,128}$/, 'An access key is 16 or more capital letters and digits.'),
      isRequired: true,
    },
    {
      name: 'secretAccessKey',
      label: 'Secret access key',
      schema: secret,
      sealedFor: 'ses-secret-access-key',
      storedAs: 'sealedSecret',
      isRequired: true,
    },
  ],
  problem: ({ accessKeyId, sealedSecret }) =>
    Boolean(accessKeyId) === Boolean(sealedSecret)
      ? undefined
      : { text: 'Amazon SES wants an access key and its secret together.' },
  async send({ keys }, mail) {
    try {
      const sent = await clientOf(keys).send(
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
          ...(!hasOwnKeys(keys) && process.env.MAIL_CONFIGURATION_SET
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
