import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ReportFormat, reportFormats } from '#shared/model/report.ts';
import { api, query } from '#web/app/api.ts';
import { showJobs } from '#web/app/jobs.ts';
import { downloadFrom } from '#web/features/content/data/download.ts';
import { toast } from '#web/ui/toast.ts';
import type { Request } from './address.ts';

const formatWords: Record<ReportFormat, string> = {
  csv: 'CSV, for any program',
  xlsx: 'XLSX, for Excel',
  pdf: 'PDF, to read and print',
};
const pollMs = 1_500;

interface DownloadMenuProps {
  request: Request;
  /** Figures that are shown; all of them when empty. */
  columns: string[];
}

/** Has the report made as a file in the background, and downloads it when it is ready. */
export function DownloadMenu({ request, columns }: DownloadMenuProps) {
  const [params, setParams] = useSearchParams();
  // The list of work in the background leads here to a file.
  const [awaited, setAwaited] = useState<string>();
  const asked = params.get('export');
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
    mutationFn: (format: ReportFormat) => api.reports.export({ ...request, format, columns }),
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
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={17} />}
          rightSection={<IconChevronDown size={15} />}
          loading={begin.isPending || awaited !== undefined}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reportFormats.map((format) => (
          <Menu.Item key={format} data-changes onClick={() => begin.mutate(format)}>
            {formatWords[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
