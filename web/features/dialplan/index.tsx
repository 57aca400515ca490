import { Route, Routes } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const PlansPage = lazy(() => import('./list/PlansPage.tsx'));
const BuilderPage = lazy(() => import('./builder/BuilderPage.tsx'));

/** Dial plans: their list, and the builder of one. */
export default function DialPlans() {
  return (
    <WhileLoading show={<PageSkeleton />}>
      <Routes>
        <Route index element={<PlansPage />} />
        <Route path="builder/enhanced/:planId" element={<BuilderPage />} />
      </Routes>
    </WhileLoading>
  );
}
