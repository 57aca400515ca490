import { tenantOf } from '#functions/kernel/actor.ts';
import { send } from '#functions/kernel/queue.ts';
import { forgottenDeliveries, takeForgotten } from '../inbound/delivery-store.ts';
import { giveUp, isKept } from './deliver.ts';

/** Deliveries of one look. */
const atOnce = 200;
/** After so many times, some seven hours, it is not its message that was lost. */
const times = 10;

/**
 * The sweeper's part: deliveries that nobody has worked since two minutes, because the message that brings them to the
 * worker was lost or the worker died with them. Worked twice, a delivery makes its leads once.
 * @returns how many were queued again
 */
export async function reviveDeliveries(): Promise<number> {
  let queued = 0;
  const forgotten = await forgottenDeliveries(atOnce);
  // They stay forgotten, and are not given up for it.
  if (forgotten.length === 0 || (await isKept())) return 0;
  for (const delivery of forgotten) {
    const { webhookId, deliveryId, requeued = 0 } = delivery;
    if (requeued >= times) await giveUp(webhookId, deliveryId);
    else if (await takeForgotten(delivery)) {
      await send('HOOKS', tenantOf(), {
        type: 'webhook.delivery.accepted',
        data: { webhookId, deliveryId },
      });
      queued++;
    }
  }
  return queued;
}
