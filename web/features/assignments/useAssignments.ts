import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { useLeadActions } from '#web/features/leads/shared/useLeadActions.ts';

/** Leads of a column that are fetched at once. */
const pageSize = 25;

/** The leads of one owner, newest first; `null` for those that are nobody's. */
export function useColumn(ownerId: string | null, self: string) {
  const result = useInfiniteQuery({
    queryKey: [...query.leadAssignments.key(), 'column', ownerId],
    queryFn: async ({ pageParam }): Promise<{ leads: Lead[]; nextCursor: string | null }> => {
      const page = { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) };
      if (ownerId === self) return api.leadAssignments.myLeads(page);
      if (ownerId) return api.leadAssignments.agentLeads({ ...page, id: ownerId });
      return api.leads.query({ ...page, filter: { field: 'ownerId', op: 'is', value: null } });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  return { ...result, leads: result.data?.pages.flatMap((page) => page.leads) };
}

export function useStats() {
  return useQuery(query.leadAssignments.stats.queryOptions({ input: {} }));
}
export type Stats = NonNullable<ReturnType<typeof useStats>['data']>;

/** The moves of the board; every list and figure that shows them follows. */
export function useMoves() {
  const client = useQueryClient();
  const { follow, reloadLists } = useLeadActions();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: query.leadAssignments.key() }), reloadLists()]);
  return {
    refresh,
    /** To somebody, or to nobody. Nobody's lead goes to whoever asks first. */
    async move(lead: Pick<Lead, 'id' | 'ownerId'>, ownerId: string | null) {
      const leadId = lead.id;
      const moved =
        ownerId === null
          ? await api.leadAssignments.release({ leadId })
          : lead.ownerId === null
            ? await api.leadAssignments.assign({ leadId, agentId: ownerId })
            : await api.leadAssignments.transfer({ leadId, agentId: ownerId });
      follow(moved);
    },
    async takeNext(count: number) {
      const dealt = await api.leadAssignments.autoAssign({ count });
      await refresh();
      return dealt;
    },
  };
}
