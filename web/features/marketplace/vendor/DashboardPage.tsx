import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { IconBuildingStore, IconPlus, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { query } from '#web/app/api.ts';
import { portal } from '#web/app/navigation.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { orderColumns } from '../shared/OrderFacts.tsx';
import { RevenueOverTime } from './RevenueOverTime.tsx';
import { ShopFigures } from './ShopFigures.tsx';
import { useShops } from './use-shop.ts';

const columns = orderColumns('seller');

/** The first page of who sells: what was earned, and which orders wait. */
export default function DashboardPage() {
  const navigate = useNavigate();
  const shops = useShops();
  const latest = useQuery(query.marketplace.orders.queryOptions({ input: { side: 'sold', limit: 5 } }));
  const hasNoShop = shops.data?.providers.length === 0;
  return (
    <>
      <PageHeader
        title="Dashboard"
        documentTitle="Dashboard, vendor portal"
        description="What your shop earned, and what buyers wait for."
        actions={
          !hasNoShop && (
            <Button component={Link} to={`${portal}/listings/create`} leftSection={<IconPlus size={17} />}>
              Create listing
            </Button>
          )
        }
      />
      {hasNoShop && (
        <Surface mb={20}>
          <EmptyState icon={IconBuildingStore} title="You have no shop yet">
            An admin of your workspace opens one for you, under Marketplace, Shops. Then you can offer leads
            here.
          </EmptyState>
        </Surface>
      )}
      <ShopFigures />
      <Stack gap={20}>
        <RevenueOverTime />
        <section aria-label="Latest orders">
          <Group justify="space-between" mb={10}>
            <Title order={2}>Latest orders</Title>
            <Anchor component={Link} to={`${portal}/orders`} size="sm">
              All orders
            </Anchor>
          </Group>
          <ResourceTable
            of={latest}
            failed="The orders could not be loaded"
            label="Latest orders"
            columns={columns}
            rows={latest.data?.orders}
            rowKey={({ id }) => id}
            rowLabel={({ listingTitle, buyerName }) => `${listingTitle} for ${buyerName}`}
            onOpen={({ id }) => void navigate(`${portal}/orders?order=${id}`)}
            empty={
              <EmptyState icon={IconReceipt} title="No orders yet">
                They appear here as soon as somebody buys of your listings.
              </EmptyState>
            }
          />
        </section>
      </Stack>
    </>
  );
}
