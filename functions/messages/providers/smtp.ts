import { lookup } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import { isPublicAddress } from '#functions/kernel/public-address.ts';
import { type EmailAdapter, ProviderDown, ProviderRefused } from './types.ts';

export interface SmtpAccount {
  host: string;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  username: string | null;
  password: string | null;
  /** The stand-in of the local cloud: on this machine, where no tenant's server may be. */
  sandbox: boolean;
}

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };

/** Ports at which servers take mail from programs (RFC 6409, RFC 8314) and from each other; 2525 by custom. */
export const smtpPorts: readonly number[] = [25, 465, 587, 2525];

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

export const smtp: EmailAdapter<SmtpAccount> = {
  name: 'smtp',
  label: 'SMTP',
  async send({ host, port, security, username, password, sandbox }, mail) {
    const transport = createTransport({
      host: sandbox ? host : await publicHost(host),
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { servername: host },
      ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
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
