import { Route, Routes, useLocation } from 'react-router';
import { FlowSkeleton } from '#web/ui/flow/FlowSkeleton.tsx';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const JourneysPage = lazy(() => import('./list/JourneysPage.tsx'));
const ExecutionsPage = lazy(() => import('./executions/ExecutionsPage.tsx'));
const BuilderPage = lazy(() => import('./builder/BuilderPage.tsx'));
const StatisticsPage = lazy(() => import('./statistics/StatisticsPage.tsx'));
const JourneyLeadsPage = lazy(() => import('./leads/JourneyLeadsPage.tsx'));

/** Journeys: their list, the builder of one, its statistics and leads, and the steps that are to come. */
export default function Journeys() {
  const { pathname } = useLocation();
  if (pathname.startsWith('/journeys/executions'))
    return (
      <WhileLoading show={<PageSkeleton />}>
        <ExecutionsPage />
      </WhileLoading>
    );
  const isBuilder = /^\/journeys\/[^/]+\/?$/.test(pathname);
  return (
    <WhileLoading show={isBuilder ? <FlowSkeleton label="Loading the journey" /> : <PageSkeleton />}>
      <Routes>
        <Route index element={<JourneysPage />} />
        <Route path=":journeyId" element={<BuilderPage />} />
        <Route path=":journeyId/statistics" element={<StatisticsPage />} />
        <Route path=":journeyId/leads" element={<JourneyLeadsPage />} />
      </Routes>
    </WhileLoading>
  );
}
