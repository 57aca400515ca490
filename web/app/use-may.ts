import { useQuery } from '@tanstack/react-query';
import { isLimitedRole, type Permission } from '#shared/model/permissions.ts';
import { mayDo } from './access.ts';
import { query } from './api.ts';
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
 * Why nothing can be changed in the workspace at present, whatever one's permissions; undefined where it can. What
 * changes something is shown with it and disabled (`ChangeButton`), and not hidden as what one may not do at all.
 */
export function useReadOnlyReason(): string | undefined {
  const { tenantId, user } = useSignedIn();
  const { data } = useQuery(
    query.tenants.get.queryOptions({ input: { id: Number(tenantId) }, staleTime: 60_000 }),
  );
  if (user.role === 'operator') return undefined;
  return data?.standing === 'trialOver'
    ? 'The trial is over. Nothing can be changed or sent until the workspace gets a plan.'
    : undefined;
}

/**
 * Whether whoever is signed in sees and hands over all leads, and not only their own and nobody's. The server goes by
 * the role here too (`seesOwnLeadsOnly`): no permission widens it.
 */
export const useSeesAllLeads = (): boolean => !isLimitedRole(useSignedIn().user.role);
