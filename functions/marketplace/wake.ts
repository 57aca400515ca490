import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import type { Offer } from './listing-store.ts';
import { wantsListing } from './matching.ts';
import { type Want, wakeWrite, wantsByBid } from './standing-store.ts';

const atOnce = 16;

const wake = ({ standingOrderId, buyerTenantId }: Want): Promise<boolean> =>
  asSystem(buyerTenantId, 'marketplace', () => accepted(writeOne(wakeWrite(standingOrderId, clock.now()))));

/**
 * Has the standing orders that want a listing look at it with the sweeper's next minute. Done twice it changes nothing:
 * what they buy of a listing on a day they buy once.
 */
export async function wakeStandingOrders(offer: Offer): Promise<void> {
  for await (const page of wantsByBid()) {
    const wanting = page.filter(
      (want) => want.buyerTenantId !== offer.sellerTenantId && wantsListing(want, offer),
    );
    for (let first = 0; first < wanting.length; first += atOnce)
      await Promise.all(wanting.slice(first, first + atOnce).map(wake));
    // Best bids come first: those behind them bid less than it costs.
    if ((page.at(-1)?.bidCents ?? 0) < offer.priceCents) return;
  }
}
