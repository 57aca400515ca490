import { Button, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import styles from '#web/features/dashboard/Dashboard.module.css';
import { BarChart, type Series } from '#web/ui/BarChart.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { barsOfBoth } from './bars.ts';

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];

const series: readonly Series[] = [
  { key: 'texts', label: 'Texts sent', color: 'var(--mantine-color-chart-0)' },
  { key: 'mails', label: 'Mails sent', color: 'var(--mantine-color-chart-2)' },
  { key: 'received', label: 'Received', color: 'var(--mantine-color-chart-1)' },
  { key: 'failed', label: 'Not delivered', color: 'var(--mantine-color-chart-5)' },
];

/** The dashboard asks again while it is looked at, ms. */
const refetchInterval = 10_000;

/** Texts and mails of the last days, from the counters that are kept up with each message. */
export function MessagesCard() {
  const [span, setSpan] = useState('7');
  const options = { input: { days: Number(span) }, refetchInterval };
  const texts = useQuery(query.sms.stats.queryOptions(options));
  const mails = useQuery(query.email.stats.queryOptions(options));
  const error = texts.error ?? mails.error;
  const bars = texts.data && mails.data && barsOfBoth(texts.data.days, mails.data.days);
  const isEmpty = bars?.every(({ values }) => Object.values(values).every((value) => value === 0));
  return (
    <section className={styles.card} aria-labelledby="floor-messages">
      <div className={styles.cardHead}>
        <Title order={2} fz="h3" id="floor-messages">
          Texts and mails
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Days of texts and mails"
          data={spans}
          value={span}
          onChange={setSpan}
        />
      </div>
      {error && !bars ? (
        <ErrorState
          title="The figures could not be loaded"
          error={error}
          onRetry={() => {
            void texts.refetch();
            void mails.refetch();
          }}
        />
      ) : !bars ? (
        <Skeleton h={220} />
      ) : isEmpty ? (
        <EmptyState
          icon={IconMessages}
          title="Nothing said yet"
          action={
            <Button component={Link} to="/messages">
              Write to a lead
            </Button>
          }
        >
          Texts and mails of these days appear here as they go out and come in.
        </EmptyState>
      ) : (
        <BarChart label="Texts and mails, by day" series={series} bars={bars} />
      )}
    </section>
  );
}
