import { z } from 'zod';
import { asSystem } from '#functions/kernel/actor.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { fewestForQuality, type ShopQuality } from '#shared/model/market.ts';
import {
  buyerLeadIdOf,
  findRegistered,
  handoversOf,
  onPlatform,
  registerOrder,
  type SoldOrder,
} from './order-store.ts';
import { proofOf } from './return-proof.ts';

/** What came of a shop's leads, over all buyers, in the platform's partition: nothing in it tells of one of them. */
const Figures = entity('marketShopFigures', {
  fields: z.object({
    providerId: z.string(),
    leads: z.number().default(0),
    /** Whom a buyer spoke with by telephone. */
    reached: z.number().default(0),
    returned: z.number().default(0),
  }),
  key: { partition: [], sort: ['providerId'] },
});
type StoredFigures = Stored<typeof Figures>;

/** An order has up to 1,000 leads, which one after the other would take longer than the sweeper waits. */
const atOnce = 20;

/** Of the leads of an order those whom the buyer spoke with, as the seller's tenant. */
async function reachedOf({ orderId, buyerTenantId, createdAt }: SoldOrder): Promise<number> {
  const leadIds = (await handoversOf(orderId)).map(buyerLeadIdOf);
  let reached = 0;
  for (let from = 0; from < leadIds.length; from += atOnce) {
    const proofs = await asSystem(buyerTenantId, 'marketplace', () =>
      Promise.all(leadIds.slice(from, from + atOnce).map((leadId) => proofOf(leadId, createdAt))),
    );
    reached += proofs.filter(({ answered }) => answered > 0).length;
  }
  return reached;
}

/** What an order adds to its shop's figures, when the days for returns are over; undefined before. */
async function judged(sale: SoldOrder): Promise<Omit<StoredFigures, 'providerId'> | undefined> {
  const isRefunded = sale.status === 'refunded';
  if (!sale.releasedAt && !isRefunded) return undefined;
  return {
    leads: sale.delivered,
    reached: await reachedOf(sale),
    returned: isRefunded ? sale.delivered : sale.returned,
  };
}

/**
 * Brings the platform's list of orders to the state of one, and its shop's figures once it counts in them: each order
 * once. Nothing where the list is as far already.
 */
export const register = (sale: SoldOrder, sellerTenantId: number): Promise<void> =>
  retryOnConflict(async () => {
    const { orderId, providerId, buyerTenantId, status, returnsOpen, createdAt, version } = sale;
    const before = await findRegistered(orderId);
    if (before && before.version >= version) return;
    const added = before?.isJudged ? undefined : await judged(sale);
    const isJudged = before?.isJudged || added !== undefined;
    const after = {
      orderId,
      sellerTenantId,
      buyerTenantId,
      status,
      returnsOpen,
      isJudged,
      createdAt,
      version,
    };
    await onPlatform(() =>
      commit(registerOrder(before, after), added ? [Figures.upsert({ providerId }).add(added).params()] : []),
    );
  });

function qualityOf({ leads, reached, returned }: StoredFigures): ShopQuality | null {
  if (leads < fewestForQuality) return null;
  return { leads, contactRate: reached / leads, returnRate: returned / leads };
}

/** How good the leads of shops were, by shop; null for those of which too little is known. */
export async function qualities(): Promise<(providerId: string) => ShopQuality | null> {
  const figures = await onPlatform(() => Figures.all('key'));
  const byShop = new Map(figures.map((one) => [one.providerId, qualityOf(one)]));
  return (providerId) => byShop.get(providerId) ?? null;
}
