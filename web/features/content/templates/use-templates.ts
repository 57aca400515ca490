import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template, TemplateCategory, TemplateSort } from '#shared/model/templates.ts';
import { api, query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshLists } from '../data/refresh.ts';

/** Typing rests this long, in ms, before templates are searched. */
const searchDelay = 250;

export interface TemplateFilter {
  search: string;
  category: TemplateCategory | null;
  favorites: boolean;
  sort: TemplateSort;
  page: number;
}

const first: TemplateFilter = { search: '', category: null, favorites: false, sort: 'updated', page: 1 };

/** What is looked for, and the page of templates that fits it. Another filter begins at the first page. */
export function useTemplates(limit: number) {
  const [filter, setFilter] = useState(first);
  const [needle] = useDebouncedValue(filter.search.trim(), searchDelay);
  const { category, favorites, sort, page } = filter;
  const found = useQuery({
    ...query.content.listTemplates.queryOptions({
      input: {
        limit,
        page,
        sort,
        ...(needle ? { search: needle } : {}),
        ...(category ? { category } : {}),
        ...(favorites ? { favorites: 'true' } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const patch = (change: Partial<TemplateFilter>) => setFilter((now) => ({ ...now, page: 1, ...change }));
  const filtered = Boolean(needle) || category !== null || favorites;
  return { filter, patch, filtered, reset: () => setFilter({ ...first, sort }), ...found };
}

export const refreshTemplates = (): Promise<void> =>
  refreshLists(query.content.listTemplates.key(), query.content.getTemplate.key());

/** Flips the favourite, and loads the list again. Only the favourite is sent: a stale list overwrites nothing. */
export async function toggleFavorite({ id, isFavorite }: Template): Promise<void> {
  try {
    await api.content.updateTemplate({ id, isFavorite: !isFavorite });
    toast.success(isFavorite ? 'Removed from favorites' : 'Added to favorites');
    await refreshTemplates();
  } catch {
    toast.error('Failed to update favorite status');
  }
}
