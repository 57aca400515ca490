import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { connection, model, orElse } from '#functions/kernel/table.ts';

/** A key stays when it is revoked, because events and the audit log name it. Of its secret there is a hash alone. */
const ApiKeys = new Entity(
  {
    model: model('apiKey'),
    attributes: {
      tenantId: { type: 'number', required: true },
      keyId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      permissions: { type: 'list', items: { type: 'string' }, required: true },
      perMinute: { type: 'number', required: true },
      secretHash: { type: 'string', required: true },
      // The secret before the last rotation, and until when it still works.
      previousHash: { type: 'string' },
      previousUntil: { type: 'string' },
      validUntil: { type: 'string' },
      revokedAt: { type: 'string' },
      // Written by the guard, at most once a minute.
      lastUsedAt: { type: 'string' },
      createdAt: { type: 'string', required: true },
      createdBy: { type: 'any', required: true },
      version: { type: 'number', required: true },
    },
    indexes: { ofTenant: identityKeys.apiKey },
  },
  connection,
);

export type StoredKey = EntityItem<typeof ApiKeys>;
export type KeyRecord = Omit<StoredKey, 'tenantId'>;
export type KeyChanges = Partial<Omit<KeyRecord, 'keyId' | 'lastUsedAt' | 'version'>>;

export async function findKey(keyId: string): Promise<StoredKey | undefined> {
  const { data } = await ApiKeys.get({ tenantId: tenantOf(), keyId }).go({ consistent: true });
  return data ?? undefined;
}

/** Every key of the tenant, newest first. */
export async function everyKey(): Promise<StoredKey[]> {
  const { data } = await ApiKeys.query
    .ofTenant({ tenantId: tenantOf() })
    .go({ pages: 'all', order: 'desc', consistent: true });
  return data;
}

export const adding = (key: KeyRecord): object => ApiKeys.create({ ...key, tenantId: tenantOf() }).params();

/** The write that changes a key; what it leaves out stays, and undefined takes away. Its last use is not touched. */
export function updateWrite(before: StoredKey, changes: KeyChanges): object {
  const entries = Object.entries(changes);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const gone = entries.filter(([, value]) => value === undefined).map(([name]) => name);
  const patch = ApiKeys.patch({ tenantId: tenantOf(), keyId: before.keyId })
    .set({ ...set, version: before.version + 1 })
    .remove(gone as never);
  return orElse(
    patch.where(({ version }, { eq }) => eq(version, before.version)).params(),
    changedSince(before.version),
  );
}

export const changedSince = (version: number) =>
  conflict('Somebody has changed this key since you opened it. Reload it and try again.', { version });
