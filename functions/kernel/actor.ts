import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from '#shared/api/contract.ts';
import { isLimitedRole, type PermissionMap } from '#shared/model/permissions.ts';
import { forbidden, unauthorized } from './errors.ts';

/** A user as a job in the background remembers who asked for it. */
export interface Author {
  userId: string;
  role: Role;
  username: string;
}

export interface SignedIn extends Author {
  kind: 'user';
  tenantId: number;
  /** What differs from the role's own permissions. */
  permissions: PermissionMap;
  sessionId: string;
  /** The workspace asks for a second factor and they have none: they may do nothing but add one. */
  mustAddFactor?: boolean;
}

/**
 * Who acts. It travels in the context and never as an argument, so no code can forget or forge the tenant.
 * - user: somebody signed in
 * - key: a program with an API key of the tenant; it sees what an admin sees, within its permissions
 * - system: a worker, for one tenant
 * - visitor: nobody signed in, but the address named the tenant (a public sign, an inbound webhook)
 * - anonymous: nobody, and no tenant
 */
export type Actor =
  | SignedIn
  | { kind: 'key'; tenantId: number; keyId: string; name: string; permissions: readonly string[] }
  | {
      kind: 'system';
      tenantId: number;
      name: string;
      /** The platform's operator in whose name it works. */
      operator?: Operator;
    }
  | { kind: 'visitor'; tenantId: number; name: string }
  | { kind: 'anonymous' };

/** A platform operator who works in a tenant that is not their own. */
export interface Operator {
  userId: string;
  username: string;
}

const storage = new AsyncLocalStorage<Actor>();

export function actor(): Actor {
  return storage.getStore() ?? { kind: 'anonymous' };
}

export function runAs<T>(who: Actor, work: () => T): T {
  return storage.run(who, work);
}

/** Runs `work` for a tenant on nobody's behalf: a worker, a sweeper, the first start. */
export function asSystem<T>(tenantId: number, name: string, work: () => T): T {
  return storage.run({ kind: 'system', tenantId, name }, work);
}

/**
 * Runs a worker's part for the user who asked for it, so that it is theirs and finds what they may see.
 * @param part what does it, in the place of a session
 */
export function onBehalfOf<T>(by: Author, part: string, work: () => T): T {
  const { userId, role, username } = by;
  return runAs(
    { kind: 'user', tenantId: tenantOf(), userId, role, username, permissions: {}, sessionId: part },
    work,
  );
}

/** Runs `work` in a tenant that a platform operator has entered; the audit log names the operator. */
export function asOperator<T>(tenantId: number, operator: Operator, work: () => T): T {
  return storage.run({ kind: 'system', tenantId, name: operator.userId, operator }, work);
}

/** Runs `work` for the tenant that a public address names. */
export function asVisitor<T>(tenantId: number, work: () => T): T {
  return storage.run({ kind: 'visitor', tenantId, name: 'visitor' }, work);
}

/** The partition of the platform itself: the list of tenants and its counter. No tenant has this number. */
export const platformTenant = 0;

/** @throws 401 when nobody is signed in and no tenant is known */
export function tenantOf(): number {
  const who = actor();
  if (who.kind === 'anonymous') throw unauthorized();
  return who.tenantId;
}

/** The user who is signed in. @throws 401; 403 'person_required' for an API key */
export function currentUser(): SignedIn {
  const who = actor();
  if (who.kind === 'key') throw personRequired();
  if (who.kind !== 'user') throw unauthorized();
  return who;
}

/**
 * Whether the actor sees only the leads that are theirs or nobody's: agents, and whoever else of a tenant's users was
 * given a right to leads. Admins, the operator, API keys and the product itself see all.
 */
export function seesOwnLeadsOnly(): boolean {
  const who = actor();
  return who.kind === 'user' && isLimitedRole(who.role);
}

/** Whether the actor may see work that somebody began: everybody sees their own; who sees all leads, everybody's. */
export const seesWorkOf = ({ userId }: Pick<Author, 'userId'>): boolean =>
  !seesOwnLeadsOnly() || userId === author().userId;

export const personRequired = () =>
  forbidden('This call needs a person who is signed in; an API key cannot make it.', 'person_required');

/** Who acts, as a job remembers it: the user, or an API key, which sees what an admin sees. @throws 401 */
export function author(): Author {
  const who = actor();
  if (who.kind === 'key') return { userId: who.keyId, role: 'admin', username: who.name };
  const { userId, role, username } = currentUser();
  return { userId, role, username };
}

/** The agent who does it, in their own name or by what they asked for; null where it is anybody else. */
export function actingAgent(): string | null {
  const who = actor();
  return who.kind === 'user' && who.role === 'agent' ? who.userId : null;
}

/** For logs, events and `createdBy`: the id of a user or of an API key, or the name of the system part. */
export function actorName(): string {
  const who = actor();
  switch (who.kind) {
    case 'user':
      return who.userId;
    case 'key':
      return who.keyId;
    case 'anonymous':
      return 'anonymous';
    default:
      return who.name;
  }
}
