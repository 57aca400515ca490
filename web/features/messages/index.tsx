import { Navigate, useLocation } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const Inbox = lazy(() => import('./inbox/Inbox.tsx'));
const SettingsPage = lazy(() => import('./settings/SettingsPage.tsx'));
const StatisticsPage = lazy(() => import('./statistics/StatisticsPage.tsx'));

const pageOf = (pathname: string) => {
  if (pathname.startsWith('/messages/settings')) return <SettingsPage />;
  if (pathname.startsWith('/messages/statistics')) return <StatisticsPage />;
  if (pathname.startsWith('/messages/blasts'))
    return <Navigate to={pathname.replace('/messages/blasts', '/campaigns')} replace />;
  return <Inbox />;
};

/** Texts and mails: the inbox, figures, and how they go out. Addresses of blasts lead to the campaigns. */
export default function Messages() {
  const { pathname } = useLocation();
  return <WhileLoading show={<PageSkeleton />}>{pageOf(pathname)}</WhileLoading>;
}
