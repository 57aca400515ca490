import { Badge, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RepPhotoHistory, repPhotoActions } from '#shared/model/rep-photo.ts';
import { query } from '#web/app/api.ts';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { Dialog } from './Dialog.tsx';

const results = {
  success: ['Success', 'green'],
  failed: ['Failed', 'red'],
  skipped: ['Skipped', 'gray'],
} as const;

const columns: Column<RepPhotoHistory>[] = [
  {
    key: 'rep',
    title: 'Rep',
    render: ({ repName, repEmail, details, action, timestamp }) => (
      <>
        <Text size="sm" fw={550} className="db-wrap">
          <bdi>{repName || repEmail || 'Everybody without a photo'}</bdi>
        </Text>
        <Text size="xs" c="dimmed" className="db-wrap">
          {details || (repName && repEmail)}
        </Text>
        <Narrow>
          {repPhotoActions[action]}, <RelativeTime at={timestamp} />
        </Narrow>
      </>
    ),
  },
  {
    key: 'action',
    title: 'Action',
    width: 150,
    hideBelow: 'sm',
    render: ({ action }) => repPhotoActions[action],
  },
  {
    key: 'result',
    title: 'Result',
    width: 124,
    render: ({ result }) => (
      <Badge variant="light" tt="none" color={results[result][1]}>
        {results[result][0]}
      </Badge>
    ),
  },
  {
    key: 'at',
    title: 'When',
    align: 'end',
    width: 96,
    hideBelow: 'sm',
    render: ({ timestamp }) => <RelativeTime at={timestamp} />,
  },
];

/** What was done to photos, newest first. */
export default function HistoryDialog({ onClose }: DialogProps) {
  const history = useQuery(query.repPhotos.history.queryOptions({ input: {} }));
  return (
    <Dialog title="Upload History" size="xl" onClose={onClose}>
      <ResourceTable
        of={history}
        failed="The history could not be loaded"
        label="Upload history"
        columns={columns}
        rows={history.data?.history}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconHistory} title="Nothing yet">
            What is added, changed and deleted is kept here for a year.
          </EmptyState>
        }
      />
    </Dialog>
  );
}
