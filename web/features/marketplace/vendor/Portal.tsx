import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { portal } from '#web/app/navigation.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const pages: Readonly<Record<string, ComponentType>> = {
  '': lazy(() => import('./DashboardPage.tsx')),
  '/listings': lazy(() => import('./ListingsPage.tsx')),
  '/listings/create': lazy(() => import('./CreateListingPage.tsx')),
  '/analytics': lazy(() => import('./AnalyticsPage.tsx')),
  '/orders': lazy(() => import('./OrdersPage.tsx')),
  '/ping-post': lazy(() => import('./PingPostPage.tsx')),
  '/payouts': lazy(() => import('./PayoutsPage.tsx')),
  '/help': lazy(() => import('./HelpPage.tsx')),
  '/settings': lazy(() => import('./SettingsPage.tsx')),
};

/** The vendors' portal; the addresses are those of navigation.ts. */
export default function Portal() {
  const below = useLocation().pathname.slice(portal.length).replace(/\/$/, '');
  const Page = pages[below];
  return <WhileLoading show={<PageSkeleton />}>{Page && <Page />}</WhileLoading>;
}
