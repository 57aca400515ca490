import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marketLimits, type Order } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { More } from '#web/ui/More.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { OrderFacts } from '../shared/OrderFacts.tsx';

type Outcome = 'refund' | 'uphold';

/** Orders that buyers dispute: the money goes back, or the sale stands. Nothing where there are none. */
export function Disputes() {
  const refresh = useRefresh(query.marketplace);
  const list = useInfiniteQuery(
    query.marketplace.orders.infiniteOptions({
      input: (cursor: string | undefined) => ({ status: 'disputed' as const, limit: 20, cursor }),
      ...byCursor,
    }),
  );
  const [outcome, setOutcome] = useState<Outcome>('uphold');
  const decision = useQuestion<Order>();
  const ask = (order: Order, wanted: Outcome) => {
    setOutcome(wanted);
    decision.ask(order);
  };
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The disputes could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (orders.length === 0) return null;
  return (
    <Box component="section" aria-label="Disputes" mb={20}>
      <Title order={2} mb={10}>
        Disputes to decide
      </Title>
      <AutoGrid min={380} fill>
        {orders.map((order) => (
          <Surface key={order.id} component="article" aria-label={order.listingTitle}>
            <Text fw={600} mb="sm" className="db-wrap">
              {order.listingTitle}
            </Text>
            <OrderFacts order={order} />
            <Text size="sm" c="dimmed" mt="sm">
              Sold by {order.providerName}
            </Text>
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
      </AutoGrid>
      <More of={list} />
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
    </Box>
  );
}
