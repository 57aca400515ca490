import { z } from 'zod';
import { type Actor, asSystem, runAs } from './actor.ts';
import { auditEntry } from './audit.ts';
import { clock } from './clock.ts';
import { entity } from './entity.ts';
import { tooMany, unauthorized } from './errors.ts';
import { hashOf, isSame } from './hashes.ts';
import { identityKeys, readTogether, remember, remembered, tenantFields, tenantKey } from './identity.ts';
import type { StandingFacts } from './standing.ts';
import { accepted, commit } from './table.ts';

/** A key as a program sends it names its tenant and its item, so that it is looked for in that tenant's part only. */
export interface KeyToken {
  tenantId: number;
  keyId: string;
  secret: string;
}

const form = /^dbk_(\d{1,10})_([0-9A-Z]{26})_([A-Za-z0-9_-]{43})$/;

/** `dbk_<tenant>_<id>_<secret>` */
export const writeKey = ({ tenantId, keyId, secret }: KeyToken): string =>
  `${keyPrefix(tenantId, keyId)}_${secret}`;

/** The part of a key that is no secret. */
export const keyPrefix = (tenantId: number, keyId: string): string =>
  `dbk_${tenantId}_${keyId.slice('key_'.length)}`;

function readKey(token: string): KeyToken | undefined {
  const parts = form.exec(token);
  return parts ? { tenantId: Number(parts[1]), keyId: `key_${parts[2]}`, secret: parts[3]! } : undefined;
}

/** The part of a key's item that the guard reads and writes; the noun `apiKeys` owns the rest. */
const ApiKeys = entity('apiKey', {
  fields: z.object({ keyId: z.string(), lastUsedAt: z.string().optional() }),
  key: identityKeys.apiKey,
});

/** How many calls a key made in one minute. */
const Uses = entity('apiKeyUse', {
  fields: z.object({ keyId: z.string(), minute: z.number(), calls: z.number(), expiresAt: z.number() }),
  key: { partition: ['keyId'], sort: ['minute'] },
});

interface KeyItem {
  name: string;
  secretHash: string;
  previousHash?: string;
  previousUntil?: string;
  permissions: readonly string[];
  perMinute: number;
  validUntil?: string;
  revokedAt?: string;
  lastUsedAt?: string;
}

interface KeyIdentity {
  apiKey?: KeyItem;
  tenant?: StandingFacts;
}

const fields = [
  ...tenantFields,
  ...['name', 'secretHash', 'previousHash', 'previousUntil', 'permissions', 'perMinute'],
  ...['validUntil', 'revokedAt', 'lastUsedAt'],
];

export type KeyActor = Extract<Actor, { kind: 'key' }>;

/**
 * Which API key a token is, as the table knows it now, and counts the call towards the key's minute.
 * @param readsOnly the call changes nothing, so what was read up to three seconds ago will do
 * @throws 401 'invalid_key', 'key_revoked', 'key_expired'; 429 when the key's minute is used up
 */
export async function authenticateKey(
  token: string,
  readsOnly: boolean,
): Promise<{ who: KeyActor; tenant: StandingFacts }> {
  const given = readKey(token);
  if (!given) throw invalid();
  const { tenantId, keyId } = given;
  const hash = hashOf(given.secret);
  let identity = await identityOfKey(given, readsOnly);
  // What was read a moment ago does not know a secret that was given since.
  if (readsOnly && !hasSecret(identity.apiKey, hash)) identity = await identityOfKey(given, false);
  const { apiKey: key, tenant } = identity;
  if (!key || !tenant || !hasSecret(key, hash)) throw invalid();
  if (key.revokedAt !== undefined) throw unauthorized('This API key has been revoked.', 'key_revoked');
  if (key.validUntil !== undefined && key.validUntil <= clock.iso())
    throw unauthorized('This API key has expired.', 'key_expired');
  const { name, permissions } = key;
  const who: KeyActor = { kind: 'key', tenantId, keyId, name, permissions };
  await runAs(who, () => countUse(keyId, key));
  return { who, tenant };
}

const invalid = () => unauthorized('This API key is not valid.', 'invalid_key');

/** Both are compared whatever the first says, so that the time tells nothing of which it was. */
function hasSecret(key: KeyItem | undefined, hash: string): boolean {
  const { secretHash, previousHash, previousUntil }: Partial<KeyItem> = key ?? {};
  const current = isSame(secretHash, hash);
  const previous = isSame(previousHash, hash);
  return current || (previous && previousUntil !== undefined && previousUntil > clock.iso());
}

async function identityOfKey(given: KeyToken, readsOnly: boolean): Promise<KeyIdentity> {
  const { tenantId, keyId } = given;
  const name = `${tenantId} ${keyId}`;
  const before = readsOnly ? remembered<KeyIdentity>(name) : undefined;
  if (before) return before;
  const found = await asSystem(tenantId, 'guard', () =>
    readTogether([ApiKeys.keyOf({ keyId }), tenantKey()], fields, !readsOnly),
  );
  return remember(name, found as KeyIdentity);
}

/**
 * Counts a call, atomically, and notes the use once a minute. @throws 429 with the seconds until the next minute
 */
async function countUse(keyId: string, { name, perMinute, lastUsedAt }: KeyItem): Promise<void> {
  const now = clock.seconds();
  const minute = Math.floor(now / 60);
  const { data } = await Uses.upsert({ keyId, minute })
    .add({ calls: 1 })
    .set({ expiresAt: now + 600 })
    .go({ response: 'all_new' });
  if (data.calls > perMinute)
    throw tooMany('This API key has made its calls of this minute.', 60 - (now % 60));
  if (data.calls === 1) await noteUse(keyId, name, lastUsedAt === undefined);
}

/** The first use of all stands in the audit log as well; of several at once, one keeps it. */
async function noteUse(keyId: string, name: string, isFirst: boolean): Promise<void> {
  const write = ApiKeys.patch({ keyId }).set({ lastUsedAt: clock.iso() });
  if (!isFirst) return commit(write.params());
  const entry = auditEntry('apiKey.firstUsed', { kind: 'apiKey', id: keyId, name }, {});
  await accepted(
    commit(write.where(({ lastUsedAt }, { notExists }) => notExists(lastUsedAt)).params(), entry),
  );
}
