import { useQuery } from '@tanstack/react-query';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { query, queryClient } from '#web/app/api.ts';
import type { Drawing } from './compare.ts';

/** A version comes a moment after its save, from a worker: while the list is open it is asked for, in ms. */
const askEvery = 5_000;
/** Versions that the panel lists; older ones are thinned to one a day. */
const shown = 200;

export const useVersions = (projectId: string) =>
  useQuery(
    query.content.listVersions.queryOptions({
      input: { id: projectId, limit: shown },
      refetchInterval: askEvery,
    }),
  );

export const refreshVersions = () =>
  queryClient.invalidateQueries({ queryKey: query.content.listVersions.key() });

/** What a version draws; it is fetched once, as it changes only while saves still join it. */
export function useDrawing({ id, projectId, until }: ContentVersion, enabled = true) {
  const input = { id: projectId, versionId: id };
  const { data, error, refetch } = useQuery({
    ...query.content.getVersion.queryOptions({ input }),
    queryKey: [...query.content.getVersion.queryKey({ input }), until],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    // A thumbnail's source is the whole drawing: it need not outlive the panel for long.
    gcTime: 60_000,
    select: ({ elements, canvasSize, canvasBackground, pages = [], variables }): Drawing => ({
      elements,
      canvas: { canvasSize, canvasBackground, pages, variables },
    }),
  });
  return { drawing: data, error, refetch };
}
