import { Button, Group, Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CampaignLead, type CampaignLeadStatus, campaignLeadStatuses } from '#shared/model/campaign.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { addressText, momentText } from '#web/features/messages/shared/words.ts';
import { type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Surface, Toolbar } from '#web/ui/layout/layout.tsx';
import { given } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { leadWords } from './words.ts';

const allColumns: Column<CampaignLead>[] = [
  nameColumn(({ name, phone }) => [name || addressText(phone) || 'A lead', name ? addressText(phone) : '']),
  stateColumn(({ status }) => leadWords[status], { key: 'status', title: 'State', width: 120 }),
  {
    key: 'variant',
    title: 'Text',
    width: 70,
    hideBelow: 'sm',
    render: ({ variant }) => variant,
  },
  {
    key: 'reason',
    title: 'Why',
    hideBelow: 'sm',
    render: ({ reason, waitsUntil }) => (
      <Text size="xs" c="dimmed">
        {reason} {waitsUntil && `It waits until ${momentText(waitsUntil)}.`}
      </Text>
    ),
  },
];

const limit = 100;

/** Whom a campaign is for, one by one, and what became of each. */
export function Recipients({ campaignId, tests }: { campaignId: string; tests: boolean }) {
  const columns = tests ? allColumns : allColumns.filter(({ key }) => key !== 'variant');
  const navigate = useNavigate();
  const [status, setStatus] = useState<CampaignLeadStatus>();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  /** The first recipient that the search looks at: it looks at so many at once. */
  const [from, setFrom] = useState(0);
  const list = useQuery(
    query.campaigns.leads.queryOptions({
      input: { id: campaignId, page, limit, ...given({ status, search }), ...(search ? { from } : {}) },
      placeholderData: keepPreviousData,
      refetchInterval: usePollInterval('jobs', 5_000),
    }),
  );
  const searched = search && !list.isPlaceholderData ? list.data?.searched : null;
  const begin = (at: number) => {
    setFrom(at);
    setPage(1);
  };
  const clear = () => {
    setStatus(undefined);
    setSearch('');
    begin(0);
  };
  return (
    <Surface component="section" aria-label="Recipients">
      <Title order={2} size="h3" mb={10}>
        Recipients
      </Title>
      <Toolbar>
        <SearchField
          aria-label="Search recipients"
          placeholder="Search by name or number"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            begin(0);
          }}
        />
        <FilterChips
          label="State of recipients"
          value={status}
          onChange={(value) => {
            setStatus(value);
            begin(0);
          }}
          options={campaignLeadStatuses.map((value) => ({ value, label: leadWords[value].label }))}
        />
      </Toolbar>
      {searched && (searched.from > 0 || searched.to < searched.of) && (
        <Group gap={10} mb={10}>
          <Text size="sm" role="status">
            Searched: {(searched.from + 1).toLocaleString()} to {searched.to.toLocaleString()} of{' '}
            {searched.of.toLocaleString()}.
          </Text>
          {searched.from > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => begin(0)}>
              Search the first ones
            </Button>
          )}
          {searched.to < searched.of && (
            <Button size="compact-sm" variant="default" onClick={() => begin(searched.to)}>
              Search the next ones
            </Button>
          )}
        </Group>
      )}
      <ResourceTable
        of={list}
        failed="The recipients could not be loaded"
        label="Recipients"
        columns={columns}
        rows={list.data?.leads}
        rowKey={({ leadId }) => leadId}
        rowLabel={({ name, phone, status: state }) => `${name || phone}, ${leadWords[state].label}`}
        onOpen={({ leadId }) => void navigate(`/leads/${leadId}`)}
        {...(list.data ? { pagination: { ...list.data.pagination, onChange: setPage } } : {})}
        empty={
          status || search ? (
            <NoMatch title="Nobody matches" onClear={clear}>
              No recipient has this name, number or state.
            </NoMatch>
          ) : (
            <EmptyState icon={IconUsers} title="Nobody yet">
              Those whom it is for stand here as soon as they have been found.
            </EmptyState>
          )
        }
      />
    </Surface>
  );
}
