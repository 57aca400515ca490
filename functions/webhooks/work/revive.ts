import { tenantOf } from '#functions/kernel/actor.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { earlierDeliveries, findDelivery, ofDueId, takeForgotten } from '../inbound/delivery-store.ts';
import { giveUp, isKept } from './deliver.ts';

/** After so many times, some seven hours, it is not its message that was lost. */
const times = 10;
/** A delivery of a tenant for whom nothing is worked is looked at again after so long; ms. */
const keptMs = 15 * 60_000;

/**
 * The sweeper's part: a delivery that nobody has worked since two minutes, because the message that brings it to the
 * worker was lost or the worker died with it. Worked twice, a delivery makes its leads once.
 */
export const webhookDeliveryWork = jobWork({
  find: (id) => {
    const { webhookId, deliveryId } = ofDueId(id);
    return findDelivery(webhookId, deliveryId);
  },
  isOpen: ({ lookAt, status }) => Boolean(lookAt) && status === 'received',
  quietAt: ({ lookAt }) => Date.parse(lookAt!),
  revive: async (delivery) => {
    // It stays forgotten, and is not given up for it.
    if (await isKept()) return undefined;
    const { webhookId, deliveryId, requeued = 0 } = delivery;
    if (requeued >= times) {
      await giveUp(webhookId, deliveryId);
      return undefined;
    }
    const next = await takeForgotten(delivery);
    if (next)
      await send('HOOKS', tenantOf(), {
        type: 'webhook.delivery.accepted',
        data: { webhookId, deliveryId },
      });
    return next;
  },
  againMs: keptMs,
  earlier: earlierDeliveries,
});
