import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import type { Listing, ListingStatus } from '#shared/model/market.ts';
import { ownListings, shownOffers } from './listing-store.ts';
import { viewOf } from './listings.ts';
import { qualities } from './quality.ts';
import { allShops } from './shop-store.ts';
import { ownShops } from './shops.ts';

interface Wanted {
  scope: 'market' | 'own';
  search?: string | undefined;
  category?: string | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  contactMin?: number | undefined;
  certificate?: boolean | undefined;
  status?: ListingStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

interface Found {
  listings: Listing[];
  /** Whether nothing older was left out. */
  isAll: boolean;
}

/** What is on offer in shops that may sell, newest first. */
async function onOffer(most?: number): Promise<Found> {
  const [{ offers, isAll }, shops, qualityOf] = await Promise.all([
    shownOffers(most),
    allShops(),
    qualities(),
  ]);
  const closed = new Set(
    shops.flatMap(({ status, providerId }) => (status === 'active' ? [] : [providerId])),
  );
  const listings = offers
    .filter(({ providerId }) => !closed.has(providerId))
    .map((offer) => viewOf(offer, null, offer.sellerTenantId === tenantOf(), qualityOf(offer.providerId)));
  return { listings, isAll };
}

/** What the actor sells, newest first. */
export async function offeredByActor(): Promise<Listing[]> {
  const [listings, shops, qualityOf] = await Promise.all([ownListings(), ownShops(), qualities()]);
  const own = new Set(shops.map(({ providerId }) => providerId));
  return listings
    .filter(({ providerId }) => own.has(providerId))
    .reverse()
    .map((listing) => viewOf(listing, listing.soldCount, true, qualityOf(listing.providerId)));
}

const { cursorOf, placeOf } = placeCursor(
  z.object({ createdAt: z.string().max(40), id: z.string().max(64) }),
);

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function fits(listing: Listing, wanted: Wanted): boolean {
  const { search, category, priceMin, priceMax, contactMin, certificate, status } = wanted;
  const { title, description, providerName, priceCents } = listing;
  const text = [title, description, listing.category, providerName].join('\n').toLowerCase();
  return (
    (!search || text.includes(search.toLowerCase())) &&
    (!category || sameText(category, listing.category)) &&
    (priceMin === undefined || priceCents >= priceMin) &&
    (priceMax === undefined || priceCents <= priceMax) &&
    (contactMin === undefined || (listing.quality?.contactRate ?? -1) * 100 >= contactMin) &&
    (!certificate || listing.certificate !== 'none') &&
    (status === undefined || listing.status === status)
  );
}

/** Categories as they are first written, by name. */
function categoriesOf(listings: readonly Listing[]): string[] {
  const byName = new Map(listings.map(({ category }) => [category.toLowerCase(), category]));
  return [...byName.values()].sort((a, b) => a.localeCompare(b));
}

/** How many listings are looked through, the newest ones, where there are more on offer; null where it is all of them. */
const searchedOf = ({ listings, isAll }: Found): number | null => (isAll ? null : listings.length);

/**
 * The categories of what is on offer, by name, and how much of it was looked through.
 * @param most how many of the market's are looked through, the newest ones
 */
export async function categoriesOnOffer(most?: number) {
  const found = await onOffer(most);
  return { categories: categoriesOf(found.listings), searched: searchedOf(found) };
}

/**
 * Listings that fit, newest first, with the categories of all that the actor could see.
 * @param most how many of the market's are looked through, the newest ones
 */
export async function searchListings(wanted: Wanted, most?: number) {
  const seen: Found =
    wanted.scope === 'own' ? { listings: await offeredByActor(), isAll: true } : await onOffer(most);
  const all = seen.listings;
  const from = wanted.cursor ? placeOf(wanted.cursor) : undefined;
  const isBehind = ({ createdAt, id }: Listing) =>
    !from || createdAt < from.createdAt || (createdAt === from.createdAt && id < from.id);
  const found = all.filter((listing) => isBehind(listing) && fits(listing, wanted));
  const listings = found.slice(0, wanted.limit);
  const last = listings.at(-1);
  return {
    listings,
    categories: categoriesOf(all),
    searched: searchedOf(seen),
    nextCursor:
      last && found.length > listings.length ? cursorOf({ createdAt: last.createdAt, id: last.id }) : null,
  };
}
