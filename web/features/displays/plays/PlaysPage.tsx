import { Button, Group, Select, Skeleton, TextInput } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlayTotal } from '#shared/api/signage-plans.ts';
import { query } from '#web/app/api.ts';
import { csv, download } from '#web/ui/csv.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { lengthText } from '../times.ts';
import { PlayChart } from './PlayChart.tsx';

/** Proof of play by sign, display and day, as a picture, a table and a file. */
export default function PlaysPage() {
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [displayId, setDisplayId] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    query.signage.playReport.queryOptions({
      input: { ...(from && { from }), ...(until && { until }), ...(displayId && { displayId }) },
      placeholderData: keepPreviousData,
    }),
  );
  const displayName = (id: string) => data?.displays[id] ?? 'A display that is gone';
  const columns: Column<PlayTotal>[] = [
    { key: 'day', title: 'Day', render: ({ day }) => <time dateTime={day}>{day}</time> },
    { key: 'name', title: 'Sign or file', render: ({ name }) => name },
    { key: 'display', title: 'Display', hideBelow: 'sm', render: (row) => displayName(row.displayId) },
    { key: 'plays', title: 'Plays', align: 'end', render: ({ plays }) => plays.toLocaleString() },
    { key: 'seconds', title: 'Time on screen', align: 'end', render: ({ seconds }) => lengthText(seconds) },
  ];
  const rows = data && [...data.totals].sort((a, b) => b.day.localeCompare(a.day) || b.seconds - a.seconds);
  const save = () =>
    rows &&
    download(
      `proof-of-play-${data.from}-${data.until}.csv`,
      csv([
        ['Day', 'Display', 'Display id', 'Sign or file', 'Id', 'Plays', 'Seconds'],
        ...rows.map((row) => [
          row.day,
          displayName(row.displayId),
          row.displayId,
          row.name,
          row.refId,
          row.plays,
          Math.round(row.seconds * 10) / 10,
        ]),
      ]),
    );
  return (
    <>
      <Group align="end" gap="sm" mb="md">
        <TextInput
          label="First day"
          type="date"
          value={from || data?.from || ''}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label="Last day"
          type="date"
          value={until || data?.until || ''}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <Select
          label="Display"
          placeholder="All displays"
          clearable
          clearButtonProps={{ 'aria-label': 'All displays' }}
          data={Object.entries(data?.displays ?? {}).map(([value, label]) => ({ value, label }))}
          value={displayId}
          onChange={setDisplayId}
        />
        <Button
          variant="default"
          ml="auto"
          leftSection={<IconDownload size={16} />}
          disabled={!rows || rows.length === 0}
          onClick={save}
        >
          CSV
        </Button>
      </Group>
      {error ? (
        <ErrorState title="The report could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {!data ? (
            <Skeleton h={260} radius="lg" mb="md" role="status" aria-label="Loading" />
          ) : (
            data.totals.length > 0 && <PlayChart totals={data.totals} from={data.from} until={data.until} />
          )}
          <DataTable
            label="Proof of play"
            columns={columns}
            rows={rows}
            rowKey={({ day, displayId: id, refId }) => `${day} ${id} ${refId}`}
            refreshing={isPlaceholderData}
            empty={
              <EmptyState icon={IconChartBar} title="Nothing was told of in these days">
                Players tell of what they showed once a minute, and afterwards of what they showed without a
                network. Displays without a playlist or schedule tell nothing.
              </EmptyState>
            }
          />
        </>
      )}
    </>
  );
}
