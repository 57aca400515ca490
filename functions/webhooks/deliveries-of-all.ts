import { encodeTime } from 'ulid';
import { deliveriesBelow, type ListedDelivery } from './inbound/delivery-store.ts';
import { allWebhooks } from './store.ts';

/** Ids begin with their time: the place of an instant among them. */
export const placeAt = (iso: string): string => `dlv_${encodeTime(Math.max(0, Date.parse(iso)), 10)}`;

interface Place {
  webhookId: string;
  before: string;
}

/**
 * Deliveries of every webhook that came from one instant on and before another, one webhook after another, the newest
 * first, for who counts them. A page is of one webhook.
 * @param place an earlier answer's `next`; null at the beginning
 */
export async function deliveriesOfAll(
  { from, before }: { from: string; before: string },
  place: Place | null,
  limit: number,
): Promise<{ deliveries: ListedDelivery[]; next: Place | null }> {
  const ids = (await allWebhooks()).map(({ webhookId }) => webhookId).sort();
  const webhookId = place?.webhookId ?? ids[0];
  if (webhookId === undefined) return { deliveries: [], next: null };
  const start = placeAt(from);
  const found = await deliveriesBelow(
    webhookId,
    { before: place?.before || placeAt(before), from: start },
    limit,
  );
  const deliveries = found.filter(({ deliveryId }) => deliveryId >= start);
  if (found.length === limit) return { deliveries, next: { webhookId, before: found.at(-1)!.deliveryId } };
  const following = ids.find((id) => id > webhookId);
  return { deliveries, next: following ? { webhookId: following, before: '' } : null };
}
