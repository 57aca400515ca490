import { Text } from '@mantine/core';
import { failedOf } from '#shared/model/certificate.ts';
import type { Order } from '#shared/model/market.ts';
import { api } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { momentText } from '../shared/words.ts';
import { ComplaintForm } from './ComplaintForm.tsx';

/** Says what is wrong with leads that have arrived, while the days for it run. */
export function DisputeForm({ order }: { order: Order }) {
  const until = order.disputableUntil;
  const may = useMay()('marketplace.buy');
  const isInTime = order.status === 'fulfilling' || (until !== null && Date.parse(until) > Date.now());
  if (!may || order.delivered === 0 || !isInTime) return null;
  return (
    <ComplaintForm
      reasonLabel="Reason"
      noteLabel="Which leads, and how you know"
      isPossible={(reason) => reason !== 'certificate' || failedOf(order.certificates) > 0}
      action="Dispute the order"
      variant="default"
      send={(complaint) => api.marketplace.dispute({ id: order.id, ...complaint })}
      sent={['The order is disputed', 'Whoever runs this platform decides it.']}
    >
      <Text fw={600}>Is something wrong with these leads?</Text>
      <Text size="sm" c="dimmed">
        You may dispute the order until {until ? momentText(until) : 'some days after the last has arrived'}.
        Whoever runs this platform decides whether you get the money back.
      </Text>
    </ComplaintForm>
  );
}
