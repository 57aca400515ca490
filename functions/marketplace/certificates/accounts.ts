import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { hasOwnKeys, type KeyChange, openedKeys } from '#functions/kernel/provider-keys.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import type { CertificateConfig } from '#shared/api/market-certificates.ts';
import type { CertificateProvider } from '#shared/model/certificate.ts';
import { accountView, isInSandbox, keysChangedSince, withKeys } from '../provider-account.ts';
import { certificateChecks, checkOf } from './providers/index.ts';
import type { CertificateAccount, CertificateCheck } from './providers/types.ts';
import { readAccount, replaceAccount, type StoredAccount } from './store.ts';

/* Whose account a buyer's certificates are checked by: the workspace's own, else the sandbox's, where there is one. */

const configOf = (check: CertificateCheck, stored: StoredAccount): CertificateConfig => ({
  ...accountView(check, stored),
  provider: check.name,
});

export const certificateConfigs = (): Promise<CertificateConfig[]> =>
  Promise.all(certificateChecks.map(async (check) => configOf(check, await readAccount(check.name))));

/** Sets or removes keys; they are tried with the next certificate. @throws 400, 409 */
export async function setCertificateKeys(
  name: CertificateProvider,
  given: KeyChange,
  version: number | undefined,
): Promise<CertificateConfig> {
  const check = checkOf(name);
  const before = await readAccount(name);
  const change = await withKeys(check, before, given, version);
  if (!change) return configOf(check, before);
  const target = { kind: 'provider', id: name, name: check.label };
  await commit(
    replaceAccount(before, change.after, keysChangedSince),
    auditEntry('providerKey.changed', target, { changed: change.changed }),
  );
  return configOf(check, await readAccount(name));
}

/** The account of the actor's tenant, and of no other; undefined where it has set none. */
export async function certificateAccount(name: CertificateProvider): Promise<CertificateAccount | undefined> {
  const check = checkOf(name);
  const stored = await readAccount(name);
  if (hasOwnKeys(check, stored.keys)) return { url: check.url, keys: await openedKeys(check, stored.keys) };
  if (!isInSandbox(check, stored)) return undefined;
  return { url: `${sandboxUrl()}/${name}`, keys: check.sandboxKeys(`sandbox-${tenantOf()}`) };
}

/** Keeps why the account was refused, for the admins; null where it is taken again. */
export async function noteAccountTrouble(name: CertificateProvider, trouble: string | null): Promise<void> {
  const before = await readAccount(name);
  if (before.version === 0 || before.trouble === trouble) return;
  await accepted(writeOne(replaceAccount(before, { ...before, trouble })));
}
