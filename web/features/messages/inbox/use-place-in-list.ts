import { type RefObject, useEffect, useRef } from 'react';
import type { useConversations } from '../shared/useInbox.ts';

/** Older conversations are read as soon as the open one is so near the end of those that are there, in rows. */
const ahead = 5;

/**
 * The row in which the open conversation stands, or stood before it left the list; -1 where it never was in it. Whoever goes
 * on from row to row has the older ones read ahead.
 * @param query the filters: among other conversations no place is kept
 */
export function usePlaceInList(
  list: ReturnType<typeof useConversations>,
  openId: string | undefined,
  query: string,
): RefObject<{ at: number }> {
  const { conversations, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = list;
  const at = conversations?.findIndex(({ id }) => id === openId) ?? -1;
  const place = useRef({ at: -1, query });
  useEffect(() => {
    // Until the conversations of another filter are there, those of the last one are shown.
    if (isPlaceholderData) return;
    if (at >= 0 || place.current.query !== query) place.current = { at, query };
  }, [at, query, isPlaceholderData]);
  const isNearEnd = at >= 0 && at >= (conversations?.length ?? 0) - ahead;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return place;
}
