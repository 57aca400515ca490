import { Navigate, Route, Routes } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';

const CampaignsPage = lazy(() => import('./CampaignsPage.tsx'));
const NewCampaign = lazy(() => import('./NewCampaign.tsx'));
const EditCampaign = lazy(() => import('./EditCampaign.tsx'));
const CampaignPage = lazy(() => import('./CampaignPage.tsx'));

/** One text to many leads: campaigns, and blasts that started at once. */
export default function Campaigns() {
  return (
    <WhileLoading show={<PageSkeleton />}>
      <Routes>
        <Route index element={<CampaignsPage />} />
        <Route path="new" element={<NewCampaign />} />
        <Route path=":campaignId/edit" element={<EditCampaign />} />
        <Route path=":campaignId" element={<CampaignPage />} />
        <Route path="*" element={<Navigate to="/campaigns" replace />} />
      </Routes>
    </WhileLoading>
  );
}
