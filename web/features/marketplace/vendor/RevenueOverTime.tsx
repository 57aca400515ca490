import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { RevenueChart } from '../revenue/RevenueChart.tsx';
import type { Period } from '../revenue/series.ts';

/** The chart of what the shop earned. */
export function RevenueOverTime() {
  const [period, setPeriod] = useState<Period>('day');
  const { data, error, refetch } = useQuery(query.marketplace.revenue.queryOptions({ input: { period } }));
  return (
    <RevenueChart
      points={data?.points}
      period={period}
      onPeriod={setPeriod}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
