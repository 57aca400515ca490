import { auditEntry } from '#functions/kernel/audit.ts';
import { changesOfKeys } from '#functions/kernel/provider-keys.ts';
import { emailProviders, smsProviders } from '../providers/index.ts';
import { emailKeys, smsKeys } from './accounts.ts';
import type { MessageSettings } from './store.ts';

/** What the fields of the settings are called in the audit log. */
const wordsOfTexts = {
  defaultProvider: 'provider',
  numberPerMinute: 'texts a minute from a number',
  campaignPerMinute: 'texts a minute of a campaign',
  registration: '10DLC registration',
};
const wordsOfMails = {
  provider: 'provider',
  fromName: "sender's name",
  fromEmail: "sender's address",
  replyTo: 'reply-to address',
  postalAddress: 'postal address',
  dailyLimit: 'daily limit',
  confirmed: 'confirmed addresses for answers',
};

/** The words of the fields that differ. */
function differing(words: Record<string, string>, before: object, after: object): string[] {
  const textOf = (settings: object, field: string) => JSON.stringify(settings[field as never]);
  return Object.entries(words)
    .filter(([field]) => textOf(before, field) !== textOf(after, field))
    .map(([, word]) => word);
}

/** The entries of the audit log for a change of how messages go out: what changed, never to what. */
export function auditOfSettings(before: MessageSettings, after: MessageSettings): object[] {
  const keys = [
    ...smsProviders.map((one) => ({
      ...one,
      changed: changesOfKeys(one, smsKeys(before, one.name), smsKeys(after, one.name)),
    })),
    ...emailProviders.map((one) => ({
      ...one,
      changed: changesOfKeys(one, emailKeys(before.email, one.name), emailKeys(after.email, one.name)),
    })),
  ].map(({ name, label, auditedAs = label, changed }) => ({ id: name, name: auditedAs, changed }));
  const others = [
    { id: 'sms', name: 'texts', changed: differing(wordsOfTexts, before, after) },
    { id: 'email', name: 'mails', changed: differing(wordsOfMails, before.email, after.email) },
  ];
  const entries = (action: 'providerKey.changed' | 'messages.settingsChanged', changes: typeof keys) =>
    changes
      .filter(({ changed }) => changed.length > 0)
      .map(({ id, name, changed }) => auditEntry(action, { kind: 'provider', id, name }, { changed }));
  return [...entries('providerKey.changed', keys), ...entries('messages.settingsChanged', others)];
}
