import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DisputeReason, disputeReasons, marketLimits, type Order } from '#shared/model/market.ts';
import { returnableOf, returnLimits } from '#shared/model/market-returns.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { OrderLeads } from '../shared/OrderLeads.tsx';
import { leadsText } from '../shared/words.ts';

const reasons = Object.entries(disputeReasons).map(([value, label]) => ({ value, label }));

/** The leads that an order brought, and the way to give single ones back. */
export function ReturnForm({ order }: { order: Order }) {
  const may = useMay()('marketplace.buy');
  if (!may || order.delivered === 0) return null;
  const most = returnableOf(order.quantity);
  return (
    <OrderLeads
      order={order}
      title="Leads of this order"
      shows={() => true}
      choosable={(lead) => lead.arrived && lead.return === null && order.returnable > 0}
    >
      {(chosen, clear) =>
        order.returnable > 0 && (
          <Stack gap="sm" mt="md">
            <Text size="sm" c="dimmed">
              Choose leads that are not what was sold to have their money back: at most {most} of these{' '}
              {order.quantity.toLocaleString('en-US')}. The seller has {returnLimits.answerDays} days to
              object; then whoever runs this platform decides.
            </Text>
            {chosen.length > 0 && <GiveBack order={order} chosen={chosen} onDone={clear} />}
          </Stack>
        )
      }
    </OrderLeads>
  );
}

function GiveBack({ order, chosen, onDone }: { order: Order; chosen: string[]; onDone: () => void }) {
  const refresh = useRefresh(query.marketplace);
  const [reason, setReason] = useState<DisputeReason | null>(null);
  const [note, setNote] = useState('');
  const send = useMutation({
    mutationFn: () => api.marketplace.returnLeads({ id: order.id, leadIds: chosen, reason: reason!, note }),
    onSuccess: async () => {
      await refresh();
      toast.success(
        `${leadsText(chosen.length)} returned`,
        `The seller has ${returnLimits.answerDays} days to object.`,
      );
      onDone();
    },
  });
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack gap="sm">
        <FormProblem>{send.error && messageOf(send.error)}</FormProblem>
        <Select
          label="Why they go back"
          placeholder="Choose what is wrong"
          allowDeselect={false}
          data={reasons}
          value={reason}
          onChange={(value) => {
            setReason(value as DisputeReason | null);
            send.reset();
          }}
        />
        <Textarea
          label="How you know"
          autosize
          minRows={2}
          maxLength={marketLimits.reason}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!reason} loading={send.isPending}>
            Return {leadsText(chosen.length)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
