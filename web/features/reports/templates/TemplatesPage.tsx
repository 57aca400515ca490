import { Anchor, Badge, Box, Menu, Text } from '@mantine/core';
import { IconCalendarRepeat, IconChartBar, IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { planWords } from '#shared/model/report-schedule.ts';
import type { ReportTemplate } from '#shared/model/report-template.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, Narrow, stateColumn } from '#web/ui/DataTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { addressOfTemplate } from '../address.ts';
import { Star } from './Star.tsx';
import { TemplatePanel } from './TemplatePanel.tsx';
import { periodText, reportText, scheduleState } from './words.ts';

const pageSize = 50;
/** While one is on its way its state is asked for again, ms. */
const pollMs = 10_000;
const isWorking = ({ schedule }: ReportTemplate) => schedule?.runs.some(({ status }) => status === 'working');

/** What it is called and of; on a phone also when it is mailed and how that went, for which there is no column. */
function NameCell(template: ReportTemplate) {
  const { schedule } = template;
  const { label, color } = scheduleState(template);
  return (
    // The star and the menu stand beside it.
    <Box maw="calc(100cqi - 144px)">
      <Text size="sm" fw={550} truncate>
        {template.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {reportText(template)}, {periodText(template.parameters.period)}
      </Text>
      <Narrow mt={4}>
        {schedule && <div>{planWords(schedule)}</div>}
        <Badge variant="light" tt="none" color={color} mt={4}>
          {label}
        </Badge>
      </Narrow>
    </Box>
  );
}

const columns: Column<ReportTemplate>[] = [
  { key: 'star', title: '', width: 52, render: (template) => <Star template={template} /> },
  { key: 'name', title: 'Name', render: NameCell },
  {
    key: 'plan',
    title: 'Mailed',
    hideBelow: 'sm',
    render: ({ schedule }) => (schedule ? planWords(schedule) : '–'),
  },
  {
    key: 'next',
    title: 'Next',
    width: 130,
    hideBelow: 'md',
    render: ({ schedule }) => (schedule?.nextRunAt ? <RelativeTime at={schedule.nextRunAt} /> : '–'),
  },
  {
    key: 'owner',
    title: 'Of',
    width: 150,
    hideBelow: 'md',
    render: ({ ownerName, isMine, shared }) =>
      `${isMine ? 'You' : ownerName || 'The workspace'}${shared ? ', shared' : ''}`,
  },
  stateColumn(scheduleState, { width: 132, hideBelow: 'sm' }),
];

/** Reports that are kept, and when they are mailed. */
export function TemplatesPage() {
  const may = useMay();
  const address = useResourceAddress('template');
  const refresh = useRefresh(query.reportTemplates);
  const list = useQuery(
    query.reportTemplates.list.queryOptions({
      input: { ...given({ search: address.search }), page: address.page, limit: pageSize },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.templates.some(isWorking) ? pollMs : false),
    }),
  );
  const sendNow = async ({ id, name }: ReportTemplate) => {
    try {
      await api.reportTemplates.execute({ id, send: true });
      await refresh();
      toast.success(`“${name}” is made and mailed within some minutes`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <ResourcePage
      title="Templates and schedules"
      description="Reports that are kept, with the figures of the day on which they are made."
      noun="template"
      plural="templates"
      address={address}
      mayEdit={may('reports.save')}
      isReadable
      of={list}
      rows={list.data?.templates}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ placeholder: 'Search by name', none: 'No template has this name.' }}
      pagination={list.data?.pagination}
      add={
        <Anchor component={Link} to="/reports" size="sm">
          Open a report to save it
        </Anchor>
      }
      empty={{
        icon: IconCalendarRepeat,
        words: 'Open a report, set it up and save it as a template. Then it can be mailed by itself.',
      }}
      menu={(template) => (
        <>
          <Menu.Item
            component={Link}
            to={addressOfTemplate(template)}
            leftSection={<IconChartBar size={16} />}
          >
            Open the report
          </Menu.Item>
          {template.schedule && may('reports.schedule') && (
            <Menu.Item
              data-changes
              leftSection={<IconMail size={16} />}
              onClick={() => void sendNow(template)}
            >
              Send now
            </Menu.Item>
          )}
        </>
      )}
      remove={{
        work: ({ id }) => api.reportTemplates.remove({ id }),
        words: 'It is not mailed any more either. What was mailed stays with those who have it.',
        stale: [query.reportTemplates],
      }}
    >
      {(thing, close) => <TemplatePanel template={thing === 'new' ? undefined : thing} onClose={close} />}
    </ResourcePage>
  );
}
