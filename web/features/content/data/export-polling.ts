import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ContentExport } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { pollAfter } from './next-poll.ts';

const listed = (projectId: string) => ({ input: { id: projectId, limit: 20 } });

/** The exports of a project, newest first. */
export function useExports(projectId: string) {
  return useQuery(query.content.listExports.queryOptions(listed(projectId)));
}

/** Lists an export as it was started: one that is done before the list is loaded again is announced all the same. */
export function listStarted(projectId: string, started: ContentExport): void {
  queryClient.setQueryData(query.content.listExports.queryKey(listed(projectId)), (known) =>
    known ? { ...known, exports: [started, ...known.exports] } : known,
  );
}

/** Follows an export that is under way until it is completed or has failed, and says so once. */
export function useExportStatus(item: ContentExport) {
  const announced = useRef(item.status !== 'processing');
  const status = useQuery({
    ...query.content.exportStatus.queryOptions({ input: { id: item.id } }),
    enabled: item.status === 'processing',
    staleTime: 0,
    refetchInterval: ({ state }) => pollAfter(state, state.data?.export.status),
  });
  // Whoever reads the list again may hear of the end before this does, which then asks no more.
  const latest = item.status === 'processing' ? (status.data?.export ?? item) : item;
  useEffect(() => {
    if (announced.current || latest.status === 'processing') return;
    announced.current = true;
    if (latest.status === 'completed') toast.success('Export completed successfully');
    else toast.error(`Export failed: ${latest.errorMessage || 'Unknown error'}`);
    void queryClient.invalidateQueries({ queryKey: query.content.listExports.key() });
  }, [latest]);
  return { item: latest, progress: status.data?.progress };
}

/** Starts the browser's own download of a finished export. */
export async function downloadExport(id: string): Promise<void> {
  try {
    const { downloadUrl, filename } = await api.content.downloadExport({ id });
    const link = document.createElement('a');
    link.href = downloadUrl;
    link.download = filename;
    link.rel = 'noopener';
    link.click();
    toast.success('Download started');
  } catch {
    toast.error('Failed to download export');
  }
}
