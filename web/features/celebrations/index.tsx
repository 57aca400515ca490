import { Button, Tabs } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '#web/app/use-may.ts';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { openBell } from './bell/bell.ts';
import { TodaySection } from './TodaySection.tsx';

const sections = [
  { id: 'today', label: 'Today', Section: TodaySection },
  { id: 'month', label: 'Month', Section: lazy(() => import('./month/MonthSection.tsx')) },
  { id: 'rules', label: 'Rules', Section: lazy(() => import('./RulesSection.tsx')) },
] as const;

/** Sales that the office sees when they are won: today’s, and the rules by which they are shown. */
export default function CelebrationsPage() {
  const params = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const { id, label, Section } = sections.find((section) => section.id === params.section) ?? sections[0];
  return (
    <>
      <PageHeader
        title="Celebrations"
        documentTitle={id === 'today' ? 'Celebrations' : `${label}, celebrations`}
        description="A sale is won, and the office sees who: on its displays, within seconds."
        actions={
          may('celebrations.ring') && (
            <Button
              data-changes
              leftSection={<IconBellRinging size={17} aria-hidden="true" />}
              onClick={() => openBell()}
            >
              Ring the bell
            </Button>
          )
        }
      />
      <Tabs
        value={id}
        onChange={(next) => void navigate(next === 'today' ? '/celebrations' : `/celebrations/${next}`)}
      >
        <Tabs.List>
          {sections.map((section) => (
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
