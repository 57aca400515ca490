import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { Blast } from '#shared/model/message.ts';
import { query } from '#web/app/api.ts';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { blastWords, isOver } from '../shared/words.ts';
import { ProgressBar } from './ProgressBar.tsx';

const columns: Column<Blast>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ name, message }) => (
      <Stack gap={0} miw={0} maw={460}>
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {message}
        </Text>
      </Stack>
    ),
  },
  stateColumn(({ status }) => blastWords[status], { key: 'status', title: 'State', width: 130 }),
  {
    key: 'progress',
    title: 'Progress',
    width: 220,
    hideBelow: 'sm',
    render: (one) => <ProgressBar blast={one} />,
  },
  {
    key: 'total',
    title: 'People',
    width: 90,
    align: 'end',
    hideBelow: 'md',
    render: ({ total }) => <span className="db-figures">{total?.toLocaleString() ?? '…'}</span>,
  },
  {
    key: 'created',
    title: 'Begun',
    width: 130,
    hideBelow: 'md',
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** Texts to many at once: those that go on now and those that are over. */
export default function BlastsPage() {
  const navigate = useNavigate();
  const list = useInfiniteQuery(
    query.sms.blasts.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 20, cursor }),
      ...byCursor,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ blasts }) => blasts.some(({ status }) => !isOver(status))) ? 3_000 : 20_000,
    }),
  );
  const add = (
    <Button data-changes component={Link} to="/messages/blasts/new" leftSection={<IconPlus size={17} />}>
      New blast
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Text blasts"
        description="One text to many leads, as fast as the limits allow and only to those who may get it now."
        actions={add}
      />
      <ResourceTable
        of={list}
        failed="The blasts could not be loaded"
        label="Blasts"
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.blasts)}
        rowKey={({ id }) => id}
        rowLabel={({ name, status }) => `${name}, ${blastWords[status].label}`}
        onOpen={({ id }) => void navigate(`/messages/blasts/${id}`)}
        more="Show older ones"
        empty={
          <EmptyState icon={IconSpeakerphone} title="No blasts yet" action={add}>
            Choose leads by a filter or bring a list, write one text, and see who gets it and who answers.
          </EmptyState>
        }
      />
    </>
  );
}
