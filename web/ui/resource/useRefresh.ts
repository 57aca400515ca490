import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** What a change makes stale: `query.offices`, or one call of it, `query.leadAssignments.stats`. */
export interface Stale {
  key: () => QueryKey;
}

/** Asks again for what a change has made stale: `const refresh = useRefresh(query.pbx, query.dids)`. */
export function useRefresh(...nouns: readonly Stale[]) {
  const client = useQueryClient();
  return () => Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: noun.key() })));
}
