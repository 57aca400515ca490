import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';

/** How often one's own status is asked for while no hints come: it follows from calls too; ms. */
const pollMs = 5_000;

/** One's own status, null while one is not signed in to the phone, and how to choose another. */
export function useOwnStatus() {
  const enabled = useMay()('agentStatus.set');
  const refetchInterval = usePollInterval('agents', pollMs);
  const { data } = useQuery(query.agentStatus.mine.queryOptions({ input: {}, refetchInterval, enabled }));
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (status: string) => api.agentStatus.setMine({ status }),
    onSuccess: () => client.invalidateQueries({ queryKey: query.agentStatus.mine.key() }),
    onError: toast.error,
  });
  if (!data?.signedIn) return { status: null, choose };
  // What follows a call is what was chosen during it.
  return { status: { ...data, chosen: data.next ?? data.status }, choose };
}
