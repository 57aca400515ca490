import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { seal, unseal } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Connection } from './optisigns.ts';
import { findConfig, replaceConfig, type StoredConfig } from './store.ts';

const vendorUrl = 'https://graphql-gateway.optisigns.com/graphql';
const purpose = 'optisigns-api-key';

export type ProviderKind = 'optisigns' | 'sandbox' | 'none';

/** The vendor when the tenant has set its key; else the sandbox, where there is one (the local cloud). */
export const providerKind = (config: StoredConfig): ProviderKind =>
  config.sealedKey ? 'optisigns' : sandboxUrl() ? 'sandbox' : 'none';

/** @throws 409 when the tenant has not connected a signage provider */
export async function connect(config?: StoredConfig): Promise<Connection> {
  const stored = config ?? (await findConfig());
  const kind = providerKind(stored);
  if (kind === 'optisigns')
    return {
      url: vendorUrl,
      apiKey: await unseal(purpose, stored.sealedKey!),
      teamId: stored.teamId ?? null,
    };
  if (kind === 'sandbox')
    return { url: `${sandboxUrl()}/optisigns/graphql`, apiKey: `sandbox-${tenantOf()}`, teamId: null };
  throw new AppError(
    409,
    'signage_not_connected',
    'OptiSigns is not connected yet. An admin can set its API key in Settings.',
  );
}

const answer = (config: StoredConfig) => ({
  provider: providerKind(config),
  apiKeySet: Boolean(config.sealedKey),
  teamId: config.teamId ?? null,
  lastSyncAt: config.lastSyncAt ?? null,
  version: config.version,
});

export const signageConfig = async () => answer(await findConfig());

/** Sets the connection; `null` removes a value and an omitted one stays. The key is kept encrypted. */
export async function setSignageConfig(change: {
  apiKey?: string | null | undefined;
  teamId?: string | null | undefined;
}) {
  const { sealedKey, teamId, ...config } = await findConfig();
  const key =
    change.apiKey === undefined
      ? sealedKey
      : change.apiKey === null
        ? undefined
        : await seal(purpose, change.apiKey);
  const team = change.teamId === undefined ? teamId : (change.teamId ?? undefined);
  const changed = [
    ...(change.apiKey === undefined ? [] : [change.apiKey === null ? 'API key removed' : 'API key set']),
    ...(team === teamId ? [] : ['team']),
  ];
  const target = { kind: 'provider', id: 'optisigns', name: 'OptiSigns' };
  await commit(
    replaceConfig({ ...config, ...(key ? { sealedKey: key } : {}), ...(team ? { teamId: team } : {}) }),
    changed.length > 0 ? auditEntry('providerKey.changed', target, { changed }) : [],
  );
  return signageConfig();
}
