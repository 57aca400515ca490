import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '#web/app/use-may.ts';
import { TabList } from '#web/ui/TabList.tsx';
import { isReport } from './address.ts';
import { DayPage } from './day/DayPage.tsx';
import { GoalsPage } from './goals/GoalsPage.tsx';
import { ReportPage } from './ReportPage.tsx';
import { TemplatesPage } from './templates/TemplatesPage.tsx';

/** Reports of what happened in a period, templates that make and mail them again, and figures that are watched. */
export default function ReportsPage() {
  const { section } = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const isPanel = section === 'day' || section === 'templates' || (section === 'goals' && may('goals.view'));
  const panel = isPanel ? section : 'reports';
  return (
    <Tabs
      value={panel}
      keepMounted={false}
      onChange={(next) => void navigate(next === 'reports' ? '/reports' : `/reports/${next}`)}
    >
      <TabList chosen={panel} mb="md">
        <Tabs.Tab value="reports">Reports</Tabs.Tab>
        <Tabs.Tab value="day">Day at a glance</Tabs.Tab>
        <Tabs.Tab value="templates">Templates and schedules</Tabs.Tab>
        {may('goals.view') && <Tabs.Tab value="goals">Goals and alerts</Tabs.Tab>}
      </TabList>
      <Tabs.Panel value={panel}>
        {panel === 'day' ? (
          <DayPage />
        ) : panel === 'templates' ? (
          <TemplatesPage />
        ) : panel === 'goals' ? (
          <GoalsPage />
        ) : (
          <ReportPage report={isReport(section) ? section : 'calls'} />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
