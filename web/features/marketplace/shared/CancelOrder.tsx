import { Button } from '@mantine/core';
import { useState } from 'react';
import { marketLimits, type Order } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';

/** Calls an order off, with a reason that the other side reads; only while nothing of it is handed over. */
export function CancelOrder({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false);
  const refresh = useRefresh(query.marketplace);
  if (!useMay()('marketplace.cancel') || order.status !== 'pending' || order.handedOver > 0) return null;
  return (
    <>
      <Button data-changes variant="default" color="red" onClick={() => setOpened(true)}>
        Cancel order
      </Button>
      <NameDialog
        opened={opened}
        title="Cancel this order?"
        label="Reason, which the other side reads"
        action="Cancel order"
        missing="Please say why."
        maxLength={marketLimits.reason}
        onClose={() => setOpened(false)}
        onName={async (reason) => {
          await api.marketplace.cancel({ id: order.id, reason });
          await refresh();
          toast.success('The order is cancelled', 'The money is the buyer’s again.');
        }}
      />
    </>
  );
}
