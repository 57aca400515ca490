import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { isReport } from './address.ts';
import { ReportPage } from './ReportPage.tsx';
import { TemplatesPage } from './templates/TemplatesPage.tsx';

/** Reports of what happened in a period, and templates that make and mail them again. */
export default function ReportsPage() {
  const { section } = useParams();
  const navigate = useNavigate();
  const isTemplates = section === 'templates';
  const panel = isTemplates ? 'templates' : 'reports';
  return (
    <Tabs
      value={panel}
      keepMounted={false}
      onChange={(next) => void navigate(next === 'templates' ? '/reports/templates' : '/reports')}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="reports">Reports</Tabs.Tab>
        <Tabs.Tab value="templates">Templates and schedules</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={panel}>
        {isTemplates ? <TemplatesPage /> : <ReportPage report={isReport(section) ? section : 'calls'} />}
      </Tabs.Panel>
    </Tabs>
  );
}
