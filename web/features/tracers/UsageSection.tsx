import { Group, Progress, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { BarChart } from '#web/ui/BarChart.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { dollars } from './shared.tsx';

const series = [
  { key: 'billed', label: 'Billed', color: 'var(--mantine-color-chart-0)' },
  { key: 'maybeBilled', label: 'May be billed', color: 'var(--mantine-color-chart-1)' },
  { key: 'cached', label: 'Kept answers, free', color: 'var(--mantine-color-chart-2)' },
];

/** This month and the eleven before it, of UTC: `2026-11`. */
function lastMonths(): { value: string; label: string }[] {
  const now = new Date();
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return {
      value: first.toISOString().slice(0, 7),
      label: first.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    };
  });
}

/** Each day of a month, also those without a search. */
function daysOf(period: string): string[] {
  const [year, month] = period.split('-').map(Number);
  const count = new Date(Date.UTC(year!, month!, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${period}-${String(at + 1).padStart(2, '0')}`);
}

/** How many searches of the month are used, by day. */
export default function UsageSection() {
  const months = lastMonths();
  const [period, setPeriod] = useState(months[0]!.value);
  const { data, error, refetch } = useQuery(query.tracers.usage.queryOptions({ input: { period } }));
  if (error && !data)
    return <ErrorState title="The usage could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <Surface component="section" aria-label="Usage">
      <Group justify="space-between" align="flex-end" mb="lg">
        <Title order={2} fz="h3">
          Searches by day
        </Title>
        <Select
          label="Month"
          allowDeselect={false}
          data={months}
          value={period}
          onChange={(month) => month && setPeriod(month)}
        />
      </Group>
      {data ? <Month usage={data} /> : <Skeleton h={300} />}
    </Surface>
  );
}

function Month({ usage }: { usage: Awaited<ReturnType<typeof query.tracers.usage.call>> }) {
  const { used, monthlyLimit, billed, maybeBilled, cached, cost, days, period } = usage;
  const byDay = new Map(days.map((day) => [day.day, day]));
  const share = monthlyLimit === 0 ? 100 : Math.min(100, (100 * used) / monthlyLimit);
  return (
    <Stack gap="lg">
      <div>
        <Group justify="space-between" mb={6}>
          <Text size="sm" className="db-figures">
            {used.toLocaleString('en-US')} of {monthlyLimit.toLocaleString('en-US')} searches used
          </Text>
          <Text size="sm" c="dimmed">
            Months are those of UTC
          </Text>
        </Group>
        <Progress
          value={share}
          color={share >= 100 ? 'red' : share >= 80 ? 'amber' : undefined}
          aria-label={`${Math.round(share)} % of the month’s searches are used`}
        />
      </div>
      <FigureList>
        <Definition term="Billed" figures>
          {billed.toLocaleString('en-US')}
        </Definition>
        <Definition term="May be billed" figures>
          {maybeBilled.toLocaleString('en-US')}
        </Definition>
        <Definition term="Kept answers" figures>
          {cached.toLocaleString('en-US')}
        </Definition>
        <Definition term="Cost" figures>
          {dollars(cost)}
        </Definition>
      </FigureList>
      {days.length === 0 ? (
        <EmptyState icon={IconChartBar} title="No searches in this month" />
      ) : (
        <BarChart
          label="Searches that were billed, may be billed and were free, by day"
          series={series}
          bars={daysOf(period).map((day, at) => {
            const { billed: paid = 0, maybeBilled: maybe = 0, cached: free = 0 } = byDay.get(day) ?? {};
            return {
              key: day,
              name: day,
              tick: at % 5 === 0 ? String(at + 1) : '',
              values: { billed: paid, maybeBilled: maybe, cached: free },
            };
          })}
        />
      )}
    </Stack>
  );
}
