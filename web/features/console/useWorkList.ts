import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { useTurns } from './useTurns.ts';

const pageSize = 50;
/** The list of one's own leads, beside the saved views. */
export const ownLeads = 'mine';

/**
 * The leads that the agent works through: their own that are still open, or those of a saved view. The list stays as it
 * was fetched, so that nothing moves under the hand; what was done in it is marked.
 */
export function useWorkList() {
  const { user } = useSignedIn();
  const { statuses } = useLeadSettings();
  const [params, change] = useAddress();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const { data: saved } = useQuery(query.leads.views.queryOptions({ input: {}, staleTime: 60_000 }));
  const views = saved?.views ?? [];
  const called = useQuery(query.callingLists.list.queryOptions({ input: {}, staleTime: 60_000 })).data;
  const callingLists = (called?.lists ?? []).filter(({ isActive }) => isActive);
  const listId = params.get('list') ?? ownLeads;
  const callingList = callingLists.find(({ id }) => id === listId) ?? null;
  const turns = useTurns(callingList);
  const view = views.find(({ id }) => id === listId);

  const open = statuses.filter(({ kind }) => kind === 'open').map(({ key }) => key);
  const own: LeadFilter = {
    all: [
      { field: 'ownerId', op: 'is', value: user.userId },
      { field: 'status', op: 'in', value: open },
      { field: 'phone', op: 'isNotEmpty' },
    ],
  };
  const sort: LeadSort = view?.sort ?? { field: 'score', direction: 'desc' };
  const filter = view?.filter ?? own;
  const isKnown = listId === ownLeads || view !== undefined;
  const result = useInfiniteQuery({
    queryKey: ['work-list', listId, filter, sort],
    queryFn: ({ pageParam }) =>
      api.leads.query({ filter, sort, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isKnown,
  });
  const leads = useMemo(() => result.data?.pages.flatMap((page) => page.leads) ?? [], [result.data]);

  const leadId = callingList ? (turns.turn?.leadId ?? null) : (params.get('lead') ?? leads[0]?.id ?? null);
  const at = leads.findIndex(({ id }) => id === leadId);
  const select = (id: string) => change({ lead: id });
  return {
    ...result,
    leads,
    views,
    listId,
    callingLists,
    /** Set while the leads of a calling list are worked: the server says which one comes next. */
    turns: callingList && turns,
    /** What agents say in the calls of the list. */
    scriptId: callingList?.scriptId ?? null,
    isGone: saved !== undefined && called !== undefined && !isKnown && !callingList,
    leadId,
    at,
    done,
    hasNext: callingList ? turns.turn !== null || turns.dialler?.isReady === true : at + 1 < leads.length,
    hasPrevious: !callingList && at > 0,
    select,
    choose: (list: string) => change({ list: list === ownLeads ? null : list, lead: null }),
    /** Goes to the next lead that nothing was done with yet. */
    next(finished?: string) {
      if (callingList) {
        // After a call its result has taken the next one already.
        if (!finished) void turns.skip();
        return true;
      }
      const nowDone = finished ? new Set([...done, finished]) : done;
      if (finished) setDone(nowDone);
      const following = leads.slice(at + 1).find(({ id }) => !nowDone.has(id));
      if (following) select(following.id);
      // Near the end of what was fetched the rest is asked for before it is needed.
      if (at + 5 >= leads.length && result.hasNextPage) void result.fetchNextPage();
      return following !== undefined;
    },
    previous() {
      const before = leads[at - 1];
      if (before) select(before.id);
    },
  };
}
export type WorkList = ReturnType<typeof useWorkList>;
