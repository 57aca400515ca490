import { Button, Group, Text } from '@mantine/core';
import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { PlaylistAnswer } from '#shared/api/signage-plans.ts';
import { query } from '#web/app/api.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { toast } from '#web/ui/toast.ts';
import { signageChanged, usePlaylists, useSchedules } from '../queries.ts';
import { lengthText } from '../times.ts';
import { ContentThumb } from './ContentThumb.tsx';

const lengthOf = ({ items }: PlaylistAnswer) => items.reduce((sum, { seconds }) => sum + seconds, 0);

/** Every playlist: what is in it, how long a round takes, where it is used. */
export default function PlaylistsPage() {
  const { data, error, refetch } = usePlaylists();
  const schedules = useSchedules().data?.schedules ?? [];
  const navigate = useNavigate();
  const create = useMutation(
    query.signage.createPlaylist.mutationOptions({
      onSuccess: async ({ id }) => {
        await signageChanged();
        await navigate(`/displays/playlists/${id}`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  const add = (
    <Button
      data-changes
      leftSection={<IconPlus size={16} />}
      loading={create.isPending}
      onClick={() => create.mutate({ name: 'New playlist', items: [] })}
    >
      New playlist
    </Button>
  );
  const columns: Column<PlaylistAnswer>[] = [
    {
      key: 'name',
      title: 'Name',
      render: ({ name, items, contents }) => (
        <Group gap="sm" wrap="nowrap">
          {items[0] && (
            <ContentThumb
              kind={items[0].kind}
              refId={items[0].refId}
              name={contents[0]?.name ?? ''}
              thumbnailUrl={contents[0]?.thumbnailUrl ?? null}
            />
          )}
          <Text fw={550} size="sm" lineClamp={1}>
            {name}
          </Text>
        </Group>
      ),
    },
    { key: 'items', title: 'Items', align: 'end', render: ({ items }) => items.length },
    {
      key: 'missing',
      title: 'Cannot be shown',
      align: 'end',
      hideBelow: 'sm',
      render: ({ contents }) => contents.filter(({ state }) => state === 'missing').length || '–',
    },
    { key: 'length', title: 'A round', align: 'end', render: (row) => lengthText(lengthOf(row)) },
    {
      key: 'schedules',
      title: 'Schedules',
      align: 'end',
      hideBelow: 'sm',
      render: ({ id }) => schedules.filter(({ playlistId }) => playlistId === id).length || '–',
    },
    {
      key: 'changed',
      title: 'Changed',
      hideBelow: 'md',
      render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
  if (error)
    return (
      <ErrorState title="The playlists could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      {data && data.playlists.length > 0 && (
        <Group justify="flex-end" mb="md">
          {add}
        </Group>
      )}
      <DataTable
        label="Playlists"
        columns={columns}
        rows={data?.playlists}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => `Open ${name}`}
        onOpen={({ id }) => void navigate(`/displays/playlists/${id}`)}
        empty={
          <EmptyState icon={IconPlaylist} title="No playlists yet" action={add}>
            A playlist shows signs, images and videos one after another, each for its time. Make it a
            display’s default, or plan it in the schedule.
          </EmptyState>
        }
      />
    </>
  );
}
