import * as z from 'zod';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import {
  changedKeys,
  fieldViews,
  type KeyChange,
  keyShape,
  keyView,
  parsed,
} from '#functions/kernel/provider-keys.ts';
import type { StoredKeys } from '#functions/kernel/provider-manifest.ts';
import type { Registration } from '#shared/model/carrier-limits.ts';
import { emailProviderOf, emailProviders, smsProviderOf, smsProviders } from '../providers/index.ts';
import { twilio } from '../providers/twilio/index.ts';
import { ProviderDown, ProviderRefused } from '../providers/types.ts';
import { wakeLine } from '../waiting/turn.ts';
import {
  callbackUrl,
  emailKeys,
  emailState,
  inboundDomain,
  smsAccount,
  smsKeys,
  smsState,
} from './accounts.ts';
import { auditOfSettings } from './audit.ts';
import { assertSender, senderView, withConfirmed } from './sender-identity.ts';
import { hasPostalAddress, type MessageSettings, readSettings, saveSettings } from './store.ts';

function assertVersion(settings: MessageSettings, version: number | undefined): void {
  if (version !== undefined && version !== settings.version)
    throw conflict('Somebody has changed these settings since you opened them. Reload them and try again.');
}

/** The providers of texts, to choose one from. */
export async function listSmsProviders() {
  const settings = await readSettings();
  return smsProviders.map(({ name, label }) => ({
    provider: name,
    name: label,
    ...smsState(settings, name),
    isDefault: settings.defaultProvider === name,
  }));
}

function smsAnswer(settings: MessageSettings, name: string) {
  const provider = smsProviderOf(name);
  return {
    ...keyView(provider, smsKeys(settings, name)),
    provider: name,
    name: provider.label,
    fields: fieldViews(provider, smsKeys(settings, name)),
    ...smsState(settings, name),
    isDefault: settings.defaultProvider === name,
    showsBalance: provider.showsBalance ?? false,
    inboundUrl: callbackUrl(settings, name, 'inbound'),
    statusUrl: callbackUrl(settings, name, 'status'),
    numberPerMinute: settings.numberPerMinute,
    campaignPerMinute: settings.campaignPerMinute,
    registration: settings.registration ?? null,
    version: settings.version,
  };
}

export const smsConfig = async (provider: string) => {
  smsProviderOf(provider);
  return smsAnswer(await readSettings(), provider);
};

export interface SmsConfigChange extends KeyChange {
  numberPerMinute?: number | undefined;
  campaignPerMinute?: number | undefined;
  registration?: Registration | null | undefined;
  version?: number | undefined;
}

/** Sets the keys of a provider of texts. @throws 400 for keys of another provider; 409 */
export async function setSmsConfig(
  name: string,
  { numberPerMinute, campaignPerMinute, registration, version, ...given }: SmsConfigChange,
) {
  const provider = smsProviderOf(name);
  const ofOthers = new Set(
    smsProviders.filter((one) => one !== provider).flatMap(({ fields }) => fields.map((field) => field.name)),
  );
  const foreign = Object.keys(given).filter((key) => ofOthers.has(key));
  const own = Object.fromEntries(Object.entries(given).filter(([key]) => !ofOthers.has(key)));
  const change = parsed(keyShape(provider), own);
  const settings = await readSettings();
  assertVersion(settings, version);
  if (foreign.length > 0) throw badRequest(`These are not the keys of ${provider.label}.`);
  const after: MessageSettings = {
    ...settings,
    numberPerMinute: numberPerMinute ?? settings.numberPerMinute,
    campaignPerMinute: campaignPerMinute ?? settings.campaignPerMinute,
    registration: registration === undefined ? (settings.registration ?? null) : registration,
    [name]: await changedKeys(provider, smsKeys(settings, name), change),
  };
  return smsAnswer(await saveSettings(after, ...auditOfSettings(settings, after)), name);
}

/** Asks a provider for something that only right keys get. */
export async function testSms(provider: string) {
  const { label, balance } = smsProviderOf(provider);
  const settings = await readSettings();
  const { connected, sandbox } = smsState(settings, provider);
  if (!connected) return { ok: false, message: `${label} is not connected yet.`, sandbox, account: null };
  try {
    const account = await smsAccount(settings, provider);
    const left = await balance(account);
    const where = sandbox ? `The sandbox of ${label} answers` : `${label} takes the keys`;
    return {
      ok: true,
      message: `${where}; the account holds ${left.balance.toFixed(2)} ${left.currency}.`,
      sandbox,
      account: account.id || null,
    };
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error;
    return { ok: false, message: error.message, sandbox, account: null };
  }
}

export async function twilioBalance() {
  const settings = await readSettings();
  const { connected, sandbox } = smsState(settings, 'twilio');
  const base = { provider: 'twilio' as const, sandbox };
  const unknown = (trouble: string) => ({ ...base, balance: null, currency: null, trouble });
  if (!connected) return unknown('Twilio is not connected yet. An admin can set its keys in Settings.');
  try {
    const { balance, currency } = await twilio.balance(await smsAccount(settings, 'twilio'));
    return { ...base, balance, currency, trouble: null };
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error;
    return unknown(error.message);
  }
}

const defaultAnswer = (settings: MessageSettings) => ({
  provider: settings.defaultProvider,
  ...smsState(settings, settings.defaultProvider),
});

export const defaultProvider = async () => defaultAnswer(await readSettings());

export async function setDefaultProvider(provider: string) {
  smsProviderOf(provider);
  const settings = await readSettings();
  if (settings.defaultProvider === provider) return defaultAnswer(settings);
  const after = { ...settings, defaultProvider: provider };
  return defaultAnswer(await saveSettings(after, ...auditOfSettings(settings, after)));
}

async function emailAnswer(settings: MessageSettings) {
  const { provider, fromName, fromEmail, replyTo, postalAddress } = settings.email;
  const views = emailProviders.map((one) => [one.name, keyView(one, emailKeys(settings.email, one.name))]);
  return {
    ...Object.fromEntries(views),
    provider,
    ...emailState(settings, provider),
    fromName,
    fromEmail,
    replyTo,
    receives: inboundDomain() !== '',
    postalAddress,
    ...(await senderView(settings)),
    providers: emailProviders.map((one) => ({
      provider: one.name,
      title: one.title ?? one.label,
      fields: fieldViews(one, emailKeys(settings.email, one.name)),
    })),
    version: settings.version,
  };
}

export const emailConfig = async () => emailAnswer(await readSettings());

type EmailSettings = MessageSettings['email'];

const keysOfMails = z.strictObject(
  Object.fromEntries(emailProviders.map((one) => [one.name, keyShape(one).optional()])),
);

export interface EmailConfigChange extends KeyChange {
  provider?: string | undefined;
  fromName?: string | undefined;
  fromEmail?: string | undefined;
  replyTo?: string | undefined;
  postalAddress?: string | undefined;
  dailyLimit?: number | undefined;
  version?: number | undefined;
}

/** Sets how mails go out. @throws 400, 409 */
export async function saveEmailConfig({
  provider,
  fromName,
  fromEmail,
  replyTo,
  postalAddress,
  dailyLimit,
  version,
  ...given
}: EmailConfigChange) {
  if (provider) emailProviderOf(provider);
  const changes = parsed(keysOfMails, given);
  const settings = await readSettings();
  assertVersion(settings, version);
  const before = settings.email;
  const keys: Record<string, StoredKeys> = {};
  for (const [name, change] of Object.entries(changes))
    if (change) keys[name] = await changedKeys(emailProviderOf(name), emailKeys(before, name), change, name);
  const email: EmailSettings = await withConfirmed(before, {
    ...before,
    provider: provider ?? before.provider,
    fromName: fromName ?? before.fromName,
    fromEmail: fromEmail ?? before.fromEmail,
    replyTo: replyTo ?? before.replyTo,
    postalAddress: postalAddress ?? before.postalAddress,
    dailyLimit: dailyLimit ?? before.dailyLimit,
    ...keys,
  });
  await assertSender(before, email);
  const after = { ...settings, email };
  const saved = await saveSettings(after, ...auditOfSettings(settings, after));
  if (email.dailyLimit > before.dailyLimit) await wakeLine('email');
  return emailAnswer(saved);
}

export async function listEmailProviders() {
  const settings = await readSettings();
  return {
    providers: emailProviders.map(({ name, label }) => ({
      provider: name,
      name: label,
      ...emailState(settings, name),
      isDefault: settings.email.provider === name,
    })),
    hasPostalAddress: hasPostalAddress(settings),
  };
}
