import type { Access } from '#shared/api/contract.ts';
import { type Permission, permissionRequired, refusalFor, roleRequired } from '#shared/model/permissions.ts';
import { actor } from './actor.ts';
import { AppError, forbidden, unauthorized } from './errors.ts';

/**
 * Lets a call pass or says why not (document 001, section 6). An admin passes every check but the operator's; for
 * others their own permissions come first, then what their role has.
 * @throws 401 'Authentication required. Please log in.', 403 'Access denied. {role} role required.' or
 * 'permission_denied'
 */
export function authorize(access: Access): void {
  if (access === 'public') return;
  const who = actor();
  if (who.kind === 'anonymous')
    throw who.refused === 'token_expired'
      ? unauthorized('Your session has expired. Please log in again.', 'token_expired')
      : unauthorized('Authentication required. Please log in.', who.refused ?? 'unauthorized');
  if (who.kind !== 'user') throw unauthorized();
  if (access === 'signed-in') return;
  const refusal = refusalFor(who.role, who.permissions, access);
  if (refusal === 'role') throw forbidden(roleRequired(access));
  if (refusal === 'permission') throw forbidden(permissionRequired(access), 'permission_denied');
}

/**
 * Whether the actor has a permission besides the one that its call names: for parts of a call that not everybody who
 * may make it may use. The product itself has all.
 */
export function holds(permission: Permission): boolean {
  const { kind } = actor();
  if (kind === 'system' || kind === 'visitor') return true;
  try {
    authorize(permission);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * The specification's `tenantId` query parameter and `x-tenant-id` header are accepted and must name the
 * tenant of the token; only the operator may name another.
 */
export function assertTenantParameter(value: string | undefined): void {
  if (value === undefined || value === '') return;
  const who = actor();
  if (who.kind !== 'user') return;
  if (who.role !== 'operator' && String(who.tenantId) !== value.trim())
    throw forbidden('Access denied. This is not your tenant.', 'wrong_tenant');
}
