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
  parsed,
} from '#functions/kernel/provider-keys.ts';
import type { Manifest, StoredKeys } from '#functions/kernel/provider-manifest.ts';

/* An account at a provider of the market, by its keys: whose it is, and where they lie, is the provider's kind to say. */

/** What is kept of one. */
export interface ProviderAccount {
  /** Secrets sealed. */
  keys: StoredKeys;
  /** Why the provider refused them the last time. */
  trouble: string | null;
  version: number;
}

/** Whether the stand-in of the local cloud answers for a provider. */
export const isInSandbox = (provider: Manifest, { keys }: ProviderAccount): boolean =>
  !hasOwnKeys(provider, keys) && sandboxUrl() !== '';

/** What the settings screen draws of any account. */
export function accountView(provider: Manifest, stored: ProviderAccount) {
  const sandbox = isInSandbox(provider, stored);
  return {
    ...keyView(provider, stored.keys),
    name: provider.label,
    connected: sandbox || hasOwnKeys(provider, stored.keys),
    sandbox,
    fields: fieldViews(provider, stored.keys),
    trouble: stored.trouble,
    version: stored.version,
  };
}

/** The answer to who saves keys that somebody else has changed meanwhile. */
export const keysChangedSince = conflict(
  'Somebody has changed these settings since you opened them. Reload them and try again.',
);

/**
 * An account with changed keys, which are tried with the next question. Undefined where nothing changes.
 * @param version that the keys were seen in
 * @returns with what the audit log calls the keys that differ
 * @throws 400; 409 where they have changed since
 */
export async function withKeys<T extends ProviderAccount>(
  provider: Manifest,
  before: T,
  given: KeyChange,
  version: number | undefined,
): Promise<{ after: T; changed: string[] } | undefined> {
  const change = parsed(keyShape(provider), given);
  if (version !== undefined && version !== before.version) throw keysChangedSince;
  const keys = await changedKeys(provider, before.keys, change);
  const changed = changesOfKeys(provider, before.keys, keys);
  return changed.length > 0 ? { after: { ...before, keys, trouble: null }, changed } : undefined;
}
