import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallingList, type CallingResult, dialsByItself } from '#shared/model/calling-list.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { toast } from '#web/ui/toast.ts';

/** A list without a lead that is due is asked again this often. ms */
const idleMs = 30_000;
/** What a list that dials does is asked for this often. ms */
const dialMs = 2_000;

/**
 * The leads that a calling list gives the agent, one at a time. Asking again answers the one that the agent has, so that
 * a reload or a second tab takes no further lead. A list that dials by itself gives them while the agent is ready.
 */
export function useTurns(list: CallingList | null) {
  const listId = list?.id ?? null;
  const dials = list !== null && dialsByItself(list);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const key = ['calling-turn', listId];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => api.callingLists.next({ id: listId! }),
    enabled: listId !== null && !dials,
    staleTime: Number.POSITIVE_INFINITY,
    // A turn that runs out is another agent's: the page must not go on showing it.
    refetchInterval: ({ state }) => {
      const until = state.data?.turn?.until;
      return until ? Math.max(5_000, Date.parse(until) - Date.now() + 1_000) : idleMs;
    },
  });
  const dialler = useQuery(
    query.callingLists.readiness.queryOptions({
      input: { id: listId ?? '' },
      enabled: dials,
      refetchInterval: usePollInterval('calls', dialMs),
    }),
  );
  const given = dials ? dialler.data : data;
  const failed = dials ? dialler.error : error;
  const again = dials ? dialler.refetch : refetch;
  const progress = useQuery(
    query.callingLists.progress.queryOptions({ input: { id: listId ?? '' }, enabled: listId !== null }),
  ).data;

  /** Shows what was answered at once. */
  const takeUp = async (asked: Promise<NonNullable<typeof dialler.data>>) => {
    if (busy || !listId) return;
    setBusy(true);
    try {
      queryClient.setQueryData(query.callingLists.readiness.queryKey({ input: { id: listId } }), await asked);
    } catch (problem) {
      toast.error(problem);
    } finally {
      setBusy(false);
    }
  };

  return {
    turn: given?.turn ?? null,
    passedOver: given?.passedOver ?? [],
    lookAgainAt: data?.lookAgainAt ?? null,
    isAsking: listId !== null && !given && !failed,
    error: failed,
    refetch: again,
    progress,
    /** Of a list that dials by itself; null of one that does not. */
    dialler: dials
      ? {
          isReady: dialler.data?.isReady ?? false,
          waitsFor: dialler.data?.waitsFor ?? '',
          ready: () => takeUp(api.callingLists.ready({ id: listId! })),
          pause: () => takeUp(api.callingLists.pause({ id: listId! })),
        }
      : null,
    busy,
    done,
    /** Says what came of the lead, and takes the next one. @throws where the list refuses the result */
    async finish(result: CallingResult, callbackAt?: string): Promise<void> {
      const turn = given?.turn;
      if (!turn) return;
      await api.callingLists.result({
        id: turn.listId,
        leadId: turn.leadId,
        result,
        ...(callbackAt ? { callbackAt } : {}),
      });
      if (result !== 'skipped') setDone(done + 1);
      await again();
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
