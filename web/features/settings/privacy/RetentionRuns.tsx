import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RetentionRun, retentionRunLabels } from '#shared/model/retention.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { download } from '#web/ui/csv.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { byCursor, field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { useBusy } from '#web/ui/useBusy.ts';
import { RunPanel } from './RunPanel.tsx';
import { nightOf, runColors, totalWords } from './retention-words.ts';

const fields = { run: field.panel };

const columnsOf = (timeZone: string): Column<RetentionRun>[] => [
  {
    key: 'at',
    title: 'Run',
    render: (run) => (
      <>
        <Text size="sm" fw={500}>
          {nightOf(run.startedAt, timeZone)}
        </Text>
        <Text size="xs" c="dimmed">
          {totalWords(run)}
        </Text>
      </>
    ),
  },
  {
    key: 'status',
    title: 'State',
    width: 130,
    render: ({ status }) => (
      <Badge variant="light" tt="none" color={runColors[status]}>
        {retentionRunLabels[status]}
      </Badge>
    ),
  },
];

/** What went by itself, run by run, the newest first; each with its certificate. */
export function RetentionRuns({ timeZone }: { timeZone: string }) {
  const { filters, setFilters } = useAddressFilters(fields);
  const [busy, run] = useBusy();
  const refetchInterval = usePollInterval('jobs', 15_000);
  const list = useInfiniteQuery(
    query.privacy.retentionRuns.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: 10 }),
      ...byCursor,
      refetchInterval,
    }),
  );
  const runs = list.data?.pages.flatMap((page) => page.runs);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="center" mih={36}>
        <Title order={3} size="h5">
          Runs
        </Title>
        {runs && runs.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            loading={busy}
            onClick={() =>
              run(async () => {
                const { filename, csv } = await api.privacy.exportRetentionRuns({});
                download(filename, csv);
              })
            }
          >
            Download as CSV
          </Button>
        )}
      </Group>
      <ResourceTable
        label="Runs"
        of={list}
        failed="The runs could not be loaded"
        more="Earlier runs"
        columns={columnsOf(timeZone)}
        rows={runs}
        rowKey={({ id }) => id}
        rowLabel={({ startedAt }) => `Run of ${nightOf(startedAt, timeZone)}`}
        onOpen={({ id }) => setFilters({ run: id })}
        selectedKey={filters.run}
        empty={
          <EmptyState icon={IconHistory} title="Nothing has gone by itself yet">
            Each run is kept here for five years: what it erased, what it passed over, and why.
          </EmptyState>
        }
      />
      <RunPanel
        run={runs?.find(({ id }) => id === filters.run)}
        timeZone={timeZone}
        onClose={() => setFilters({ run: null })}
      />
    </Stack>
  );
}
