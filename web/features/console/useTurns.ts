import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallingResult } from '#shared/model/calling-list.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';

/** A list without a lead that is due is asked again this often. ms */
const idleMs = 30_000;

/**
 * The leads that a calling list gives the agent, one at a time. Asking again answers the one that the agent has, so that
 * a reload or a second tab takes no further lead.
 */
export function useTurns(listId: string | null) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const key = ['calling-turn', listId];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => api.callingLists.next({ id: listId! }),
    enabled: listId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // A turn that runs out is another agent's: the page must not go on showing it.
    refetchInterval: ({ state }) => {
      const until = state.data?.turn?.until;
      return until ? Math.max(5_000, Date.parse(until) - Date.now() + 1_000) : idleMs;
    },
  });
  const progress = useQuery(
    query.callingLists.progress.queryOptions({ input: { id: listId ?? '' }, enabled: listId !== null }),
  ).data;

  return {
    turn: data?.turn ?? null,
    passedOver: data?.passedOver ?? [],
    lookAgainAt: data?.lookAgainAt ?? null,
    isAsking: listId !== null && !data && !error,
    error,
    refetch,
    progress,
    busy,
    done,
    /** Says what came of the lead, and takes the next one. @throws where the list refuses the result */
    async finish(result: CallingResult, callbackAt?: string): Promise<void> {
      const turn = data?.turn;
      if (!turn) return;
      await api.callingLists.result({
        id: turn.listId,
        leadId: turn.leadId,
        result,
        ...(callbackAt ? { callbackAt } : {}),
      });
      if (result !== 'skipped') setDone(done + 1);
      await refetch();
      void queryClient.invalidateQueries({ queryKey: query.callingLists.progress.key() });
    },
    async skip(): Promise<void> {
      if (busy) return;
      setBusy(true);
      try {
        await this.finish('skipped');
      } catch (problem) {
        toast.error(problem);
      } finally {
        setBusy(false);
      }
    },
  };
}
export type Turns = ReturnType<typeof useTurns>;
