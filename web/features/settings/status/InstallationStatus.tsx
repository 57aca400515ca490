import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { QueueStatus } from '#shared/model/module-status.ts';
import { query } from '#web/app/api.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { Changes, Modules } from './Modules.tsx';

const figure = (count: number) => <span className="db-figures">{count.toLocaleString()}</span>;

const columns: Column<QueueStatus>[] = [
  { key: 'name', title: 'Queue', render: ({ name }) => name },
  { key: 'waiting', title: 'Waiting', align: 'end', width: 90, render: ({ waiting }) => figure(waiting) },
  {
    key: 'working',
    title: 'In progress',
    align: 'end',
    width: 90,
    hideBelow: 'sm',
    render: ({ working }) => figure(working),
  },
  {
    key: 'dead',
    title: 'Failed',
    align: 'end',
    width: 80,
    render: ({ deadLetters }) => (
      <Text component="span" size="sm" c={deadLetters > 0 ? 'red' : undefined}>
        {figure(deadLetters)}
      </Text>
    ),
  },
  {
    key: 'since',
    title: 'Waiting since',
    width: 150,
    hideBelow: 'sm',
    render: ({ waitingSince }) => (waitingSince ? <RelativeTime at={waitingSince} /> : 'Nothing waits'),
  },
];

/** How the whole installation stood at the last look, for the platform's operators. */
export function InstallationStatus() {
  const { data, error, refetch } = useQuery(
    query.system.installation.queryOptions({ input: {}, refetchInterval: 30_000 }),
  );
  if (error)
    return <ErrorState title="The status could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={5} />;
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        Installation
      </Title>
      <Text size="sm" c="dimmed">
        {data.checkedAt ? (
          <>
            Looked at <RelativeTime at={data.checkedAt} />. It is looked at each minute.
          </>
        ) : (
          'Nobody has looked yet. It is looked at each minute.'
        )}
      </Text>
      <Modules label="Parts of the installation" modules={data.modules} />
      <Title order={4} size="h5">
        Queues
      </Title>
      <DataTable
        label="Queues"
        columns={columns}
        rows={data.queues}
        rowKey={({ name }) => name}
        empty={
          <Text size="sm" c="dimmed" p="md">
            The queues were not counted yet.
          </Text>
        }
      />
      <Title order={4} size="h5">
        Last changes of the installation
      </Title>
      <Changes label="Last changes of the installation" changes={data.changes} />
    </Stack>
  );
}
