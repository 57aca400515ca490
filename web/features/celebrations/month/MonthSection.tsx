import { Button, Group, Select, Text } from '@mantine/core';
import { IconMovie, IconTrophy } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type MonthWinner, monthName } from '#shared/model/celebration.ts';
import { dollars } from '#shared/model/money.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AutoGrid, Toolbar } from '#web/ui/layout/layout.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { RepFace } from '../RepFace.tsx';

const MonthVideosDialog = lazy(() => import('./MonthVideosDialog.tsx'));

type Row = MonthWinner & { place: number };

const columns: Column<Row>[] = [
  { key: 'place', title: '#', width: 48, render: ({ place }) => <span className="db-figures">{place}</span> },
  {
    key: 'rep',
    title: 'Who sold',
    render: (row) => (
      <Group gap={10} wrap="nowrap">
        <RepFace {...row} />
        <Text size="sm" fw={600} truncate>
          <bdi>{row.repName}</bdi>
        </Text>
      </Group>
    ),
  },
  {
    key: 'sales',
    title: 'Sales',
    width: 90,
    align: 'end',
    render: ({ sales }) => <span className="db-figures">{sales.toLocaleString()}</span>,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 130,
    align: 'end',
    render: ({ amount }) => <span className="db-figures">{dollars(amount)}</span>,
  },
];

/** Who won how much in a month, and a video for each of the best. */
export default function MonthSection() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('month') ?? undefined;
  const mayMake = useMay()('personalisedVideos.manage');
  const [isOpen, setOpen] = useState(false);
  const list = useQuery({
    ...query.celebrations.month.queryOptions({
      input: wanted ? { month: wanted } : {},
      refetchInterval: usePollInterval('celebrations', 60_000),
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const rows = data?.winners.map((winner, at) => ({ ...winner, place: at + 1 }));
  return (
    <>
      <Toolbar>
        <Select
          aria-label="Month"
          flex="1 1 140px"
          maw={200}
          allowDeselect={false}
          disabled={!data}
          data={(data?.months ?? []).map((month) => ({ value: month, label: monthName(month) }))}
          value={data?.month ?? null}
          onChange={(month) => month && setParams({ month }, { replace: true })}
        />
        {mayMake && (rows?.length ?? 0) > 0 && (
          <Button
            data-changes
            variant="default"
            ms="auto"
            leftSection={<IconMovie size={17} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            Make videos
          </Button>
        )}
      </Toolbar>
      {(data || !list.error) && (
        <AutoGrid min={150} mb={16}>
          <Figure label="Won" value={data && dollars(data.amount)} />
          <Figure label="Sales" value={data?.sales.toLocaleString()} />
        </AutoGrid>
      )}
      <ResourceTable
        of={list}
        failed="The month could not be loaded"
        label="Who won the most"
        columns={columns}
        rows={rows}
        rowKey={({ repId }) => repId}
        empty={
          <EmptyState
            icon={IconTrophy}
            title={data ? `Nobody has won anything in ${monthName(data.month)}` : 'Nobody has won anything'}
          >
            Sales that were won and bells that were rung are counted here for who sold.
          </EmptyState>
        }
      />
      {isOpen && data && (
        <MonthVideosDialog month={data.month} count={data.winners.length} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
