import { asSystem, onBehalfOf, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { ownStanding, find as ownTenant } from '#functions/tenants/api.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { dateAfter, instantOf } from '#shared/model/zone-time.ts';
import { budgetDay, findBudget, leftOf, withDecision } from './budget.ts';
import { type Offer, shownOffers } from './listing-store.ts';
import { quantityOf, wantsListing } from './matching.ts';
import { findPurchase } from './order-store.ts';
import { orderOfRequest, purchaseListing } from './purchase.ts';
import { localDay, refusalNow } from './reserve.ts';
import { leftToday } from './rules.ts';
import { publishStandingOrder } from './standing-orders.ts';
import {
  type Buy,
  buysSince,
  decideBuy,
  findStandingOrder,
  forgetBuy,
  insertBuy,
  type StoredStandingOrder,
} from './standing-store.ts';

/*
 * A standing order buys of listings by itself, once a day of each. The steps, each of which is decided once:
 *
 *   1 what is bought of the listing today, with its part of the budget     one transaction in the buyer's tenant
 *   2 the order, by the request that the day and the listing name          as anybody's purchase (purchase.ts)
 *   3 the part is spent, or free again                                     one transaction
 *
 * Whoever is killed leaves a part that is held; the next look goes on with it before it looks for anything new.
 */

/** What one look may take; the sweeper gives it 20 s. */
const lookMs = 10_000;
/** Days back in which something may have been left half done; the table keeps what was decided for longer. */
const backDays = 14;
const keptSeconds = 30 * 86_400;
/** A workspace from which nothing may leave is asked again after so long; ms. */
const laterMs = 3_600_000;

const requestOf = ({ standingOrderId, listingId, day }: Buy): string =>
  `standing-${standingOrderId}-${listingId}-${day}`;

const heldBy = ({ standingOrderId, day, quantity, priceCents }: Buy) => ({
  standingOrderId,
  day,
  cents: quantity * priceCents,
  leads: quantity,
});

/** Buys what is held, or gives its part of the budget back. @throws where that cannot be said yet */
async function buy(order: Pick<StoredStandingOrder, 'userId' | 'username'>, held: Buy): Promise<void> {
  const { listingId: id, quantity, priceCents, standingOrderId, day } = held;
  const requestId = requestOf(held);
  try {
    await onBehalfOf(
      { userId: order.userId, username: order.username, role: 'admin' },
      'standing order',
      () => purchaseListing({ id, quantity, priceCents, requestId }, { standingOrderId, day }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'busy') throw error;
    log.info('A standing order could not buy.', { listingId: id, code: error.code });
  }
  const purchase = await findPurchase(orderOfRequest(requestId));
  if (purchase?.status === 'placing') throw new Error(`Order ${purchase.orderId} is still being placed.`);
  if (purchase && !purchase.refusal)
    await withDecision(heldBy(held), decideBuy(held, 'bought'), { end: 'spend' });
  // Its request is used up where an order was made; where none was, it may be tried again today.
  else
    await withDecision(heldBy(held), purchase ? decideBuy(held, 'refused') : forgetBuy(held), {
      end: 'release',
    });
}

/** Sets aside what of a listing can be bought today; undefined where it is nothing. */
async function hold(order: StoredStandingOrder, offer: Offer, today: string): Promise<Buy | undefined> {
  const { standingOrderId } = order;
  const { listingId, sellerTenantId, priceCents } = offer;
  const budget = await findBudget(standingOrderId);
  const wanted = { quantity: 1, priceCents };
  const { listing, refusal, day } = await asSystem(sellerTenantId, 'marketplace', async () => ({
    ...(await refusalNow(listingId, wanted)),
    day: await localDay(),
  }));
  if (!listing || refusal) return undefined;
  const onOffer = Math.min(listing.leadCount, leftToday(listing, day));
  const quantity = quantityOf(onOffer, priceCents, leftOf(budget, order, today));
  if (quantity < 1) return undefined;
  const held: Buy = {
    standingOrderId,
    listingId,
    quantity,
    priceCents,
    day: budgetDay(budget, today),
    state: 'held',
    expiresAt: clock.seconds() + keptSeconds,
  };
  const isHeld = await withDecision(heldBy(held), insertBuy(held), { hold: order });
  return isHeld ? held : undefined;
}

/** Buys of the listings that fit, the cheapest first. Answers whether it came to the end of them. */
async function buyOfListings(order: StoredStandingOrder, today: string, done: ReadonlySet<string>) {
  const end = Date.now() + lookMs;
  const own = tenantOf();
  const { offers } = await shownOffers();
  const fitting = offers
    .filter((offer) => offer.sellerTenantId !== own && wantsListing(order, offer))
    .filter(({ listingId }) => !done.has(listingId))
    .sort((a, b) => a.priceCents - b.priceCents);
  for (const offer of fitting) {
    if (Date.now() > end) return false;
    const left = leftOf(await findBudget(order.standingOrderId), order, today);
    if (left.leads < 1 || left.cents < offer.priceCents) return true;
    const held = await hold(order, offer, today);
    if (held) await buy(order, held);
  }
  return true;
}

/** When the day after a day begins in the actor's tenant; ms. */
async function nextDay(today: string): Promise<number> {
  const zone = (await ownTenant())?.timeZone ?? defaultTimeZone;
  return instantOf(zone, dateAfter(today, 1), 0);
}

async function look(standingOrderId: string): Promise<NextLook> {
  const order = await findStandingOrder(standingOrderId);
  if (!order) return undefined;
  await publishStandingOrder(order);
  const today = await localDay();
  const buys = await buysSince(standingOrderId, dateAfter(today, -backDays));
  for (const one of buys) if (one.state === 'held') await buy(order, one);
  if (order.status !== 'active') return undefined;
  if ((await ownStanding()) !== 'active') return clock.now() + laterMs;
  const day = budgetDay(await findBudget(standingOrderId), today);
  const done = buys.filter((one) => one.day === day).map(({ listingId }) => listingId);
  return (await buyOfListings(order, today, new Set(done))) ? nextDay(today) : clock.now();
}

/** Looks after one standing order: when it was changed, a listing that it wants was, or a new day has begun. */
export const marketStandingOrderWork: DueWork = { look, earlier: async () => [] };
