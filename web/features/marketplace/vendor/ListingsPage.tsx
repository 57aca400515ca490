import { Button, Menu, Text } from '@mantine/core';
import { IconArchive, IconPlayerPause, IconPlayerPlay, IconPlus, IconTags } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Listing, listingStatuses } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { portal } from '#web/app/navigation.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, Narrow, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { EditItem, menuColumn, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { titleColumn } from '../shared/title-column.tsx';
import { centsText, leadsText, listingWords } from '../shared/words.ts';
import { ListingPanel } from './ListingPanel.tsx';

const filterFields = { search: field.text(), status: field.oneOf(listingStatuses), listing: field.panel };
const count = (value: number | null) => (
  <span className="db-figures">{value === null ? '–' : value.toLocaleString('en-US')}</span>
);

const columns: Column<Listing>[] = [
  titleColumn('Listing', ({ title, category, providerName, status }) => ({
    name: title,
    below: `${category} · ${providerName}`,
    state: listingWords[status],
  })),
  {
    key: 'price',
    title: 'A lead',
    width: 110,
    align: 'end',
    render: ({ priceCents, leadCount }) => (
      <>
        <span className="db-figures">{centsText(priceCents)}</span>
        <Narrow>{leadsText(leadCount)}</Narrow>
      </>
    ),
  },
  {
    key: 'left',
    title: 'On offer',
    width: 100,
    align: 'end',
    hideBelow: 'sm',
    render: (one) => count(one.leadCount),
  },
  {
    key: 'sold',
    title: 'Sold',
    width: 90,
    align: 'end',
    hideBelow: 'sm',
    render: (one) => count(one.soldCount),
  },
  stateColumn(({ status }) => listingWords[status], { width: 120, hideBelow: 'sm' }),
];

/** What one has on offer: drafts, what buyers see, and what is sold out. */
export default function ListingsPage() {
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(filterFields);
  const { search, status, listing } = filters;
  const refresh = useRefresh(query.marketplace);
  const [, run] = useBusy();
  const archiving = useQuestion<Listing>();
  const list = useInfiniteQuery(
    query.marketplace.listings.infiniteOptions({
      input: (cursor: string | undefined) => ({
        scope: 'own' as const,
        limit: 50,
        cursor,
        ...given({ search, status }),
      }),
      placeholderData: keepPreviousData,
      ...byCursor,
    }),
  );
  const rows = list.data?.pages.flatMap(({ listings }) => listings);
  const setStatus = async (one: Listing, next: 'active' | 'paused' | 'archived') => {
    // What has no leads is sold out, also when it is put on offer.
    const { status } = await api.marketplace.updateListing({
      id: one.id,
      status: next,
      version: one.version,
    });
    await refresh();
    toast.success(`“${one.title}”: ${listingWords[status].label.toLowerCase()}`);
  };
  const add = (
    <Button component={Link} to={`${portal}/listings/create`} leftSection={<IconPlus size={17} />}>
      Create listing
    </Button>
  );
  const menu = menuColumn((one: Listing) => (
    <RowMenu name={one.title}>
      <EditItem onClick={() => setFilters({ listing: one.id })} />
      {one.status !== 'active' && one.status !== 'sold_out' && (
        <Menu.Item
          data-changes
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => void run(() => setStatus(one, 'active'))}
        >
          Put on offer
        </Menu.Item>
      )}
      {one.status === 'active' && (
        <Menu.Item
          data-changes
          leftSection={<IconPlayerPause size={16} />}
          onClick={() => void run(() => setStatus(one, 'paused'))}
        >
          Pause
        </Menu.Item>
      )}
      {one.status !== 'archived' && (
        <Menu.Item
          data-changes
          color="red"
          leftSection={<IconArchive size={16} />}
          onClick={() => archiving.ask(one)}
        >
          Archive
        </Menu.Item>
      )}
    </RowMenu>
  ));
  return (
    <>
      <PageHeader
        title="Listings"
        documentTitle="Listings, vendor portal"
        description="What you have on offer. Buyers of other workspaces see those that are active."
        actions={add}
      />
      <Toolbar component="search" aria-label="Listings">
        <SearchField
          aria-label="Search listings"
          placeholder="Search by title or category"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterChips
          label="State"
          value={status}
          onChange={(value) => setFilters({ status: value })}
          options={listingStatuses.map((value) => ({ value, label: listingWords[value].label }))}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The listings could not be loaded"
        label="Listings"
        columns={[...columns, menu]}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        selectedKey={listing}
        onOpen={({ id }) => setFilters({ listing: id })}
        empty={
          filtered ? (
            <NoMatch title="No listing matches" onClear={clearFilters}>
              None has these words or this state.
            </NoMatch>
          ) : (
            <EmptyState icon={IconTags} title="No listings yet" action={add}>
              A listing says what leads you have, how many, and what each costs. You hand leads over when
              somebody has bought.
            </EmptyState>
          )
        }
      />
      <ListingPanel
        listing={rows?.find(({ id }) => id === listing)}
        categories={list.data?.pages[0]?.categories ?? []}
        onClose={() => setFilters({ listing: null })}
      />
      <ConfirmDialog
        {...archiving.dialog}
        title={`Archive “${archiving.about?.title}”?`}
        confirmLabel="Archive"
        danger
        onConfirm={() => setStatus(archiving.about!, 'archived')}
      >
        <Text size="sm">
          Nobody can buy of it any more. Orders that are open stay to be handed over, and you can put it on
          offer again.
        </Text>
      </ConfirmDialog>
    </>
  );
}
