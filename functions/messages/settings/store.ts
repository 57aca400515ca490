import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { entity, ifVersion } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { seal, unsealRemembered } from '#functions/kernel/secrets.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import type { Registration } from '#shared/model/carrier-limits.ts';
import { rateLimits } from '#shared/model/message.ts';

/** How a tenant's messages go out: one item. */
const Settings = entity('messageSettings', {
  fields: z.object({ settings: z.custom<StoredSettings>(), version: z.number() }),
  key: { partition: [], sort: [] },
});

/**
 * The keys of each provider lie here under its name, of mails under `email`: `smsKeys` and `emailKeys` read them.
 * `callbackKey` and `mailSecret` are as they are here, and sealed where they lie.
 */
export interface MessageSettings {
  /** Part of the addresses that providers call: who does not know it finds nothing. */
  callbackKey: string;
  /** Signs the addresses by which mails are ended. */
  mailSecret: string;
  defaultProvider: string;
  numberPerMinute: number;
  campaignPerMinute: number;
  /** Of 10DLC, whose carriers' limits hold then; left out by earlier versions, and null: none are known. */
  registration?: Registration | null;
  email: {
    provider: string;
    fromName: string;
    fromEmail: string;
    replyTo: string;
    /** Addresses for answers that a link has confirmed; absent in settings of before there was one. */
    confirmed?: string[];
    postalAddress: string;
    dailyLimit: number;
  };
  version: number;
}

const fresh = (): MessageSettings => ({
  callbackKey: `smk_${tenantOf()}_${randomToken(18)}`,
  mailSecret: randomToken(32),
  defaultProvider: 'twilio',
  numberPerMinute: rateLimits.number.otherwise,
  campaignPerMinute: rateLimits.campaign.otherwise,
  email: {
    provider: 'ses',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    confirmed: [],
    postalAddress: '',
    dailyLimit: rateLimits.dailyEmails.otherwise,
  },
  version: 1,
});

/** Whether mails have what 16 CFR 316.5 wants at their foot. */
export const hasPostalAddress = ({ email }: MessageSettings): boolean => email.postalAddress.trim() !== '';

/** What the tenant's own two keys are sealed for. */
const purposes = { callbackKey: 'message-callback-key', mailSecret: 'mail-signing-secret' } as const;

/** The settings as they lie in the table. Those written before the keys were sealed hold them as they are. */
type StoredSettings = Omit<MessageSettings, keyof typeof purposes> & {
  sealedCallbackKey?: string;
  sealedMailSecret?: string;
  callbackKey?: string;
  mailSecret?: string;
};

async function sealedForm({ callbackKey, mailSecret, ...rest }: MessageSettings): Promise<StoredSettings> {
  const [sealedCallbackKey, sealedMailSecret] = await Promise.all([
    seal(purposes.callbackKey, callbackKey),
    seal(purposes.mailSecret, mailSecret),
  ]);
  return { ...rest, sealedCallbackKey, sealedMailSecret };
}

async function openedForm({
  sealedCallbackKey,
  sealedMailSecret,
  callbackKey,
  mailSecret,
  ...rest
}: StoredSettings): Promise<MessageSettings> {
  const opened = await Promise.all([
    sealedCallbackKey ? unsealRemembered(purposes.callbackKey, sealedCallbackKey) : callbackKey!,
    sealedMailSecret ? unsealRemembered(purposes.mailSecret, sealedMailSecret) : mailSecret!,
  ]);
  return { ...rest, callbackKey: opened[0], mailSecret: opened[1] };
}

/** Settings to be put in the place of those at `version`; refused when others are there by now. */
const replaceSettings = (version: number, settings: StoredSettings, error?: Error) =>
  Settings.put({ settings, version: settings.version }, ifVersion(version, error));

/** Seals the keys of settings from before they were. A save at the same instant seals them just as well. */
async function sealOld(settings: MessageSettings): Promise<void> {
  await accepted(commit(replaceSettings(settings.version, await sealedForm(settings))));
}

async function find(): Promise<MessageSettings | undefined> {
  const found = await Settings.find({});
  if (!found) return undefined;
  const stored = { ...found.settings, version: found.version };
  const settings = await openedForm(stored);
  if (stored.callbackKey !== undefined || stored.mailSecret !== undefined) await sealOld(settings);
  return settings;
}

async function readOrMake(): Promise<MessageSettings> {
  const known = await find();
  if (known) return known;
  const made = fresh();
  const isOurs = await accepted(commit(Settings.insert({ settings: await sealedForm(made), version: 1 })));
  return isOurs ? made : (await find())!;
}

/** The tenant's settings; the first who asks makes them, with keys of their own. */
export const readSettings = (): Promise<MessageSettings> => readOnce('message settings', readOrMake);

/** The settings of a tenant that has some; undefined otherwise, and nothing is made. */
export const findSettings = find;

/** Settings as this process read them last, by tenant, and until when they are as good as read; ms of the real clock. */
const lastRead = new Map<number, { settings: MessageSettings; until: number }>();
const recentMs = 5_000;
const mostRemembered = 500;

/**
 * The settings as they were read in the last seconds: a provider calls three times for each text. Whoever finds that they
 * do not fit what came reads them anew.
 */
export async function recentSettings(): Promise<MessageSettings | undefined> {
  const known = lastRead.get(tenantOf());
  if (known && known.until > Date.now()) return known.settings;
  const settings = await find();
  if (lastRead.size >= mostRemembered) lastRead.clear();
  if (settings) lastRead.set(tenantOf(), { settings, until: Date.now() + recentMs });
  return settings;
}

/** Replaces the settings, together with writes that belong to the change. @throws 409 when they are no longer at `settings.version` */
export async function saveSettings(
  settings: MessageSettings,
  ...alongside: object[]
): Promise<MessageSettings> {
  const after = { ...settings, version: settings.version + 1 };
  const changed = conflict(
    'Somebody has changed these settings since you opened them. Reload them and try again.',
  );
  // `alongside` first, so that the refusal of a link that is used up is the one that is told.
  await commit(alongside, replaceSettings(settings.version, await sealedForm(after), changed));
  lastRead.delete(tenantOf());
  return after;
}
