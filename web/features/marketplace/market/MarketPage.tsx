import { Button, Tabs } from '@mantine/core';
import { IconBuildingStore, IconShoppingCart } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import type { Permission } from '#shared/model/permissions.ts';
import { portal } from '#web/app/navigation.ts';
import { useMay } from '#web/app/use-may.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { TabList } from '#web/ui/TabList.tsx';
import { CartPanel } from './CartPanel.tsx';
import { useCart } from './cart.ts';
import { OnOffer } from './OnOffer.tsx';

const sections = [
  { id: 'listings', label: 'Listings', access: 'marketplace.view', Section: OnOffer },
  { id: 'orders', label: 'Orders', access: 'leads.view', Section: lazy(() => import('./OrdersTab.tsx')) },
  {
    id: 'standing-orders',
    label: 'Standing orders',
    access: 'marketplace.bids',
    Section: lazy(() => import('./StandingOrdersTab.tsx')),
  },
  {
    id: 'balance',
    label: 'Balance',
    access: 'marketplace.buy',
    Section: lazy(() => import('./BalanceTab.tsx')),
  },
  {
    id: 'certificates',
    label: 'Certificates',
    access: 'marketplace.buy',
    Section: lazy(() => import('./CertificatesTab.tsx')),
  },
  {
    id: 'shops',
    label: 'Shops',
    access: 'marketplace.providers',
    Section: lazy(() => import('./ShopsTab.tsx')),
  },
] as const satisfies readonly { access: Permission; [more: string]: unknown }[];

/** The market as buyers see it: what is on offer, what they ordered, and the money that they have for it. */
export default function MarketPage() {
  const params = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const cart = useCart();
  const [showsCart, setShowsCart] = useState(false);
  const open = sections.filter(({ access }) => may(access));
  const wanted = params.section ?? 'listings';
  const section = open.find(({ id }) => id === wanted);
  // What is not theirs, or is no part of it: the listings have an address of their own.
  if (!section) return <Navigate to="/marketplace" replace />;
  const { id, label, Section } = section;
  return (
    <>
      <PageHeader
        title="Marketplace"
        documentTitle={`${label}, marketplace`}
        description="Leads that vendors of other workspaces sell. What you buy arrives among your leads."
        actions={
          <>
            {may('marketplace.buy') && (
              <Button
                variant="default"
                leftSection={<IconShoppingCart size={17} />}
                onClick={() => setShowsCart(true)}
              >
                Cart{cart.length > 0 && ` (${cart.length})`}
              </Button>
            )}
            {may('marketplace.sell') && (
              <Button
                variant="default"
                component={Link}
                to={portal}
                leftSection={<IconBuildingStore size={17} />}
              >
                Vendor portal
              </Button>
            )}
          </>
        }
      />
      <Tabs
        color="ink"
        value={id}
        onChange={(next) => void navigate(next === 'listings' ? '/marketplace' : `/marketplace/${next}`)}
      >
        <TabList chosen={id}>
          {open.map((one) => (
            <Tabs.Tab key={one.id} value={one.id}>
              {one.label}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={id} pt="md">
          <WhileLoading show={<PageSkeleton />}>
            <Section />
          </WhileLoading>
        </Tabs.Panel>
      </Tabs>
      {may('marketplace.buy') && <CartPanel opened={showsCart} onClose={() => setShowsCart(false)} />}
    </>
  );
}
