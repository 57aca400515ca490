import { Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { orderStatuses } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { CancelOrder } from '../shared/CancelOrder.tsx';
import { orderColumns } from '../shared/OrderFacts.tsx';
import { OrderPanel } from '../shared/OrderPanel.tsx';
import { orderWords } from '../shared/words.ts';
import { FulfilForm } from './FulfilForm.tsx';
import { ReturnAnswer } from './ReturnAnswer.tsx';

const filterFields = {
  status: field.oneOf(orderStatuses),
  returns: field.oneOf(['open']),
  order: field.panel,
};
const columns = orderColumns('seller');
/** Until when an order is placed is the buyer's matter. */
const statuses = orderStatuses.filter((status) => status !== 'placing');

/** What buyers ordered, and the way to hand it over. */
export default function OrdersPage() {
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(filterFields);
  const { status, returns, order } = filters;
  const list = useInfiniteQuery(
    query.marketplace.orders.infiniteOptions({
      input: (cursor: string | undefined) => ({
        side: 'sold' as const,
        limit: 50,
        cursor,
        ...given({ status, returns }),
      }),
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
      ...byCursor,
    }),
  );
  const rows = list.data?.pages.flatMap(({ orders }) => orders);
  return (
    <>
      <PageHeader
        title="Orders"
        documentTitle="Orders, vendor portal"
        description="What buyers ordered. Hand over the leads of pending ones."
      />
      <Toolbar>
        <FilterChips
          label="Returns"
          value={returns}
          onChange={(value) => setFilters({ returns: value })}
          options={[{ value: 'open', label: 'With open returns' }]}
        />
        <FilterChips
          label="State"
          value={status}
          onChange={(value) => setFilters({ status: value })}
          options={statuses.map((value) => ({ value, label: orderWords[value].label }))}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The orders could not be loaded"
        label="Orders"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ listingTitle, buyerName }) => `${listingTitle} for ${buyerName}`}
        selectedKey={order}
        onOpen={({ id }) => setFilters({ order: id })}
        empty={
          filtered ? (
            <NoMatch title="No order is in this state" onClear={clearFilters}>
              Choose another state, or see all of them.
            </NoMatch>
          ) : (
            <EmptyState icon={IconReceipt} title="No orders yet">
              They appear here as soon as somebody buys of your listings.
            </EmptyState>
          )
        }
      />
      <OrderPanel orderId={order} onClose={() => setFilters({ order: null })}>
        {(one) => (
          <>
            <Group>
              <CancelOrder order={one} />
            </Group>
            <ReturnAnswer key={`returns-${one.id}`} order={one} />
            <FulfilForm key={one.id} order={one} />
          </>
        )}
      </OrderPanel>
    </>
  );
}
