import type { Told } from '#functions/kernel/module-told.ts';
import { emailProviderOf, smsProviderOf } from '../providers/index.ts';
import { ProviderDown, ProviderRefused } from '../providers/types.ts';
import { checkMail, emailState, smsState } from './accounts.ts';
import { testSms } from './settings.ts';
import { hasPostalAddress, readSettings } from './store.ts';

const setIt = 'An admin sets it under Messaging.';
const goLive = (what: string) => `For real ${what}, an admin enters its keys under Messaging.`;

/** How the provider stands that texts go out by. */
export async function textsStanding(): Promise<Told> {
  const settings = await readSettings();
  const name = settings.defaultProvider;
  const { label } = smsProviderOf(name);
  const { connected, sandbox } = smsState(settings, name);
  if (!connected)
    return { state: 'not_connected', reason: `${label} is not connected yet: texts wait.`, advice: setIt };
  const probe = {
    key: `${name} ${settings.version}`,
    ask: async () => {
      const { ok, message } = await testSms(name);
      return ok ? null : message;
    },
  };
  if (sandbox)
    return {
      state: 'sandbox',
      reason: `The sandbox stands in for ${label}: texts reach nobody.`,
      advice: goLive('texts'),
      probe,
    };
  return { state: 'ok', reason: '', probe };
}

/** How the way stands that mails go out by. */
export async function mailStanding(): Promise<Told> {
  const settings = await readSettings();
  const { email, version } = settings;
  const { label } = emailProviderOf(email.provider);
  const { connected, sandbox } = emailState(settings, email.provider);
  if (!connected) return { state: 'not_connected', reason: 'No mail server is set yet.', advice: setIt };
  const probe = {
    key: `${email.provider} ${version}`,
    ask: async () => {
      try {
        await checkMail(settings);
        return null;
      } catch (error) {
        if (error instanceof ProviderDown || error instanceof ProviderRefused) return error.message;
        throw error;
      }
    },
  };
  if (sandbox)
    return {
      state: 'sandbox',
      reason: `The sandbox stands in for ${label}: mails reach nobody.`,
      advice: goLive('mails'),
      probe,
    };
  if (!hasPostalAddress(settings))
    return {
      state: 'degraded',
      reason: 'No postal address is set, which every mail to leads has to bear at its foot.',
      advice: setIt,
      probe,
    };
  return { state: 'ok', reason: '', probe };
}
