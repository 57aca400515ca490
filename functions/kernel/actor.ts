import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from '#shared/api/contract.ts';
import { unauthorized } from './errors.ts';

/**
 * Who acts. It travels in the context and never as an argument, so no code can forget or forge the tenant.
 * - user: somebody signed in
 * - system: a worker, for one tenant
 * - visitor: nobody signed in, but the address named the tenant (a public sign, an inbound webhook)
 * - anonymous: nobody, and no tenant
 */
export type Actor =
  | { kind: 'user'; tenantId: number; userId: string; role: Role; username: string; sessionId: string }
  | { kind: 'system' | 'visitor'; tenantId: number; name: string }
  | { kind: 'anonymous' /** why the token given was not taken */; refused?: string };

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

/** The user who is signed in. @throws 401 */
export function currentUser(): Extract<Actor, { kind: 'user' }> {
  const who = actor();
  if (who.kind !== 'user') throw unauthorized();
  return who;
}

/** For logs, events and `createdBy`: a user's id, or the name of the system part. */
export function actorName(): string {
  const who = actor();
  return who.kind === 'user' ? who.userId : who.kind === 'anonymous' ? 'anonymous' : who.name;
}
