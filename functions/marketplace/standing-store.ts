import { z } from 'zod';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { standingOrder } from '#shared/model/market-bids.ts';
import { onPlatform } from './order-store.ts';

export const standingOrderChanged = changedSinceOpened('standing order');

/** What a buyer wants bought by itself, in the buyer's tenant. */
const StandingOrders = entity('marketStandingOrder', {
  fields: standingOrder
    .pick({
      name: true,
      categories: true,
      states: true,
      requirements: true,
      exclusivity: true,
      bidCents: true,
      dailyBudgetCents: true,
      dailyLeadCap: true,
      status: true,
      createdAt: true,
      updatedAt: true,
      version: true,
    })
    .extend({
      standingOrderId: z.string(),
      /** Who saved it last: what it buys is bought in their name. */
      userId: z.string(),
      username: z.string(),
    }),
  key: { partition: [], sort: ['standingOrderId'], casing: 'none' },
  due: true,
});
export type StoredStandingOrder = Stored<typeof StandingOrders>;

export const findStandingOrder = (standingOrderId: string): Promise<StoredStandingOrder | undefined> =>
  StandingOrders.find({ standingOrderId });
/** Oldest first. */
export const allStandingOrders = (): Promise<StoredStandingOrder[]> => StandingOrders.all('key');

/** One that was saved is looked at in the next minute: it may have something to buy. */
const item = (order: StoredStandingOrder) => ({
  ...order,
  ...dueAt('marketStandingOrder', order.standingOrderId),
});
export const insertStandingOrder = (order: StoredStandingOrder): object => StandingOrders.insert(item(order));
export const replaceStandingOrder = (before: StoredStandingOrder, after: StoredStandingOrder): object =>
  StandingOrders.put(
    item({ ...after, version: before.version + 1 }),
    ifVersion(before.version, standingOrderChanged),
  );
export const deleteStandingOrder = ({ standingOrderId, version }: StoredStandingOrder): object =>
  StandingOrders.remove({ standingOrderId }, ifVersion(version, standingOrderChanged));
/** Has one looked at as soon as may be; refused where it is gone. @param at ms since 1970 */
export const wakeWrite = (standingOrderId: string, at: number): object =>
  StandingOrders.patch({ standingOrderId })
    .set(dueAt('marketStandingOrder', standingOrderId, at))
    .params(ifThere());

/** Standing orders as pings find them: the platform's copy of what they want, which follows the buyer's. */
const Wants = entity('marketWant', {
  fields: standingOrder
    .pick({ categories: true, states: true, requirements: true, exclusivity: true, bidCents: true })
    .extend({
      standingOrderId: z.string(),
      buyerTenantId: z.number(),
      /** 'shown' while it is active; empty otherwise. */
      shown: z.string(),
      version: z.number(),
    }),
  key: { partition: ['standingOrderId'], sort: [] },
  indexes: {
    byBid: {
      index: 'gsi1',
      partition: [],
      sort: ['shown', 'bidCents', 'standingOrderId'],
      onlyWith: 'shown',
    },
  },
  padded: { bidCents: 7 },
});
export type Want = Stored<typeof Wants>;

/** The write of a later state, in the platform's partition; refused where a still later one is there. */
export const followingWant = (want: Want): object =>
  Wants.put(want, {
    where: (at, { lt, notExists }) => `${notExists(at.version)} OR ${lt(at.version, want.version)}`,
  });

const wantsAtOnce = 200;

/** What buyers want, best price first, page by page: who has enough reads no further. */
export async function* wantsByBid(): AsyncGenerator<Want[]> {
  let cursor: string | null = null;
  do {
    const page: { data: Want[]; cursor: string | null } = await onPlatform(() =>
      Wants.query('byBid', { shown: 'shown' }).go({ cursor, limit: wantsAtOnce, order: 'desc' }),
    );
    yield page.data;
    cursor = page.cursor;
  } while (cursor);
}

/** What a standing order buys of a listing on a day, in the buyer's tenant: once, whatever dies in between. */
const Buys = entity('marketStandingBuy', {
  fields: z.object({
    standingOrderId: z.string(),
    day: z.string(),
    listingId: z.string(),
    quantity: z.number(),
    priceCents: z.number(),
    /** 'held': its part of the budget is set aside; 'bought' and 'refused' are decided. */
    state: z.enum(['held', 'bought', 'refused']),
    /** Seconds since 1970, after which the table forgets it. */
    expiresAt: z.number(),
  }),
  key: { partition: ['standingOrderId'], sort: ['day', 'listingId'], casing: 'none' },
});
export type Buy = Stored<typeof Buys>;

export const insertBuy = (buy: Buy): object => Buys.insert(buy);
/** The write of how one was decided; refused where it is decided already. */
export const decideBuy = ({ standingOrderId, day, listingId }: Buy, state: 'bought' | 'refused'): object =>
  Buys.patch({ standingOrderId, day, listingId })
    .set({ state })
    .params({ where: (at, { eq }) => eq(at.state, 'held') });
/** The write that forgets one of which nothing came, so that it may be tried again on its day. */
export const forgetBuy = ({ standingOrderId, day, listingId }: Buy): object =>
  Buys.remove({ standingOrderId, day, listingId }, { where: (at, { eq }) => eq(at.state, 'held') });
/** Those of a day and since. */
export async function buysSince(standingOrderId: string, day: string): Promise<Buy[]> {
  const { data } = await Buys.query('key', { standingOrderId })
    .gte({ day })
    .go({ pages: 'all', consistent: true });
  return data;
}
