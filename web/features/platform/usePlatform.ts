import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** What an operator may change; each freshens the list, the panel and the activity. */
export function usePlatform() {
  const client = useQueryClient();
  const refreshed = { onSettled: () => client.invalidateQueries({ queryKey: query.platform.key() }) };
  return {
    create: useMutation(query.platform.createTenant.mutationOptions(refreshed)),
    setPlan: useMutation(query.platform.setPlan.mutationOptions(refreshed)),
    extendTrial: useMutation(query.platform.extendTrial.mutationOptions(refreshed)),
    setCaps: useMutation(query.platform.setCaps.mutationOptions(refreshed)),
    suspend: useMutation(query.platform.suspend.mutationOptions(refreshed)),
    resume: useMutation(query.platform.resume.mutationOptions(refreshed)),
    adminLink: useMutation(query.platform.adminLink.mutationOptions(refreshed)),
  };
}
