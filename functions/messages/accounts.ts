import { tenantOf } from '#functions/kernel/actor.ts';
import { env, sandboxUrl } from '#functions/kernel/env.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { unsealRemembered } from '#functions/kernel/secrets.ts';
import type { EmailProviderName, SmsProviderName } from '#shared/model/message.ts';
import { emailAdapters, smsAdapters } from './providers/index.ts';
import type { SesAccount } from './providers/ses.ts';
import type { SmtpAccount } from './providers/smtp.ts';
import { telnyxUrl } from './providers/telnyx.ts';
import { twilioUrl } from './providers/twilio.ts';
import { type Handed, type Mail, ProviderDown, type SmsAccount } from './providers/types.ts';
import type { MessageSettings } from './settings-store.ts';

/** What secrets are sealed for. */
export const purposes = {
  twilio: 'twilio-auth-token',
  telnyx: 'telnyx-api-key',
  ses: 'ses-secret-access-key',
  smtp: 'smtp-password',
} as const;

let sandboxKey: Promise<string> | undefined;

/** The public key that the sandbox signs Telnyx's callbacks with: base64 of 32 bytes. */
function telnyxSandboxKey(): Promise<string> {
  sandboxKey ??= fetch(`${sandboxUrl()}/telnyx/public-key`)
    .then(async (answer) => {
      if (!answer.ok) throw new ProviderDown('The sandbox does not tell its public key.');
      const text = (await answer.text()).trim();
      return text.startsWith('{') ? String(Object.values(JSON.parse(text))[0]) : text.replace(/^"|"$/g, '');
    })
    .catch((error) => {
      sandboxKey = undefined;
      throw error;
    });
  return sandboxKey;
}

const keysSet = (settings: MessageSettings, provider: SmsProviderName) =>
  provider === 'twilio'
    ? Boolean(settings.twilio.accountSid && settings.twilio.sealedToken)
    : Boolean(settings.telnyx.sealedKey);

/** The vendor when the tenant has set its keys; else the sandbox, where there is one (the local cloud). */
export const smsState = (settings: MessageSettings, provider: SmsProviderName) => {
  const own = keysSet(settings, provider);
  return { connected: own || sandboxUrl() !== '', sandbox: !own && sandboxUrl() !== '' };
};

/** @throws 409 when the tenant has set no keys and there is no sandbox */
export async function smsAccount(settings: MessageSettings, provider: SmsProviderName): Promise<SmsAccount> {
  const { connected, sandbox } = smsState(settings, provider);
  const { label } = smsAdapters[provider];
  if (!connected)
    throw new AppError(
      409,
      'provider_not_connected',
      `${label} is not connected yet. An admin can set its keys in Settings.`,
    );
  const standIn = `sandbox-${tenantOf()}`;
  if (provider === 'twilio') {
    const { accountSid, sealedToken, messagingServiceSid = null } = settings.twilio;
    const secret = sandbox ? standIn : await unsealRemembered(purposes.twilio, sealedToken!);
    return {
      provider,
      sandbox,
      url: sandbox ? `${sandboxUrl()}/twilio` : twilioUrl,
      id: sandbox ? standIn : accountSid!,
      secret,
      service: sandbox ? null : messagingServiceSid,
      callbackSecret: async () => secret,
    };
  }
  const { sealedKey, publicKey, messagingProfileId = null } = settings.telnyx;
  return {
    provider,
    sandbox,
    url: sandbox ? `${sandboxUrl()}/telnyx` : telnyxUrl,
    id: standIn,
    secret: sandbox ? standIn : await unsealRemembered(purposes.telnyx, sealedKey!),
    service: sandbox ? null : messagingProfileId,
    callbackSecret: () => (sandbox ? telnyxSandboxKey() : Promise.resolve(publicKey ?? '')),
  };
}

export interface EmailState {
  connected: boolean;
  sandbox: boolean;
}

/** SES without keys of its own is the product's; SMTP without a server is the sandbox, where there is one. */
export function emailState({ email }: MessageSettings, provider: EmailProviderName): EmailState {
  const inSandbox = sandboxUrl() !== '';
  if (provider === 'ses') return { connected: true, sandbox: inSandbox && !email.ses.sealedSecret };
  return { connected: Boolean(email.smtp.host) || inSandbox, sandbox: inSandbox && !email.smtp.host };
}

/** Whose mails come back to their threads; empty where the stage receives none. */
export const inboundDomain = (): string => process.env.MAIL_INBOUND_DOMAIN ?? '';

/**
 * Where a tenant's mails come from. The product's own SES sends in the product's name alone (the address that it
 * may send from is the product's), so a tenant's address is where answers go.
 */
export function mailSender({ email }: MessageSettings, tenantName: string) {
  const name = email.fromName || tenantName;
  const product = email.provider === 'ses' && !email.ses.sealedSecret;
  return product || !email.fromEmail
    ? { from: { name, address: env('MAIL_FROM') }, replyTo: email.replyTo || email.fromEmail || null }
    : { from: { name, address: email.fromEmail }, replyTo: email.replyTo || null };
}

async function smtpAccount({ email: { smtp } }: MessageSettings, sandbox: boolean): Promise<SmtpAccount> {
  if (sandbox)
    return {
      host: '127.0.0.1',
      port: Number(process.env.SANDBOX_SMTP_PORT ?? 0),
      security: 'none',
      username: null,
      password: null,
      sandbox,
    };
  return {
    host: smtp.host!,
    port: smtp.port ?? 587,
    security: smtp.security,
    username: smtp.username ?? null,
    password: smtp.sealedPassword ? await unsealRemembered(purposes.smtp, smtp.sealedPassword) : null,
    sandbox,
  };
}

async function sesAccount({ email: { ses } }: MessageSettings): Promise<SesAccount> {
  if (!ses.accessKeyId || !ses.sealedSecret) return { keys: null };
  return {
    keys: {
      region: ses.region ?? 'us-east-1',
      accessKeyId: ses.accessKeyId,
      secretAccessKey: await unsealRemembered(purposes.ses, ses.sealedSecret),
    },
  };
}

/** Hands a mail over. @throws ProviderDown, ProviderRefused; 409 when no way is set */
export async function handMail(
  settings: MessageSettings,
  provider: EmailProviderName,
  mail: Mail,
): Promise<Handed> {
  const { connected, sandbox } = emailState(settings, provider);
  if (!connected)
    throw new AppError(
      409,
      'provider_not_connected',
      'No mail server is set yet. An admin can set it in Settings.',
    );
  return provider === 'smtp'
    ? emailAdapters.smtp.send(await smtpAccount(settings, sandbox), mail)
    : emailAdapters.ses.send(await sesAccount(settings), mail);
}

/** The public addresses that a provider calls. */
export const callbackUrl = (
  { callbackKey }: MessageSettings,
  provider: SmsProviderName,
  what: 'inbound' | 'status',
): string => `${publicUrl()}/api/sms/callbacks/${callbackKey}/${provider}/${what}`;
