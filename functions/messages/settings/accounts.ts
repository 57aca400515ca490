import { tenantOf } from '#functions/kernel/actor.ts';
import { env, sandboxUrl } from '#functions/kernel/env.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { hasOwnKeys, openedKeys } from '#functions/kernel/provider-keys.ts';
import type { Manifest, StoredKeys } from '#functions/kernel/provider-manifest.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { shownName } from '#functions/kernel/shown-name.ts';
import type { Tenant } from '#shared/model/tenant.ts';
import { emailProviderOf, smsProviderOf } from '../providers/index.ts';
import type { Handed, Mail, SmsAccount } from '../providers/types.ts';
import type { MessageSettings } from './store.ts';

const noKeys: StoredKeys = {};
const under = (name: string, settings: object) => (settings as Record<string, StoredKeys>)[name] ?? noKeys;
export const smsKeys = (settings: MessageSettings, name: string): StoredKeys => under(name, settings);
export const emailKeys = (email: EmailSettings, name: string): StoredKeys => under(name, email);

export interface ProviderState {
  connected: boolean;
  sandbox: boolean;
}

/** The vendor when the tenant has set its keys; else the sandbox, where there is one (the local cloud). */
function stateOf(provider: Manifest, keys: StoredKeys): ProviderState {
  const own = hasOwnKeys(provider, keys);
  const inSandbox = !own && sandboxUrl() !== '';
  return { connected: own || inSandbox || provider.worksWithoutKeys === true, sandbox: inSandbox };
}

export const smsState = (settings: MessageSettings, provider: string): ProviderState =>
  stateOf(smsProviderOf(provider), smsKeys(settings, provider));

export const emailState = ({ email }: MessageSettings, provider: string): ProviderState =>
  stateOf(emailProviderOf(provider), emailKeys(email, provider));

/** @throws 409 when the tenant has set no keys and there is no sandbox */
export async function smsAccount(settings: MessageSettings, name: string): Promise<SmsAccount> {
  const provider = smsProviderOf(name);
  const { connected, sandbox } = smsState(settings, name);
  if (!connected)
    throw new AppError(
      409,
      'provider_not_connected',
      `${provider.label} is not connected yet. An admin can set its keys in Settings.`,
    );
  const keys = sandbox
    ? provider.sandboxKeys(`sandbox-${tenantOf()}`)
    : await openedKeys(provider, smsKeys(settings, name));
  return {
    provider: name,
    sandbox,
    url: sandbox ? `${sandboxUrl()}/${name}` : provider.url,
    ...provider.identity(keys, sandbox),
  };
}

/** Whose mails come back to their threads; empty where the stage receives none. */
export const inboundDomain = (): string => process.env.MAIL_INBOUND_DOMAIN ?? '';

/** What a mail's sender is made of beside the settings. */
export type SendingTenant = Pick<Tenant, 'name' | 'plan'>;
type EmailSettings = MessageSettings['email'];

/** Whether the product's account is used, for want of one of the tenant's. */
const usesProductAccount = (provider: Manifest, email: EmailSettings): boolean =>
  provider.worksWithoutKeys === true && !hasOwnKeys(provider, emailKeys(email, provider.name));

/** Whether mails go out from the product's own address, and not from a server or an account of the tenant's. */
export const usesSharedSender = (email: EmailSettings): boolean =>
  !email.fromEmail || usesProductAccount(emailProviderOf(email.provider), email);

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

/** Hands a mail over. @throws ProviderDown, ProviderRefused; 409 when no way is set */
export async function handMail(settings: MessageSettings, provider: string, mail: Mail): Promise<Handed> {
  const { connected, sandbox } = emailState(settings, provider);
  if (!connected)
    throw new AppError(
      409,
      'provider_not_connected',
      'No mail server is set yet. An admin can set it in Settings.',
    );
  const adapter = emailProviderOf(provider);
  const keys = await openedKeys(adapter, emailKeys(settings.email, provider));
  return adapter.send({ keys, sandbox }, mail);
}

/** Asks the mail server that is set whether it takes a mail. @throws ProviderDown, ProviderRefused */
export async function checkMail({ email }: MessageSettings): Promise<void> {
  const provider = emailProviderOf(email.provider);
  const { sandbox } = stateOf(provider, emailKeys(email, provider.name));
  await provider.check?.({ keys: await openedKeys(provider, emailKeys(email, provider.name)), sandbox });
}

/** The public addresses that a provider calls. */
export const callbackUrl = (
  { callbackKey }: MessageSettings,
  provider: string,
  what: 'inbound' | 'status',
): string => `${publicUrl()}/api/sms/callbacks/${callbackKey}/${provider}/${what}`;
