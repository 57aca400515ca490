import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { marketLimits } from '#shared/model/market.ts';
import { bookOrder } from './books.ts';
import { recountCertificates } from './certificates/counts.ts';
import { deliverWaiting } from './deliver.ts';
import {
  findPurchase,
  findSoldOrder,
  followingPurchase,
  onPlatform,
  registerOrder,
  replaceSoldOrder,
  type SoldOrder,
  settledWrite,
} from './order-store.ts';

const dayMs = 86_400_000;

/** When the days for a dispute are over; ms. */
export const disputableUntil = (completedAt: string): number =>
  Date.parse(completedAt) + marketLimits.disputeDays * dayMs;

/** Lets the money of an order that stands undisputed go to its seller, when the days for that are over. */
const released = (orderId: string): Promise<SoldOrder | undefined> =>
  retryOnConflict(async () => {
    const sale = await findSoldOrder(orderId);
    if (sale?.status !== 'completed' || sale.releasedAt) return sale;
    if (clock.now() < disputableUntil(sale.completedAt!)) return sale;
    const after = { ...sale, releasedAt: clock.iso() };
    await commit(replaceSoldOrder(sale, after));
    return findSoldOrder(orderId);
  });

/** Brings the buyer's record of an order to the state of the seller's; nothing where it is further. */
async function tellBuyer(sale: SoldOrder): Promise<void> {
  const sellerTenantId = tenantOf();
  const { buyerTenantId, commissionPercent: _, day: _day, open: _open, version, ...common } = sale;
  await asSystem(buyerTenantId, 'marketplace', async () => {
    const purchase = await findPurchase(sale.orderId);
    if (!purchase) throw new Error(`The buyer has no order ${sale.orderId}.`);
    const { userId } = purchase;
    // The buyer's begins with a state of its own, before the seller's.
    await accepted(writeOne(followingPurchase({ ...common, sellerTenantId, userId, version: version + 1 })));
  });
}

const register = (
  { orderId, buyerTenantId, status, createdAt, version }: SoldOrder,
  sellerTenantId: number,
) =>
  onPlatform(() =>
    accepted(writeOne(registerOrder({ orderId, sellerTenantId, buyerTenantId, status, createdAt, version }))),
  );

/**
 * Does whatever follows from the state of an order, as the seller's tenant: leads that wait are delivered, money is
 * booked, the buyer is told. Everything in it bears being done twice, at once, and a kill at any point; the sweeper
 * calls it for orders whose change was not settled at once. Answers when the order is to be looked at again.
 */
export async function settle(orderId: string): Promise<NextLook> {
  const isDelivered = await deliverWaiting(orderId);
  await recountCertificates(orderId);
  const sale = await released(orderId);
  if (!sale) return undefined;
  await bookOrder(sale);
  await tellBuyer(sale);
  await register(sale, tenantOf());
  const isHeld = sale.status === 'completed' && !sale.releasedAt;
  const next = isDelivered ? (isHeld ? disputableUntil(sale.completedAt!) : undefined) : clock.now();
  await accepted(writeOne(settledWrite(sale, next)));
  return next;
}

export const marketOrderWork: DueWork = { look: settle, earlier: async () => [] };
