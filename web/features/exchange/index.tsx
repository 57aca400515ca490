import { Tabs } from '@mantine/core';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Permission } from '#shared/model/permissions.ts';
import { useMay } from '#web/app/use-may.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { TabList } from '#web/ui/TabList.tsx';

interface ExchangeTab {
  /** The last part of its address; the first one's is left out. */
  id: string;
  label: string;
  access: Permission;
  Tab: ComponentType;
}

/** The parts of the exchange, each a folder here. */
const tabs: readonly ExchangeTab[] = [
  { id: 'live', label: 'Live', access: 'agentStatus.view', Tab: lazy(() => import('./live/index.tsx')) },
  {
    id: 'queues',
    label: 'Queues',
    access: 'queues.view',
    Tab: lazy(() => import('./queues/index.tsx')),
  },
  {
    id: 'extensions',
    label: 'Extensions',
    access: 'extensions.view',
    Tab: lazy(() => import('./extensions/index.tsx')),
  },
  {
    id: 'numbers',
    label: 'Numbers',
    access: 'dids.view',
    Tab: lazy(() => import('./numbers/index.tsx')),
  },
  {
    id: 'sessions',
    label: 'Sessions',
    access: 'phoneSessions.use',
    Tab: lazy(() => import('./sessions/index.tsx')),
  },
  {
    id: 'dispositions',
    label: 'Dispositions',
    access: 'dispositions.view',
    Tab: lazy(() => import('./dispositions/index.tsx')),
  },
  {
    id: 'statuses',
    label: 'Statuses',
    access: 'agentStatus.view',
    Tab: lazy(() => import('./statuses/index.tsx')),
  },
];

/** The telephone exchange of the workspace: who is at the phone, and how it is set up. */
export default function ExchangePage() {
  const params = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const open = tabs.filter(({ access }) => may(access));
  const shown = open.find(({ id }) => id === params.section) ?? open[0];
  if (!shown) return null;
  const { id, label, Tab } = shown;
  return (
    <>
      <PageHeader
        title="Exchange"
        documentTitle={`${label}, exchange`}
        description="Who is at the phone, and what is set up for them."
      />
      <Tabs
        value={id}
        onChange={(next) => void navigate(next === open[0]?.id ? '/exchange' : `/exchange/${next}`)}
      >
        <TabList chosen={id}>
          {open.map((tab) => (
            <Tabs.Tab key={tab.id} value={tab.id}>
              {tab.label}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={id} pt="md">
          <WhileLoading show={<PageSkeleton />}>
            <Tab />
          </WhileLoading>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
