import { Stack, Title } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Listing } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { titleColumn } from '../shared/title-column.tsx';
import { centsText, listingWords } from '../shared/words.ts';
import { RevenueOverTime } from './RevenueOverTime.tsx';
import { ShopFigures } from './ShopFigures.tsx';

const soldOf = ({ soldCount }: Listing) => soldCount ?? 0;
/** What is sold of all that was ever on offer. */
function shareText(listing: Listing): string {
  const all = soldOf(listing) + listing.leadCount;
  return all === 0 ? '–' : `${Math.round((100 * soldOf(listing)) / all)}%`;
}
const figure = (text: string) => <span className="db-figures">{text}</span>;

const columns: Column<Listing>[] = [
  titleColumn('Listing', ({ title, category, status }) => ({
    name: title,
    below: category,
    state: listingWords[status],
  })),
  {
    key: 'sold',
    title: 'Leads sold',
    width: 120,
    align: 'end',
    render: (listing) => figure(soldOf(listing).toLocaleString('en-US')),
  },
  {
    key: 'share',
    title: 'Of those offered',
    width: 150,
    align: 'end',
    hideBelow: 'sm',
    render: (listing) => figure(shareText(listing)),
  },
  {
    key: 'price',
    title: 'Price now',
    width: 120,
    align: 'end',
    hideBelow: 'sm',
    render: ({ priceCents }) => figure(centsText(priceCents)),
  },
  stateColumn(({ status }) => listingWords[status], { width: 120, hideBelow: 'sm' }),
];

/** Revenue over time, and which listings sell. */
export default function AnalyticsPage() {
  const list = useInfiniteQuery(
    query.marketplace.listings.infiniteOptions({
      input: (cursor: string | undefined) => ({ scope: 'own' as const, limit: 100, cursor }),
      ...byCursor,
    }),
  );
  const rows = list.data?.pages
    .flatMap(({ listings }) => listings)
    .sort((one, other) => soldOf(other) - soldOf(one));
  return (
    <>
      <PageHeader
        title="Analytics"
        documentTitle="Analytics, vendor portal"
        description="Revenue of completed orders, after commission and refunds, and which listings sell."
      />
      <ShopFigures />
      <Stack gap={20}>
        <RevenueOverTime />
        <section aria-label="Listings by leads sold">
          <Title order={2} mb={10}>
            Listings by leads sold
          </Title>
          <ResourceTable
            of={list}
            failed="The listings could not be loaded"
            label="Listings by leads sold"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={IconTags} title="No listings yet">
                Here you will see which of them sell.
              </EmptyState>
            }
          />
        </section>
      </Stack>
    </>
  );
}
