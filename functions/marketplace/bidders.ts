import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { ownStanding } from '#functions/tenants/api.ts';
import { buyerOwner } from './books.ts';
import { accountOf } from './books-store.ts';
import { findBudget, leftOf } from './budget.ts';
import { soldBefore } from './handover.ts';
import { type Pinged, wantsPinged } from './matching.ts';
import { findSold, type SoldPerson } from './order-store.ts';
import { localDay } from './reserve.ts';
import { findStandingOrder, type StoredStandingOrder, type Want, wantsByBid } from './standing-store.ts';

/** A standing order that can pay for a lead now. */
export interface Bidder {
  order: StoredStandingOrder;
  buyerTenantId: number;
  /** The day it is at the buyer's. */
  today: string;
}

/** A ping is answered within a second: after so long no further bidders are looked for; ms. */
const patienceMs = 600;
const atOnce = 16;

/** What decides of a buyer whether any of their standing orders bids. */
interface Buyer {
  today: string;
  /** US cents that can be spent; none where the workspace may buy nothing. */
  balance: number;
}

async function buyerNow(): Promise<Buyer> {
  const [today, standing, { balance }] = await Promise.all([
    localDay(),
    ownStanding(),
    accountOf(buyerOwner(tenantOf())),
  ]);
  return { today, balance: standing === 'active' ? balance : 0 };
}

/** Looks at a standing order itself: the platform's copy says how it was a moment ago. As the buyer's tenant. */
async function ableToPay(
  { standingOrderId, bidCents }: Want,
  { today, balance }: Buyer,
  pinged: Pinged,
): Promise<StoredStandingOrder | undefined> {
  if (balance < bidCents) return undefined;
  const [order, budget] = await Promise.all([
    findStandingOrder(standingOrderId),
    findBudget(standingOrderId),
  ]);
  if (order?.status !== 'active' || !wantsPinged(order, pinged)) return undefined;
  const left = leftOf(budget, order, today);
  return left.leads >= 1 && left.cents >= order.bidCents && balance >= order.bidCents ? order : undefined;
}

/** To whom a shop has sold the person whose hashes a ping gives, as far as it gives them; hexadecimal. */
export const soldMarks = (
  providerId: string,
  hashes: readonly (string | undefined)[],
): Promise<(SoldPerson | undefined)[]> =>
  Promise.all(
    hashes
      .filter((hash) => hash !== undefined)
      .map((hash) => findSold(providerId, Buffer.from(hash, 'hex').toString('base64url'))),
  );

/**
 * The standing orders of other workspaces that bid for a lead and can pay for it, one of each, the best price first.
 * @param most how many are looked for
 */
export async function biddersFor(
  pinged: Pinged,
  marks: readonly (SoldPerson | undefined)[],
  most: number,
): Promise<Bidder[]> {
  const end = Date.now() + patienceMs;
  const seller = tenantOf();
  const exclusivity = pinged.exclusive ? 'exclusive' : 'shared';
  const mayBuy = (want: Want) =>
    want.buyerTenantId !== seller &&
    wantsPinged(want, pinged) &&
    !soldBefore({ exclusivity, buyerTenantId: want.buyerTenantId }, marks);
  // Once for all standing orders of one: who cannot pay keeps nobody from those behind them.
  const buyers = new Map<number, Promise<Buyer>>();
  const buyerOf = (tenantId: number): Promise<Buyer> => {
    const known = buyers.get(tenantId) ?? asSystem(tenantId, 'marketplace', buyerNow);
    buyers.set(tenantId, known);
    return known;
  };
  const bidderOf = async (want: Want): Promise<Bidder | undefined> => {
    const { buyerTenantId } = want;
    const buyer = await buyerOf(buyerTenantId);
    const order = await asSystem(buyerTenantId, 'marketplace', () => ableToPay(want, buyer, pinged));
    return order && { order, buyerTenantId, today: buyer.today };
  };
  // The best of each buyer: who does not take a lead by one standing order does not by another.
  const found = new Map<number, Bidder>();
  const isNew = ({ buyerTenantId }: { buyerTenantId: number }): boolean => !found.has(buyerTenantId);
  search: for await (const page of wantsByBid()) {
    let waiting = page.filter((want) => mayBuy(want) && isNew(want));
    while (waiting.length > 0) {
      for (const one of await Promise.all(waiting.slice(0, atOnce).map(bidderOf)))
        if (one && isNew(one)) found.set(one.buyerTenantId, one);
      if (found.size >= most || Date.now() > end) break search;
      waiting = waiting.slice(atOnce).filter(isNew);
    }
  }
  // A standing order may have been changed since the platform's copy was written.
  return [...found.values()].sort((a, b) => b.order.bidCents - a.order.bidCents).slice(0, most);
}
