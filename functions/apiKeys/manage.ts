import { randomBytes } from 'node:crypto';
import { currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { keyPrefix, writeKey } from '#functions/kernel/api-key.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { hashOf } from '#functions/kernel/hashes.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { type ApiKey, apiKeyLimits } from '#shared/model/api-key.ts';
import { changedSince, everyKey, findKey, insertKey, type StoredKey, updateWrite } from './store.ts';

interface Fields {
  name: string;
  permissions: string[];
  perMinute: number;
  /** ISO 8601; null: until it is revoked. */
  validUntil: string | null;
}

const secretBytes = 32;
const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

const target = ({ keyId, name }: Pick<StoredKey, 'keyId' | 'name'>) => ({ kind: 'apiKey', id: keyId, name });

/** Every key, newest first; the revoked ones last. */
export async function listKeys(): Promise<ApiKey[]> {
  const keys = (await everyKey()).map(view);
  return [
    ...keys.filter(({ state }) => state !== 'revoked'),
    ...keys.filter(({ state }) => state === 'revoked'),
  ];
}

/** Makes a key and answers its secret, this once. @throws 400; 409 when there are too many */
export async function createKey({ validUntil, ...fields }: Fields) {
  assertAhead(validUntil);
  const working = (await everyKey()).filter(({ revokedAt }) => revokedAt === undefined);
  if (working.length >= apiKeyLimits.keys)
    throw conflict(`There are ${apiKeyLimits.keys} API keys already. Revoke one that is not needed.`);
  const { userId, username } = currentUser();
  const keyId = newId('key');
  const secret = newSecret();
  const key = {
    ...fields,
    keyId,
    validUntil: validUntil ?? undefined,
    secretHash: hashOf(secret),
    createdAt: clock.iso(),
    createdBy: { userId, username },
    version: 1,
  };
  const entry = auditEntry('apiKey.created', target(key), { permissions: fields.permissions });
  await commit(insertKey(key), entry);
  return answer(keyId, secret);
}

/** Changes what an admin says of a key; its permissions count from its next call. @throws 400, 404, 409 */
export async function updateKey(id: string, changes: Partial<Fields>, version?: number): Promise<ApiKey> {
  const before = await workingKey(id);
  if (version !== undefined && version !== before.version) throw changedSince(before.version);
  const { validUntil, ...rest } = changes;
  if (validUntil !== (before.validUntil ?? null)) assertAhead(validUntil);
  const wanted = { ...rest, ...(validUntil === undefined ? {} : { validUntil: validUntil ?? undefined }) };
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length > 0) {
    const { permissions = before.permissions } = rest;
    const added = permissions.filter((name) => !before.permissions.includes(name));
    const removed = before.permissions.filter((name) => !permissions.includes(name));
    const entry = auditEntry('apiKey.changed', target(before), { changed, added, removed });
    await commit(updateWrite(before, wanted), entry);
  }
  return view(await keyNamed(id));
}

/** Gives a key a new secret, answered this once; the old one works for some days more, or not. @throws 404, 409 */
export async function rotateKey(id: string, overlapDays: number) {
  const before = await workingKey(id);
  const secret = newSecret();
  const overlap =
    overlapDays === 0
      ? { previousHash: undefined, previousUntil: undefined }
      : {
          previousHash: before.secretHash,
          previousUntil: new Date(clock.now() + overlapDays * 86_400_000).toISOString(),
        };
  await commit(
    updateWrite(before, { secretHash: hashOf(secret), ...overlap }),
    auditEntry('apiKey.rotated', target(before), {}),
  );
  return answer(id, secret);
}

/** Revokes a key for good; one that is revoked already stays as it is. @throws 404, 409 */
export async function revokeKey(id: string): Promise<ApiKey> {
  const before = await keyNamed(id);
  if (before.revokedAt === undefined)
    await commit(
      updateWrite(before, { revokedAt: clock.iso() }),
      auditEntry('apiKey.revoked', target(before), {}),
    );
  return view(await keyNamed(id));
}

async function keyNamed(id: string): Promise<StoredKey> {
  const key = await findKey(id);
  if (!key) throw notFound('The API key');
  return key;
}

async function workingKey(id: string): Promise<StoredKey> {
  const key = await keyNamed(id);
  if (key.revokedAt !== undefined) throw conflict('This API key has been revoked. Make a new one.');
  return key;
}

function assertAhead(validUntil: string | null | undefined): void {
  if (validUntil && validUntil <= clock.iso())
    throw badRequest('A key cannot expire in the past.', { field: 'validUntil' });
}

const answer = async (keyId: string, secret: string) => ({
  key: view(await keyNamed(keyId)),
  secret: writeKey({ tenantId: tenantOf(), keyId, secret }),
});

function view(key: StoredKey): ApiKey {
  const now = clock.iso();
  const expired = key.validUntil !== undefined && key.validUntil <= now;
  const isOverlapping = key.previousUntil !== undefined && key.previousUntil > now;
  return {
    id: key.keyId,
    name: key.name,
    prefix: keyPrefix(tenantOf(), key.keyId),
    permissions: key.permissions,
    perMinute: key.perMinute,
    state: key.revokedAt !== undefined ? 'revoked' : expired ? 'expired' : 'active',
    validUntil: key.validUntil ?? null,
    lastUsedAt: key.lastUsedAt ?? null,
    previousUntil: isOverlapping ? key.previousUntil! : null,
    createdAt: key.createdAt,
    createdBy: key.createdBy,
    revokedAt: key.revokedAt ?? null,
    version: key.version,
  };
}
