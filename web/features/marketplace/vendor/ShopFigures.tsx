import { Skeleton } from '@mantine/core';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { centsText } from '../shared/words.ts';
import { useStats } from './use-shop.ts';

/** What the shop earned and what waits, in one row. */
export function ShopFigures() {
  const { data, error, refetch } = useStats();
  if (error && !data)
    return (
      <ErrorState title="The figures could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  return (
    <Surface component="section" aria-label="Figures" mb={20}>
      {data ? (
        <FigureList>
          <Definition term="Revenue">{centsText(data.totalRevenue)}</Definition>
          <Definition term="Active listings">{data.activeListings.toLocaleString('en-US')}</Definition>
          <Definition term="Pending orders">{data.pendingOrders.toLocaleString('en-US')}</Definition>
          <Definition term="Ready to be paid out">{centsText(data.availableCents)}</Definition>
          <Definition term="Held for disputes">{centsText(data.heldCents)}</Definition>
          <Definition term="Paid out">{centsText(data.paidOutCents)}</Definition>
        </FigureList>
      ) : (
        <Skeleton h={52} />
      )}
    </Surface>
  );
}
