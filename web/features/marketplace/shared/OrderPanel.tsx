import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Order } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { OrderFacts } from './OrderFacts.tsx';

/** So often an order that is not settled yet is asked for again; ms. */
export const pollMs = 4_000;
const settled: readonly Order['status'][] = ['completed', 'cancelled', 'refunded'];

const isAtRest = ({ status, certificates, returnsOpen }: Order): boolean =>
  settled.includes(status) && certificates.checking === 0 && returnsOpen === 0;

interface OrderPanelProps {
  /** Null while none is open. */
  orderId: string | null;
  onClose: () => void;
  /** What this side may do with it. */
  children: (order: Order) => ReactNode;
}

/** One order beside its list, for either side. */
export function OrderPanel({ orderId, onClose, children }: OrderPanelProps) {
  const { data, error, refetch } = useQuery(
    query.marketplace.getOrder.queryOptions({
      input: { id: orderId ?? '' },
      enabled: orderId !== null,
      refetchInterval: ({ state }) => (state.data && isAtRest(state.data) ? false : pollMs),
    }),
  );
  return (
    <SidePanel opened={orderId !== null} onClose={onClose} title={data?.listingTitle ?? 'Order'} width={520}>
      {error && !data ? (
        <ErrorState title="The order could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap="lg">
          <div>
            <OrderFacts order={data} />
          </div>
          {children(data)}
        </Stack>
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </SidePanel>
  );
}
