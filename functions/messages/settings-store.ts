import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit, connection, keys, model, orElse } from '#functions/kernel/table.ts';
import { type EmailProviderName, rateLimits, type SmsProviderName } from '#shared/model/message.ts';

/** How a tenant's messages go out: one item. */
const Settings = new Entity(
  {
    model: model('messageSettings'),
    attributes: {
      tenantId: { type: 'number', required: true },
      settings: { type: 'any', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      own: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** What is `sealed…` is encrypted with the tenant's key; a value that is not set is left out. */
export interface MessageSettings {
  /** Part of the addresses that providers call: who does not know it finds nothing. */
  callbackKey: string;
  /** Signs the addresses by which mails are ended. */
  mailSecret: string;
  defaultProvider: SmsProviderName;
  numberPerMinute: number;
  campaignPerMinute: number;
  twilio: { accountSid?: string; sealedToken?: string; messagingServiceSid?: string };
  telnyx: { sealedKey?: string; publicKey?: string; messagingProfileId?: string };
  email: {
    provider: EmailProviderName;
    fromName: string;
    fromEmail: string;
    replyTo: string;
    postalAddress: string;
    dailyLimit: number;
    ses: { region?: string; accessKeyId?: string; sealedSecret?: string };
    smtp: {
      host?: string;
      port?: number;
      security: 'starttls' | 'tls' | 'none';
      username?: string;
      sealedPassword?: string;
    };
  };
  version: number;
}

const fresh = (): MessageSettings => ({
  callbackKey: `smk_${tenantOf()}_${randomToken(18)}`,
  mailSecret: randomToken(32),
  defaultProvider: 'twilio',
  numberPerMinute: rateLimits.number.otherwise,
  campaignPerMinute: rateLimits.campaign.otherwise,
  twilio: {},
  telnyx: {},
  email: {
    provider: 'ses',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    postalAddress: '',
    dailyLimit: rateLimits.dailyEmails.otherwise,
    ses: {},
    smtp: { security: 'starttls' },
  },
  version: 1,
});

async function find(): Promise<MessageSettings | undefined> {
  const { data } = await Settings.get({ tenantId: tenantOf() }).go({ consistent: true });
  return data ? { ...(data.settings as MessageSettings), version: data.version } : undefined;
}

/** The tenant's settings; the first who asks makes them, with keys of their own. */
export async function readSettings(): Promise<MessageSettings> {
  const known = await find();
  if (known) return known;
  const made = fresh();
  try {
    await commit(Settings.create({ tenantId: tenantOf(), settings: made, version: 1 }).params());
    return made;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return (await find())!;
  }
}

/** The settings of a tenant that has some; undefined otherwise, and nothing is made. */
export const findSettings = find;

/** Replaces the settings, together with writes that belong to the change. @throws 409 when they are no longer at `settings.version` */
export async function saveSettings(
  settings: MessageSettings,
  ...alongside: object[]
): Promise<MessageSettings> {
  const after = { ...settings, version: settings.version + 1 };
  await commit(
    orElse(
      Settings.put({ tenantId: tenantOf(), settings: after, version: after.version })
        .where(({ version }, { eq }) => eq(version, settings.version))
        .params(),
      conflict('Somebody has changed these settings since you opened them. Reload them and try again.'),
    ),
    alongside,
  );
  return after;
}
