import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InboxFilter } from '#shared/model/inbox.ts';
import { api, query } from '#web/app/api.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { assignedTo, type ListFilter, stateFilters, useHasOwnInbox } from '../shared/useInbox.ts';

/** What the inbox shows, kept in the address. */
export function useInboxFilter() {
  const [params, set, clear] = useAddress();
  const firstAssigned = useHasOwnInbox() ? 'mine' : 'all';
  const filter: ListFilter = {
    search: params.get('search') ?? '',
    unread: params.get('unread') === 'yes',
    mentioned: params.get('mentioned') === 'yes',
    assigned: assignedTo.find((one) => one === params.get('assigned')) ?? firstAssigned,
    state: stateFilters.find((one) => one === params.get('state')) ?? 'open',
    tag: params.get('tag'),
  };
  /** The filter in the address; what is as at first is left out. */
  const change = (to: Partial<ListFilter>) =>
    set({
      ...('search' in to ? { search: to.search } : {}),
      ...('unread' in to ? { unread: to.unread ? 'yes' : '' } : {}),
      ...('mentioned' in to ? { mentioned: to.mentioned ? 'yes' : '' } : {}),
      ...(to.assigned ? { assigned: to.assigned === firstAssigned ? '' : to.assigned } : {}),
      ...(to.state ? { state: to.state === 'open' ? '' : to.state } : {}),
      ...('tag' in to ? { tag: to.tag } : {}),
    });
  return {
    filter,
    firstAssigned,
    query: params.toString(),
    view: params.get('view'),
    change,
    clear,
    /** Another view, with nothing of the present one. */
    open: (id: string | null, of: InboxFilter | undefined) => {
      clear();
      if (id && of)
        set({
          view: id,
          search: of.search,
          unread: of.unread ? 'yes' : '',
          assigned: of.assigned === firstAssigned ? '' : of.assigned,
          state: of.state === 'open' ? '' : of.state,
          tag: of.tag,
        });
    },
  };
}

const kept = ({ assigned, state, unread, tag, search }: ListFilter): InboxFilter => ({
  assigned,
  state,
  unread,
  tag,
  search,
});

/** The saved views of the inbox, and whether the list is as the open one keeps it. */
export function useInboxViews(view: string | null, filter: ListFilter) {
  const client = useQueryClient();
  const { data } = useQuery(query.conversations.views.queryOptions({ input: {}, staleTime: 60_000 }));
  const views = data?.views ?? [];
  const current = views.find(({ id }) => id === view);
  const refreshed = async <T>(work: Promise<T>) => {
    const done = await work;
    await client.invalidateQueries({ queryKey: query.conversations.views.key() });
    return done;
  };
  const now = kept(filter);
  const differs = (of: InboxFilter) =>
    (Object.keys(now) as (keyof InboxFilter)[]).some((k) => of[k] !== now[k]);
  return {
    views,
    current,
    isChanged: current ? differs(current.filter) : false,
    save: (name: string, shared: boolean) =>
      refreshed(api.conversations.saveView({ name, shared, filter: now })),
    keep: ({ id, version }: { id: string; version: number }) =>
      refreshed(api.conversations.updateView({ id, version, filter: now })),
    remove: ({ id }: { id: string }) => refreshed(api.conversations.removeView({ id })),
  };
}

/** The tags that threads have. */
export const useTags = () =>
  useQuery(query.conversations.tags.queryOptions({ input: {}, staleTime: 60_000 })).data?.tags ?? [];
