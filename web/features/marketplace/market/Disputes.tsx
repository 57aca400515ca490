import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marketLimits, type Order } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { OrderFacts } from '../shared/OrderFacts.tsx';

interface DisputesProps {
  /** The workspace that the shop is of. */
  tenantId: number;
  providerId: string;
}

type Outcome = 'refund' | 'uphold';

/** Orders of a shop that buyers dispute: the money goes back, or the sale stands. */
export function Disputes({ tenantId, providerId }: DisputesProps) {
  const refresh = useRefresh(query.marketplace);
  const { data, error, refetch } = useQuery(
    query.marketplace.orders.queryOptions({
      input: { side: 'sold', status: 'disputed', tenantId, limit: 100 },
    }),
  );
  const [outcome, setOutcome] = useState<Outcome>('uphold');
  const decision = useQuestion<Order>();
  const ask = (order: Order, wanted: Outcome) => {
    setOutcome(wanted);
    decision.ask(order);
  };
  const orders = data?.orders.filter((order) => order.providerId === providerId);
  return (
    <>
      <Text fw={600}>Disputes</Text>
      {error && !data ? (
        <ErrorState title="The disputes could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : orders?.length === 0 ? (
        <Text size="sm" c="dimmed">
          No order of this shop is disputed.
        </Text>
      ) : (
        <Stack gap="md">
          {orders?.map((order) => (
            <Surface key={order.id} component="article" aria-label={order.listingTitle}>
              <OrderFacts order={order} />
              <Group mt="md" gap={8}>
                <Button data-changes variant="default" onClick={() => ask(order, 'uphold')}>
                  Let the sale stand
                </Button>
                <Button data-changes variant="default" color="red" onClick={() => ask(order, 'refund')}>
                  Give the money back
                </Button>
              </Group>
            </Surface>
          ))}
        </Stack>
      )}
      <NameDialog
        {...decision.dialog}
        title={outcome === 'refund' ? 'Give the money back?' : 'Let the sale stand?'}
        label="Reason, which both sides read"
        action={outcome === 'refund' ? 'Give it back' : 'Let it stand'}
        missing="Please say why."
        maxLength={marketLimits.reason}
        onName={async (reason) => {
          await api.marketplace.decide({ id: decision.about!.id, outcome, reason });
          await refresh();
          toast.success('The dispute is decided');
        }}
      />
    </>
  );
}
