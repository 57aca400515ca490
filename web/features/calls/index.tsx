import { Button, CloseButton, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconPhone, IconPhonePlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Call, callDirections, callStatuses, callStatusLabels } from '#shared/model/call.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { downloadFrom } from '#web/features/content/data/download.ts';
import { phoneText } from '#web/features/leads/shared/format.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ActiveCalls } from './ActiveCalls.tsx';
import { CallPanel } from './CallPanel.tsx';
import styles from './Calls.module.css';
import { LogPanel } from './LogPanel.tsx';
import { StatsStrip } from './StatsStrip.tsx';
import { CallStatusBadge, DirectionIcon, partyOf, talkText, useAgentNames } from './shared.tsx';
import { askedFor, type CallFilters, isFiltered, useCallFilters } from './useCallFilters.ts';

const pageSize = 50;
const enoughDigits = 7;

const isByNumber = ({ phone }: CallFilters) => phone.replace(/\D/g, '').length >= enoughDigits;

/** The calls that the filters ask for, a page after the other. */
function useCalls(filters: CallFilters) {
  const byNumber = isByNumber(filters);
  const list = useInfiniteQuery(
    query.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...askedFor(filters), limit: pageSize, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      enabled: !byNumber,
      refetchInterval: usePollInterval('calls', 15_000),
    }),
  );
  const found = useInfiniteQuery(
    query.calls.search.infiniteOptions({
      input: (cursor: string | undefined) => ({ phone: filters.phone, limit: pageSize, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      enabled: byNumber,
    }),
  );
  return byNumber ? found : list;
}

/** The call log: what goes on, what has been, and how much of it today. */
export default function CallsPage() {
  const may = useMay();
  const seesAll = useSeesAllLeads();
  const [filters, setFilters] = useCallFilters();
  const byNumber = isByNumber(filters);
  const calls = useCalls(filters);
  const { agents, nameOf } = useAgentNames();
  const exporting = useMutation({
    mutationFn: () => downloadFrom(() => api.calls.export(askedFor(filters))),
  });
  const columns: Column<Call>[] = [
    {
      key: 'party',
      title: 'With',
      render: (call) => (
        <Stack component="span" gap={0} miw={0}>
          <Text component="span" size="sm" fw={550} className="db-wrap">
            <DirectionIcon direction={call.direction} /> {partyOf(call)}
          </Text>
          {call.leadName && (
            <Text component="span" size="xs" c="dimmed" className={`db-figures ${styles.nowrap}`}>
              {phoneText(call.phone)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      width: 140,
      render: ({ status, startedAt }) => (
        <>
          <CallStatusBadge status={status} />
          <Text size="xs" c="dimmed" mt={2} component="div" className={styles.narrowOnly}>
            <RelativeTime at={startedAt} />
          </Text>
        </>
      ),
    },
    {
      key: 'agent',
      title: 'Agent',
      hideBelow: 'md',
      render: ({ legs }) => [...new Set(legs.map(({ agentId }) => nameOf(agentId)))].join(', ') || '–',
    },
    { key: 'disposition', title: 'Disposition', hideBelow: 'md', render: (call) => call.disposition || '–' },
    {
      key: 'talk',
      title: 'Talk time',
      align: 'end',
      hideBelow: 'sm',
      width: 100,
      render: (call) => (
        <span className="db-figures">{call.talkSeconds > 0 ? talkText(call.talkSeconds) : '–'}</span>
      ),
    },
    {
      key: 'started',
      title: 'When',
      align: 'end',
      hideBelow: 'sm',
      width: 130,
      render: ({ startedAt }) => <RelativeTime at={startedAt} />,
    },
  ];
  const rows = calls.data?.pages.flatMap((page) => page.calls);

  return (
    <>
      <PageHeader
        title="Calls"
        description={seesAll ? 'Every call of your team.' : 'Your calls, and those that nobody has yet.'}
        actions={
          <>
            {may('calls.export') && (
              <Button
                variant="default"
                leftSection={<IconDownload size={17} />}
                loading={exporting.isPending}
                // The file holds what the other filters find.
                disabled={byNumber}
                onClick={() => exporting.mutate()}
              >
                Export
              </Button>
            )}
            {may('calls.create') && (
              <Button
                data-changes
                leftSection={<IconPhonePlus size={17} />}
                onClick={() => setFilters({ call: 'new' })}
              >
                Log a call
              </Button>
            )}
          </>
        }
      />
      <StatsStrip />
      <ActiveCalls onOpen={(call) => setFilters({ call })} />
      <Filters filters={filters} onChange={setFilters} agents={seesAll ? agents : []} />
      {calls.error ? (
        <ErrorState
          title="The calls could not be loaded"
          error={calls.error}
          onRetry={() => calls.refetch()}
        />
      ) : (
        <DataTable
          label="Calls"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={(call) => `${partyOf(call)}, ${callStatusLabels[call.status]}`}
          selectedKey={filters.call}
          onOpen={({ id }) => setFilters({ call: id })}
          empty={
            isFiltered(filters) ? (
              <EmptyState icon={IconSearch} title="No call matches">
                Take a filter away to see more.
              </EmptyState>
            ) : (
              <EmptyState
                icon={IconPhone}
                title="No calls yet"
                action={
                  <Button data-changes onClick={() => setFilters({ call: 'new' })}>
                    Log a call
                  </Button>
                }
              >
                Calls that you make and take are kept here, each on its lead’s timeline too.
              </EmptyState>
            )
          }
        />
      )}
      <More of={calls} />
      <CallPanel
        callId={filters.call === 'new' ? null : filters.call}
        onClose={() => setFilters({ call: null })}
      />
      <LogPanel
        opened={filters.call === 'new'}
        onClose={() => setFilters({ call: null })}
        onStarted={(call) => setFilters({ call })}
      />
    </>
  );
}

interface FiltersProps {
  filters: CallFilters;
  onChange: (change: Partial<CallFilters>) => void;
  agents: readonly { agentId: string; name: string }[];
}

function Filters({ filters, onChange, agents }: FiltersProps) {
  const [typed, setTyped] = useState(filters.phone);
  const search = useDebouncedCallback((phone: string) => onChange({ phone }), 300);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clearable = { clearable: true, placeholder: 'All' } as const;
  return (
    <search className={styles.filters} aria-label="Calls">
      <TextInput
        className={styles.search}
        label="Phone number"
        placeholder="All of the number"
        leftSection={<IconSearch size={16} />}
        rightSection={
          typed && <CloseButton size="sm" aria-label="Clear the number" onClick={() => type('')} />
        }
        maxLength={40}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        {...clearable}
        clearButtonProps={{ 'aria-label': 'All statuses' }}
        label="Status"
        data={callStatuses.map((value) => ({ value, label: callStatusLabels[value] }))}
        value={filters.status ?? null}
        onChange={(value) => onChange({ status: callStatuses.find((status) => status === value) })}
      />
      <Select
        {...clearable}
        clearButtonProps={{ 'aria-label': 'Both directions' }}
        label="Direction"
        data={callDirections.map((value) => ({
          value,
          label: value === 'outbound' ? 'Outbound' : 'Inbound',
        }))}
        value={filters.direction ?? null}
        onChange={(value) => onChange({ direction: callDirections.find((direction) => direction === value) })}
      />
      {agents.length > 0 && (
        <Select
          {...clearable}
          clearButtonProps={{ 'aria-label': 'All agents' }}
          label="Agent"
          searchable
          data={agents.map(({ agentId, name }) => ({ value: agentId, label: name }))}
          value={filters.agentId ?? null}
          onChange={(value) => onChange({ agentId: value ?? undefined })}
        />
      )}
      <TextInput
        type="date"
        label="From"
        value={filters.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Until"
        value={filters.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </search>
  );
}
