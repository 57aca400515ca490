import { isLimitedRole, type Permission } from '#shared/model/permissions.ts';
import { mayDo } from './access.ts';
import { useSession, useSignedIn } from './session.ts';

/**
 * What whoever is signed in may do, by the permission that the call in the contract names. Screens ask this and never
 * the role: a permission may be given to one user and taken from another, whatever their role.
 */
export function useMay(): (permission: Permission) => boolean {
  const user = useSession()?.user;
  return (permission) => mayDo(permission, user);
}

/**
 * Whether whoever is signed in sees and hands over all leads, and not only their own and nobody's. The server goes by
 * the role here too (`seesOwnLeadsOnly`): no permission widens it.
 */
export const useSeesAllLeads = (): boolean => !isLimitedRole(useSignedIn().user.role);
