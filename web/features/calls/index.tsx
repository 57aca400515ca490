import { Button, Stack, Text } from '@mantine/core';
import { IconDownload, IconMicrophone, IconPhone, IconPhonePlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type Call, callDirections, callStatuses, callStatusLabels } from '#shared/model/call.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { downloadFrom } from '#web/features/content/data/download.ts';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import {
  byCursor,
  type Filters,
  field,
  given,
  useAddressFilters,
  wholeDays,
} from '#web/ui/resource/address-filters.ts';
import { DayRange, FilterBar, FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { ActiveCalls } from './ActiveCalls.tsx';
import { CallPanel } from './CallPanel.tsx';
import { LogPanel } from './LogPanel.tsx';
import { RetentionPanel } from './RetentionPanel.tsx';
import { StatsStrip } from './StatsStrip.tsx';
import { CallStatusBadge, DirectionIcon, partyOf, talkText, useAgentNames } from './shared.tsx';

const pageSize = 50;
const enoughDigits = 7;

const callFilters = {
  status: field.oneOf(callStatuses),
  direction: field.oneOf(callDirections),
  agent: field.id,
  from: field.day,
  to: field.day,
  /** Digits that are searched by; the other filters rest meanwhile. */
  phone: field.text(40),
  call: field.panel,
};
type CallFilters = Filters<typeof callFilters>;

/** What the list is asked for. */
const askedFor = ({ status, direction, agent, ...days }: CallFilters) => ({
  ...given({ status, direction, agentId: agent }),
  ...wholeDays(days),
});

const isByNumber = ({ phone }: CallFilters) => phone.replace(/\D/g, '').length >= enoughDigits;

/** The calls that the filters ask for, a page after the other. */
function useCalls(filters: CallFilters) {
  const byNumber = isByNumber(filters);
  const list = useInfiniteQuery(
    query.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...askedFor(filters), limit: pageSize, cursor }),
      ...byCursor,
      enabled: !byNumber,
      refetchInterval: usePollInterval('calls', 15_000),
    }),
  );
  const found = useInfiniteQuery(
    query.calls.search.infiniteOptions({
      input: (cursor: string | undefined) => ({ phone: filters.phone, limit: pageSize, cursor }),
      ...byCursor,
      enabled: byNumber,
    }),
  );
  return byNumber ? found : list;
}

/** The call log: what goes on, what has been, and how much of it today. */
export default function CallsPage() {
  const may = useMay();
  const seesAll = useSeesAllLeads();
  const { filters, setFilters, filtered } = useAddressFilters(callFilters);
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
            <Text component="span" size="xs" c="dimmed" className="db-figures db-nowrap">
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
          <Narrow mt={2}>
            <RelativeTime at={startedAt} />
          </Narrow>
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
            {may('recordings.manage') && (
              <Button
                data-changes
                variant="default"
                leftSection={<IconMicrophone size={17} />}
                onClick={() => setFilters({ call: 'recordings' })}
              >
                Recordings
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
      <CallFilterBar filters={filters} onChange={setFilters} agents={seesAll ? agents : []} />
      <ResourceTable
        of={calls}
        failed="The calls could not be loaded"
        label="Calls"
        columns={columns}
        rows={calls.data?.pages.flatMap((page) => page.calls)}
        rowKey={({ id }) => id}
        rowLabel={(call) => `${partyOf(call)}, ${callStatusLabels[call.status]}`}
        selectedKey={filters.call}
        onOpen={({ id }) => setFilters({ call: id })}
        empty={
          filtered ? (
            <NoMatch title="No call matches">Take a filter away to see more.</NoMatch>
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
      <CallPanel
        callId={filters.call?.startsWith('cal_') ? filters.call : null}
        onClose={() => setFilters({ call: null })}
      />
      <RetentionPanel
        opened={may('recordings.manage') && filters.call === 'recordings'}
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

interface CallFilterBarProps {
  filters: CallFilters;
  onChange: (change: Partial<CallFilters>) => void;
  agents: readonly { agentId: string; name: string }[];
}

function CallFilterBar({ filters, onChange, agents }: CallFilterBarProps) {
  return (
    <FilterBar label="Calls" dense>
      <SearchField
        label="Phone number"
        placeholder="All of the number"
        clearLabel="Clear the number"
        maxLength={40}
        value={filters.phone}
        onSearch={(phone) => onChange({ phone })}
      />
      <FilterSelect
        label="Status"
        clearLabel="All statuses"
        data={callStatuses.map((value) => ({ value, label: callStatusLabels[value] }))}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Direction"
        clearLabel="Both directions"
        data={callDirections.map((value) => ({
          value,
          label: value === 'outbound' ? 'Outbound' : 'Inbound',
        }))}
        value={filters.direction}
        onChange={(direction) => onChange({ direction })}
      />
      {agents.length > 0 && (
        <FilterSelect
          label="Agent"
          clearLabel="All agents"
          searchable
          data={agents.map(({ agentId, name }) => ({ value: agentId, label: name }))}
          value={filters.agent}
          onChange={(agent) => onChange({ agent })}
        />
      )}
      <DayRange from={filters.from} to={filters.to} onChange={onChange} />
    </FilterBar>
  );
}
