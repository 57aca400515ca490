import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import type { DashboardCard } from '#web/features/dashboard/card.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';
import { halfAndNearlyAll } from './first-frame.ts';

/** How soon today's sales were on a display. */
function SaleToScreen() {
  const { data, error } = useQuery(
    query.celebrations.today.queryOptions({
      input: {},
      refetchInterval: usePollInterval('celebrations', 30_000),
    }),
  );
  return (
    <Figure
      label="From the sale to a display"
      {...halfAndNearlyAll(data)}
      error={error}
      to="/celebrations"
      action="See today’s wins"
    />
  );
}

export const cards: DashboardCard[] = [
  { id: 'sale-to-screen', order: 11, size: 'small', access: 'celebrations.view', Card: SaleToScreen },
];
