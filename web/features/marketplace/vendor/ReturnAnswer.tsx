import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { marketLimits, type Order } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { NameDialog } from '#web/ui/NameDialog.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { OrderLeads } from '../shared/OrderLeads.tsx';
import { centsText, leadsText } from '../shared/words.ts';

/** Leads that the buyer gives back, for their seller to accept or to object to. Nothing where there are none. */
export function ReturnAnswer({ order }: { order: Order }) {
  if (order.returned === 0 && order.returnsOpen === 0) return null;
  return (
    <OrderLeads
      order={order}
      title="Returned leads"
      shows={(lead) => lead.return !== null}
      choosable={(lead) => lead.return?.state === 'requested'}
    >
      {(chosen, clear) => chosen.length > 0 && <Answer order={order} chosen={chosen} onDone={clear} />}
    </OrderLeads>
  );
}

function Answer({ order, chosen, onDone }: { order: Order; chosen: string[]; onDone: () => void }) {
  const refresh = useRefresh(query.marketplace);
  const [asks, setAsks] = useState<'accept' | 'object' | null>(null);
  const send = async (accept: boolean, reason: string) => {
    await api.marketplace.answerReturns({ id: order.id, leadIds: chosen, accept, reason });
    await refresh();
    toast.success(accept ? 'The return is accepted' : 'The operator decides it');
    onDone();
  };
  const close = () => setAsks(null);
  return (
    <>
      <Group mt="md" gap={8}>
        <Button data-changes variant="default" onClick={() => setAsks('accept')}>
          Accept the return of {leadsText(chosen.length)}
        </Button>
        <Button data-changes variant="default" color="red" onClick={() => setAsks('object')}>
          Object
        </Button>
      </Group>
      <ConfirmDialog
        opened={asks === 'accept'}
        onClose={close}
        title={`Accept the return of ${leadsText(chosen.length)}?`}
        confirmLabel="Accept"
        onConfirm={() => send(true, '')}
      >
        The buyer has {centsText(chosen.length * order.priceCents)} back at once.
      </ConfirmDialog>
      <NameDialog
        opened={asks === 'object'}
        onClose={close}
        title="Object to the return?"
        label="Reason, which the buyer and the operator read"
        action="Object"
        missing="Please say why."
        maxLength={marketLimits.reason}
        onName={(reason) => send(false, reason)}
      />
    </>
  );
}
