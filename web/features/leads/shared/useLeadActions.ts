import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#shared/model/lead.ts';
import { api, query } from '#web/app/api.ts';
import { putIntoLists, takeOutOfLists, useReloadLists } from '../table/useLeadPages.ts';

type Changes = Omit<Parameters<typeof api.leads.update>[0], 'id' | 'version'>;

/** How many calls of a loop are under way at once. */
const atOnce = 6;

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  let next = 0;
  let failed = 0;
  const one = async () => {
    while (next < items.length) {
      const item = items[next++]!;
      await work(item).catch(() => failed++);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return failed;
}

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
    async remove(ids: readonly string[]) {
      const answer = await api.leads.bulkRemove({ ids: [...ids] });
      takeOutOfLists(answer.results.flatMap(({ id, status }) => (id && status === 'deleted' ? [id] : [])));
      void refreshAll();
      return answer;
    },
    /** Has leads back; answers how many could not be. */
    async restore(ids: readonly string[]) {
      const failed = await inTurn(ids, (id) => api.leads.restore({ id }));
      await Promise.all([refreshAll(), reloadLists()]);
      return failed;
    },
    async bulkPatch(input: Parameters<typeof api.leads.bulkPatch>[0]) {
      const answer = await api.leads.bulkPatch(input);
      await Promise.all([refreshAll(), reloadLists()]);
      return answer;
    },
  };
}
