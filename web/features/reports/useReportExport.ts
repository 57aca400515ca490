import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, query } from '#web/app/api.ts';
import { showJobs } from '#web/app/jobs.ts';
import { downloadFrom } from '#web/features/content/data/download.ts';
import { toast } from '#web/ui/toast.ts';

const pollMs = 1_500;
type ExportInput = Parameters<typeof api.reports.export>[0];

/**
 * Has a report, or the rows behind a figure, made as a file in the background, and downloads it when it is ready.
 * @param fromAddress the address may name an export that was begun before
 */
export function useReportExport({ fromAddress = false } = {}) {
  const [params, setParams] = useSearchParams();
  // The list of work in the background leads here to a file.
  const [awaited, setAwaited] = useState<string>();
  const asked = fromAddress ? params.get('export') : null;
  useEffect(() => {
    if (!asked) return;
    setAwaited(asked);
    setParams(
      (current) => {
        current.delete('export');
        return current;
      },
      { replace: true },
    );
  }, [asked, setParams]);
  const begin = useMutation({
    mutationFn: (input: ExportInput) => api.reports.export(input),
    onSuccess: ({ id }) => {
      setAwaited(id);
      showJobs();
    },
    onError: (error) => toast.error(error),
  });
  const { data, error } = useQuery(
    query.reports.getExport.queryOptions({
      input: { id: awaited ?? '' },
      enabled: awaited !== undefined,
      refetchInterval: ({ state }) => (state.data && state.data.job.status !== 'running' ? false : pollMs),
    }),
  );
  useEffect(() => {
    if (!error) return;
    setAwaited(undefined);
    toast.error(error);
  }, [error]);
  const status = awaited !== undefined && data?.id === awaited ? data.job.status : undefined;
  useEffect(() => {
    if (!awaited || !status || status === 'running') return;
    setAwaited(undefined);
    if (status !== 'completed') return;
    void downloadFrom(async () => {
      const { downloadUrl, filename } = await api.reports.getExport({ id: awaited });
      if (!downloadUrl) throw new Error('The file is not there.');
      return { downloadUrl, filename };
    });
  }, [awaited, status]);
  return { begin: begin.mutate, isBusy: begin.isPending || awaited !== undefined };
}
