import { Badge, Box, Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { changeOf } from '#shared/model/market-revenue.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { type ChartType, chartTypes, Plot } from './Plot.tsx';
import { RevenueTable } from './RevenueTable.tsx';
import {
  changeText,
  hasRevenue,
  type Period,
  periods,
  type RevenuePoint,
  samplePoints,
  wholeDollars,
} from './series.ts';

const labels = {
  line: 'Line',
  area: 'Area',
  bar: 'Bar',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
};
const choices = <Value extends keyof typeof labels>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] }));

interface RevenueChartProps {
  /** None where nothing was ever earned; undefined while they are on their way. */
  points: readonly RevenuePoint[] | undefined;
  period: Period;
  onPeriod: (period: Period) => void;
  error?: unknown;
  onRetry?: () => void;
}

/**
 * Revenue over time, with its sum and how the later half of the series compares with the earlier one. Where nothing was
 * earned it says so; a sample is drawn only when it is asked for, and is marked as one.
 */
export function RevenueChart({ points, period, onPeriod, error, onRetry }: RevenueChartProps) {
  const [type, setType] = useState<ChartType>('area');
  const [wantsSample, setWantsSample] = useState(false);
  const isEmpty = points !== undefined && !hasRevenue(points);
  const isSample = isEmpty && wantsSample;
  const drawn = isSample ? samplePoints(period) : isEmpty ? undefined : points;
  return (
    <Surface component="section" aria-label="Revenue over time">
      <Group justify="space-between" align="flex-start" gap="12px 20px" mb="md">
        <div>
          <Group gap={10}>
            <Title order={2}>Revenue</Title>
            {isSample && (
              <Badge variant="light" tt="none" color="amber">
                Sample data
              </Badge>
            )}
          </Group>
          {drawn && <Sum points={drawn} />}
        </div>
        <Group gap={8}>
          <SegmentedControl
            size="xs"
            aria-label="Period"
            data={choices(periods)}
            value={period}
            onChange={(value) => onPeriod(value as Period)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Chart type"
            data={choices(chartTypes)}
            value={type}
            onChange={(value) => setType(value as ChartType)}
          />
        </Group>
      </Group>
      {drawn ? (
        <Drawing points={drawn} period={period} type={type} isSample={isSample}>
          {isSample && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setWantsSample(false)}>
              Hide sample data
            </Button>
          )}
        </Drawing>
      ) : points ? (
        <EmptyState
          icon={IconChartLine}
          title={points.length === 0 ? 'No revenue yet' : 'No revenue in this time'}
          action={
            points.length === 0 && (
              <Button variant="default" onClick={() => setWantsSample(true)}>
                Show sample data
              </Button>
            )
          }
        >
          It appears here as orders are completed.
        </EmptyState>
      ) : error ? (
        <ErrorState title="The revenue could not be loaded" error={error} {...(onRetry && { onRetry })} />
      ) : (
        <Skeleton h={260} />
      )}
    </Surface>
  );
}

function Sum({ points }: { points: readonly RevenuePoint[] }) {
  const change = changeOf(points);
  const color = change === null || change === 0 ? 'gray' : change === 'new' || change > 0 ? 'green' : 'red';
  return (
    <Group gap={10} mt={2}>
      <Text fz="xl" fw={650} className="db-figures">
        {wholeDollars(points.reduce((sum, { revenue }) => sum + revenue, 0))}
      </Text>
      {change !== null && (
        <>
          <Badge variant="light" tt="none" color={color} className="db-figures">
            {changeText(change)}
          </Badge>
          <Text size="xs" c="dimmed">
            later half against the earlier
          </Text>
        </>
      )}
    </Group>
  );
}

interface DrawingProps {
  points: readonly RevenuePoint[];
  period: Period;
  type: ChartType;
  isSample: boolean;
  children: ReactNode;
}

/** The chart, or its figures as a table; who cannot see it is given the table in any case. */
function Drawing({ points, period, type, isSample, children }: DrawingProps) {
  const [isTable, setIsTable] = useState(false);
  const table = <RevenueTable points={points} period={period} isSample={isSample} />;
  return (
    <>
      {isTable ? (
        <Box mah={360} style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label="Figures, scrolling">
          {table}
        </Box>
      ) : (
        <>
          <Plot points={points} period={period} type={type} />
          <div className="db-visually-hidden">{table}</div>
        </>
      )}
      <Group justify="space-between" mt="xs" gap={8}>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show the chart' : 'Show as a table'}
        </Button>
        {children}
      </Group>
    </>
  );
}
