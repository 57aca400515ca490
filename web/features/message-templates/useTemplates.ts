import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

export function useCategories() {
  const { data } = useQuery(query.messageTemplates.categories.queryOptions({ input: {} }));
  return data?.categories ?? [];
}

/** Freshens every list and editor of templates. */
export function useRefreshTemplates() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: query.messageTemplates.key() });
}
