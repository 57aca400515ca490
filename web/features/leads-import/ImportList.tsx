import { Anchor, Badge, Button, Progress, Text } from '@mantine/core';
import { IconFileImport, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { LeadImport } from '#shared/model/lead-import.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { ExportList } from './ExportList.tsx';
import { count, isAtWork, pollMs, rows, stateOf } from './words.ts';

/** Every import that is kept, newest first. */
export function ImportList() {
  const navigate = useNavigate();
  const interval = usePollInterval('jobs', 2 * pollMs);
  const list = useInfiniteQuery(
    query.leads.listImports.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 20, ...(cursor ? { cursor } : {}) }),
      ...byCursor,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ imports }) => imports.some(({ status }) => isAtWork(status)))
          ? interval
          : false,
    }),
  );
  const start = (
    <Button data-changes component={Link} to="/leads/imports/new" leftSection={<IconUpload size={16} />}>
      Import leads
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Imports and exports"
        description={
          <>
            Lists that became{' '}
            <Anchor component={Link} to="/leads" size="sm">
              leads
            </Anchor>
            . Each can be undone, and its refused rows can be had for 30 days.
          </>
        }
        actions={start}
      />
      <ResourceTable
        of={list}
        more="Show older imports"
        failed="The imports could not be loaded"
        label="Imports"
        rows={list.data?.pages.flatMap(({ imports }) => imports)}
        rowKey={({ id }) => id}
        rowLabel={({ filename }) => filename}
        onOpen={({ id }) => void navigate(`/leads/imports/${id}`)}
        empty={
          <EmptyState icon={IconFileImport} title="Nothing has been imported yet" action={start}>
            Bring in a list as a CSV file of any size. You see what would become of its rows before anything
            is written.
          </EmptyState>
        }
        columns={[
          {
            key: 'file',
            title: 'File',
            render: ({ filename, totalRows }) => (
              <>
                <Text size="sm" fw={550} truncate title={filename}>
                  {filename}
                </Text>
                <Text size="xs" c="dimmed" className="db-figures">
                  {totalRows === null ? 'Counting the rows' : rows(totalRows)}
                </Text>
              </>
            ),
          },
          { key: 'state', title: 'State', width: 210, render: (one) => <ImportState item={one} /> },
          {
            key: 'created',
            title: 'New',
            width: 90,
            align: 'end',
            hideBelow: 'sm',
            render: (one) => count(one.created),
          },
          {
            key: 'updated',
            title: 'Updated',
            width: 90,
            align: 'end',
            hideBelow: 'md',
            render: (one) => count(one.updated),
          },
          {
            key: 'out',
            title: 'Left out',
            width: 90,
            align: 'end',
            hideBelow: 'md',
            render: (one) => count(one.skipped + one.failed),
          },
          {
            key: 'when',
            title: 'Started',
            width: 130,
            hideBelow: 'sm',
            render: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
      <ExportList />
    </>
  );
}

function ImportState({ item }: { item: LeadImport }) {
  const { label, color } = stateOf(item);
  if (!isAtWork(item.status))
    return (
      <Badge color={color} variant="light" tt="none" radius="sm">
        {label}
      </Badge>
    );
  return (
    <>
      <Progress value={item.progress} size="sm" aria-label={`${label}: ${item.filename}`} />
      <Text size="xs" c="dimmed" mt={4} className="db-figures">
        {label}, {item.progress} %
      </Text>
    </>
  );
}
