import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { provider } from '#shared/model/market.ts';
import { onPlatform } from './order-store.ts';

/** Who may sell on the market: the platform's list, in its own partition. */
const Shops = entity('marketShop', {
  fields: provider.pick({ name: true, ownerId: true, status: true, version: true }).extend({
    providerId: z.string(),
    sellerTenantId: z.number(),
    /** Of each order to the platform, a whole number. */
    commissionPercent: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  key: { partition: ['providerId'], sort: [] },
  indexes: {
    all: { index: 'gsi1', partition: [], sort: ['createdAt', 'providerId'] },
    bySeller: { index: 'gsi2', partition: ['sellerTenantId'], sort: ['createdAt', 'providerId'] },
  },
});
export type StoredShop = Stored<typeof Shops>;

export const shopChanged = changedSinceOpened('shop');

export const findShop = (providerId: string) => onPlatform(() => Shops.find({ providerId }));
export const allShops = () => onPlatform(() => Shops.all('all'));
export const shopsOf = (sellerTenantId: number) =>
  onPlatform(() => Shops.all('bySeller', { sellerTenantId }));

/** Writes, in the platform's partition. */
export const insertShop = (shop: StoredShop): object => Shops.insert(shop);
export const replaceShop = (before: StoredShop, after: StoredShop): object =>
  Shops.put(after, ifVersion(before.version, shopChanged));
