import { Select, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { query } from '#web/app/api.ts';
import { BarChart, type Series } from '#web/ui/BarChart.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { barsOf } from './bars.ts';

const spans = ['7', '30', '90'] as const;

const outcome: Series[] = [
  { key: 'delivered', label: 'Delivered', color: 'var(--mantine-color-chart-2)' },
  { key: 'open', label: 'Sent, not confirmed', color: 'var(--mantine-color-chart-0)' },
  { key: 'failed', label: 'Failed', color: 'var(--mantine-color-chart-5)' },
];
const mailOutcome: Series[] = [
  ...outcome,
  { key: 'bounced', label: 'Came back', color: 'var(--mantine-color-chart-3)' },
];
const received: Series[] = [{ key: 'received', label: 'Received', color: 'var(--mantine-color-chart-1)' }];

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 1000) / 10}%`);

/** Texts and mails by day: what went out, what became of it, and what came in. */
export default function StatisticsPage() {
  const [params, setParams] = useSearchParams();
  const span = spans.find((one) => one === params.get('days')) ?? '30';
  const days = Number(span);
  const texts = useQuery(query.sms.stats.queryOptions({ input: { days } }));
  const mails = useQuery(query.email.stats.queryOptions({ input: { days } }));
  return (
    <>
      <PageHeader
        title="Message statistics"
        description="What went out, what became of it, and what came in."
        actions={
          <Select
            aria-label="Span"
            w={160}
            allowDeselect={false}
            data={spans.map((value) => ({ value, label: `Last ${value} days` }))}
            value={span}
            onChange={(value) => value && setParams({ days: value }, { replace: true })}
          />
        }
      />
      <Part
        title="Texts"
        error={texts.error}
        onRetry={() => void texts.refetch()}
        figures={
          texts.data && [
            ['Sent', texts.data.total.sent],
            ['Delivered', percent(texts.data.deliveryRate)],
            ['Failed', texts.data.total.failed],
            ['Received', texts.data.total.received],
            ['Replies to each sent', percent(texts.data.replyRate)],
            ['Segments', texts.data.total.segments],
            ['Opted out', texts.data.total.optedOut],
          ]
        }
      >
        {texts.data && (
          <AutoGrid min={420} gap={28}>
            <Chart title="Texts sent, by day">
              <BarChart label="Texts sent, by day" series={outcome} bars={barsOf(texts.data.days)} />
            </Chart>
            <Chart title="Texts received, by day">
              <BarChart label="Texts received, by day" series={received} bars={barsOf(texts.data.days)} />
            </Chart>
          </AutoGrid>
        )}
      </Part>
      <Part
        title="Mails"
        error={mails.error}
        onRetry={() => void mails.refetch()}
        figures={
          mails.data && [
            ['Sent', mails.data.total.sent],
            ['Failed', mails.data.total.failed],
            ['Came back', mails.data.total.bounced],
            ['Marked as spam', mails.data.total.complained],
            ['Received', mails.data.total.received],
            ['Opted out', mails.data.total.optedOut],
            ['Left of today', mails.data.today.left],
          ]
        }
      >
        {mails.data && (
          <Chart title="Mails sent, by day">
            <BarChart label="Mails sent, by day" series={mailOutcome} bars={barsOf(mails.data.days)} />
          </Chart>
        )}
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  figures: [string, number | string][] | undefined;
  children: ReactNode;
}

function Part({ title, error, onRetry, figures, children }: PartProps) {
  return (
    <Surface component="section" mb={20} aria-label={title}>
      <Title order={2}>{title}</Title>
      {figures ? (
        <>
          <FigureList m="14px 0 22px">
            {figures.map(([label, value]) => (
              <Definition key={label} term={label} figures>
                {value.toLocaleString()}
              </Definition>
            ))}
          </FigureList>
          {children}
        </>
      ) : error ? (
        <ErrorState title="The figures could not be loaded" error={error} onRetry={onRetry} />
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </Surface>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} fz="sm" mb={10}>
        {title}
      </Title>
      {children}
    </div>
  );
}
