import { Alert, Badge, Flex, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useParams } from 'react-router';
import { definitionOf, type StepType } from '#shared/model/journey/steps/index.ts';
import { query } from '#web/app/api.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';
import { BarChart } from '#web/ui/BarChart.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Columns, Surface } from '#web/ui/layout/layout.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { JourneyPage } from '../shared/JourneyPage.tsx';
import { ShareBars } from '../shared/ShareBars.tsx';
import { stepIcons } from '../shared/step-look.ts';
import type { JourneyDetail, JourneyStatistics } from '../shared/types.ts';
import { count, countKinds, hoursText, outcomeWords, percent, refreshMs, spoken } from '../shared/words.ts';
import { daysOf } from './days.ts';
import { Funnel } from './Funnel.tsx';
import { OutcomeBar } from './OutcomeBar.tsx';

/** /journeys/:journeyId/statistics: what has become of the leads, as pictures. */
export default function StatisticsPage() {
  const { journeyId = '' } = useParams();
  return (
    <JourneyPage journeyId={journeyId} current="statistics">
      {(journey) => <Statistics journey={journey} />}
    </JourneyPage>
  );
}

function Statistics({ journey }: { journey: JourneyDetail }) {
  const { data, error, refetch } = useQuery({
    ...query.journeys.statistics.queryOptions({ input: { id: journey.id } }),
    refetchInterval: refreshMs,
  });
  if (error && !data)
    return <ErrorState title="The statistics could not be loaded" error={error} onRetry={() => refetch()} />;
  if (data && data.counts.entered === 0)
    return (
      <EmptyState icon={IconChartBar} title="No figures yet">
        {journey.status === 'live'
          ? 'Nobody has come in so far. Enrol leads on the page “Leads”.'
          : 'Figures begin when the journey is live and leads come in.'}
      </EmptyState>
    );
  const counts = data?.counts;
  return (
    <Stack gap={20}>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
        <Figure label="Came in" value={counts && count(counts.entered)} error={error} note="since it began" />
        <Figure label="On it now" value={counts && count(counts.active)} error={error} note="active leads" />
        <Figure
          label="Need a look"
          value={counts && count(counts.parked)}
          error={error}
          note="parked, of those on it"
        />
        <Figure
          label="Completed"
          value={counts && count(counts.completed)}
          error={error}
          note="reached an end"
        />
        <Figure
          label="Completion"
          value={data && (counts!.completed + counts!.exited > 0 ? percent(data.completionRate) : '–')}
          error={error}
          note="of those that have ended"
        />
        <Figure
          label="On average"
          value={data && (data.averageHours === null ? '–' : hoursText(data.averageHours))}
          error={error}
          note="from coming in to the end"
        />
      </SimpleGrid>
      <Card title="Day by day">{data ? <Days days={data.days} /> : <LinesSkeleton lines={6} />}</Card>
      <Columns template="minmax(0, 3fr) minmax(0, 2fr)">
        <Card title="How far they come">
          <Funnel journeyId={journey.id} />
        </Card>
        <Card title="Why they leave">
          {data ? (
            <>
              <Exits statistics={data} />
              <KeptOut refused={data.refused} />
            </>
          ) : (
            <LinesSkeleton lines={5} />
          )}
        </Card>
      </Columns>
      <section aria-label="Step by step">
        <Title order={2} size="h3" mb="sm">
          Step by step
        </Title>
        <DataTable
          label="Figures of each step"
          columns={stepColumns}
          rows={data?.steps}
          rowKey={({ stepId }) => stepId}
          empty={<EmptyState icon={IconChartBar} title="It has no steps" />}
        />
      </section>
    </Stack>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Surface component="section" aria-labelledby={id}>
      <Title order={2} size="h3" mb="md" id={id}>
        {title}
      </Title>
      {children}
    </Surface>
  );
}

const daySeries = [
  { key: 'entered', label: 'Came in', color: countKinds[0].color },
  { key: 'completed', label: 'Completed', color: countKinds[1].color },
  { key: 'exited', label: 'Left', color: countKinds[2].color },
];

function Days({ days }: { days: JourneyStatistics['days'] }) {
  const shown = daysOf(days, new Date());
  return (
    <BarChart
      label="Leads that came in, completed and left, by day"
      series={daySeries}
      // A lead that came in and left on one day is in two of them.
      grouped
      height={200}
      bars={shown.map(({ date, ...values }, at) => {
        const day = new Date(`${date}T00:00`);
        const every = Math.ceil(shown.length / 8);
        return {
          key: date,
          name: day.toLocaleDateString(undefined, { dateStyle: 'medium' }),
          tick: at % every === 0 ? day.toLocaleDateString(undefined, { month: 'short', day: 'numeric' }) : '',
          values,
        };
      })}
    />
  );
}

function Exits({ statistics: { exits, counts } }: { statistics: JourneyStatistics }) {
  const reasons = Object.entries(exits)
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a);
  if (reasons.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody has left before the end.
      </Text>
    );
  return (
    <ShareBars
      label="Leads that left, by reason"
      bars={reasons.map(([reason, value], at) => ({
        key: reason,
        label: spoken(reason),
        value,
        color: `var(--mantine-color-chart-${at % 8})`,
        note: counts.exited > 0 ? percent(value / counts.exited) : '–',
      }))}
    />
  );
}

const keptOutWords: Readonly<Record<string, string>> = {
  too_deep: 'because journeys have put them into each other in a circle',
  day_cap: 'because they have come into journeys too often in a day',
};

/** Leads that were kept out to end a circle: something is wrong with the journeys, so it stands out. */
function KeptOut({ refused }: Pick<JourneyStatistics, 'refused'>) {
  return Object.entries(refused).map(([why, n]) => (
    <Alert key={why} color="amber" mt="md" icon={<IconAlertTriangle size={18} />}>
      {`Kept out ${n === 1 ? 'once' : `${n} times`} ${keptOutWords[why] ?? ''}.`}
    </Alert>
  ));
}

type StepFigures = JourneyStatistics['steps'][number];

const stepColumns: Column<StepFigures>[] = [
  {
    key: 'step',
    title: 'Step',
    render: ({ name, type }) => {
      const Icon = stepIcons[type as StepType];
      return (
        <Group component="span" gap={9} wrap="nowrap" display="inline-flex" miw={0}>
          {Icon && <Icon size={17} stroke={1.7} aria-hidden="true" />}
          <span dir="auto">{name || definitionOf(type as StepType).label}</span>
        </Group>
      );
    },
  },
  {
    key: 'reached',
    title: 'Reached',
    align: 'end',
    width: 100,
    render: ({ reached }) => <span className="db-figures">{count(reached)}</span>,
  },
  {
    key: 'now',
    title: 'Here now',
    align: 'end',
    width: 100,
    hideBelow: 'sm',
    render: ({ now }) => <span className="db-figures">{count(now)}</span>,
  },
  {
    key: 'outcomes',
    title: 'How it ended',
    width: '30%',
    hideBelow: 'sm',
    render: ({ outcomes }) => (
      <OutcomeBar
        parts={Object.entries(outcomeWords).map(([key, { label, color }]) => ({
          key,
          label,
          value: outcomes[key] ?? 0,
          color: `var(--mantine-color-${color}-5)`,
        }))}
      />
    ),
  },
  {
    key: 'outputs',
    title: 'Went on by',
    hideBelow: 'md',
    render: ({ outputs }) => (
      <Flex component="span" gap={4} wrap="wrap" display="inline-flex">
        {Object.entries(outputs)
          .filter(([key, value]) => key && value > 0)
          .map(([key, value]) => (
            <Badge key={key} variant="light" color="ink" tt="none" radius="sm" fw={500}>
              {spoken(key)} {count(value)}
            </Badge>
          ))}
      </Flex>
    ),
  },
];
