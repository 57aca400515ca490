import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { find as ownTenant } from '#functions/tenants/api.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { findListing, replaceListing } from './listing-store.ts';
import { findSoldOrder, insertSoldOrder, type SoldOrder, type StoredPurchase } from './order-store.ts';
import { afterOrder, notForSale, refusalOf } from './rules.ts';
import { findShop } from './shop-store.ts';

/** The day it is in the actor's tenant: 2026-11-27. */
export async function localDay(): Promise<string> {
  const tenant = await ownTenant();
  return localTime(tenant?.timeZone ?? defaultTimeZone, clock.now()).date;
}

/** Whether an order can be had, as the seller's tenant: for the look before anything is written. */
export async function refusalNow(listingId: string, wanted: { quantity: number; priceCents: number }) {
  const listing = await findListing(listingId);
  const shop = listing && (await findShop(listing.providerId));
  return { listing, shop, refusal: refusalOf(listing, shop?.status === 'active', wanted, await localDay()) };
}

/** The same of a pinged lead, which no listing holds: it is sold as long as its shop sells. */
async function refusalOfPinged({ providerId }: StoredPurchase) {
  const shop = await findShop(providerId);
  return { listing: undefined, shop, refusal: shop?.status === 'active' ? undefined : notForSale };
}

const firstState = {
  delivered: 0,
  known: 0,
  handedOver: 0,
  refusedAsKnown: 0,
  completedAt: null,
  releasedAt: null,
  version: 1,
};

/**
 * Decides an order whose money is set aside, as the seller's tenant: its leads are taken off the listing, or it is
 * cancelled with the reason. It is decided once, whoever asks and however often.
 */
export const reserve = (purchase: StoredPurchase, buyerTenantId: number): Promise<SoldOrder> =>
  retryOnConflict(
    async () => {
      const { orderId, listingId, quantity } = purchase;
      const there = await findSoldOrder(orderId);
      if (there) return there;
      const {
        sellerTenantId: _,
        userId: _user,
        requestId: _request,
        standing: _standing,
        ...common
      } = purchase;
      const { listing, shop, refusal } = purchase.pingId
        ? await refusalOfPinged(purchase)
        : await refusalNow(listingId, purchase);
      const day = await localDay();
      const sale = {
        ...common,
        ...firstState,
        buyerTenantId,
        day,
        commissionPercent: shop?.commissionPercent ?? 0,
        status: refusal ? ('cancelled' as const) : ('pending' as const),
        reason: refusal?.text ?? '',
        refusal: refusal?.code ?? '',
      };
      if (refusal || !listing) await commit(insertSoldOrder(sale));
      else await commit(insertSoldOrder(sale), replaceListing(listing, afterOrder(listing, quantity, day)));
      return (await findSoldOrder(orderId))!;
    },
    { pauseMs: 15, maxPauseMs: 300 },
  );
