import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { lazy, WhileLoading } from '#web/ui/lazy.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { TabList } from '#web/ui/TabList.tsx';
import { CheckSection } from './CheckSection.tsx';

const sections = [
  { id: 'check', label: 'Check', Section: CheckSection },
  { id: 'list', label: 'Do not contact', Section: lazy(() => import('./ListSection.tsx')) },
  { id: 'settings', label: 'Your rules', Section: lazy(() => import('./SettingsSection.tsx')) },
  { id: 'rules', label: 'The law', Section: lazy(() => import('./RulesSection.tsx')) },
  { id: 'holidays', label: 'Holidays', Section: lazy(() => import('./HolidaysSection.tsx')) },
  { id: 'log', label: 'Decisions', Section: lazy(() => import('./LogSection.tsx')) },
] as const;

/** Whom one may contact, when and why; each section has its own address. */
export default function CompliancePage() {
  const params = useParams();
  const navigate = useNavigate();
  const { id, label, Section } = sections.find((section) => section.id === params.section) ?? sections[0];
  return (
    <>
      <PageHeader
        title="Compliance"
        documentTitle={`${label}, compliance`}
        description="Whom you may call or text now, and why. Not legal advice."
      />
      <Tabs
        mb={18}
        value={id}
        onChange={(next) => void navigate(next === 'check' ? '/compliance' : `/compliance/${next}`)}
      >
        <TabList chosen={id}>
          {sections.map((section) => (
            <Tabs.Tab key={section.id} value={section.id}>
              {section.label}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={id} pt="md">
          <WhileLoading show={<PageSkeleton />}>
            <Section />
          </WhileLoading>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
