import { lookup } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { type Keys, matching, secret } from '#functions/kernel/provider-manifest.ts';
import { isPublicAddress } from '#functions/kernel/public-address.ts';
import { type EmailAccount, type EmailProvider, ProviderDown, ProviderRefused } from '../types.ts';

type Security = 'starttls' | 'tls' | 'none';

/** The server of a tenant, or the stand-in of the local cloud: on this machine, where no tenant's server may be. */
function serverOf({ keys, sandbox }: EmailAccount) {
  const given: Keys = sandbox
    ? { host: '127.0.0.1', port: Number(process.env.SANDBOX_SMTP_PORT ?? 0), security: 'none' }
    : keys;
  return {
    host: String(given.host),
    port: Number(given.port ?? 587),
    security: given.security as Security,
    auth: given.username ? { user: String(given.username), pass: String(given.password ?? '') } : undefined,
  };
}

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };

/** Ports at which servers take mail from programs (RFC 6409, RFC 8314) and from each other; 2525 by custom. */
const smtpPorts: readonly number[] = [25, 465, 587, 2525];

/**
 * The address that a server's name stands for, asked once, so that what was looked at is what is connected to.
 * @throws ProviderRefused for anything but the public internet
 */
async function publicHost(host: string): Promise<string> {
  const found = await lookup(host).catch((error) => {
    throw new ProviderDown(`The mail server ${host} is not known.`, { cause: error });
  });
  if (!isPublicAddress(found.address))
    throw new ProviderRefused(`${host} is not an address on the public internet.`, null);
  return found.address;
}

interface SmtpError {
  code?: string;
  /** That the server answered to. */
  command?: string;
  responseCode?: number;
  response?: string;
  message: string;
}

/** Failures that happened before a mail was handed over. */
const beforeData = new Set(['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'EAUTH', 'ETLS']);

/** Enhanced codes that say of a mailbox that it is not there, or no longer (RFC 3463; RFC 7505 for 5.1.10). */
const noMailboxCode = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;
const enhancedCode = /\b5\.\d{1,3}\.\d{1,3}\b/;
/** Answers about the sender or the mail, which say nothing about the mailbox. */
const aboutUs =
  /relay|auth|polic|spam|block|black ?list|denied|reputation|spf|dkim|dmarc|rate|quota|full|temporar/i;

/**
 * Whether a server said for good that there is no such mailbox. Where it gives no enhanced code, only the codes that
 * mean mailboxes (RFC 5321, 4.2.3) count, and not when its words are about something else: a server that will not
 * relay must not have everybody opted out.
 */
export function saysNoMailbox({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  if (enhancedCode.test(response)) return noMailboxCode.test(response);
  return [550, 551, 553].includes(responseCode) && !aboutUs.test(response);
}

function errorOf(error: SmtpError, host: string): Error {
  const said = error.response ?? error.message;
  // 5xx about this mail is for good (RFC 5321, 4.2.1); about signing in, it is the settings.
  if (error.code === 'EAUTH')
    return new ProviderDown(`${host} does not take the name and password that are set.`);
  if (error.responseCode && error.responseCode >= 500)
    return new ProviderRefused(`${host} refused it: ${said.slice(0, 200)}`, String(error.responseCode), {
      noMailbox: saysNoMailbox(error),
    });
  return new ProviderDown(`${host} cannot be reached: ${error.message.slice(0, 200)}`, {
    maybe: !error.responseCode && !beforeData.has(error.code ?? ''),
    cause: error,
  });
}

async function transportTo(account: EmailAccount) {
  const { host, port, security, auth } = serverOf(account);
  return createTransport({
    host: account.sandbox ? host : await publicHost(host),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: host },
    ...(auth ? { auth } : {}),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export const smtp: EmailProvider = {
  name: 'smtp',
  label: 'SMTP',
  title: 'SMTP server',
  auditedAs: 'the mail server',
  fields: [
    {
      name: 'host',
      label: 'Server',
      placeholder: 'smtp.example.com',
      schema: matching(/^[A-Za-z0-9.:-]+$/, 'A host is such as smtp.example.com.'),
      isRequired: true,
      isHalf: true,
    },
    {
      name: 'port',
      label: 'Port',
      schema: z.number().int().min(1).max(65_535),
      range: { least: 1, most: 65_535 },
      isHalf: true,
    },
    {
      name: 'security',
      label: 'Encryption',
      schema: z.enum(['starttls', 'tls', 'none']),
      choices: {
        starttls: 'STARTTLS (usually port 587)',
        tls: 'TLS from the start (usually port 465)',
        none: 'None',
      },
    },
    { name: 'username', label: 'User name', schema: z.string().trim().max(200) },
    {
      name: 'password',
      label: 'Password',
      schema: secret,
      sealedFor: 'smtp-password',
      storedAs: 'sealedPassword',
    },
  ],
  problem({ port, security, username }) {
    if (port !== undefined && !smtpPorts.includes(Number(port)))
      return {
        text: `A mail server listens on one of the ports ${smtpPorts.join(', ')}.`,
        field: 'port',
      };
    return security === 'none' && username
      ? { text: 'A name and password may not travel without encryption.', field: 'security' }
      : undefined;
  },
  async check(account) {
    const { host } = serverOf(account);
    const transport = await transportTo(account);
    try {
      await transport.verify();
    } catch (error) {
      throw errorOf(error as SmtpError, host);
    } finally {
      transport.close();
    }
  },
  async send(account, mail) {
    const { host } = serverOf(account);
    const transport = await transportTo(account);
    try {
      const sent = await transport.sendMail({
        from: mail.from,
        to: mail.to,
        ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
        ...(mail.headMessageId ? { messageId: mail.headMessageId } : {}),
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        headers: { ...mail.headers, 'X-Message-Id': mail.messageId },
      });
      return { providerId: sent.messageId };
    } catch (error) {
      throw errorOf(error as SmtpError, host);
    } finally {
      transport.close();
    }
  },
};
