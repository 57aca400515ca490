import { holds } from '#functions/kernel/access.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { customerOr404 } from '#functions/platform/api.ts';
import { failedOf } from '#shared/model/certificate.ts';
import { type DisputeReason, disputeReasons } from '#shared/model/market.ts';
import { soldByActor } from './fulfil.ts';
import { findListing, replaceListing } from './listing-store.ts';
import { publishNow } from './listings.ts';
import {
  findPurchase,
  findRegistered,
  findSoldOrder,
  replaceSoldOrder,
  type SoldOrder,
} from './order-store.ts';
import { afterCancellation } from './rules.ts';
import { disputableUntil, settle } from './settle.ts';
import { noteInLog } from './shops.ts';

type Changes = Partial<Pick<SoldOrder, 'status' | 'reason'>>;

/** Changes an order, as the seller's tenant, and does what follows from it. */
export async function changeOrder(
  orderId: string,
  change: (sale: SoldOrder) => Changes | Promise<Changes>,
  alongside: (sale: SoldOrder) => Promise<object[]> = async () => [],
): Promise<void> {
  await retryOnConflict(
    async () => {
      const sale = await findSoldOrder(orderId);
      if (!sale) throw notFound('The order');
      const after = { ...sale, ...(await change(sale)) };
      await commit(replaceSoldOrder(sale, after), await alongside(sale));
    },
    { pauseMs: 10, maxPauseMs: 200 },
  );
  await settle(orderId);
}

/** Where an order is decided: the seller's tenant, by the buyer's record or the seller's own. @throws 404 */
async function sellerTenantFor(orderId: string): Promise<number | undefined> {
  // What the workspace bought is the business of who may buy; its vendors sell.
  const purchase = holds('marketplace.buy') ? await findPurchase(orderId) : undefined;
  if (purchase?.status === 'placing')
    throw conflict('The order is being placed. Please try again in a moment.', undefined, 'busy');
  if (purchase) return purchase.sellerTenantId;
  if (await soldByActor(orderId)) return undefined;
  throw notFound('The order');
}

const inSeller = <T>(tenantId: number | undefined, work: () => Promise<T>): Promise<T> =>
  tenantId === undefined ? work() : asSystem(tenantId, 'marketplace', work);

/** Takes an order back of which nothing is handed over, for either side: the money and the leads go back. @throws 404, 409 */
export async function cancel(orderId: string, reason: string): Promise<void> {
  const tenantId = await sellerTenantFor(orderId);
  await inSeller(tenantId, async () => {
    await changeOrder(
      orderId,
      (sale) => {
        if (sale.status !== 'pending')
          throw conflict(
            'An order can be cancelled until the first lead is handed over.',
            undefined,
            'not_cancellable',
          );
        return { status: 'cancelled', reason };
      },
      async ({ listingId, quantity, day }) => {
        // A pinged lead lies in no listing.
        const listing = listingId ? await findListing(listingId) : undefined;
        return listing ? [replaceListing(listing, afterCancellation(listing, quantity, day))] : [];
      },
    );
    const sale = await findSoldOrder(orderId);
    if (sale?.listingId) await publishNow(sale.listingId);
  });
}

/** Has the operator judge an order, for its buyer. @throws 404; 409 'not_disputable' */
export async function dispute(orderId: string, reason: DisputeReason, note: string): Promise<void> {
  const purchase = await findPurchase(orderId);
  if (!purchase) throw notFound('The order');
  const tenantId = await sellerTenantFor(orderId);
  await inSeller(tenantId, () =>
    changeOrder(orderId, ({ status, completedAt, releasedAt, certificates }) => {
      if (status !== 'completed' && status !== 'fulfilling')
        throw conflict('This order cannot be disputed.', undefined, 'not_disputable');
      if (releasedAt || (completedAt && clock.now() >= disputableUntil(completedAt)))
        throw conflict('The days in which it could be disputed are over.', undefined, 'not_disputable');
      if (reason === 'certificate' && failedOf(certificates) === 0)
        throw badRequest('No certificate of this order has failed its check. Please give another reason.', {
          field: 'reason',
        });
      return { status: 'disputed', reason: `${disputeReasons[reason]}${note ? `: ${note}` : ''}` };
    }),
  );
}

/** Judges a disputed order, for the operator: the money goes back, or the sale stands. @throws 404; 409 'not_disputed' */
export async function decide(orderId: string, outcome: 'refund' | 'uphold', reason: string): Promise<void> {
  const registered = await findRegistered(orderId);
  if (!registered) throw notFound('The order');
  const { sellerTenantId } = registered;
  await inSeller(sellerTenantId, () =>
    changeOrder(orderId, ({ status, completedAt }) => {
      if (status !== 'disputed') throw conflict('This order is not disputed.', undefined, 'not_disputed');
      if (outcome === 'refund') return { status: 'refunded', reason };
      return { status: completedAt ? 'completed' : 'fulfilling', reason };
    }),
  );
  await noteInLog(
    await customerOr404(sellerTenantId),
    `order ${orderId} ${outcome === 'refund' ? 'refunded' : 'upheld'}: ${reason}`,
  );
}
