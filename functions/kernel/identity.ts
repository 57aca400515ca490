import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { type Role, roles } from '#shared/api/contract.ts';
import type { PermissionMap } from '#shared/model/permissions.ts';
import { asSystem } from './actor.ts';
import { clock } from './clock.ts';
import { entity } from './entity.ts';
import type { StandingFacts } from './standing.ts';
import { client, tableName } from './table.ts';
import type { Claims } from './tokens.ts';

/**
 * What the guard reads on a call: of the user, the session and the tenant. The nouns `users`, `auth` and `tenants` own
 * these items and write them; their entities take the keys from here, so that both always mean the same item.
 */
export const identityKeys = {
  user: { partition: ['userId'], sort: [] },
  session: { partition: ['sessionId'], sort: [] },
  tenant: { partition: [], sort: [] },
  apiKey: { partition: [], sort: ['keyId'] },
} as const;

const Users = entity('user', { fields: z.object({ userId: z.string() }), key: identityKeys.user });
const Sessions = entity('session', {
  fields: z.object({ sessionId: z.string() }),
  key: identityKeys.session,
});
const Tenants = entity('tenant', { fields: z.object({}), key: identityKeys.tenant });

interface UserItem {
  state: 'present' | 'removed';
  username: string;
  role: Role;
  permissions: PermissionMap;
  isActive: boolean;
  sessionEpoch: number;
  keptSession?: string;
}

interface SessionItem {
  sessionId: string;
  userId: string;
  epoch: number;
  ended?: string;
  /** It may do nothing but add a second factor. */
  mustAddFactor?: boolean;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** What the table says of the bearer of a token; what is not there is absent. */
export interface Identity {
  user?: UserItem;
  session?: SessionItem;
  tenant?: StandingFacts;
}

/** What is read of a tenant, and by what the answer tells one item from another. */
export const tenantFields = [
  '__edb_e__',
  'plan',
  'trialEndsAt',
  'awaitsVerification',
  'suspendedAt',
  'suspendedReason',
];

/** Named one by one, so that a password's hash never leaves the table for this. */
const attributes = [
  ...tenantFields,
  ...['state', 'username', 'role', 'permissions', 'isActive', 'sessionEpoch', 'keptSession'],
  ...['sessionId', 'userId', 'epoch', 'ended', 'expiresAt', 'mustAddFactor'],
];

/** Reads items in one round trip, by the entity's name. @throws when the table does not answer for all of them */
export async function readTogether(
  wanted: readonly object[],
  fields: readonly string[],
  consistent: boolean,
): Promise<Record<string, unknown>> {
  const names = Object.fromEntries(fields.map((name, at) => [`#a${at}`, name]));
  let request: Record<string, unknown> | undefined = {
    [tableName()]: {
      Keys: wanted,
      ConsistentRead: consistent,
      ProjectionExpression: Object.keys(names).join(', '),
      ExpressionAttributeNames: names,
    },
  };
  const found: Record<string, unknown> = {};
  for (let tried = 0; request && Object.keys(request).length > 0; tried++) {
    if (tried === 3) throw new Error('The table is too busy to say who calls.');
    const answer: BatchGetCommandOutput = await client.send(
      new BatchGetCommand({ RequestItems: request as never }),
    );
    for (const item of answer.Responses?.[tableName()] ?? []) found[String(item.__edb_e__)] = item;
    request = answer.UnprocessedKeys;
  }
  return found;
}

/** Where the actor's tenant lies, for `readTogether`. */
export const tenantKey = () => Tenants.keyOf({});

const readIdentity = ({ tenantId, userId, sessionId }: Claims, consistent: boolean): Promise<Identity> =>
  asSystem(
    tenantId,
    'guard',
    () =>
      readTogether(
        [Users.keyOf({ userId }), Sessions.keyOf({ sessionId }), tenantKey()],
        attributes,
        consistent,
      ) as Promise<Identity>,
  );

/** How long a container goes by what it has read, for calls that only read; ms. None for calls that write. */
const freshMs = 3_000;
/** Bearers that one container remembers. */
const maxKnown = 1_000;

const known = new Map<string, { at: number; identity: object }>();
let cacheMs = freshMs;

/** Sets how long reads go by what was read; answers a function that puts the old value back. For tests. */
export function setIdentityCache(ms: number = freshMs): () => void {
  const before = cacheMs;
  cacheMs = ms;
  known.clear();
  return () => {
    cacheMs = before;
    known.clear();
  };
}

/** What was read of a caller a moment ago, if it may still be gone by. */
export function remembered<T extends object>(caller: string): T | undefined {
  const before = known.get(caller);
  return before && Math.abs(clock.now() - before.at) < cacheMs ? (before.identity as T) : undefined;
}

/** Keeps what was read of a caller just now, and answers it. */
export function remember<T extends object>(caller: string, identity: T): T {
  known.delete(caller);
  known.set(caller, { at: clock.now(), identity });
  if (known.size > maxKnown) known.delete(known.keys().next().value!);
  return identity;
}

/**
 * What the table says of the bearer of these claims: one request for three small items. A call that writes reads them
 * consistently; one that only reads goes by what this container read in the last three seconds, unless that was a
 * session which is about to be freed by the factor that it adds.
 */
export async function identityOf(claims: Claims, readsOnly: boolean): Promise<Identity> {
  const caller = `${claims.tenantId} ${claims.userId} ${claims.sessionId}`;
  const before = readsOnly ? remembered<Identity>(caller) : undefined;
  if (before && !before.session?.mustAddFactor) return before;
  return remember(caller, await readIdentity(claims, !readsOnly || before !== undefined));
}

/** Whether the session goes on and the user may work: not ended, not run out, and none of those a change has ended. */
export function isStanding({ user, session }: Identity, userId: string): boolean {
  if (user?.state !== 'present' || !user.isActive || !roles.includes(user.role)) return false;
  if (session?.userId !== userId || session.ended !== undefined) return false;
  if (session.expiresAt <= clock.seconds()) return false;
  return session.epoch === user.sessionEpoch || session.sessionId === user.keptSession;
}
