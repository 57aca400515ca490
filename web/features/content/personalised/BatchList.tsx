import { Anchor, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { IconPlus, IconVideo, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { count, keptUntil, pollMs, stateOf } from './batch-state.ts';

/** Every batch of personalised videos that is kept, newest first. */
export function BatchList({ projectId }: { projectId: string | undefined }) {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const interval = usePollInterval('jobs', pollMs);
  const list = useQuery({
    ...query.content.listBatches.queryOptions({
      input: { page, limit: 20, ...(projectId ? { projectId } : {}) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ status }) => status === 'processing') ? interval : false,
  });
  const { data } = list;
  const to = (personalised: string) =>
    `/content-creator?${new URLSearchParams({ personalised, ...(projectId ? { project: projectId } : {}) })}`;
  const start = (
    <Button data-changes component={Link} to={to('new')} leftSection={<IconPlus size={16} />}>
      New batch
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Personalised videos"
        description={
          <>
            One video for each row of a list. Back to the{' '}
            <Anchor component={Link} to="/content-creator" size="sm">
              content creator
            </Anchor>
            .
          </>
        }
        actions={start}
      />
      {projectId && (
        <Group mb="md">
          <Button
            size="compact-sm"
            variant="light"
            color="gray"
            rightSection={<IconX size={14} />}
            onClick={() => setAddress({ personalised: 'all' })}
          >
            {data?.batches[0] ? `Only “${data.batches[0].name}”` : 'Only one project'}
          </Button>
        </Group>
      )}
      <ResourceTable
        of={list}
        failed="The batches could not be loaded"
        label="Batches of personalised videos"
        rows={data?.batches}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={({ id }) => void navigate(to(id))}
        empty={
          <EmptyState icon={IconVideo} title="No personalised videos yet" action={start}>
            Take a project that shows merge fields, such as a lead’s name, give it a list, and every row gets
            a video of its own.
          </EmptyState>
        }
        columns={[
          {
            key: 'name',
            title: 'Project',
            render: ({ name, total }) => (
              <>
                <Text size="sm" fw={550} truncate title={name}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" className="db-figures">
                  {total === 1 ? '1 record' : `${count(total)} records`}
                </Text>
              </>
            ),
          },
          {
            key: 'state',
            title: 'State',
            width: 190,
            render: (batch) => <BatchState batch={batch} />,
          },
          {
            key: 'created',
            title: 'Started',
            width: 130,
            hideBelow: 'sm',
            render: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          { key: 'kept', title: 'Kept until', width: 140, hideBelow: 'md', render: keptUntil },
        ]}
        {...(data
          ? {
              pagination: {
                ...data.pagination,
                onChange: (next: number) =>
                  setAddress((now) => {
                    now.set('page', String(next));
                    return now;
                  }),
              },
            }
          : {})}
      />
    </>
  );
}

function BatchState({
  batch,
}: {
  batch: {
    name: string;
    status: 'processing' | 'completed' | 'cancelled';
    failed: number;
    done: number;
    total: number;
    progress: number;
  };
}) {
  const { label, color } = stateOf(batch);
  if (batch.status !== 'processing')
    return (
      <Badge color={color} variant="light" tt="none" radius="sm">
        {label}
      </Badge>
    );
  return (
    <>
      <Progress value={batch.progress} size="sm" aria-label={`Progress of ${batch.name}`} />
      <Text size="xs" c="dimmed" mt={4} className="db-figures">
        {count(batch.done + batch.failed)} of {count(batch.total)}
      </Text>
    </>
  );
}
