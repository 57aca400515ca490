import { tenantOf } from '#functions/kernel/actor.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { badRequest, changedSinceOpened, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import {
  type Listing,
  type ListingFields,
  type ListingStatus,
  marketLimits,
  type ShopQuality,
} from '#shared/model/market.ts';
import {
  findListing,
  findOffer,
  followingOffer,
  insertListing,
  type Offer,
  ownListings,
  publishedWrite,
  replaceListing,
  type StoredListing,
} from './listing-store.ts';
import { onPlatform } from './order-store.ts';
import { qualities } from './quality.ts';
import { statusWith } from './rules.ts';
import { findShop, type StoredShop } from './shop-store.ts';
import { ownShop, ownShops, sellsIn } from './shops.ts';
import { wakeStandingOrders } from './wake.ts';

const listingChanged = changedSinceOpened('listing');

/** @param soldCount null for who does not sell it @param quality of its shop */
export function viewOf(
  of: Omit<StoredListing, 'soldCount' | 'capDay' | 'capSold'>,
  soldCount: number | null,
  isOwn: boolean,
  quality: ShopQuality | null,
): Listing {
  const { listingId: id, ...rest } = of;
  const { providerId, providerName, title, description, category, priceCents, leadCount } = rest;
  const { dailyCap, sampleFields, exclusivity, certificate, status, createdAt, updatedAt, version } = rest;
  return {
    id,
    providerId,
    providerName,
    title,
    description,
    category,
    priceCents,
    leadCount,
    dailyCap,
    sampleFields,
    exclusivity,
    certificate,
    status,
    createdAt,
    updatedAt,
    version,
    currency: 'USD',
    soldCount,
    quality,
    isOwn,
  };
}

/** Has the market show a listing of the actor's tenant as it is now. It bears being done twice and at once. */
async function publish(listing: StoredListing): Promise<void> {
  const { soldCount: _, capDay: _day, capSold: _sold, ...offered } = listing;
  const shown = listing.status === 'active' ? 'shown' : '';
  const offer: Offer = { ...offered, sellerTenantId: tenantOf(), shown };
  await onPlatform(() => accepted(writeOne(followingOffer(offer))));
  // Before it counts as published, so that a kill in between has them woken again.
  if (shown) await wakeStandingOrders(offer);
  await accepted(writeOne(publishedWrite(listing)));
}

/** The same by its id. */
export async function publishNow(listingId: string): Promise<void> {
  const listing = await findListing(listingId);
  if (listing) await publish(listing);
}

/** Publishes what was changed by somebody who did not come so far. */
export const marketListingWork: DueWork = {
  look: async (listingId) => {
    await publishNow(listingId);
    return undefined;
  },
  earlier: async () => [],
};

/** The shop in which the actor offers something; where there is one alone it need not be named. @throws 400, 404 */
export async function shopToSellIn(providerId: string | undefined): Promise<StoredShop> {
  if (providerId) return ownShop(providerId);
  const [shop, another] = await ownShops();
  if (!shop)
    throw badRequest('There is no shop to sell in. An admin opens one for you.', { field: 'providerId' });
  if (another) throw badRequest('Please choose the shop.', { field: 'providerId' });
  return shop;
}

interface NewListing extends ListingFields {
  providerId?: string | undefined;
  status: 'draft' | 'active';
}

/** @throws 400, 404, 409 */
export const createListing = async ({ providerId, ...fields }: NewListing): Promise<Listing> =>
  addListing(await shopToSellIn(providerId), fields);

/** Offers something in a shop of the actor's tenant. @throws 409 'too_many_listings' */
export async function addListing(
  shop: StoredShop,
  fields: ListingFields & { status: 'draft' | 'active' },
): Promise<Listing> {
  if ((await ownListings()).length >= marketLimits.listings)
    throw conflict(
      `A workspace has at most ${marketLimits.listings} listings.`,
      undefined,
      'too_many_listings',
    );
  const now = clock.iso();
  const listing: StoredListing = {
    ...fields,
    listingId: newId('mls'),
    providerId: shop.providerId,
    providerName: shop.name,
    status: statusWith(fields.status, fields.leadCount),
    soldCount: 0,
    capDay: '',
    capSold: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await commit(insertListing(listing));
  await publish(listing);
  return viewOf(listing, 0, true, (await qualities())(listing.providerId));
}

/** A listing of the actor's tenant in whose shop they sell; undefined for any other. */
export async function soldHere(listingId: string): Promise<StoredListing | undefined> {
  const listing = await findListing(listingId);
  const shop = listing && (await findShop(listing.providerId));
  return shop && sellsIn(shop) ? listing : undefined;
}

type ListingChanges = { [K in keyof ListingFields]?: ListingFields[K] | undefined } & {
  status?: Exclude<ListingStatus, 'sold_out'> | undefined;
};

/** @throws 404, 409 */
export async function changeListing(
  listingId: string,
  changes: ListingChanges,
  version: number | undefined,
): Promise<Listing> {
  const { after } = await changeVersioned({
    read: async () => {
      const listing = await soldHere(listingId);
      if (!listing) throw notFound('The listing');
      return listing;
    },
    change: (before) => {
      const wanted = { ...before, ...givenOf(changes) };
      return { ...givenOf(changes), status: statusWith(wanted.status, wanted.leadCount) };
    },
    write: (before, after) => commit(replaceListing(before, after, listingChanged)),
    changedSince: listingChanged,
    version,
  });
  await publish(after);
  return viewOf(after, after.soldCount, true, (await qualities())(after.providerId));
}

/** A listing that one sells, or that is on offer. @throws 404 */
export async function getListing(listingId: string, sellsOnly: boolean): Promise<Listing> {
  const own = await soldHere(listingId);
  const qualityOf = await qualities();
  if (own) return viewOf(own, own.soldCount, true, qualityOf(own.providerId));
  const offer = sellsOnly ? undefined : await findOffer(listingId);
  const shop = offer?.shown && (await findShop(offer.providerId));
  if (!offer || !shop || shop.status !== 'active') throw notFound('The listing');
  return viewOf(offer, null, offer.sellerTenantId === tenantOf(), qualityOf(offer.providerId));
}
