import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { marketLimits } from '#shared/model/market.ts';
import { bookOrder } from './books.ts';
import { freeBudget } from './budget-freed.ts';
import { recountCertificates } from './certificates/counts.ts';
import { deliverWaiting } from './deliver.ts';
import {
  findPurchase,
  findSoldOrder,
  followingPurchase,
  replaceSoldOrder,
  type SoldOrder,
  settledWrite,
} from './order-store.ts';
import { register } from './quality.ts';
import { bookReturns, closeOverdueReturns, returnsDueAt } from './return-work.ts';

const dayMs = 86_400_000;

/** When the days for a dispute are over; ms. */
export const disputableUntil = (completedAt: string): number =>
  Date.parse(completedAt) + marketLimits.disputeDays * dayMs;

/** Lets the money of an order that stands undisputed go to its seller, when the days for that are over. */
const released = (orderId: string): Promise<SoldOrder | undefined> =>
  retryOnConflict(async () => {
    const sale = await findSoldOrder(orderId);
    // What may still go back is not the seller's yet.
    if (sale?.status !== 'completed' || sale.releasedAt || sale.returnsOpen > 0) return sale;
    if (clock.now() < disputableUntil(sale.completedAt!)) return sale;
    const after = { ...sale, releasedAt: clock.iso() };
    await commit(replaceSoldOrder(sale, after));
    return findSoldOrder(orderId);
  });

/**
 * Brings the buyer's record of an order to the state of the seller's; nothing where it is further. What a standing order has
 * back of it is free in its budget.
 * @param returned the hand-overs that went back
 */
async function tellBuyer(sale: SoldOrder, returned: readonly string[]): Promise<void> {
  const sellerTenantId = tenantOf();
  const { buyerTenantId, commissionPercent: _, day: _day, open: _open, version, ...common } = sale;
  await asSystem(buyerTenantId, 'marketplace', async () => {
    const purchase = await findPurchase(sale.orderId);
    if (!purchase) throw new Error(`The buyer has no order ${sale.orderId}.`);
    const { userId, requestId, standing } = purchase;
    const own = { sellerTenantId, userId, requestId, standing };
    // The buyer's begins with a state of its own, before the seller's.
    await accepted(writeOne(followingPurchase({ ...common, ...own, version: version + 1 })));
    await freeBudget({ ...common, ...own, version }, returned);
  });
}

/** When an order is to be looked at again if nothing happens to it. */
async function nextLook(sale: SoldOrder): Promise<number | undefined> {
  const isHeld = sale.status === 'completed' && !sale.releasedAt;
  const end = isHeld ? disputableUntil(sale.completedAt!) : undefined;
  const answers = await returnsDueAt(sale);
  // Money whose days are over waits for returns alone.
  const times = [sale.returnsOpen > 0 && end! <= clock.now() ? undefined : end, answers];
  const due = times.filter((time) => time !== undefined);
  return due.length > 0 ? Math.min(...due) : undefined;
}

/**
 * Does whatever follows from the state of an order, as the seller's tenant: leads that wait are delivered, money is
 * booked, the buyer is told. Everything in it bears being done twice, at once, and a kill at any point; the sweeper
 * calls it for orders whose change was not settled at once. Answers when the order is to be looked at again.
 */
export async function settle(orderId: string): Promise<NextLook> {
  const isDelivered = await deliverWaiting(orderId);
  await closeOverdueReturns(orderId);
  await recountCertificates(orderId);
  const sale = await released(orderId);
  if (!sale) return undefined;
  await bookOrder(sale);
  await tellBuyer(sale, await bookReturns(sale));
  await register(sale, tenantOf());
  const next = isDelivered ? await nextLook(sale) : clock.now();
  await accepted(writeOne(settledWrite(sale, next)));
  return next;
}

export const marketOrderWork: DueWork = { look: settle, earlier: async () => [] };
