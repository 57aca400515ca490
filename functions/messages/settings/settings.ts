import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { seal } from '#functions/kernel/secrets.ts';
import { type EmailProviderName, emailProviders, type SmsProviderName } from '#shared/model/message.ts';
import { emailAdapters, smsAdapters } from '../providers/index.ts';
import { smtpPorts } from '../providers/smtp.ts';
import { ProviderDown, ProviderRefused } from '../providers/types.ts';
import { wakeLine } from '../waiting/turn.ts';
import { callbackUrl, emailState, inboundDomain, purposes, smsAccount, smsState } from './accounts.ts';
import { auditOfSettings } from './audit.ts';
import { assertSender, senderView, withConfirmed } from './sender-identity.ts';
import { type MessageSettings, readSettings, saveSettings } from './store.ts';

type Maybe<T> = T | null | undefined;

/** `null` removes, undefined keeps. */
const changedTo = <T>(before: T | undefined, given: Maybe<T>): T | undefined =>
  given === undefined ? before : (given ?? undefined);

async function sealedTo(
  purpose: string,
  before: string | undefined,
  given: Maybe<string>,
): Promise<string | undefined> {
  if (given === undefined) return before;
  return given === null ? undefined : seal(purpose, given);
}

/** An object without what is undefined: the table takes none. */
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

function assertVersion(settings: MessageSettings, version: number | undefined): void {
  if (version !== undefined && version !== settings.version)
    throw conflict('Somebody has changed these settings since you opened them. Reload them and try again.');
}

function smsAnswer(settings: MessageSettings, provider: SmsProviderName) {
  const { twilio, telnyx } = settings;
  const isTwilio = provider === 'twilio';
  return {
    provider,
    ...smsState(settings, provider),
    isDefault: settings.defaultProvider === provider,
    accountSid: (isTwilio && twilio.accountSid) || null,
    authTokenSet: isTwilio && Boolean(twilio.sealedToken),
    messagingServiceSid: (isTwilio && twilio.messagingServiceSid) || null,
    apiKeySet: !isTwilio && Boolean(telnyx.sealedKey),
    publicKey: (!isTwilio && telnyx.publicKey) || null,
    messagingProfileId: (!isTwilio && telnyx.messagingProfileId) || null,
    inboundUrl: callbackUrl(settings, provider, 'inbound'),
    statusUrl: callbackUrl(settings, provider, 'status'),
    numberPerMinute: settings.numberPerMinute,
    campaignPerMinute: settings.campaignPerMinute,
    version: settings.version,
  };
}

export const smsConfig = async (provider: SmsProviderName) => smsAnswer(await readSettings(), provider);

export interface SmsConfigChange {
  accountSid?: Maybe<string>;
  authToken?: Maybe<string>;
  messagingServiceSid?: Maybe<string>;
  apiKey?: Maybe<string>;
  publicKey?: Maybe<string>;
  messagingProfileId?: Maybe<string>;
  numberPerMinute?: number | undefined;
  campaignPerMinute?: number | undefined;
  version?: number | undefined;
}

/** Sets the keys of a provider of texts. @throws 400 for keys of another provider; 409 */
export async function setSmsConfig(provider: SmsProviderName, change: SmsConfigChange) {
  const settings = await readSettings();
  assertVersion(settings, change.version);
  const foreign =
    provider === 'twilio'
      ? [change.apiKey, change.publicKey, change.messagingProfileId]
      : [change.accountSid, change.authToken, change.messagingServiceSid];
  if (foreign.some((value) => value !== undefined))
    throw badRequest(`These are not the keys of ${smsAdapters[provider].label}.`);
  const { twilio, telnyx } = settings;
  const after: MessageSettings = {
    ...settings,
    numberPerMinute: change.numberPerMinute ?? settings.numberPerMinute,
    campaignPerMinute: change.campaignPerMinute ?? settings.campaignPerMinute,
  };
  if (provider === 'twilio')
    after.twilio = compact({
      accountSid: changedTo(twilio.accountSid, change.accountSid),
      sealedToken: await sealedTo(purposes.twilio, twilio.sealedToken, change.authToken),
      messagingServiceSid: changedTo(twilio.messagingServiceSid, change.messagingServiceSid),
    } as MessageSettings['twilio']);
  else
    after.telnyx = compact({
      sealedKey: await sealedTo(purposes.telnyx, telnyx.sealedKey, change.apiKey),
      publicKey: changedTo(telnyx.publicKey, change.publicKey),
      messagingProfileId: changedTo(telnyx.messagingProfileId, change.messagingProfileId),
    } as MessageSettings['telnyx']);
  return smsAnswer(await saveSettings(after, ...auditOfSettings(settings, after)), provider);
}

/** Asks a provider for something that only right keys get. */
export async function testSms(provider: SmsProviderName) {
  const settings = await readSettings();
  const { connected, sandbox } = smsState(settings, provider);
  const { label, balance } = smsAdapters[provider];
  if (!connected) return { ok: false, message: `${label} is not connected yet.`, sandbox, account: null };
  try {
    const account = await smsAccount(settings, provider);
    const left = await balance(account);
    const where = sandbox ? `The sandbox of ${label} answers` : `${label} takes the keys`;
    return {
      ok: true,
      message: `${where}; the account holds ${left.balance.toFixed(2)} ${left.currency}.`,
      sandbox,
      account: provider === 'twilio' ? account.id : null,
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
    const { balance, currency } = await smsAdapters.twilio.balance(await smsAccount(settings, 'twilio'));
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

export async function setDefaultProvider(provider: SmsProviderName) {
  const settings = await readSettings();
  if (settings.defaultProvider === provider) return defaultAnswer(settings);
  const after = { ...settings, defaultProvider: provider };
  return defaultAnswer(await saveSettings(after, ...auditOfSettings(settings, after)));
}

async function emailAnswer(settings: MessageSettings) {
  const { provider, fromName, fromEmail, replyTo, postalAddress, ses, smtp } = settings.email;
  return {
    provider,
    ...emailState(settings, provider),
    fromName,
    fromEmail,
    replyTo,
    receives: inboundDomain() !== '',
    postalAddress,
    ...(await senderView(settings)),
    ses: {
      region: ses.region ?? null,
      accessKeyId: ses.accessKeyId ?? null,
      secretAccessKeySet: Boolean(ses.sealedSecret),
    },
    smtp: {
      host: smtp.host ?? null,
      port: smtp.port ?? null,
      security: smtp.security,
      username: smtp.username ?? null,
      passwordSet: Boolean(smtp.sealedPassword),
    },
    version: settings.version,
  };
}

export const emailConfig = async () => emailAnswer(await readSettings());

type EmailSettings = MessageSettings['email'];

export interface EmailConfigChange
  extends Partial<Record<'fromName' | 'fromEmail' | 'replyTo' | 'postalAddress', string | undefined>> {
  provider?: EmailProviderName | undefined;
  dailyLimit?: number | undefined;
  ses?: { region?: Maybe<string>; accessKeyId?: Maybe<string>; secretAccessKey?: Maybe<string> } | undefined;
  smtp?:
    | {
        host?: Maybe<string>;
        port?: Maybe<number>;
        security?: EmailSettings['smtp']['security'] | undefined;
        username?: Maybe<string>;
        password?: Maybe<string>;
      }
    | undefined;
  version?: number | undefined;
}

async function sesAfter(
  before: EmailSettings['ses'],
  change: EmailConfigChange['ses'],
): Promise<EmailSettings['ses']> {
  if (!change) return before;
  const after = compact({
    region: changedTo(before.region, change.region),
    accessKeyId: changedTo(before.accessKeyId, change.accessKeyId),
    sealedSecret: await sealedTo(purposes.ses, before.sealedSecret, change.secretAccessKey),
  } as EmailSettings['ses']);
  if (Boolean(after.accessKeyId) !== Boolean(after.sealedSecret))
    throw badRequest('Amazon SES wants an access key and its secret together.', { field: 'ses' });
  return after;
}

async function smtpAfter(
  before: EmailSettings['smtp'],
  change: EmailConfigChange['smtp'],
): Promise<EmailSettings['smtp']> {
  if (!change) return before;
  const after = compact({
    host: changedTo(before.host, change.host),
    port: changedTo(before.port, change.port),
    security: change.security ?? before.security,
    username: changedTo(before.username, change.username),
    sealedPassword: await sealedTo(purposes.smtp, before.sealedPassword, change.password),
  } as EmailSettings['smtp']);
  if (after.port !== undefined && !smtpPorts.includes(after.port))
    throw badRequest(`A mail server listens on one of the ports ${smtpPorts.join(', ')}.`, {
      field: 'smtp.port',
    });
  if (after.security === 'none' && after.username)
    throw badRequest('A name and password may not travel without encryption.', { field: 'smtp.security' });
  return after;
}

/** Sets how mails go out. @throws 400, 409 */
export async function saveEmailConfig({ ses, smtp, version, ...change }: EmailConfigChange) {
  const settings = await readSettings();
  assertVersion(settings, version);
  const email = await withConfirmed(settings.email, {
    ...settings.email,
    ...compact(change as Partial<EmailSettings>),
    ses: await sesAfter(settings.email.ses, ses),
    smtp: await smtpAfter(settings.email.smtp, smtp),
  });
  await assertSender(settings.email, email);
  const after = { ...settings, email };
  const saved = await saveSettings(after, ...auditOfSettings(settings, after));
  if (email.dailyLimit > settings.email.dailyLimit) await wakeLine('email');
  return emailAnswer(saved);
}

export async function listEmailProviders() {
  const settings = await readSettings();
  return emailProviders.map((provider) => ({
    provider,
    name: emailAdapters[provider].label,
    ...emailState(settings, provider),
    isDefault: settings.email.provider === provider,
  }));
}
