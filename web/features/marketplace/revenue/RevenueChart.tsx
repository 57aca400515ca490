import { Badge, Box, Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { type ChartType, chartTypes, Plot } from './Plot.tsx';
import { RevenueTable } from './RevenueTable.tsx';
import {
  changeOf,
  changeText,
  hasRevenue,
  type Period,
  periods,
  type RevenuePoint,
  samplePoints,
  wholeDollars,
} from './series.ts';

const labels = { line: 'Line', area: 'Area', bar: 'Bar', day: 'Day', week: 'Week', month: 'Month', year: 'Year' };
const choices = <Value extends keyof typeof labels>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] }));

interface RevenueChartProps {
  /** Undefined while they are on their way. */
  points: readonly RevenuePoint[] | undefined;
  period: Period;
  onPeriod: (period: Period) => void;
  error?: unknown;
  onRetry?: () => void;
}

/**
 * Revenue over time, with its sum and how the later half of the series compares with the earlier one. Without an order
 * it says so; a sample is drawn only when it is asked for, and is marked as one.
 */
export function RevenueChart({ points, period, onPeriod, error, onRetry }: RevenueChartProps) {
  const [type, setType] = useState<ChartType>('area');
  const [isTable, setIsTable] = useState(false);
  const [wantsSample, setWantsSample] = useState(false);
  const isEmpty = points !== undefined && !hasRevenue(points);
  const isSample = isEmpty && wantsSample;
  const shown = isSample ? samplePoints(period) : points;
  return (
    <Surface component="section" aria-label="Revenue">
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
          {shown && (!isEmpty || isSample) && <Sum points={shown} />}
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
      <Body />
    </Surface>
  );

  function Body(): ReactNode {
    if (!shown)
      return error ? (
        <ErrorState title="The revenue could not be loaded" error={error} {...(onRetry && { onRetry })} />
      ) : (
        <Skeleton h={260} />
      );
    if (isEmpty && !isSample)
      return (
        <EmptyState
          icon={IconChartLine}
          title="No revenue yet"
          action={
            <Button variant="default" onClick={() => setWantsSample(true)}>
              Show sample data
            </Button>
          }
        >
          It appears here once an order is fulfilled.
        </EmptyState>
      );
    return (
      <>
        {isTable ? (
          <RevenueTable points={shown} period={period} isSample={isSample} />
        ) : (
          <>
            <Plot points={shown} period={period} type={type} />
            <Box className="db-visually-hidden">
              <RevenueTable points={shown} period={period} isSample={isSample} />
            </Box>
          </>
        )}
        <Group justify="space-between" mt="xs" gap={8}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? 'Show the chart' : 'Show as a table'}
          </Button>
          {isSample && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setWantsSample(false)}>
              Hide sample data
            </Button>
          )}
        </Group>
      </>
    );
  }
}
