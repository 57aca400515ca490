import { ActionIcon, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DailyReport } from '#shared/api/reports.ts';
import { changeText, figureText } from '#shared/model/figure-text.ts';
import { type MeasureName, measures } from '#shared/model/report-measures.ts';
import { dateAfter, zoneName } from '#shared/model/zone-time.ts';
import { query } from '#web/app/api.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { BarChart, type Series } from '#web/ui/BarChart.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { type ShownRows, shownRowsOf } from '../address.ts';
import { Figure } from '../Figure.tsx';
import { RowsPanel } from '../RowsPanel.tsx';
import { useTenantDay } from '../useTenantDay.ts';
import { dayFigure, dayParts, hourKey, requestOfDay } from './day-figures.ts';

const filters = { date: field.day, rows: field.panel } as const;

const titles: Record<keyof typeof dayParts, string> = {
  calls: 'Calls',
  leads: 'Leads and deals',
  sms: 'Texts',
};

const callSeries: Series[] = [
  { key: 'callsAnswered', label: 'Answered', color: 'var(--mantine-color-chart-0)' },
  { key: 'callsMissed', label: 'Not answered', color: 'var(--mantine-color-chart-7)' },
];
const leadSeries: Series[] = [
  { key: 'leadsCreated', label: 'New leads', color: 'var(--mantine-color-chart-2)' },
];

const dayWords = (date: string) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' });

const ofDay = (date: string | undefined) =>
  query.reports.daily.queryOptions({
    input: { date },
    enabled: date !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** How a day was: what there was of calls, leads, deals and texts, beside the same weekday before, and when. */
export function DayPage() {
  const now = useTenantDay();
  const seesAll = useSeesAllLeads();
  const { filters: address, setFilters } = useAddressFilters(filters);
  const date = address.date ?? (now && dateAfter(now.today, -1));
  const day = useQuery(ofDay(date));
  const before = useQuery(ofDay(date && dateAfter(date, -7)));
  const shown = shownRowsOf(address.rows);
  const pick = (rows: ShownRows) => setFilters({ rows: JSON.stringify(rows) });
  const about = 'What a day came to, beside the same weekday before.';
  return (
    <>
      <PageHeader
        title="Day at a glance"
        description={seesAll ? about : `${about} You see your own.`}
        actions={
          date &&
          now && (
            <DayChoice
              date={date}
              today={now.today}
              onChange={(next) => setFilters({ date: next, rows: null })}
            />
          )
        }
      />
      {day.error && !day.isFetching ? (
        <ErrorState
          title="The day could not be loaded"
          error={day.error}
          onRetry={() => void day.refetch()}
        />
      ) : !day.data ? (
        <LinesSkeleton lines={8} />
      ) : (
        <Stack gap="md" aria-busy={day.isPlaceholderData} opacity={day.isPlaceholderData ? 0.6 : 1}>
          <Group justify="space-between" gap={8}>
            <Title order={2} fz="h4">
              {dayWords(day.data.date)}
            </Title>
            <Text size="xs" c="dimmed">
              {zoneName(day.data.timeZone)}
              {day.data.isToday && ', until now'}
            </Text>
          </Group>
          <DayParts day={day.data} before={before.data} onPick={pick} />
          <Hours day={day.data} onPick={pick} />
        </Stack>
      )}
      <RowsPanel
        shown={shown}
        request={shown && date ? requestOfDay(shown.measure, date, shown.groups.length > 0) : undefined}
        report={undefined}
        onWiden={() => shown && pick({ ...shown, groups: [] })}
        onClose={() => setFilters({ rows: null })}
      />
    </>
  );
}

interface DayChoiceProps {
  date: string;
  today: string;
  onChange: (date: string) => void;
}

const DayChoice = ({ date, today, onChange }: DayChoiceProps) => (
  <Group gap={6} wrap="nowrap">
    <ActionIcon
      variant="default"
      size={36}
      aria-label="The day before"
      onClick={() => onChange(dateAfter(date, -1))}
    >
      <IconChevronLeft size={18} />
    </ActionIcon>
    <TextInput
      type="date"
      aria-label="Day"
      max={today}
      value={date}
      onChange={({ currentTarget: { value } }) => value && onChange(value)}
    />
    <ActionIcon
      variant="default"
      size={36}
      aria-label="The day after"
      disabled={date >= today}
      onClick={() => onChange(dateAfter(date, 1))}
    >
      <IconChevronRight size={18} />
    </ActionIcon>
  </Group>
);

interface PartsProps {
  day: DailyReport;
  onPick: (rows: ShownRows) => void;
}

function DayParts({ day, before, onPick }: PartsProps & { before: DailyReport | undefined }) {
  const figure = (name: MeasureName) => {
    const { label, unit, formula } = measures[name];
    const [now, then] = [dayFigure(day, name), before ? dayFigure(before, name) : null];
    const change = before && changeText(now, then);
    return (
      <Definition key={name} term={<span title={formula}>{label}</span>} figures>
        <Figure
          text={figureText(now, unit)}
          label={label}
          onPick={now ? () => onPick({ measure: name, groups: [] }) : undefined}
        />
        {then !== null && (
          <Text size="xs" c="dimmed" component="div" className="db-figures">
            {figureText(then, unit)} a week before{change && `, ${change}`}
          </Text>
        )}
      </Definition>
    );
  };
  return (Object.keys(dayParts) as (keyof typeof dayParts)[]).map((part) => (
    <Surface key={part} component="section" aria-label={titles[part]}>
      <Title order={3} fz="h5" mb="sm">
        {titles[part]}
      </Title>
      <FigureList wide>{dayParts[part].map(figure)}</FigureList>
    </Surface>
  ));
}

/** When there were calls and new leads, each bar with the rows behind it. */
function Hours({ day: { hours }, onPick }: PartsProps) {
  const charts = [
    { title: 'Calls by hour', series: callSeries },
    { title: 'New leads by hour', series: leadSeries },
  ];
  const bars = hours.map(({ hour, calls, callsAnswered, leadsCreated }) => ({
    key: hourKey(hour),
    tick: hour % 3 === 0 ? String(hour) : '',
    name: `${hour}:00`,
    values: { callsAnswered, callsMissed: calls - callsAnswered, leadsCreated },
  }));
  return (
    <AutoGrid min={420}>
      {charts.map(({ title, series }) => (
        <Surface key={title} component="section" aria-label={title}>
          <Title order={3} fz="h5" mb="sm">
            {title}
          </Title>
          <BarChart
            label={title}
            head="Hour"
            series={series}
            bars={bars}
            onPick={(hour, measure) => onPick({ measure: measure as MeasureName, groups: [[hour]] })}
          />
        </Surface>
      ))}
    </AutoGrid>
  );
}
