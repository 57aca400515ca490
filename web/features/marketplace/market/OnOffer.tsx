import { Checkbox, Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { More } from '#web/ui/More.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { FilterBar, FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { BuyPanel } from './BuyPanel.tsx';
import { ListingCard } from './ListingCard.tsx';
import styles from './market.module.css';
import { PriceField } from './PriceField.tsx';

const filterFields = {
  search: field.text(),
  category: field.text(50),
  from: field.text(9),
  to: field.text(9),
  certificate: field.oneOf(['with']),
  reached: field.oneOf(['20', '40', '60']),
  listing: field.panel,
};

/** US cents of the dollars that an address has; undefined for what is no price. */
function centsOf(dollars: string): number | undefined {
  const cents = Math.round(Number(dollars) * 100);
  return dollars !== '' && Number.isFinite(cents) && cents >= 0 ? cents : undefined;
}

/** What can be bought. */
export function OnOffer() {
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(filterFields);
  const { search, category, from, to, certificate, reached, listing } = filters;
  const list = useInfiniteQuery(
    query.marketplace.listings.infiniteOptions({
      input: (cursor: string | undefined) => ({
        scope: 'market' as const,
        limit: 30,
        cursor,
        ...given({ search, category, priceMin: centsOf(from), priceMax: centsOf(to) }),
        ...(certificate ? { certificate: 'true' as const } : {}),
        ...(reached ? { contactMin: Number(reached) } : {}),
      }),
      placeholderData: keepPreviousData,
      ...byCursor,
    }),
  );
  const isEmptyRange = (centsOf(from) ?? 0) > (centsOf(to) ?? Number.POSITIVE_INFINITY);
  const rows = list.data?.pages.flatMap(({ listings }) => listings);
  const { categories = [], searched = null } = list.data?.pages[0] ?? {};
  return (
    <>
      <FilterBar label="Listings">
        <SearchField
          label="Search"
          placeholder="Title, description or shop"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterSelect
          label="Category"
          clearLabel="All categories"
          searchable
          data={categories.map((name) => ({ value: name, label: name }))}
          value={category || undefined}
          onChange={(name) => setFilters({ category: name ?? '' })}
        />
        <PriceField label="Price from" value={from} onChange={(dollars) => setFilters({ from: dollars })} />
        <PriceField label="Price up to" value={to} onChange={(dollars) => setFilters({ to: dollars })} />
        <FilterSelect
          label="Leads reached"
          clearLabel="However many"
          data={['20', '40', '60'].map((value) => ({ value, label: `${value} % and more` }))}
          value={reached}
          onChange={(value) => setFilters({ reached: (value ?? undefined) as typeof reached })}
        />
        <Checkbox
          className={styles.check}
          label="With a certificate"
          checked={certificate !== undefined}
          onChange={({ currentTarget }) =>
            setFilters({ certificate: currentTarget.checked ? 'with' : undefined })
          }
        />
      </FilterBar>
      {list.error && !rows ? (
        <ErrorState
          title="The listings could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : !rows ? (
        <PageSkeleton />
      ) : rows.length === 0 ? (
        <Surface>
          {filtered ? (
            <NoMatch title="No listing matches" onClear={clearFilters}>
              {isEmptyRange
                ? 'The lowest price that you ask for is above the highest.'
                : 'Nothing on offer has all that you ask for.'}
            </NoMatch>
          ) : (
            <EmptyState icon={IconBuildingStore} title="Nothing is on offer yet">
              Here you buy leads of vendors of other workspaces. An admin opens a shop for a vendor of your
              own under Shops.
            </EmptyState>
          )}
        </Surface>
      ) : (
        <>
          <AutoGrid min={300} fill>
            {rows.map((one) => (
              <ListingCard key={one.id} listing={one} onOpen={() => setFilters({ listing: one.id })} />
            ))}
          </AutoGrid>
          <More of={list} />
        </>
      )}
      {searched !== null && (
        <Text size="sm" c="dimmed" mt="md">
          There is more on offer than is looked through: these are of the newest{' '}
          {searched.toLocaleString('en-US')} listings.
        </Text>
      )}
      <BuyPanel
        listingId={listing}
        known={rows?.find(({ id }) => id === listing)}
        onClose={() => setFilters({ listing: null })}
      />
    </>
  );
}
