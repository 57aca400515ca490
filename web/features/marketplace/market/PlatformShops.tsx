import { Button, Group } from '@mantine/core';
import { IconBuildingStore, IconCoin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Provider } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { shopWords } from '../shared/words.ts';
import { Disputes } from './Disputes.tsx';
import { PaymentProvider } from './PaymentProvider.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';
import { ReturnsToDecide } from './ReturnsToDecide.tsx';
import { ShopPanel } from './ShopPanel.tsx';

const filterFields = { shop: field.panel };

const columns: Column<Provider>[] = [
  nameColumn(({ name, tenantId }) => [name, tenantId === null ? undefined : `Workspace ${tenantId}`], {
    title: 'Shop',
  }),
  {
    key: 'commission',
    title: 'Commission',
    width: 130,
    align: 'end',
    render: ({ commissionPercent }) => (commissionPercent === null ? '–' : `${commissionPercent}%`),
  },
  stateColumn(({ status }) => shopWords[status], { width: 130 }),
];

/** Every shop of the platform with its payouts, what buyers dispute, and money that buyers paid in. For operators. */
export function PlatformShops() {
  const { filters, setFilters } = useAddressFilters(filterFields);
  const list = useQuery(query.marketplace.providers.queryOptions({ input: {} }));
  const close = () => setFilters({ shop: null });
  return (
    <>
      <Disputes />
      <ReturnsToDecide />
      <Group justify="flex-end" mb="md">
        <Button
          data-changes
          variant="default"
          leftSection={<IconCoin size={17} />}
          onClick={() => setFilters({ shop: 'receipt' })}
        >
          Record money paid in
        </Button>
      </Group>
      <ResourceTable
        of={list}
        failed="The shops could not be loaded"
        label="Shops"
        columns={columns}
        rows={list.data?.providers}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selectedKey={filters.shop}
        onOpen={({ id }) => setFilters({ shop: id })}
        empty={
          <EmptyState icon={IconBuildingStore} title="No shops yet">
            Admins open them for vendors of their workspaces.
          </EmptyState>
        }
      />
      <PaymentProvider />
      <ShopPanel shop={list.data?.providers.find(({ id }) => id === filters.shop)} onClose={close} />
      <ReceiptPanel opened={filters.shop === 'receipt'} onClose={close} />
    </>
  );
}
