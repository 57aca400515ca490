import type { Access, Role } from '#shared/api/contract.ts';
import {
  type Permission,
  type PermissionMap,
  permissionRequired,
  refusalFor,
  roleRequired,
} from '#shared/model/permissions.ts';

/** The specification's sentence (document 001, section 6). */
export const signInRequired = 'Authentication required. Please log in.';

/** What the browser knows of whoever is signed in. */
export interface Holder {
  role: Role;
  permissions: PermissionMap;
}

/** Why somebody may not, in the server's own sentences, or undefined where they may. */
export function refusalOf(access: Access, who: Holder | undefined): string | undefined {
  if (access === 'public') return undefined;
  if (!who) return signInRequired;
  if (access === 'signed-in') return undefined;
  const refusal = refusalFor(who.role, who.permissions, access);
  if (!refusal) return undefined;
  return refusal === 'role' ? roleRequired(access) : permissionRequired(access);
}

/** Whether somebody may do what the permission names. */
export const mayDo = (permission: Permission, who: Holder | undefined): boolean =>
  refusalOf(permission, who) === undefined;
