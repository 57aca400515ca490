import { useQuery } from '@tanstack/react-query';
import type { LiveDisplay } from '#shared/api/signage.ts';
import { query, queryClient } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';

/** How often the page asks again what the displays show, in ms: by their schedules it changes without a hint. */
const refreshMs = 15_000;
const pollLimitMs = Number.POSITIVE_INFINITY;
const displayLimit = 500;
export const displaysInput = { limit: displayLimit };

/** @param atMostMs asks again at least so often, by what the displays show now */
export function useDisplays(atMostMs: (displays: readonly LiveDisplay[]) => number = () => pollLimitMs) {
  usePollInterval('displays', refreshMs);
  return useQuery(
    query.signage.displays.queryOptions({
      input: displaysInput,
      refetchInterval: ({ state }) => Math.min(refreshMs, atMostMs(state.data?.displays ?? [])),
    }),
  );
}
export const useGroups = () => useQuery(query.signage.listGroups.queryOptions({ input: {} }));
export const usePlaylists = () => useQuery(query.signage.listPlaylists.queryOptions({ input: {} }));
export const useSchedules = () => useQuery(query.signage.listSchedules.queryOptions({ input: {} }));
export const useEmergencies = () =>
  useQuery(
    query.signage.listEmergencies.queryOptions({
      input: {},
      refetchInterval: usePollInterval('displays', refreshMs),
    }),
  );

/** After any change: what displays show follows from all of it. */
export const signageChanged = () => queryClient.invalidateQueries({ queryKey: query.signage.key() });
