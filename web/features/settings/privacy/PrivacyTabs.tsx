import { Tabs } from '@mantine/core';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import PrivacyPanel from './PrivacyPanel.tsx';

const RetentionTab = lazy(() => import('./RetentionTab.tsx'));

const fields = { tab: field.oneOf(['retention']) };

/** What persons ask of their data, and how long data is kept where nobody asks. */
export default function PrivacyTabs() {
  const { filters, setFilters } = useAddressFilters(fields);
  const tab = filters.tab ?? 'requests';
  return (
    <Tabs
      value={tab}
      onChange={(next) => setFilters({ tab: next === 'retention' ? next : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="requests">Requests</Tabs.Tab>
        <Tabs.Tab value="retention">How long data is kept</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="requests">
        <PrivacyPanel />
      </Tabs.Panel>
      <Tabs.Panel value="retention">
        <WhileLoading show={<FormSkeleton fields={4} />}>
          <RetentionTab />
        </WhileLoading>
      </Tabs.Panel>
    </Tabs>
  );
}
