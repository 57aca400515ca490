import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { putIntoLists, takeOutOfLists, useReloadLists } from '../table/useLeadPages.ts';
import { inParts, type Progress } from './in-parts.ts';
import { asLeadIds, type LeadChoice } from './lead-choice.ts';

/** What is changed of many leads. */
export type BulkChange = Pick<
  Parameters<typeof api.leads.bulkPatch>[0],
  'changes' | 'addTags' | 'removeTags'
>;
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
    async remove(choice: LeadChoice) {
      const answer = await api.leads.bulkRemove(choice);
      takeOutOfLists(answer.results.flatMap(({ id, status }) => (id && status === 'deleted' ? [id] : [])));
      void refreshAll();
      return answer;
    },
    async restore(ids: readonly string[], onProgress?: Progress) {
      const answer = await inParts(ids, (part) => api.leads.bulkRestore({ ids: part }), onProgress);
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
    async bulkPatch(choice: LeadChoice, input: BulkChange) {
      const answer = await api.leads.bulkPatch({ ...choice, ...input });
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
    async bulkAssign(choice: LeadChoice, agentId: string) {
      const answer = await api.leadAssignments.bulkAssign({ ...asLeadIds(choice), agentId });
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
  };
}
