import { auditEntry } from '#functions/kernel/audit.ts';
import type { MessageSettings } from './store.ts';

/** What a field of the settings is called in the audit log. */
const words: Record<string, string> = {
  accountSid: 'account SID',
  sealedToken: 'auth token',
  messagingServiceSid: 'messaging service',
  sealedKey: 'API key',
  publicKey: 'public key',
  messagingProfileId: 'messaging profile',
  accessKeyId: 'access key',
  sealedSecret: 'secret access key',
  sealedPassword: 'password',
  region: 'region',
  host: 'server',
  port: 'port',
  security: 'encryption',
  username: 'user name',
  provider: 'provider',
  defaultProvider: 'provider',
  fromName: "sender's name",
  fromEmail: "sender's address",
  replyTo: 'reply-to address',
  confirmed: 'confirmed addresses for answers',
  postalAddress: 'postal address',
  dailyLimit: 'daily limit',
  numberPerMinute: 'texts a minute from a number',
  campaignPerMinute: 'texts a minute of a campaign',
};

/** Names of the fields that differ; a secret that was set again differs by its sealed form. */
function differing(before: object, after: object): string[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => JSON.stringify(old?.[field]) !== JSON.stringify(now?.[field]))
    .map((field) => words[field] ?? field);
}

/** The entries of the audit log for a change of how messages go out: what changed, never to what. */
export function auditOfSettings(before: MessageSettings, after: MessageSettings): object[] {
  const { ses, smtp, provider, ...email } = before.email;
  const { ses: sesAfter, smtp: smtpAfter, provider: providerAfter, ...emailAfter } = after.email;
  const texts = ({ defaultProvider, numberPerMinute, campaignPerMinute }: MessageSettings) => ({
    defaultProvider,
    numberPerMinute,
    campaignPerMinute,
  });
  const keys = [
    { id: 'twilio', name: 'Twilio', changed: differing(before.twilio, after.twilio) },
    { id: 'telnyx', name: 'Telnyx', changed: differing(before.telnyx, after.telnyx) },
    { id: 'ses', name: 'Amazon SES', changed: differing(ses, sesAfter) },
    { id: 'smtp', name: 'the mail server', changed: differing(smtp, smtpAfter) },
  ];
  const others = [
    { id: 'sms', name: 'texts', changed: differing(texts(before), texts(after)) },
    {
      id: 'email',
      name: 'mails',
      changed: [...differing({ provider }, { provider: providerAfter }), ...differing(email, emailAfter)],
    },
  ];
  const entries = (action: 'providerKey.changed' | 'messages.settingsChanged', changes: typeof keys) =>
    changes
      .filter(({ changed }) => changed.length > 0)
      .map(({ id, name, changed }) => auditEntry(action, { kind: 'provider', id, name }, { changed }));
  return [...entries('providerKey.changed', keys), ...entries('messages.settingsChanged', others)];
}
