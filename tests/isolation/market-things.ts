import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { insertSoldOrder } from '#functions/marketplace/order-store.ts';
import { insertPayment } from '#functions/marketplace/payments/store.ts';
import { insertPing } from '#functions/marketplace/ping-store.ts';
import { api } from '#shared/api/index.ts';
import { noCertificates } from '#shared/model/certificate.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';

const { marketplace } = api;

/** A shop, a listing that is not on offer yet, an order of it by a workspace that there is not, a payment, a standing order, and a ping. */
export async function marketThings(
  tenant: TestTenant,
  admin: ReturnType<typeof as>,
): Promise<Record<string, string>> {
  const name = `Shop of tenant ${tenant.id}`;
  const shop = await admin.call(marketplace.createProvider, { name, ownerId: tenant.vendor.userId });
  const listing = await admin.call(marketplace.createListing, {
    providerId: shop.body.id,
    title: `Listing of tenant ${tenant.id}`,
    category: 'Solar',
    priceCents: 2_500,
    leadCount: 10,
  });
  const orderId = `mor_of${tenant.id}`;
  await asSystem(tenant.id, 'test', () =>
    commit(
      insertSoldOrder({
        orderId,
        listingId: listing.body.id,
        listingTitle: listing.body.title,
        providerId: shop.body.id,
        providerName: name,
        buyerName: 'Somebody',
        buyerTenantId: 2_000_000_000,
        quantity: 1,
        priceCents: 2_500,
        commissionPercent: 0,
        exclusivity: 'exclusive',
        sampleFields: [],
        certificate: 'none',
        certificates: noCertificates,
        status: 'pending',
        delivered: 0,
        known: 0,
        handedOver: 0,
        refusedAsKnown: 0,
        reason: '',
        refusal: '',
        pingId: '',
        returned: 0,
        returnsOpen: 0,
        day: '2026-01-05',
        createdAt: '2026-01-05T12:00:00.000Z',
        completedAt: null,
        releasedAt: null,
        version: 1,
      }),
    ),
  );
  // Paused: the market of all tests is one, and it would buy of theirs.
  const standing = await admin.call(marketplace.createStandingOrder, {
    name: `Standing order of tenant ${tenant.id}`,
    bidCents: 100,
    dailyBudgetCents: 1_000,
    dailyLeadCap: 5,
    status: 'paused',
  });
  const paymentId = `mpm_of${tenant.id}`;
  await asSystem(tenant.id, 'test', () =>
    commit(
      insertPayment({
        paymentId,
        amountCents: 5_000,
        status: 'expired',
        note: '',
        checkoutId: 'cs_none',
        checkoutUrl: null,
        sandbox: true,
        refunds: [],
        disputeId: null,
        disputedAt: null,
        createdAt: '2026-01-05T12:00:00.000Z',
        paidAt: null,
        version: 1,
      }),
    ),
  );
  const pingId = `mpg_of${tenant.id}`;
  const bidId = `mbd_of${tenant.id}`;
  await asSystem(tenant.id, 'test', () =>
    commit(
      insertPing({
        pingId,
        providerId: shop.body.id,
        providerName: name,
        category: 'Solar',
        zip: '33130',
        state: 'FL',
        exclusive: true,
        attributes: {},
        phoneHash: '',
        emailHash: '',
        testMode: true,
        bids: [
          { bidId, standingOrderId: 'mso_none', buyerTenantId: 2_000_000_000, priceCents: 100, day: '' },
        ],
        refusals: {},
        outcome: 'open',
        reason: '',
        posted: null,
        postedMark: '',
        claimedBidId: '',
        priceCents: null,
        orderId: null,
        createdAt: '2026-01-05T12:00:00.000Z',
        bidsUntil: '2026-01-05T12:05:00.000Z',
        version: 1,
        expiresAt: Math.floor(Date.now() / 1000) + 86_400,
      }),
    ),
  );
  return {
    mpm: paymentId,
    mpg: pingId,
    mbd: bidId,
    mso: standing.body.id,
    mpr: shop.body.id,
    mls: listing.body.id,
    mor: orderId,
  };
}

/** What a tenant's admin sees of the market that is their own. */
export const everythingOfMarket = async (admin: ReturnType<typeof as>) => [
  await admin.call(marketplace.providers, { scope: 'own' }),
  await admin.call(marketplace.listings, { scope: 'own' }),
  await admin.call(marketplace.orders, { side: 'sold' }),
  await admin.call(marketplace.orders, { side: 'bought' }),
  await admin.call(marketplace.standingOrders, {}),
  await admin.call(marketplace.pings, {}),
  await admin.call(marketplace.stats, {}),
  await admin.call(marketplace.balance, {}),
  await admin.call(marketplace.payments, {}),
  await admin.call(marketplace.statement, {}),
];
