import { Group, Pill, Stack, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { figureText } from '#shared/model/figure-text.ts';
import type { Report, ReportRows } from '#shared/model/report.ts';
import { type Measure, type MeasureName, measures } from '#shared/model/report-measures.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import type { Request, ShownRows } from './address.ts';
import { DownloadButton } from './DownloadMenu.tsx';
import { useReportExport } from './useReportExport.ts';

const pageSize = 50;
type Row = ReportRows['rows'][number];
type Cell = ReportRows['columns'][number];

/** What people typed may be one long word and is broken; the product's own words are not. */
const typedByPeople = new Set(['name', 'agent', 'source', 'journey', 'webhook']);
const lineOf = (kind: Cell['kind']) => (kind === 'text' ? {} : { whiteSpace: 'nowrap' as const });

function cellText(value: string | number | null | undefined, kind: Cell['kind'], timeZone: string): string {
  if (value === null || value === undefined || value === '') return '–';
  switch (kind) {
    case 'time':
      return new Date(value).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    case 'phone':
      return phoneText(String(value));
    case 'text':
      return String(value);
    default:
      return figureText(Number(value), kind);
  }
}

/** What the report says of these rows together; undefined where no one figure does. */
function figureOf(report: Report | undefined, { measure, groups }: ShownRows): number | null | undefined {
  if (!report) return undefined;
  if (groups.length === 0) return report.totals[measure];
  const meant = new Set(groups.map((keys) => keys.join('\n')));
  const values = report.rows.flatMap(({ keys, values: all }) =>
    meant.has(keys.join('\n')) ? [Number(all[measure] ?? 0)] : [],
  );
  const { ratio }: Measure = measures[measure];
  if (ratio && values.length !== 1) return undefined;
  return values.reduce((sum, value) => sum + value, 0);
}

const count = (rows: number): string => `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}`;

/** Why a list that is whole has not as many rows as were counted; '' where it has. */
function differenceText(measure: MeasureName, listed: number, figure: number | null | undefined): string {
  const { adds, ratio }: Measure = measures[measure];
  if (adds || ratio || figure === undefined || figure === null || figure === listed) return '';
  return listed < figure
    ? `${count(figure - listed)} of the figure cannot be listed: they were deleted or removed since.`
    : 'Some were added since the report was made.';
}

interface RowsPanelProps {
  /** Undefined while it is closed. */
  shown: ShownRows | undefined;
  request: Request | undefined;
  /** The report that the figure is of. */
  report: Report | undefined;
  /** Shows the rows of the total instead. */
  onWiden: () => void;
  onClose: () => void;
}

/** The records behind a figure, beside the report. */
export function RowsPanel({ shown, request, report, onWiden, onClose }: RowsPanelProps) {
  const title = shown ? measures[shown.measure].label : '';
  return (
    <SidePanel opened={shown !== undefined} onClose={onClose} title={title} width={1120}>
      {shown && request && <Rows {...{ shown, request, report, onWiden }} />}
    </SidePanel>
  );
}

function Rows({
  shown,
  request,
  report,
  onWiden,
}: Omit<RowsPanelProps, 'onClose'> & { shown: ShownRows; request: Request }) {
  const may = useMay();
  const navigate = useNavigate();
  const { begin, isBusy } = useReportExport();
  const { measure, groups } = shown;
  const rows = useInfiniteQuery(
    query.reports.rows.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...request, measure, groups, limit: pageSize, cursor }),
      ...byCursor,
      retry: false,
    }),
  );
  const first = rows.data?.pages[0];
  const all = rows.data?.pages.flatMap((page) => page.rows);
  const figure = figureOf(report, shown);
  const isWhole = rows.data !== undefined && !rows.hasNextPage;
  // Of few rows among many records a page may hold none yet.
  const isLooking = all?.length === 0 && rows.hasNextPage;
  const { fetchNextPage, isFetchingNextPage } = rows;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  const difference = isWhole ? differenceText(measure, all!.length, figure) : '';
  const columns = (first?.columns ?? skeleton).map(
    ({ key, label, kind }, at): Column<Row> => ({
      key,
      title: label,
      align: kind === 'count' || kind === 'seconds' || kind === 'usd' ? 'end' : 'start',
      ...(at > 4 ? { hideBelow: 'md' as const } : at > 1 ? { hideBelow: 'sm' as const } : {}),
      render: ({ values }) => (
        <span className={typedByPeople.has(key) ? 'db-wrap' : 'db-figures'} style={lineOf(kind)}>
          {key === 'name' && !values.name && values.phone
            ? phoneText(String(values.phone))
            : cellText(values[key], kind, first?.timeZone ?? 'UTC')}
        </span>
      ),
    }),
  );
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          {figure !== undefined && (
            <Text fz={26} fw={650} lh={1.1} className="db-figures">
              {figureText(figure ?? null, measures[measure].unit)}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {measures[measure].formula}
            {isWhole && `, ${count(all!.length)}`}
          </Text>
        </div>
        {may('reports.export') && (
          <DownloadButton
            formats={['csv', 'xlsx']}
            isBusy={isBusy}
            variant="default"
            onChoose={(format) => begin({ ...request, format, rows: { measure, groups } })}
          />
        )}
      </Group>
      <Group gap={8} role="group" aria-label="Filters">
        {(first?.filters ?? []).slice(1).map(({ words, isGroup }) => (
          <Pill
            key={words}
            size="md"
            withRemoveButton={isGroup}
            removeButtonProps={{
              'aria-label': `Take away ${words}: show all rows of the total`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={onWiden}
          >
            {words}
          </Pill>
        ))}
      </Group>
      <ResourceTable
        of={rows}
        failed="The rows could not be loaded"
        label={`${measures[measure].label}, rows`}
        columns={columns}
        rows={isLooking ? undefined : all}
        rowKey={(row) => `${row.id} ${Object.values(row.values).join(' ')}`}
        rowLabel={({ values }) => String(values.name || values.phone || values.webhook || '')}
        onOpen={({ path }) => path && void navigate(path)}
        empty={
          <EmptyState icon={IconListSearch} title="No rows">
            Nothing that was counted is there any more.
          </EmptyState>
        }
      />
      {difference && (
        <Text size="sm" c="dimmed" role="status">
          {difference}
        </Text>
      )}
    </Stack>
  );
}

/** Columns while nothing is known. */
const skeleton: Cell[] = [
  { key: 'at', label: 'When', kind: 'time' },
  { key: 'name', label: 'Lead', kind: 'text' },
  { key: 'phone', label: 'Number', kind: 'phone' },
  { key: 'status', label: 'Status', kind: 'text' },
];
