import type { Access, CallMeta } from '#shared/api/contract.ts';
import {
  isGrantable,
  type Permission,
  permissionRequired,
  refusalFor,
  roleRequired,
} from '#shared/model/permissions.ts';
import { actor, personRequired, type SignedIn } from './actor.ts';
import { authenticateKey, type KeyActor } from './api-key.ts';
import { forbidden, unauthorized } from './errors.ts';
import { identityOf, isStanding } from './identity.ts';
import { refusedBy, type StandingFacts, standingOf } from './standing.ts';
import { claimsOf } from './tokens.ts';

/** Who calls, and how their tenant stands. */
export interface Caller {
  who: SignedIn | KeyActor;
  tenant: StandingFacts;
}

/**
 * Who a bearer token speaks for, as the table knows them now: role and permissions are those of this moment, and a
 * session that was ended, by whatever, speaks for nobody. A token that begins with `dbk_` is an API key.
 * @param readsOnly the call changes nothing, so what was read up to three seconds ago will do
 * @throws 401 'unauthorized', 'invalid_token', 'token_expired', 'session_over' and what `authenticateKey` throws
 */
export async function authenticate(token: string | undefined, readsOnly: boolean): Promise<Caller> {
  if (!token) throw unauthorized();
  if (token.startsWith('dbk_')) return authenticateKey(token, readsOnly);
  const claims = await claimsOf(token);
  const identity = await identityOf(claims, readsOnly);
  const { user, tenant } = identity;
  if (!user || !tenant || !isStanding(identity, claims.userId))
    throw unauthorized('Your session has expired. Please log in again.', 'session_over');
  const { username, role, permissions } = user;
  const factor = identity.session?.mustAddFactor ? { mustAddFactor: true } : {};
  return {
    who: { kind: 'user', ...claims, username, role, permissions: permissions ?? {}, ...factor },
    tenant,
  };
}

/**
 * Lets a call pass or says why not (document 001, section 6). An admin passes every check but the operator's; for
 * others their own permissions come first, then what their role has. An API key has its permissions alone, and makes
 * no call that is about the caller's own person.
 * @throws 403 'Access denied. {role} role required.', 'permission_denied' or 'person_required'
 */
export function authorize(access: Exclude<Access, 'public'>, who: Caller['who']): void {
  if (who.kind === 'key') {
    if (access === 'signed-in') throw personRequired();
    if (keyHolds(who, access)) return;
    throw forbidden(permissionRequired(access), 'permission_denied');
  }
  if (access === 'signed-in') return;
  const refusal = refusalFor(who.role, who.permissions, access);
  if (refusal === 'role') throw forbidden(roleRequired(access));
  if (refusal === 'permission') throw forbidden(permissionRequired(access), 'permission_denied');
}

/** The calls by which somebody sees who they are and adds a second factor; the screens need no more until then. */
const ownAccount = /^\/users\/(?:me|change-password)(?:\/|$)/;

/**
 * Refuses everything but one's own account to whoever must add a second factor first.
 * @throws 403 'second_factor_required'
 */
export function assertFactor(who: Caller['who'], path: string | undefined): void {
  if (who.kind !== 'user' || !who.mustAddFactor || ownAccount.test(path ?? '')) return;
  throw forbidden(
    'Your workspace asks everybody for a second step at sign-in. Please set yours up first, under your account.',
    'second_factor_required',
  );
}

const isOperator = (who: Caller['who']): boolean => who.kind === 'user' && who.role === 'operator';

/** Whether a call changes nothing, so that it may be answered by what was read a moment ago. */
export const readsOnly = (method: string | undefined): boolean => method === 'GET';

/**
 * A suspended tenant is refused everything; one whose trial is over reads, and its people may still see to their own
 * account. What the operator does is for the operator to judge.
 * @throws 403 'suspended', 'trial_over'
 */
export function assertStanding({ who, tenant }: Caller, method: string | undefined, meta: CallMeta): void {
  if (isOperator(who)) return;
  const standing = standingOf(tenant);
  if (standing === 'suspended') throw refusedBy(standing, tenant.suspendedReason);
  // What any signed-in person may call is about their own account.
  const isOpen = readsOnly(method) || meta.afterTrial || meta.access === 'signed-in';
  if (standing === 'trialOver' && !isOpen) throw refusedBy(standing);
}

/**
 * Whether the actor has a permission besides the one that its call names: for parts of a call that not everybody who
 * may make it may use. The product itself has all.
 */
export function holds(permission: Permission): boolean {
  const who = actor();
  if (who.kind === 'system' || who.kind === 'visitor') return true;
  if (who.kind === 'key') return keyHolds(who, permission);
  return who.kind === 'user' && refusalFor(who.role, who.permissions, permission) === undefined;
}

/** An API key has what it was given, and never what nobody may give. */
const keyHolds = (key: KeyActor, permission: Permission): boolean =>
  isGrantable(permission) && key.permissions.includes(permission);

/**
 * The specification's `tenantId` query parameter and `x-tenant-id` header are accepted and must name the
 * tenant of the token; only the operator may name another.
 */
export function assertTenantParameter(value: string | undefined, who: Caller['who']): void {
  if (value === undefined || value === '') return;
  if (!isOperator(who) && String(who.tenantId) !== value.trim())
    throw forbidden('Access denied. This is not your tenant.', 'wrong_tenant');
}
