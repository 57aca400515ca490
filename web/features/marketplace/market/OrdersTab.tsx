import { Button, Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Order, orderStatuses } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { CancelOrder } from '../shared/CancelOrder.tsx';
import { orderColumns } from '../shared/OrderFacts.tsx';
import { OrderPanel } from '../shared/OrderPanel.tsx';
import { orderWords } from '../shared/words.ts';
import { DisputeForm } from './DisputeForm.tsx';
import { ReturnForm } from './ReturnForm.tsx';

const filterFields = { status: field.oneOf(orderStatuses), order: field.panel };
const columns = orderColumns('buyer');

/** The list of leads that bear the shop's name as their source. */
function leadsOf({ providerName }: Order): string {
  const filter = { all: [{ field: 'source', op: 'is', value: providerName }] };
  return `/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** What the workspace ordered, and how much of it has arrived. */
export default function OrdersTab() {
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(filterFields);
  const { status, order } = filters;
  const list = useInfiniteQuery(
    query.marketplace.orders.infiniteOptions({
      input: (cursor: string | undefined) => ({
        side: 'bought' as const,
        limit: 50,
        cursor,
        ...given({ status }),
      }),
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
      ...byCursor,
    }),
  );
  return (
    <>
      <Toolbar>
        <FilterChips
          label="State"
          value={status}
          onChange={(value) => setFilters({ status: value })}
          options={orderStatuses.map((value) => ({ value, label: orderWords[value].label }))}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The orders could not be loaded"
        label="Orders"
        columns={columns}
        rows={list.data?.pages.flatMap(({ orders }) => orders)}
        rowKey={({ id }) => id}
        rowLabel={({ listingTitle, providerName }) => `${listingTitle} from ${providerName}`}
        selectedKey={order}
        onOpen={({ id }) => setFilters({ order: id })}
        empty={
          filtered ? (
            <NoMatch title="No order is in this state" onClear={clearFilters}>
              Choose another state, or see all of them.
            </NoMatch>
          ) : (
            <EmptyState
              icon={IconReceipt}
              title="Nothing was ordered yet"
              action={
                <Button variant="default" component={Link} to="/marketplace">
                  See what is on offer
                </Button>
              }
            >
              What your workspace buys stands here, with how much of it has arrived.
            </EmptyState>
          )
        }
      />
      <OrderPanel orderId={order} onClose={() => setFilters({ order: null })}>
        {(one) => (
          <>
            <Group gap={8}>
              {one.delivered > 0 && (
                <Button variant="default" component={Link} to={leadsOf(one)}>
                  See the leads of this shop
                </Button>
              )}
              <CancelOrder order={one} />
            </Group>
            <ReturnForm key={one.id} order={one} />
            <DisputeForm key={`dispute-${one.id}`} order={one} />
          </>
        )}
      </OrderPanel>
    </>
  );
}
