import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
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
export const webhookDeliveryWork: DueWork = {
  async look(id) {
    const { webhookId, deliveryId } = ofDueId(id);
    const delivery = await findDelivery(webhookId, deliveryId);
    if (!delivery?.lookAt || delivery.status !== 'received') return undefined;
    if (delivery.lookAt > clock.iso()) return delivery.lookAt;
    // It stays forgotten, and is not given up for it.
    if (await isKept()) return clock.now() + keptMs;
    if ((delivery.requeued ?? 0) >= times) {
      await giveUp(webhookId, deliveryId);
      return undefined;
    }
    const next = await takeForgotten(delivery);
    if (next)
      await send('HOOKS', tenantOf(), {
        type: 'webhook.delivery.accepted',
        data: { webhookId, deliveryId },
      });
    return next ?? clock.now() + keptMs;
  },
  earlier: earlierDeliveries,
};
