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
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { OrderLeads } from '../shared/OrderLeads.tsx';
import { leadsText } from '../shared/words.ts';

/** Returns of single leads that are open, for whoever runs the platform: those objected to are decided here. */
export function ReturnsToDecide() {
  const list = useInfiniteQuery(
    query.marketplace.orders.infiniteOptions({
      input: (cursor: string | undefined) => ({ returns: 'open' as const, limit: 20, cursor }),
      ...byCursor,
    }),
  );
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The returns could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (orders.length === 0) return null;
  return (
    <Box component="section" aria-label="Open returns" mb={20}>
      <Title order={2} mb={10}>
        Open returns
      </Title>
      <AutoGrid min={380} fill>
        {orders.map((order) => (
          <Surface key={order.id} component="article" aria-label={order.listingTitle}>
            <Text size="sm" c="dimmed" mb={8} className="db-wrap">
              {order.listingTitle}, sold by {order.providerName} to {order.buyerName}
            </Text>
            <OrderLeads
              order={order}
              title="Returned leads"
              shows={(lead) => lead.return !== null && lead.return.decidedAt === null}
              choosable={(lead) => lead.return?.state === 'objected'}
            >
              {(chosen, clear) =>
                chosen.length > 0 && <Decide order={order} chosen={chosen} onDone={clear} />
              }
            </OrderLeads>
          </Surface>
        ))}
      </AutoGrid>
      <More of={list} />
    </Box>
  );
}

function Decide({ order, chosen, onDone }: { order: Order; chosen: string[]; onDone: () => void }) {
  const refresh = useRefresh(query.marketplace);
  const [asks, setAsks] = useState<'accept' | 'reject' | null>(null);
  return (
    <>
      <Group mt="md" gap={8}>
        <Button data-changes variant="default" onClick={() => setAsks('accept')}>
          Give the money back
        </Button>
        <Button data-changes variant="default" onClick={() => setAsks('reject')}>
          Let the sale stand
        </Button>
      </Group>
      <NameDialog
        opened={asks !== null}
        onClose={() => setAsks(null)}
        title={
          asks === 'accept'
            ? `Give the money of ${leadsText(chosen.length)} back?`
            : `Let the sale of ${leadsText(chosen.length)} stand?`
        }
        label="Reason, which both sides read"
        action={asks === 'accept' ? 'Give it back' : 'Let it stand'}
        missing="Please say why."
        maxLength={marketLimits.reason}
        onName={async (reason) => {
          const accept = asks === 'accept';
          await api.marketplace.decideReturns({ id: order.id, leadIds: chosen, accept, reason });
          await refresh();
          toast.success('The return is decided');
          onDone();
        }}
      />
    </>
  );
}
