import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failedOf } from '#shared/model/certificate.ts';
import { type DisputeReason, disputeReasons, marketLimits, type Order } from '#shared/model/market.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { momentText } from '../shared/words.ts';

/** What can be wrong; certificates only where some of this order have failed. */
const reasonsFor = ({ certificates }: Order) =>
  Object.entries(disputeReasons)
    .filter(([value]) => value !== 'certificate' || failedOf(certificates) > 0)
    .map(([value, label]) => ({ value, label }));

/** Says what is wrong with leads that have arrived, while the days for it run. */
export function DisputeForm({ order }: { order: Order }) {
  const refresh = useRefresh(query.marketplace);
  const [reason, setReason] = useState<DisputeReason | null>(null);
  const [note, setNote] = useState('');
  const send = useMutation({
    mutationFn: () => api.marketplace.dispute({ id: order.id, reason: reason!, note }),
    onSuccess: async () => {
      await refresh();
      toast.success('The order is disputed', 'Whoever runs this platform decides it.');
    },
  });
  const until = order.disputableUntil;
  const may = useMay()('marketplace.buy');
  const isInTime = order.status === 'fulfilling' || (until !== null && Date.parse(until) > Date.now());
  if (!may || order.delivered === 0 || !isInTime) return null;
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack gap="md">
        <Text fw={600}>Is something wrong with these leads?</Text>
        <Text size="sm" c="dimmed">
          You may dispute the order until {until ? momentText(until) : 'some days after the last has arrived'}
          . Whoever runs this platform decides whether you get the money back.
        </Text>
        <FormProblem>{send.error && messageOf(send.error)}</FormProblem>
        <Select
          label="Reason"
          placeholder="Choose what is wrong"
          allowDeselect={false}
          data={reasonsFor(order)}
          value={reason}
          onChange={(value) => setReason(value as DisputeReason | null)}
        />
        <Textarea
          label="Which leads, and how you know"
          autosize
          minRows={2}
          maxLength={marketLimits.reason}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={!reason} loading={send.isPending}>
            Dispute the order
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
