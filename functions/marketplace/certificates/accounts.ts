import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { conflict } from '#functions/kernel/errors.ts';
import {
  changedKeys,
  changesOfKeys,
  fieldViews,
  hasOwnKeys,
  type KeyChange,
  keyShape,
  keyView,
  openedKeys,
  parsed,
} from '#functions/kernel/provider-keys.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import type { CertificateConfig } from '#shared/api/market-certificates.ts';
import type { CertificateProvider } from '#shared/model/certificate.ts';
import { certificateChecks, checkOf } from './providers/index.ts';
import type { CertificateAccount, CertificateCheck } from './providers/types.ts';
import { readAccount, replaceAccount, type StoredAccount } from './store.ts';

/* Whose account a buyer's certificates are checked by: the workspace's own, else the sandbox's, where there is one. */

const inSandbox = (check: CertificateCheck, { keys }: StoredAccount): boolean =>
  !hasOwnKeys(check, keys) && sandboxUrl() !== '';

function configOf(check: CertificateCheck, stored: StoredAccount): CertificateConfig {
  const sandbox = inSandbox(check, stored);
  return {
    ...keyView(check, stored.keys),
    provider: check.name,
    name: check.label,
    connected: sandbox || hasOwnKeys(check, stored.keys),
    sandbox,
    fields: fieldViews(check, stored.keys),
    trouble: stored.trouble,
    version: stored.version,
  };
}

export const certificateConfigs = (): Promise<CertificateConfig[]> =>
  Promise.all(certificateChecks.map(async (check) => configOf(check, await readAccount(check.name))));

/** Sets or removes keys; they are tried with the next certificate. @throws 400, 409 */
export async function setCertificateKeys(
  name: CertificateProvider,
  given: KeyChange,
  version: number | undefined,
): Promise<CertificateConfig> {
  const check = checkOf(name);
  const change = parsed(keyShape(check), given);
  const before = await readAccount(name);
  const changedSince = conflict(
    'Somebody has changed these settings since you opened them. Reload them and try again.',
  );
  if (version !== undefined && version !== before.version) throw changedSince;
  const keys = await changedKeys(check, before.keys, change);
  const changed = changesOfKeys(check, before.keys, keys);
  if (changed.length === 0) return configOf(check, before);
  const target = { kind: 'provider', id: name, name: check.label };
  await commit(
    replaceAccount(before, { ...before, keys, trouble: null }, changedSince),
    auditEntry('providerKey.changed', target, { changed }),
  );
  return configOf(check, await readAccount(name));
}

/** The account of the actor's tenant, and of no other; undefined where it has set none. */
export async function certificateAccount(name: CertificateProvider): Promise<CertificateAccount | undefined> {
  const check = checkOf(name);
  const stored = await readAccount(name);
  if (hasOwnKeys(check, stored.keys)) return { url: check.url, keys: await openedKeys(check, stored.keys) };
  if (!inSandbox(check, stored)) return undefined;
  return { url: `${sandboxUrl()}/${name}`, keys: check.sandboxKeys(`sandbox-${tenantOf()}`) };
}

/** Keeps why the account was refused, for the admins; null where it is taken again. */
export async function noteAccountTrouble(name: CertificateProvider, trouble: string | null): Promise<void> {
  const before = await readAccount(name);
  if (before.version === 0 || before.trouble === trouble) return;
  await accepted(writeOne(replaceAccount(before, { ...before, trouble })));
}
