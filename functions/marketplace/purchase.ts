import { asSystem, author, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { type AppError, conflict, notFound } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { find as ownTenant } from '#functions/tenants/api.ts';
import { noCertificates } from '#shared/model/certificate.ts';
import { bookPurchase, buyerOwner, declinePurchase, totalOf } from './books.ts';
import { accountOf } from './books-store.ts';
import { findOffer } from './listing-store.ts';
import { findPurchase, followingPurchase, insertPurchase, type StoredPurchase } from './order-store.ts';
import { refusalNow, reserve } from './reserve.ts';
import { balanceTooLow, type Refusal } from './rules.ts';
import { settle } from './settle.ts';

/*
 * A purchase lies in three partitions, none of which a transaction of another can reach, so it is a row of steps. Each
 * is decided once and for all by an item that is written only where it is not there:
 *
 *   1 the buyer's order, 'placing'                       in the buyer's tenant
 *   2 the entry that sets the money aside, or declines   in the books: never both
 *   3 the seller's order, 'pending' or 'cancelled'       in the seller's tenant, with the leads off the listing
 *   4 what follows from it (settle.ts)                   cancelled: the money goes back
 *
 * Whoever is killed leaves an order that is due, and the sweeper goes on from the first step that is missing.
 */

interface Wanted {
  id: string;
  quantity: number;
  priceCents: number;
  requestId: string;
}

const refused = ({ code, text }: Refusal): AppError => conflict(text, undefined, code);

class Short extends Error {}

/** Takes an order through its steps, as the buyer's tenant, and answers it as it is then. */
export async function place(orderId: string): Promise<StoredPurchase | undefined> {
  const purchase = await findPurchase(orderId);
  if (purchase?.status !== 'placing') return purchase;
  const buyer = tenantOf();
  const entry = await bookPurchase(buyer, purchase, new Short()).catch((error) => {
    if (error instanceof Short) return declinePurchase(purchase);
    throw error;
  });
  if (entry.kind === 'declined') {
    const { balance } = await accountOf(buyerOwner(buyer));
    const { code, text } = balanceTooLow(balance, totalOf(purchase));
    const version = purchase.version + 1;
    await accepted(
      writeOne(followingPurchase({ ...purchase, status: 'cancelled', reason: text, refusal: code, version })),
    );
    return findPurchase(orderId);
  }
  await asSystem(purchase.sellerTenantId, 'marketplace', async () => {
    await reserve(purchase, buyer);
    await settle(orderId);
  });
  return findPurchase(orderId);
}

/** Goes on with orders whose placing was cut off. */
export const marketPurchaseWork: DueWork = {
  look: async (orderId) => {
    await place(orderId);
    return undefined;
  },
  earlier: async () => [],
};

/** The order of a request that came before; @throws 409 'request_used' where it was another's */
function assertSame(purchase: StoredPurchase, { id, quantity, priceCents }: Wanted): void {
  if (purchase.listingId !== id || purchase.quantity !== quantity || purchase.priceCents !== priceCents)
    throw conflict('This request has bought something else before.', undefined, 'request_used');
}

/** The buyer's order as it begins. @throws 404, 409 with the reason why it cannot be had */
async function begun(
  orderId: string,
  wanted: Wanted,
  standing: StoredPurchase['standing'],
): Promise<StoredPurchase> {
  const offer = await findOffer(wanted.id);
  if (!offer) throw notFound('The listing');
  const { sellerTenantId } = offer;
  if (sellerTenantId === tenantOf())
    throw conflict(
      'This is a listing of your own workspace. It cannot be bought here.',
      undefined,
      'own_listing',
    );
  const { listing, refusal } = await asSystem(sellerTenantId, 'marketplace', () =>
    refusalNow(wanted.id, wanted),
  );
  if (!listing || listing.status === 'draft') throw notFound('The listing');
  if (refusal) throw refused(refusal);
  const { balance } = await accountOf(buyerOwner(tenantOf()));
  if (balance < totalOf(wanted)) throw refused(balanceTooLow(balance, totalOf(wanted)));
  const { listingId, title, providerId, providerName, exclusivity, sampleFields, certificate } = listing;
  return {
    orderId,
    listingId,
    listingTitle: title,
    providerId,
    providerName,
    exclusivity,
    sampleFields,
    certificate,
    certificates: noCertificates,
    sellerTenantId,
    buyerName: (await ownTenant())?.name ?? '',
    userId: author().userId,
    requestId: standing ? '' : wanted.requestId,
    standing,
    quantity: wanted.quantity,
    priceCents: wanted.priceCents,
    status: 'placing',
    delivered: 0,
    known: 0,
    handedOver: 0,
    refusedAsKnown: 0,
    reason: '',
    refusal: '',
    pingId: '',
    returned: 0,
    returnsOpen: 0,
    createdAt: clock.iso(),
    completedAt: null,
    releasedAt: null,
    version: 1,
  };
}

/** The order that a request of the actor's tenant makes. */
export const orderOfRequest = (requestId: string): string =>
  deterministicId('mor', String(tenantOf()), requestId);

/**
 * Buys leads at the price that was seen. One request buys once, however often it is sent.
 * @param standing the standing order that buys, with the day whose budget it counts towards
 * @throws 404; 409 'own_listing', 'not_for_sale', 'sold_out', 'price_changed', 'too_few_left', 'daily_cap',
 * 'balance_too_low', 'request_used'
 */
export async function purchaseListing(
  wanted: Wanted,
  standing: StoredPurchase['standing'] = null,
): Promise<StoredPurchase> {
  const orderId = orderOfRequest(wanted.requestId);
  const before = await findPurchase(orderId);
  if (before) assertSame(before, wanted);
  else {
    const purchase = await begun(orderId, wanted, standing);
    // Sent twice at once, the first one counts.
    const target = { kind: 'listing', id: purchase.listingId, name: purchase.listingTitle };
    const details = { leads: wanted.quantity, cents: totalOf(wanted) };
    const entry = auditEntry('market.ordered', target, details);
    if (!(await accepted(commit(insertPurchase(purchase), entry))))
      assertSame((await findPurchase(orderId))!, wanted);
  }
  const placed = (await place(orderId))!;
  if (placed.refusal) throw refused({ code: placed.refusal, text: placed.reason });
  return placed;
}
