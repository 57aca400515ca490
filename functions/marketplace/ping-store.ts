import { z } from 'zod';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import type { SoldLead } from '#shared/model/market.ts';
import { ping } from '#shared/model/market-bids.ts';

/** A standing order's bid for the lead of a ping. */
export interface Bid {
  bidId: string;
  standingOrderId: string;
  buyerTenantId: number;
  priceCents: number;
  /** The day whose budget holds its price; empty in test mode. */
  day: string;
}

/** A lead that was posted for a ping, until it is sold or refused. */
export interface Posted {
  lead: SoldLead;
  /** The one bid that it was posted to; null for the best and those behind it. */
  bidId: string | null;
}

/** A ping in its seller's tenant. No person stands in it but while a post of it is being worked. */
const Pings = entity('marketPing', {
  fields: ping
    .pick({
      providerId: true,
      providerName: true,
      category: true,
      zip: true,
      state: true,
      exclusive: true,
      attributes: true,
      testMode: true,
      outcome: true,
      reason: true,
      priceCents: true,
      orderId: true,
      createdAt: true,
    })
    .extend({
      pingId: z.string(),
      phoneHash: z.string(),
      emailHash: z.string(),
      /** Best first. */
      bids: z.custom<Bid[]>(),
      /** Bids that did not take the posted lead, and why. */
      refusals: z.custom<Record<string, string>>(),
      posted: z.custom<Posted>().nullable(),
      /** What was posted, as a hash: the same post is answered again, another one is refused. */
      postedMark: z.string(),
      /** The bid that is to buy it, once that is decided; empty otherwise. */
      claimedBidId: z.string(),
      /** Until when the bids stand. */
      bidsUntil: z.string(),
      version: z.number(),
      /** Seconds since 1970, after which the table forgets it. */
      expiresAt: z.number(),
    }),
  key: { partition: ['pingId'], sort: [] },
  indexes: { byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'pingId'] } },
  due: true,
});
export type StoredPing = Stored<typeof Pings>;

export const findPing = (pingId: string): Promise<StoredPing | undefined> => Pings.find({ pingId });
export const queryPings = () => Pings.query('byTime');

/**
 * When a ping is looked at next: soon while a post of it is worked or what its bids held is set free, and when its bids
 * run out.
 */
function due({ outcome, pingId, testMode, bidsUntil }: StoredPing): { duepk?: string; duesk?: string } {
  if (testMode || outcome === 'unmatched' || outcome === 'sold') return {};
  return outcome === 'open' ? dueAt('marketPing', pingId, bidsUntil) : dueAt('marketPing', pingId);
}

export const insertPing = (stored: StoredPing): object => Pings.insert({ ...stored, ...due(stored) });
/** Refused where it has changed since it was read. */
export const replacePing = (before: StoredPing, after: StoredPing): object => {
  const next = { ...after, version: before.version + 1 };
  return Pings.put({ ...next, ...due(next) }, ifVersion(before.version));
};
