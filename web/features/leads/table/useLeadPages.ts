import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import { api, queryClient } from '#web/app/api.ts';
import { finished } from '../filter/tree.ts';
import type { ListState } from './list-state.ts';

interface Page {
  leads: Lead[];
  nextCursor: string | null;
}
type Pages = InfiniteData<Page, string | undefined>;

/** Leads fetched at once: a few screens of rows, so that scrolling seldom waits. */
const pageSize = 150;
const key = ['lead-pages'];
/** Up to so many pages a list is fetched again where it stands; a longer one begins again. */
const fewPages = 4;
/** What is typed must have two characters for the server to look. */
export const searchMin = 2;

function fetchPage(
  state: Pick<ListState, 'filter' | 'sort' | 'search' | 'deleted'>,
  cursor?: string,
): Promise<Page> {
  const page = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  if (state.deleted) return api.leads.list({ ...page, deleted: 'true' });
  if (state.search.trim().length >= searchMin)
    return api.leads.search({ ...page, query: state.search.trim() });
  return api.leads.query({ ...page, filter: finished(state.filter), sort: state.sort });
}

/**
 * The leads of a list, page after page by the cursor. What has come stays: changes are put into the rows as they
 * are answered, for fetching hundreds of pages again would be felt.
 */
export function useLeadPages(state: ListState, enabled: boolean) {
  const { filter, sort, search, deleted } = state;
  const asked = { filter, sort, search: search.trim(), deleted };
  const result = useInfiniteQuery({
    queryKey: [...key, asked],
    queryFn: ({ pageParam }) => fetchPage(asked, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
    refetchOnReconnect: false,
    refetchOnMount: (list) => ((list.state.data?.pages.length ?? 0) <= fewPages ? 'always' : false),
    enabled,
  });
  const leads = useMemo(() => result.data?.pages.flatMap((page) => page.leads), [result.data]);
  return { ...result, leads };
}

function patchPages(patch: (leads: Lead[]) => Lead[]): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: key },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, leads: patch(page.leads) })) },
  );
}

/** Puts the newest state of leads into every list that shows them. */
export function putIntoLists(changed: readonly Lead[]): void {
  const byId = new Map(changed.map((lead) => [lead.id, lead]));
  patchPages((leads) =>
    leads.some(({ id }) => byId.has(id)) ? leads.map((lead) => byId.get(lead.id) ?? lead) : leads,
  );
}

export function takeOutOfLists(ids: readonly string[]): void {
  const gone = new Set(ids);
  patchPages((leads) =>
    leads.some(({ id }) => gone.has(id)) ? leads.filter(({ id }) => !gone.has(id)) : leads,
  );
}

/** Fetches the lists again: leads were added, had back or changed by the hundred. */
export function useReloadLists() {
  const client = useQueryClient();
  const pagesOf = (list: { state: { data?: unknown } }) =>
    (list.state.data as Pages | undefined)?.pages.length ?? 0;
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: key, predicate: (list) => pagesOf(list) <= fewPages }),
      client.resetQueries({ queryKey: key, predicate: (list) => pagesOf(list) > fewPages }),
    ]);
}
