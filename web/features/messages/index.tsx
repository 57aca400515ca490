import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const Inbox = lazy(() => import('./inbox/Inbox.tsx'));
const BlastsPage = lazy(() => import('./blasts/BlastsPage.tsx'));
const NewBlast = lazy(() => import('./blasts/NewBlast.tsx'));
const BlastPage = lazy(() => import('./blasts/BlastPage.tsx'));
const SettingsPage = lazy(() => import('./settings/SettingsPage.tsx'));
const StatisticsPage = lazy(() => import('./statistics/StatisticsPage.tsx'));

const pageOf = (pathname: string) => {
  if (pathname.startsWith('/messages/settings')) return <SettingsPage />;
  if (pathname.startsWith('/messages/statistics')) return <StatisticsPage />;
  if (pathname.startsWith('/messages/blasts'))
    return (
      <Routes>
        <Route index element={<BlastsPage />} />
        <Route path="new" element={<NewBlast />} />
        <Route path=":blastId" element={<BlastPage />} />
        <Route path="*" element={<Navigate to="/messages/blasts" replace />} />
      </Routes>
    );
  return <Inbox />;
};

/** Texts and mails: the inbox, blasts, figures, and how they go out. */
export default function Messages() {
  const { pathname } = useLocation();
  return <Suspense fallback={<PageSkeleton />}>{pageOf(pathname)}</Suspense>;
}
