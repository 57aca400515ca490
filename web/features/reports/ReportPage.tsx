import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReportName, reportCatalogue } from '#shared/model/report-catalogue.ts';
import type { Marked } from '#shared/model/report-chart.ts';
import { withColumns } from '#shared/model/report-columns.ts';
import type { TemplateReport } from '#shared/model/report-template.ts';
import { type Days, daysBefore } from '#shared/model/template-period.ts';
import { zoneName } from '#shared/model/zone-time.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import {
  columnsOf,
  customOf,
  daysOf,
  periodOf,
  type Request,
  reportFilters,
  requestOf,
  shownRowsOf,
  templateOf,
} from './address.ts';
import { CustomFields } from './CustomFields.tsx';
import { DownloadMenu } from './DownloadMenu.tsx';
import { FilterPills } from './FilterPills.tsx';
import { ReportBar } from './ReportBar.tsx';
import { ReportChart } from './ReportChart.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { RowsPanel } from './RowsPanel.tsx';
import { SaveTemplate } from './SaveTemplate.tsx';
import { Totals } from './Totals.tsx';
import { StarredReports } from './templates/StarredReports.tsx';
import { useTenantDay } from './useTenantDay.ts';

/** A report by its request; not asked for while there is none. */
function useReport(request: Request | undefined) {
  const shared = { placeholderData: keepPreviousData, retry: false } as const;
  const { report: name = 'calls', ...named } = request?.report ?? {};
  const byName = useQuery(
    query.reports[name as ReportName].queryOptions({
      input: named,
      enabled: request?.report !== undefined,
      ...shared,
    }),
  );
  const custom = useQuery(
    query.reports.custom.queryOptions({
      input: request?.custom ?? { source: 'calls', fields: ['calls'], groupBy: ['day'] },
      enabled: request?.custom !== undefined,
      ...shared,
    }),
  );
  return request?.custom ? custom : byName;
}

const dayWords = (date: string) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const daysWords = ({ from, to }: Days) =>
  from === to ? dayWords(from) : `${dayWords(from)} – ${dayWords(to)}`;

/** One report of a period: its totals, a chart and a table. */
export function ReportPage({ report }: { report: TemplateReport }) {
  const may = useMay();
  const seesAll = useSeesAllLeads();
  const now = useTenantDay();
  const { filters: address, setFilters } = useAddressFilters(reportFilters);
  const isCustom = report === 'custom';
  const days = now && daysOf(address, now.today);
  const request = days && requestOf(report, address, days);
  const isPast = now && days ? days.to < now.today : false;
  const isCompared = address.compare === 'yes';
  const earlier = days && isCompared ? daysBefore(periodOf(address), days) : undefined;
  const made = useReport(request);
  const before = useReport(earlier && requestOf(report, address, earlier));
  const columns = columnsOf(address);
  const shown = made.data && withColumns(made.data, columns);
  const shownBefore = isCompared && before.data ? withColumns(before.data, columns) : undefined;
  const pick = (figure: Marked) => setFilters({ rows: JSON.stringify(figure) });
  const shownRows = shownRowsOf(address.rows);
  const { label, about } = isCustom
    ? { label: 'Your own report', about: 'Count what you choose, by what you choose.' }
    : reportCatalogue[report];
  return (
    <>
      <PageHeader
        title={label}
        documentTitle={`${label}, reports`}
        description={seesAll ? about : `${about} You see your own.`}
        actions={
          <>
            {may('reports.save') && (
              <SaveTemplate template={templateOf(report, address, days)} title={label} />
            )}
            {may('reports.export') && request && <DownloadMenu request={request} columns={columns} />}
          </>
        }
      />
      <StarredReports />
      <ReportBar report={report} address={address} onChange={setFilters} days={days} made={made.data} />
      {isCustom && <CustomFields address={address} onChange={setFilters} />}
      {isCustom && (
        <FilterPills
          key={address.of}
          source={customOf(address).source}
          filter={customOf(address).filter}
          onChange={(filter) => setFilters({ filter: filter.length > 0 ? JSON.stringify(filter) : '' })}
          made={made.data}
        />
      )}
      {made.error && !made.isFetching ? (
        <ErrorState
          title="The report could not be made"
          error={made.error}
          onRetry={() => void made.refetch()}
        />
      ) : !shown || !days ? (
        <ReportSkeleton />
      ) : (
        <Stack gap="md" aria-busy={made.isPlaceholderData} opacity={made.isPlaceholderData ? 0.6 : 1}>
          <Surface component="section" aria-label="Totals and chart">
            <Group justify="space-between" mb="md" gap={8}>
              <Title order={2} fz="h4">
                {daysWords(shown)}
              </Title>
              <Text size="xs" c="dimmed">
                {zoneName(shown.timeZone)}
                {earlier && `, beside ${daysWords(earlier)}`}
              </Text>
            </Group>
            {isEmpty(shown) ? (
              <EmptyState
                icon={IconChartBar}
                title={emptyTitles[report]}
                action={
                  isPast && (
                    <Button
                      variant="default"
                      onClick={() => setFilters({ period: 'today', from: undefined, to: undefined })}
                    >
                      Show today
                    </Button>
                  )
                }
              >
                There is nothing in this period{isPast && ', which ends before today'}. Choose another one
                above.
              </EmptyState>
            ) : (
              <Stack gap="lg">
                <Totals report={shown} before={shownBefore} onPick={pick} />
                <ReportChart report={shown} before={shownBefore} onPick={pick} />
              </Stack>
            )}
          </Surface>
          {before.error && isCompared && (
            <Alert color="amber" title="The period before could not be made">
              {messageOf(before.error)}
            </Alert>
          )}
          {!isEmpty(shown) && (
            <ReportFigures report={shown} address={address} onChange={setFilters} onPick={pick} />
          )}
          {shown.notes.map((note) => (
            <Text key={note} size="xs" c="dimmed">
              {note}
            </Text>
          ))}
        </Stack>
      )}
      <RowsPanel
        shown={shownRows}
        request={shownRows?.isBefore ? earlier && requestOf(report, address, earlier) : request}
        report={shownRows?.isBefore ? before.data : made.data}
        onWiden={() => shownRows && pick({ ...shownRows, groups: [] })}
        onClose={() => setFilters({ rows: null })}
      />
    </>
  );
}

const emptyTitles: Record<TemplateReport, string> = {
  calls: 'No calls yet',
  agents: 'No calls or deals yet',
  leads: 'No leads yet',
  journeys: 'No leads in journeys yet',
  sms: 'No texts yet',
  dids: 'No calls yet',
  webhooks: 'No deliveries yet',
  custom: 'Nothing yet',
};

const isEmpty = ({ totals }: { totals: Record<string, number | null> }) =>
  Object.values(totals).every((total) => !total);

const figuresOnTheirWay = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The days, a line of totals, the chart and the table, on their way. */
const ReportSkeleton = () => (
  <Stack gap="md" role="status" aria-label="Loading">
    <Surface>
      <Skeleton h={18} w={220} maw="70%" mb={22} />
      <Group gap={28} mb={26}>
        {figuresOnTheirWay.map((name) => (
          <div key={name}>
            <Skeleton h={12} w={72} mb={8} />
            <Skeleton h={22} w={56} />
          </div>
        ))}
      </Group>
      <Skeleton h={190} />
    </Surface>
    <Surface>
      <LinesSkeleton lines={6} />
    </Surface>
  </Stack>
);
