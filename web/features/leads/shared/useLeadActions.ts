import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { putIntoLists, takeOutOfLists, useReloadLists } from '../table/useLeadPages.ts';
import { inParts, type Progress } from './in-parts.ts';

/** Named leads and what is changed of them. */
type Changed = Omit<Parameters<typeof api.leads.bulkPatch>[0], 'ids'> & { ids: readonly string[] };
type Changes = Omit<Parameters<typeof api.leads.update>[0], 'id' | 'version'>;

/** The changes one can make to leads; lists, pages and figures that show them follow. */
export function useLeadActions() {
  const client = useQueryClient();
  const reloadLists = useReloadLists();
  const follow = (lead: Lead) => {
    client.setQueryData(query.leads.get.queryKey({ input: { id: lead.id } }), lead);
    putIntoLists([lead]);
    for (const queryKey of [
      query.leads.timeline.key(),
      query.leads.tags.key(),
      query.leads.statistics.key(),
      query.leadAssignments.key(),
    ])
      void client.invalidateQueries({ queryKey });
    return lead;
  };
  const refreshAll = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: query.leads.key() }),
      client.invalidateQueries({ queryKey: query.leadAssignments.key() }),
    ]);

  return {
    follow,
    refreshAll,
    reloadLists,
    async create(fields: Parameters<typeof api.leads.create>[0]) {
      const lead = await api.leads.create(fields);
      await Promise.all([refreshAll(), reloadLists()]);
      return lead;
    },
    /** Refused with 409 when the lead has changed since `version`. */
    update: async (lead: Pick<Lead, 'id' | 'version'>, changes: Changes) =>
      follow(await api.leads.update({ ...changes, id: lead.id, version: lead.version })),
    async remove(ids: readonly string[], onProgress?: Progress) {
      const answer = await inParts(ids, (part) => api.leads.bulkRemove({ ids: part }), onProgress);
      takeOutOfLists(answer.results.flatMap(({ id, status }) => (id && status === 'deleted' ? [id] : [])));
      void refreshAll();
      return answer;
    },
    async restore(ids: readonly string[], onProgress?: Progress) {
      const answer = await inParts(ids, (part) => api.leads.bulkRestore({ ids: part }), onProgress);
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
    async bulkPatch({ ids, ...input }: Changed, onProgress?: Progress) {
      const answer = await inParts(ids, (part) => api.leads.bulkPatch({ ...input, ids: part }), onProgress);
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
    async bulkAssign(ids: readonly string[], agentId: string, onProgress?: Progress) {
      const answer = await inParts(
        ids,
        (leadIds) => api.leadAssignments.bulkAssign({ leadIds, agentId }),
        onProgress,
      );
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
  };
}
