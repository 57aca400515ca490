import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { conversationStates, type InboxConversation } from '#shared/model/inbox.ts';
import type { Message } from '#shared/model/message.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { byCursor } from '#web/ui/resource/address-filters.ts';

/** How often what is open is asked for again while no hints come, in ms; never while the page is hidden. */
export const pollMs = { list: 5_000, thread: 3_000, unread: 10_000 } as const;

/** Who sees their own leads alone has an inbox of their own: the texts of the leads that are theirs. */
export function useHasOwnInbox(): boolean {
  const may = useMay();
  return !useSeesAllLeads() && may('ownMessages.view');
}

/** Texts that were not read: of everybody, or for an agent of what is theirs to answer. */
export function useUnread(): number {
  const hasOwnInbox = useHasOwnInbox();
  const refetchInterval = usePollInterval('inbox', pollMs.unread);
  const all = useQuery(
    query.sms.unifiedUnread.queryOptions({ input: {}, refetchInterval, enabled: !hasOwnInbox }),
  );
  const own = useQuery(
    query.conversations.counts.queryOptions({ input: {}, refetchInterval, enabled: hasOwnInbox }),
  );
  return (hasOwnInbox ? own.data?.mine.count : all.data?.count) ?? 0;
}

/** Threads in which a colleague has named one. */
export function useMentions(): number {
  const { data } = useQuery(
    query.conversations.counts.queryOptions({
      input: {},
      refetchInterval: usePollInterval('inbox', pollMs.unread),
    }),
  );
  return data?.mentions ?? 0;
}

export const assignedTo = ['mine', 'unassigned', 'all'] as const;
export const stateFilters = [...conversationStates, 'any'] as const;

export interface ListFilter {
  search: string;
  unread: boolean;
  mentioned: boolean;
  assigned: (typeof assignedTo)[number];
  state: (typeof stateFilters)[number];
  tag: string | null;
}

/** What is asked for of a filter's conversations. */
const inputOf = ({ search, unread, mentioned, assigned, state, tag }: ListFilter) => ({
  assigned,
  ...(state === 'any' ? {} : { state }),
  ...(search ? { search } : {}),
  ...(unread ? { unread: 'true' } : {}),
  ...(mentioned ? { mentioned: 'true' } : {}),
  ...(tag ? { tag } : {}),
});

/** Ids of all conversations that a filter fits, up to so many. @throws ApiError */
export async function allMatching(filter: ListFilter, most: number): Promise<string[]> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: { conversations: { id: string }[]; nextCursor: string | null } = await api.conversations.list(
      {
        ...inputOf(filter),
        limit: 200,
        ...(cursor ? { cursor } : {}),
      },
    );
    for (const { id } of page.conversations) ids.add(id);
    cursor = page.nextCursor;
  } while (cursor && ids.size < most);
  return [...ids].slice(0, most);
}

/** The conversations, the latest first, page by page. */
export function useConversations(filter: ListFilter) {
  const list = useInfiniteQuery(
    query.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 30,
        ...inputOf(filter),
        ...(cursor ? { cursor } : {}),
      }),
      ...byCursor,
      refetchInterval: usePollInterval('inbox', pollMs.list),
      placeholderData: keepPreviousData,
    }),
  );
  // A conversation that moves up between two pages would be there twice.
  const byId = new Map<string, InboxConversation>();
  for (const page of list.data?.pages ?? [])
    for (const one of page.conversations) if (!byId.has(one.id)) byId.set(one.id, one);
  return { ...list, conversations: list.data && [...byId.values()] };
}

/** Who answers a thread, where it stands, and what colleagues noted on it. */
export const useDesk = (id: string | undefined) =>
  useQuery(
    query.conversations.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== undefined,
      refetchInterval: usePollInterval('inbox', pollMs.list),
    }),
  );
export type Desk = NonNullable<ReturnType<typeof useDesk>['data']>;

/** One thread, the oldest first. Texts and mails together, which the contract gives agents of their leads too. */
export function useThread(id: string | undefined) {
  const thread = useInfiniteQuery(
    query.sms.unifiedConversation.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: id ?? '', limit: 50, ...(cursor ? { cursor } : {}) }),
      ...byCursor,
      enabled: id !== undefined,
      refetchInterval: usePollInterval('inbox', pollMs.thread),
      staleTime: 0,
    }),
  );
  const byId = new Map<string, Message>();
  for (const page of thread.data?.pages ?? []) for (const one of page.messages) byId.set(one.id, one);
  return {
    ...thread,
    conversation: thread.data?.pages[0]?.conversation,
    messages: thread.data && [...byId.values()].reverse(),
  };
}

/** Freshens the lists, threads and counts of messages. */
export function useRefreshInbox() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [
        query.sms.unified,
        query.sms.agentConversations,
        query.sms.unifiedConversation,
        query.sms.unifiedUnread,
        query.sms.agentUnread,
        query.conversations,
      ].map((calls) => client.invalidateQueries({ queryKey: calls.key() })),
    );
}

/** Marks a thread as read, by the call that the role has for it. */
export const markRead = (id: string, isAgent: boolean, own: boolean) =>
  isAgent && own ? api.sms.readAgentConversation({ id }) : api.sms.readUnified({ id });

/** The thread with a lead, where there is one yet. @throws ApiError */
export async function conversationOfLead(leadId: string, address: string): Promise<string | null> {
  const { messages } = await api.sms.messages({ leadId, limit: 1 });
  if (messages[0]) return messages[0].conversationId;
  if (!address) return null;
  // Texts have none: there may be mails.
  const { conversations } = await api.sms.unified({ search: address, limit: 20 });
  return conversations.find((one) => one.leadId === leadId)?.id ?? null;
}
