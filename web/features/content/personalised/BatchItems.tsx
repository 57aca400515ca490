import { ActionIcon, Badge, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PersonalisedBatch } from '#shared/model/personalised.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { formatBytes } from '../panels/format.ts';
import { pollMs } from './batch-state.ts';

const looks = {
  waiting: { label: 'Waiting', color: 'gray' },
  completed: { label: 'Made', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
} as const;

interface BatchItemsProps {
  batch: PersonalisedBatch;
  only: 'failed' | undefined;
  empty: ReactNode;
}

/** The videos of a batch, a page at a time. */
export function BatchItems({ batch, only, empty }: BatchItemsProps) {
  const [page, setPage] = useState(1);
  const interval = usePollInterval('jobs', 2 * pollMs);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query.content.listPersonalised.queryOptions({
      input: { id: batch.id, page, limit: 50, ...(only ? { status: only } : {}) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: batch.status === 'processing' ? interval : false,
  });
  // The last rows end with the batch, and from then on nobody asks for them by the clock.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the batch asks again
  useEffect(() => void refetch(), [batch.status, refetch]);
  if (error && !data)
    return <ErrorState title="The videos could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <DataTable
      label="Videos"
      rows={data?.items}
      rowKey={({ n }) => String(n)}
      refreshing={isPlaceholderData}
      empty={empty}
      columns={[
        {
          key: 'file',
          title: 'Video',
          render: ({ filename, errorMessage }) => (
            <>
              <Text size="sm" truncate title={filename}>
                {filename}
              </Text>
              {errorMessage && (
                <Text size="xs" c="red">
                  {errorMessage}
                </Text>
              )}
            </>
          ),
        },
        {
          key: 'state',
          title: 'State',
          width: 110,
          render: ({ status }) => (
            <Badge color={looks[status].color} variant="light" tt="none" radius="sm">
              {looks[status].label}
            </Badge>
          ),
        },
        {
          key: 'size',
          title: 'Size',
          width: 100,
          align: 'end',
          hideBelow: 'sm',
          render: ({ fileSize }) => (fileSize === null ? '' : formatBytes(fileSize)),
        },
        {
          key: 'download',
          title: <span className="db-visually-hidden">Download</span>,
          width: 64,
          align: 'end',
          render: ({ downloadUrl, filename }) =>
            downloadUrl && (
              <ActionIcon
                component="a"
                href={downloadUrl}
                download={filename}
                variant="subtle"
                color="gray"
                aria-label={`Download ${filename}`}
              >
                <IconDownload size={16} />
              </ActionIcon>
            ),
        },
      ]}
      {...(data ? { pagination: { ...data.pagination, onChange: setPage } } : {})}
    />
  );
}
