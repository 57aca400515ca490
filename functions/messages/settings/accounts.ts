import { tenantOf } from '#functions/kernel/actor.ts';
import { env, sandboxUrl } from '#functions/kernel/env.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { unsealRemembered } from '#functions/kernel/secrets.ts';
import { shownName } from '#functions/kernel/shown-name.ts';
import type { EmailProviderName, SmsProviderName } from '#shared/model/message.ts';
import type { Tenant } from '#shared/model/tenant.ts';
import { emailAdapters, smsAdapters } from '../providers/index.ts';
import type { SesAccount } from '../providers/ses.ts';
import type { SmtpAccount } from '../providers/smtp.ts';
import { telnyxUrl } from '../providers/telnyx.ts';
import { twilioUrl } from '../providers/twilio.ts';
import { type Handed, type Mail, ProviderDown, type SmsAccount } from '../providers/types.ts';
import type { MessageSettings } from './store.ts';

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

/** What a mail's sender is made of beside the settings. */
export type SendingTenant = Pick<Tenant, 'name' | 'plan'>;
type EmailSettings = MessageSettings['email'];

/** Whether mails go out from the product's own address, and not from a server or an account of the tenant's. */
export const usesSharedSender = (email: EmailSettings): boolean =>
  (email.provider === 'ses' && !email.ses.sealedSecret) || !email.fromEmail;

/** Where answers are to go by the settings of a tenant without a sender of its own; empty: nowhere in particular. */
export const answersTo = ({ replyTo, fromEmail }: EmailSettings): string => replyTo || fromEmail;

/** Whether somebody has confirmed that answers may go there. Settings of before there was such a link count so. */
export const isConfirmed = ({ confirmed }: EmailSettings, address: string): boolean =>
  confirmed === undefined || confirmed.includes(address.toLowerCase());

/** The name before the product's own address. Anybody may choose the name of a trial: docs/messages.md. */
function sharedName(email: EmailSettings, { name, plan }: SendingTenant): string {
  if (plan === 'trial') return `${shownName(name)} via Dealbell`;
  return email.fromName && isConfirmed(email, answersTo(email)) ? email.fromName : name;
}

const oneLine = (name: string): string => name.replace(/[\p{C}\s]+/gu, ' ').trim();

/** The name that a tenant's mails bear. */
export const senderName = ({ email }: MessageSettings, tenant: SendingTenant): string =>
  oneLine(usesSharedSender(email) ? sharedName(email, tenant) : email.fromName || tenant.name);

/**
 * Where a tenant's mails come from. The product's own SES sends in the product's name alone (the address that it
 * may send from is the product's), so a tenant's address is where answers go, once it is confirmed.
 */
export function mailSender(settings: MessageSettings, tenant: SendingTenant) {
  const { email } = settings;
  const name = senderName(settings, tenant);
  if (!usesSharedSender(email))
    return {
      from: { name, address: email.fromEmail },
      replyTo: email.replyTo || null,
      ownReplyTo: email.replyTo || null,
    };
  const answers = isConfirmed(email, answersTo(email)) ? answersTo(email) : '';
  return {
    from: { name, address: env('MAIL_FROM') },
    replyTo: answers || null,
    /** What the tenant has set for answers itself, which goes before the inbox. */
    ownReplyTo: (email.replyTo && answers) || null,
  };
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
