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
const atOnce = 10;

/** Looks at a standing order itself: the platform's copy says how it was a moment ago. As the buyer's tenant. */
async function ableToPay(
  standingOrderId: string,
  pinged: Pinged,
): Promise<Omit<Bidder, 'buyerTenantId'> | undefined> {
  const [order, budget, today, standing, account] = await Promise.all([
    findStandingOrder(standingOrderId),
    findBudget(standingOrderId),
    localDay(),
    ownStanding(),
    accountOf(buyerOwner(tenantOf())),
  ]);
  if (order?.status !== 'active' || standing !== 'active' || !wantsPinged(order, pinged)) return undefined;
  const left = leftOf(budget, order, today);
  const canPay = left.leads >= 1 && left.cents >= order.bidCents && account.balance >= order.bidCents;
  return canPay ? { order, today } : undefined;
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
 * Standing orders of other workspaces that bid for a lead and can pay for it, the best price first.
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
  const found: Bidder[] = [];
  for await (const page of wantsByBid()) {
    const wanting = page.filter(mayBuy);
    for (let first = 0; first < wanting.length; first += atOnce) {
      const bidders = await Promise.all(
        wanting.slice(first, first + atOnce).map(async ({ standingOrderId, buyerTenantId }) => {
          const able = await asSystem(buyerTenantId, 'marketplace', () => ableToPay(standingOrderId, pinged));
          return able && { ...able, buyerTenantId };
        }),
      );
      found.push(...bidders.filter((one) => one !== undefined));
      if (found.length >= most || Date.now() > end) break;
    }
    if (found.length >= most || Date.now() > end) break;
  }
  // A standing order may have been changed since the platform's copy was written.
  return found.sort((a, b) => b.order.bidCents - a.order.bidCents).slice(0, most);
}
