import { Button, Group, Text } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { marketLimits, type Provider } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceForm } from '#web/ui/resource/ResourceForm.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { shopWords } from '../shared/words.ts';

const filterFields = { shop: field.panel };

/** An admin's own shops: each is a vendor's, who signs in to the portal. */
export function OwnShops() {
  const { filters, setFilters } = useAddressFilters(filterFields);
  const list = useQuery(query.marketplace.providers.queryOptions({ input: { scope: 'own' } }));
  const vendors = useQuery(query.users.list.queryOptions({ input: { role: 'vendor', limit: 100 } }));
  const nameOf = new Map(
    vendors.data?.users.map(({ userId, fullName, username }) => [userId, fullName || username]),
  );
  const columns: Column<Provider>[] = [
    nameColumn(({ name, ownerId }) => [name, nameOf.get(ownerId)], { title: 'Shop' }),
    {
      key: 'commission',
      title: 'Commission',
      width: 130,
      align: 'end',
      hideBelow: 'sm',
      render: ({ commissionPercent }) => (commissionPercent === null ? '–' : `${commissionPercent}%`),
    },
    stateColumn(({ status }) => shopWords[status], { width: 130 }),
  ];
  const add = (
    <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => setFilters({ shop: 'new' })}>
      Open a shop
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed" maw={620}>
          A shop is a vendor’s of your workspace: a user with the role vendor, who offers leads and hands them
          over in the vendor portal. What it sells, you cannot buy here.
        </Text>
        {Boolean(list.data?.providers.length) && add}
      </Group>
      <ResourceTable
        of={list}
        failed="The shops could not be loaded"
        label="Shops"
        columns={columns}
        rows={list.data?.providers}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconBuildingStore} title="No shops yet" action={add}>
            Add a user with the role vendor first, then open a shop for them.
          </EmptyState>
        }
      />
      <ResourceForm<Provider, { name: string; ownerId: string }, Provider>
        thing={filters.shop === 'new' ? 'new' : undefined}
        onClose={() => setFilters({ shop: null })}
        noun="shop"
        blank={{ name: '', ownerId: '' }}
        schema={{
          name: z.string().trim().min(1, 'Please enter a name.').max(marketLimits.name),
          ownerId: z.string().min(1, 'Please choose whose it is.'),
        }}
        fields={[
          { name: 'name', label: 'Name', description: 'Buyers see it, and it is the source of the leads.' },
          {
            name: 'ownerId',
            label: 'Vendor',
            placeholder: 'Choose a vendor',
            searchable: true,
            choices: [...nameOf].map(([value, label]) => ({ value, label })),
          },
        ]}
        nameOf={({ name }) => name}
        save={({ name, ownerId }) => api.marketplace.createProvider({ name, ownerId })}
        stale={[query.marketplace]}
      />
    </>
  );
}
