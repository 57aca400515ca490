import { Stack, Text } from '@mantine/core';
import type { Order } from '#shared/model/market.ts';
import { returnableOf, returnLimits } from '#shared/model/market-returns.ts';
import { api } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { OrderLeads } from '../shared/OrderLeads.tsx';
import { leadsText } from '../shared/words.ts';
import { ComplaintForm } from './ComplaintForm.tsx';

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
        order.status === 'fulfilling' ? (
          <Text size="sm" c="dimmed" mt="md">
            Single leads can be given back once the last one has arrived.
          </Text>
        ) : (
          order.returnable > 0 && (
            <Stack gap="sm" mt="md">
              <Text size="sm" c="dimmed">
                Choose leads that are not what was sold to have their money back: at most {most} of these{' '}
                {order.quantity.toLocaleString('en-US')}. The seller has {returnLimits.answerDays} days to
                object; then whoever runs this platform decides.
              </Text>
              {chosen.length > 0 && (
                <ComplaintForm
                  reasonLabel="Why they go back"
                  noteLabel="How you know"
                  isPossible={() => true}
                  action={`Return ${leadsText(chosen.length)}`}
                  send={(complaint) =>
                    api.marketplace.returnLeads({ id: order.id, leadIds: chosen, ...complaint })
                  }
                  sent={[
                    `${leadsText(chosen.length)} returned`,
                    `The seller has ${returnLimits.answerDays} days to object.`,
                  ]}
                  onSent={clear}
                />
              )}
            </Stack>
          )
        )
      }
    </OrderLeads>
  );
}
