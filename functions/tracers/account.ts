import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { seal, unsealRemembered } from '#functions/kernel/secrets.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { type TracerProvider, tracerProviders } from '#shared/model/tracer.ts';
import { assertCredentials, type TracerAccount, TracerFailure } from './galaxy.ts';
import { readSettings, settingsWrite, type TracerSettings } from './store.ts';

/* Whose account a tenant's searches go by. */

const sealedFor = 'tracers-password';
/** Access profiles of the local cloud begin so, and stay in it. */
const sandboxName = 'sandbox-';

interface Credentials {
  provider: TracerProvider;
  accessProfile: string;
  password: string;
}

function accountWith({ provider, accessProfile, password }: Credentials): TracerAccount {
  const sandbox = sandboxUrl() !== '' && accessProfile.startsWith(sandboxName);
  const { label, url } = tracerProviders[provider];
  return { accessProfile, password, label, sandbox, url: sandbox ? `${sandboxUrl()}/galaxy` : url };
}

/** The tenant's own account; else the sandbox's, where there is one (the local cloud). */
async function findAccount(settings: TracerSettings): Promise<TracerAccount | undefined> {
  const { provider, accessProfile, password } = settings;
  if (accessProfile && password)
    return accountWith({ provider, accessProfile, password: await unsealRemembered(sealedFor, password) });
  if (!sandboxUrl()) return undefined;
  const own = `${sandboxName}${tenantOf()}`;
  return accountWith({ provider, accessProfile: own, password: own });
}

/** @throws 409 'provider_not_connected' */
export async function accountOf(settings: TracerSettings): Promise<TracerAccount> {
  const account = await findAccount(settings);
  if (account) return account;
  throw new AppError(
    409,
    'provider_not_connected',
    'No provider of skip tracing is connected yet. An admin can set its credentials under Skip tracing, Settings.',
  );
}

export async function connection() {
  const settings = await readSettings();
  const { provider, accessProfile, price, trouble } = settings;
  const account = await findAccount(settings);
  return {
    connected: account !== undefined,
    sandbox: account?.sandbox ?? false,
    provider,
    accessProfile,
    price,
    trouble,
  };
}

/** Keeps why the provider refused a search, for the admins; null where it answers again. */
export async function noteTrouble(trouble: string | null): Promise<void> {
  const before = await readSettings();
  if (before.trouble === trouble) return;
  const isKept = await accepted(writeOne(settingsWrite(before, { ...before, trouble })));
  if (!isKept) log.warn('What a provider said was not kept, for the settings changed at that moment.');
}

interface Given {
  credentials?: Credentials | null | undefined;
  price?: number | null | undefined;
}

/** The settings with what is given, and what the audit log calls the change. */
async function changed(before: TracerSettings, { credentials, price }: Given) {
  const after = { ...before };
  const words: string[] = [];
  if (credentials === null && before.accessProfile !== null) {
    Object.assign(after, { accessProfile: null, password: null, trouble: null });
    words.push('credentials removed');
  } else if (credentials) {
    const { provider, accessProfile, password } = credentials;
    Object.assign(after, {
      provider,
      accessProfile,
      password: await seal(sealedFor, password),
      trouble: null,
    });
    words.push('access profile', 'password');
  }
  if (price !== undefined && price !== before.price) {
    after.price = price;
    words.push('price');
  }
  return { after, words };
}

function save(given: Given): Promise<void> {
  return retryOnConflict(async () => {
    const before = await readSettings();
    const { after, words } = await changed(before, given);
    if (words.length === 0) return;
    const target = { kind: 'provider', id: 'tracers', name: 'skip tracing' };
    await commit(settingsWrite(before, after), auditEntry('providerKey.changed', target, { changed: words }));
  });
}

/**
 * Asks the provider whether it takes the credentials that are set, or those that are given, which are kept when it
 * does. A price is kept whatever it says.
 */
export async function testConnection({ credentials, price }: Given) {
  await save({ price, credentials: credentials === null ? null : undefined });
  const account = credentials ? accountWith(credentials) : await findAccount(await readSettings());
  if (!account)
    return {
      ok: false,
      sandbox: false,
      message: credentials === null ? 'The credentials are removed.' : 'No credentials are set yet.',
    };
  const { sandbox, label } = account;
  try {
    await assertCredentials(account);
  } catch (error) {
    if (!(error instanceof TracerFailure)) throw error;
    if (!credentials && error.cause === 'account') await noteTrouble(error.message);
    return { ok: false, sandbox, message: `${error.message}${credentials ? ' Nothing was kept.' : ''}` };
  }
  if (credentials) await save({ credentials });
  else await noteTrouble(null);
  const takes = sandbox ? `The sandbox of ${label} answers` : `${label} takes the credentials`;
  return { ok: true, sandbox, message: `${takes}. Nobody was searched for.` };
}
