import { z } from 'zod';
import { dueAt, notDue } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { listing } from '#shared/model/market.ts';
import { onPlatform } from './order-store.ts';

const offered = listing
  .omit({ id: true, isOwn: true, soldCount: true, currency: true, quality: true })
  .extend({
    listingId: z.string(),
  });

/** What a seller offers, in the seller's tenant. */
const Listings = entity('marketListing', {
  fields: offered.extend({
    soldCount: z.number(),
    /** The last day of the seller's time zone on which leads were sold, and how many. */
    capDay: z.string(),
    capSold: z.number(),
  }),
  key: { partition: ['listingId'], sort: [] },
  indexes: { own: { index: 'gsi1', partition: [], sort: ['createdAt', 'listingId'] } },
  due: true,
});
export type StoredListing = Stored<typeof Listings>;

export const findListing = (listingId: string): Promise<StoredListing | undefined> =>
  Listings.find({ listingId });
/** Oldest first. */
export const ownListings = (): Promise<StoredListing[]> => Listings.all('own');

const listingItem = (stored: StoredListing) => ({ ...stored, ...dueAt('marketListing', stored.listingId) });
export const insertListing = (stored: StoredListing): object => Listings.insert(listingItem(stored));
/** The write of a changed listing; refused, with `error`, where somebody else has changed it since it was read. */
export const replaceListing = (before: StoredListing, after: StoredListing, error?: Error): object =>
  Listings.put(listingItem({ ...after, version: before.version + 1 }), ifVersion(before.version, error));
/** Says that the market shows it as it is; refused where it has changed since. */
export const publishedWrite = ({ listingId, version }: StoredListing): object =>
  Listings.patch({ listingId }).remove(notDue).params(ifVersion(version));

/** Listings as buyers find them: the platform's copy, which follows the seller's. */
const Offers = entity('marketOffer', {
  fields: offered.extend({
    sellerTenantId: z.number(),
    /** 'shown' while it is active; empty otherwise. */
    shown: z.string(),
  }),
  key: { partition: ['listingId'], sort: [] },
  indexes: {
    shown: { index: 'gsi1', partition: [], sort: ['shown', 'createdAt', 'listingId'], onlyWith: 'shown' },
  },
});
export type Offer = Stored<typeof Offers>;

export const findOffer = (listingId: string) => onPlatform(() => Offers.find({ listingId }));
/** So many offers are looked through for a search, and by a standing order: some five megabytes. */
const mostOffers = 5_000;

/**
 * What is on offer, newest first.
 * @returns the newest of them; `isAll`: whether there are no more than those
 */
export const shownOffers = (most = mostOffers): Promise<{ offers: Offer[]; isAll: boolean }> =>
  onPlatform(async () => {
    const { data } = await Offers.query('shown').go({ pages: 'all', count: most + 1, order: 'desc' });
    return { offers: data.slice(0, most), isAll: data.length <= most };
  });
/** The write of a later state, in the platform's partition; refused where a still later one is there. */
export const followingOffer = (offer: Offer): object =>
  Offers.put(offer, {
    where: (at, { lt, notExists }) => `${notExists(at.version)} OR ${lt(at.version, offer.version)}`,
  });
