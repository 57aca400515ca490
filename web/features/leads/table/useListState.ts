import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { query } from '#web/app/api.ts';
import { type ListState, readState, writeState } from './list-state.ts';

export type SavedView = ReturnType<typeof useViews>['views'][number];

/** The saved views; undefined `ready` as long as they are on their way. */
export function useViews() {
  const { data, isFetched } = useQuery(query.leads.views.queryOptions({ input: {}, staleTime: 60_000 }));
  return { views: data?.views ?? [], ready: isFetched };
}

/** The list's state, kept in the address. */
export function useListState(views: readonly SavedView[]) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params, views), [params, views]);
  const change = (part: Partial<ListState>) =>
    setParams((current) => writeState({ ...readState(current, views), ...part }, views), {
      // Typing is not a step that Back undoes one letter at a time.
      replace: 'search' in part,
    });
  /** To another view, or to all leads, with nothing of the present one. */
  const open = (view: string | null) => setParams(view ? { view } : {});
  return { state, change, open };
}
