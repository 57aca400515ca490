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
  responseCode?: number;
  response?: string;
  message: string;
}

/** Failures that happened before a mail was handed over. */
const beforeData = new Set(['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'EAUTH', 'ETLS']);

function meant(error: SmtpError, host: string): Error {
  const said = error.response ?? error.message;
  // 5xx about this mail is for good (RFC 5321, 4.2.1); about signing in, it is the settings.
  if (error.code === 'EAUTH')
    return new ProviderDown(`${host} does not take the name and password that are set.`);
  if (error.responseCode && error.responseCode >= 500)
    return new ProviderRefused(`${host} refused it: ${said.slice(0, 200)}`, String(error.responseCode));
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
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        headers: { ...mail.headers, 'X-Message-Id': mail.messageId },
      });
      return { providerId: sent.messageId };
    } catch (error) {
      throw meant(error as SmtpError, host);
    } finally {
      transport.close();
    }
  },
};
