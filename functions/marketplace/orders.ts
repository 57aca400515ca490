import { asSystem } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { pageThat, type Read } from '#functions/kernel/paging.ts';
import type { Order, OrderStatus } from '#shared/model/market.ts';
import { returnableOf } from '#shared/model/market-returns.ts';
import { commissionOf, totalOf } from './books.ts';
import { soldByActor } from './fulfil.ts';
import {
  findPurchase,
  findRegistered,
  findSoldOrder,
  onPlatform,
  queryPurchases,
  queryRegistered,
  querySoldOrders,
  type RegisteredOrder,
  type SoldOrder,
  type StoredPurchase,
} from './order-store.ts';
import { isReturnable } from './return-rules.ts';
import { disputableUntil } from './settle.ts';
import { isOperator, isVendor, ownShops } from './shops.ts';

const isSold = (of: SoldOrder | StoredPurchase): of is SoldOrder => 'buyerTenantId' in of;

export function viewOrder(of: SoldOrder | StoredPurchase): Order {
  const { orderId: id, completedAt, status, releasedAt: paidOutAt } = of;
  const { listingId, listingTitle, providerId, providerName, buyerName, quantity, priceCents } = of;
  const {
    exclusivity,
    sampleFields,
    certificate,
    certificates,
    delivered,
    known,
    handedOver,
    refusedAsKnown,
    reason,
    createdAt,
    returned,
    returnsOpen,
    version,
  } = of;
  const mayDispute = completedAt !== null && status === 'completed' && !paidOutAt;
  return {
    id,
    side: isSold(of) ? 'seller' : 'buyer',
    requestId: isSold(of) ? '' : of.requestId,
    listingId,
    listingTitle,
    providerId,
    providerName,
    buyerName,
    quantity,
    priceCents,
    totalCents: totalOf(of),
    commissionCents: isSold(of) ? commissionOf({ ...of, quantity: quantity - returned }) : null,
    exclusivity,
    sampleFields,
    certificate,
    certificates,
    status,
    delivered,
    known,
    handedOver,
    refusedAsKnown,
    returned,
    returnsOpen,
    returnable: isReturnable(of) ? Math.max(0, returnableOf(quantity) - returned - returnsOpen) : 0,
    creditedCents: returned * priceCents,
    reason,
    createdAt,
    completedAt,
    disputableUntil: mayDispute ? new Date(disputableUntil(completedAt)).toISOString() : null,
    paidOutAt,
    version,
  };
}

const soldOrderOf = ({ sellerTenantId, orderId }: RegisteredOrder) =>
  asSystem(sellerTenantId, 'marketplace', () => findSoldOrder(orderId));

/** An order that the actor's workspace bought, or that the actor sells; for the operator any. @throws 404 */
export async function getOrder(id: string): Promise<Order> {
  const bought = isVendor() ? undefined : await findPurchase(id);
  if (bought) return viewOrder(bought);
  const sold = await soldByActor(id);
  if (sold) return viewOrder(sold);
  const registered = isOperator() ? await findRegistered(id) : undefined;
  const sale = registered && (await soldOrderOf(registered));
  if (!sale) throw notFound('The order');
  return viewOrder(sale);
}

interface Wanted {
  side?: 'sold' | 'bought' | undefined;
  status?: OrderStatus | undefined;
  returns?: 'open' | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Orders newest first: those sold in one's shops, those that the workspace bought, or for the operator all. */
export async function listOrders(wanted: Wanted): Promise<{ orders: Order[]; nextCursor: string | null }> {
  const { status, returns, side = isVendor() ? 'sold' : 'bought' } = wanted;
  const has = (one: { status: OrderStatus; returnsOpen: number }) =>
    (status === undefined || one.status === status) && (returns === undefined || one.returnsOpen > 0);
  if (isOperator()) {
    const { found, nextCursor } = await onMarket(has, wanted);
    return { orders: found.map(viewOrder), nextCursor };
  }
  if (side === 'bought' && !isVendor()) {
    const read: Read<StoredPurchase> = (options) => queryPurchases().go({ ...options, order: 'desc' });
    const { found, nextCursor } = await pageThat(read, has, wanted);
    return { orders: found.map(viewOrder), nextCursor };
  }
  const own = new Set((await ownShops()).map(({ providerId }) => providerId));
  const read: Read<SoldOrder> = (options) => querySoldOrders().go({ ...options, order: 'desc' });
  const passes = (sale: SoldOrder) => own.has(sale.providerId) && isDecided(sale) && has(sale);
  const { found, nextCursor } = await pageThat(read, passes, wanted);
  return { orders: found.map(viewOrder), nextCursor };
}

/** What was refused as it was placed is no order to its seller. */
const isDecided = ({ refusal }: SoldOrder): boolean => refusal === '';

async function onMarket(has: (one: RegisteredOrder) => boolean, wanted: Wanted) {
  const read: Read<RegisteredOrder> = async (options) => queryRegistered().go({ ...options, order: 'desc' });
  const { found, nextCursor } = await onPlatform(() => pageThat(read, has, wanted));
  const sales = await Promise.all(found.map(soldOrderOf));
  return { found: sales.filter((sale) => sale !== undefined), nextCursor };
}
