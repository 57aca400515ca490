import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import type { Permission } from '#shared/model/permissions.ts';
import { useMay } from '#web/app/use-may.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { SearchSection } from './SearchSection.tsx';

const sections = [
  { id: 'search', label: 'Search', access: 'tracers.search', Section: SearchSection },
  {
    id: 'history',
    label: 'History',
    access: 'tracers.view',
    Section: lazy(() => import('./HistorySection.tsx')),
  },
  { id: 'usage', label: 'Usage', access: 'tracers.view', Section: lazy(() => import('./UsageSection.tsx')) },
  {
    id: 'settings',
    label: 'Settings',
    access: 'tracers.manage',
    Section: lazy(() => import('./SettingsSection.tsx')),
  },
] as const satisfies readonly { access: Permission; [more: string]: unknown }[];

/** Skip tracing: who somebody is and how they are reached, what was searched for, and what it cost. */
export default function TracersPage() {
  const params = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const open = sections.filter(({ access }) => may(access));
  const { id, label, Section } = open.find((section) => section.id === params.section) ?? open[0]!;
  return (
    <>
      <PageHeader
        title="Skip tracing"
        documentTitle={`${label}, skip tracing`}
        description="Numbers and addresses of people from public records. Each search is billed, and kept with its purpose."
      />
      <Tabs
        value={id}
        onChange={(next) => void navigate(next === 'search' ? '/tracers' : `/tracers/${next}`)}
      >
        <Tabs.List>
          {open.map((section) => (
            <Tabs.Tab key={section.id} value={section.id}>
              {section.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={id} pt="md">
          <WhileLoading show={<PageSkeleton />}>
            <Section />
          </WhileLoading>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
