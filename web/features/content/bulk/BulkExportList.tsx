import { ActionIcon, Badge, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkExport } from '#shared/model/bulk-export.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { pollAfter } from '../data/next-poll.ts';
import dialogStyles from '../dialogs/dialogs.module.css';
import { formatAgo, formatBytes } from '../panels/format.ts';

/** Asked for again, as the address lives for some minutes only. */
async function download(id: string): Promise<void> {
  try {
    const { downloadUrl, filename } = await api.content.getBulkExport({ id });
    if (!downloadUrl) throw new Error('The zip is not there.');
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

/** Bulk exports of the last days. One that was started here downloads by itself once it is ready. */
export function BulkExportList({ own }: { own: readonly string[] }) {
  const { data } = useQuery(query.content.listBulkExports.queryOptions({ input: { limit: 5 } }));
  const all = data?.bulkExports ?? [];
  if (all.length === 0)
    return (
      <Text size="sm" c="dimmed" ta="center" py="xs">
        No bulk exports yet. They are kept here for 30 days.
      </Text>
    );
  return (
    <Stack gap={8}>
      {all.map((item) => (
        <BulkRow key={item.id} listed={item} own={own.includes(item.id)} />
      ))}
    </Stack>
  );
}

const colors = { processing: 'blue', completed: 'green', failed: 'red' } as const;

function BulkRow({ listed, own }: { listed: BulkExport; own: boolean }) {
  const status = useQuery({
    ...query.content.getBulkExport.queryOptions({ input: { id: listed.id } }),
    enabled: listed.status === 'processing',
    staleTime: 0,
    refetchInterval: ({ state }) => pollAfter(state, state.data?.status),
  });
  // Whoever reads the list again may hear of the end before the row does, which then asks no more.
  const item = listed.status === 'processing' ? (status.data ?? listed) : listed;
  const open = useRef(listed.status === 'processing');
  useEffect(() => {
    if (!open.current || item.status === 'processing') return;
    open.current = false;
    if (item.status === 'failed') toast.error(`Export failed: ${item.message || 'Unknown error'}`);
    else {
      toast.success('Export completed successfully');
      if (own) void download(item.id);
    }
    void queryClient.invalidateQueries({ queryKey: query.content.listBulkExports.key() });
    void queryClient.invalidateQueries({ queryKey: query.content.listExports.key() });
  }, [item, own]);

  const { filename, projectCount, fileSize, failures } = item;
  const facts = [
    projectCount === 1 ? '1 project' : `${projectCount} projects`,
    ...(fileSize === null ? [] : [formatBytes(fileSize)]),
    formatAgo(item.createdAt),
  ].join(', ');
  return (
    <div className={dialogStyles.exportRow}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={550} truncate>
          {filename}
        </Text>
        {item.status === 'processing' ? (
          <>
            <Progress
              value={item.progress}
              size="sm"
              my={4}
              animated
              aria-label={`Progress of ${filename}`}
            />
            <Text size="xs" c="dimmed" role="status">
              {item.message}
            </Text>
          </>
        ) : (
          <Text size="xs" c={item.status === 'failed' ? 'red' : 'dimmed'} className="db-figures">
            {item.status === 'failed' ? item.message : facts}
            {item.status === 'completed' && failures.length > 0 ? `. ${item.message}` : ''}
          </Text>
        )}
      </div>
      <Badge color={colors[item.status]} variant="light" tt="none" radius="sm">
        {item.status}
      </Badge>
      {item.status === 'completed' && (
        <Tooltip label="Download">
          <ActionIcon
            variant="default"
            aria-label={`Download ${filename}`}
            onClick={() => void download(item.id)}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
