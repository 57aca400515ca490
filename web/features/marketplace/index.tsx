import { useLocation } from 'react-router';
import { isPortal } from '#web/app/navigation.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const MarketPage = lazy(() => import('./market/MarketPage.tsx'));
const Portal = lazy(() => import('./vendor/Portal.tsx'));

/** The lead market: the page of those who buy, and the portal of those who sell. */
export default function Marketplace() {
  const { pathname } = useLocation();
  return (
    <WhileLoading show={<PageSkeleton />}>{isPortal(pathname) ? <Portal /> : <MarketPage />}</WhileLoading>
  );
}
