import { ActionIcon, Badge, Progress, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContentExport } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { toast } from '#web/ui/toast.ts';
import { downloadExport, useExportStatus, useExports } from '../data/export-polling.ts';
import { formatAgo, formatBytes } from '../panels/format.ts';
import styles from './dialogs.module.css';

/** The project's exports with their progress; each can be downloaded and deleted. */
export function ExportList({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useExports(projectId);
  // Without a network the list is simply empty (specification, section 8).
  const offline = error instanceof ApiError && error.status === 0;
  if (error && !offline)
    return <ErrorState title="Failed to load exports" error={error} onRetry={() => void refetch()} />;
  if (!data && !offline) {
    return (
      <Stack gap={8}>
        <Skeleton h={52} />
        <Skeleton h={52} />
      </Stack>
    );
  }
  const exports = data?.exports ?? [];
  if (exports.length === 0) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="md">
        No exports yet. What you export is kept here for downloading.
      </Text>
    );
  }
  return (
    <Stack gap={8}>
      {exports.map((item) => (
        <ExportRow key={item.id} listed={item} />
      ))}
    </Stack>
  );
}

const colors = { processing: 'blue', completed: 'green', failed: 'red' } as const;

function ExportRow({ listed }: { listed: ContentExport }) {
  const { item, progress } = useExportStatus(listed);
  const [removing, setRemoving] = useState(false);
  const { width, height } = item.options.dimensions;
  const remove = async () => {
    setRemoving(true);
    try {
      await api.content.removeExport({ id: item.id });
      toast.success('Export deleted successfully');
      await queryClient.invalidateQueries({ queryKey: query.content.listExports.key() });
    } catch {
      toast.error('Failed to delete export');
      setRemoving(false);
    }
  };
  return (
    <div className={styles.exportRow}>
      <div className="grow" style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={550} truncate>
          {item.filename}
        </Text>
        {item.status === 'processing' ? (
          <>
            <Progress
              value={progress?.progress ?? item.progress}
              size="sm"
              my={4}
              animated
              aria-label={`Progress of ${item.filename}`}
            />
            <Text size="xs" c="dimmed" role="status">
              {progress?.message ?? 'Waiting for a renderer'}
            </Text>
          </>
        ) : (
          <Text size="xs" c={item.status === 'failed' ? 'red' : 'dimmed'} className="db-figures">
            {item.status === 'failed'
              ? (item.errorMessage ?? 'Unknown error')
              : `${width} × ${height}, ${item.fileSize === null ? '' : `${formatBytes(item.fileSize)}, `}${formatAgo(item.createdAt)}`}
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
            aria-label={`Download ${item.filename}`}
            onClick={() => void downloadExport(item.id)}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Delete">
        <ActionIcon
          data-changes
          variant="subtle"
          color="gray"
          loading={removing}
          aria-label={`Delete ${item.filename}`}
          onClick={() => void remove()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
