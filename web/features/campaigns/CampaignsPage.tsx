import { Button } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { type Campaign, campaignStatuses } from '#shared/model/campaign.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { campaignWords } from './words.ts';

const figure = (value: number | null) => (
  <span className="db-figures">{value === null ? '–' : value.toLocaleString()}</span>
);

const columns: Column<Campaign>[] = [
  nameColumn(({ name, message }) => [name, message]),
  stateColumn(({ status }) => campaignWords[status], { key: 'status', title: 'State', width: 120 }),
  {
    key: 'progress',
    title: 'Progress',
    width: 200,
    hideBelow: 'sm',
    render: (one) => <ProgressBar campaign={one} />,
  },
  {
    key: 'total',
    title: 'People',
    width: 90,
    align: 'end',
    hideBelow: 'md',
    render: ({ counts }) => figure(counts.total),
  },
  {
    key: 'replied',
    title: 'Replied',
    width: 90,
    align: 'end',
    hideBelow: 'md',
    render: ({ counts }) => figure(counts.replied),
  },
  {
    key: 'created',
    title: 'Made',
    width: 130,
    hideBelow: 'md',
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

const limit = 20;
const fields = { search: field.text(), status: field.oneOf(campaignStatuses), page: field.page };

/** Texts to many: drafts, those that go on now and those that are over. */
export default function CampaignsPage() {
  const navigate = useNavigate();
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(fields);
  const { search, status, page } = filters;
  const list = useQuery(
    query.campaigns.list.queryOptions({
      input: { page, limit, ...given({ search, status }) },
      placeholderData: keepPreviousData,
      refetchInterval: usePollInterval('jobs', 3_000),
    }),
  );
  const add = (
    <Button data-changes component={Link} to="/campaigns/new" leftSection={<IconPlus size={17} />}>
      New campaign
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Campaigns"
        description="One text to many leads, as fast as the limits allow and only to those who may get it now."
        actions={add}
      />
      <Toolbar>
        <SearchField
          aria-label="Search campaigns"
          placeholder="Search by name or text"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterChips
          label="State"
          value={status}
          onChange={(value) => setFilters({ status: value })}
          options={campaignStatuses.map((value) => ({ value, label: campaignWords[value].label }))}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The campaigns could not be loaded"
        label="Campaigns"
        columns={columns}
        rows={list.data?.campaigns}
        rowKey={({ id }) => id}
        rowLabel={({ name, status: state }) => `${name}, ${campaignWords[state].label}`}
        {...(list.data
          ? { pagination: { ...list.data.pagination, onChange: (to: number) => setFilters({ page: to }) } }
          : {})}
        onOpen={({ id }) => void navigate(`/campaigns/${id}`)}
        empty={
          filtered ? (
            <NoMatch title="No campaign matches" onClear={clearFilters}>
              None has this name, text or state.
            </NoMatch>
          ) : (
            <EmptyState icon={IconSpeakerphone} title="No campaigns yet" action={add}>
              Choose leads by a filter or bring a list, write one text, and see who gets it and who answers.
            </EmptyState>
          )
        }
      />
    </>
  );
}
