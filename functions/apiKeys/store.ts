import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { identityKeys } from '#functions/kernel/identity.ts';

/** A key stays when it is revoked, because events and the audit log name it. Of its secret there is a hash alone. */
const ApiKeys = entity('apiKey', {
  fields: z.object({
    keyId: z.string(),
    name: z.string(),
    permissions: z.array(z.string()),
    perMinute: z.number(),
    secretHash: z.string(),
    // The secret before the last rotation, and until when it still works.
    previousHash: z.string().optional(),
    previousUntil: z.string().optional(),
    validUntil: z.string().optional(),
    revokedAt: z.string().optional(),
    // Written by the guard, at most once a minute.
    lastUsedAt: z.string().optional(),
    createdAt: z.string(),
    createdBy: z.custom<{ userId: string; username: string }>(),
    version: z.number(),
  }),
  key: identityKeys.apiKey,
});

export type StoredKey = Stored<typeof ApiKeys>;
export type KeyChanges = Partial<Omit<StoredKey, 'keyId' | 'lastUsedAt' | 'version'>>;

export const findKey = (keyId: string): Promise<StoredKey | undefined> => ApiKeys.find({ keyId });

/** Every key of the tenant, newest first. */
export const everyKey = (): Promise<StoredKey[]> => ApiKeys.all('key', {}, { order: 'desc' });

export const insertKey = (key: StoredKey): object => ApiKeys.insert(key);

/** The write that changes a key; what it leaves out stays, and undefined takes away. Its last use is not touched. */
export const updateWrite = ({ keyId, version }: StoredKey, changes: KeyChanges): object =>
  ApiKeys.patch({ keyId })
    .set(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? null])))
    .set({ version: version + 1 })
    .params(ifVersion(version, changedSince(version)));

export const changedSince = (version: number) => changedSinceOpened('key', { version });
