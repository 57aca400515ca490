import { Button, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { HourFigures } from '#shared/api/dashboard.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { type Bar, BarChart, type Series } from '#web/ui/BarChart.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import styles from '../Dashboard.module.css';
import { useHistory } from './useFloor.ts';

const spans = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

const series: readonly Series[] = [
  { key: 'answered', label: 'Answered calls', color: 'var(--mantine-color-chart-0)' },
  { key: 'missed', label: 'Other calls', color: 'var(--mantine-color-chart-7)' },
  { key: 'leads', label: 'New leads', color: 'var(--mantine-color-chart-1)' },
];

const hourText = (hour: number) =>
  new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString(undefined, { hour: 'numeric', timeZone: 'UTC' });
const dayText = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(undefined, { ...options, timeZone: 'UTC' });

const valuesOf = (hours: readonly HourFigures[]) => {
  const sum = (name: 'calls' | 'callsAnswered' | 'leadsCreated') =>
    hours.reduce((total, hour) => total + hour[name], 0);
  const answered = sum('callsAnswered');
  return { answered, missed: sum('calls') - answered, leads: sum('leadsCreated') };
};

const barsOfHours = (hours: readonly HourFigures[]): Bar[] =>
  hours.map((one, at) => ({
    key: `${one.date} ${one.hour}`,
    tick: at % 4 === 0 ? hourText(one.hour) : '',
    name: `${dayText(one.date, { weekday: 'long' })} ${hourText(one.hour)}`,
    values: valuesOf([one]),
  }));

function barsOfDays(hours: readonly HourFigures[], count: number): Bar[] {
  const byDay = Map.groupBy(hours, ({ date }) => date);
  const last = hours.at(-1)?.date ?? '';
  // A span in hours begins within a day; that piece of a day would mislead.
  return Array.from({ length: count }, (_, at) => dateAfter(last, at + 1 - count)).map((date, at) => ({
    key: date,
    tick:
      count <= 7
        ? dayText(date, { weekday: 'short' })
        : at % 5 === 0
          ? dayText(date, { day: 'numeric', month: 'short' })
          : '',
    name: dayText(date, { weekday: 'long', day: 'numeric', month: 'long' }),
    values: valuesOf(byDay.get(date) ?? []),
  }));
}

/** Calls and new leads over the last hours or days. */
export function HoursCard() {
  const [span, setSpan] = useState('24');
  const { data, error, refetch } = useHistory(Number(span));
  const days = Number(span) / 24;
  const bars = data && (days > 1 ? barsOfDays(data.hours, days) : barsOfHours(data.hours));
  const isEmpty = bars?.every(({ values }) => Object.values(values).every((value) => value === 0));
  return (
    <section className={styles.card} aria-labelledby="floor-hours">
      <div className={styles.cardHead}>
        <Title order={2} fz="h3" id="floor-hours">
          Calls and leads
        </Title>
        <SegmentedControl size="xs" aria-label="Time" data={spans} value={span} onChange={setSpan} />
      </div>
      {error ? (
        <ErrorState title="The figures could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !bars ? (
        <Skeleton h={220} />
      ) : isEmpty ? (
        <EmptyState
          icon={IconChartBar}
          title="Nothing to draw yet"
          action={
            <Button component={Link} to="/calls?call=new">
              Log the first call
            </Button>
          }
        >
          Calls and new leads of this time appear here as they come, counted by your workspace’s clock.
        </EmptyState>
      ) : (
        <BarChart label="Calls and new leads over time" series={series} bars={bars} />
      )}
    </section>
  );
}
