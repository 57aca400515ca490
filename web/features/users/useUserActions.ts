import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** The changes one can make to users; each freshens every list and panel that shows them. */
export function useUserActions() {
  const client = useQueryClient();
  const refreshed = { onSettled: () => client.invalidateQueries({ queryKey: query.users.key() }) };
  return {
    create: useMutation(query.users.create.mutationOptions(refreshed)),
    update: useMutation(query.users.update.mutationOptions(refreshed)),
    setPermissions: useMutation(query.users.rolePermissions.mutationOptions(refreshed)),
    invite: useMutation(query.users.invite.mutationOptions(refreshed)),
    resend: useMutation(query.users.resendInvitation.mutationOptions(refreshed)),
    revoke: useMutation(query.users.revokeInvitation.mutationOptions(refreshed)),
    remove: useMutation(query.users.remove.mutationOptions(refreshed)),
  };
}
