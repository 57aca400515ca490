import { Navigate, Route, Routes } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

const Wizard = lazy(() => import('./wizard/Wizard.tsx'));
const DeliveriesPage = lazy(() => import('./DeliveriesPage.tsx'));
const EndpointsPage = lazy(() => import('./EndpointsPage.tsx'));

/** Inbound webhooks with their wizard and deliveries, and outgoing endpoints. */
export default function WebhooksArea() {
  return (
    <WhileLoading show={<PageSkeleton />}>
      <Routes>
        <Route index element={<WebhooksPage />} />
        <Route path="new" element={<Wizard />} />
        <Route path="endpoints" element={<EndpointsPage />} />
        <Route path=":webhookId" element={<DeliveriesPage />} />
        <Route path=":webhookId/edit" element={<Wizard />} />
        <Route path="*" element={<Navigate to="/webhooks" replace />} />
      </Routes>
    </WhileLoading>
  );
}
