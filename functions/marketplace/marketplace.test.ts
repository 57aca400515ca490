import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { market, sweepMarket } from '#tests/support/market.ts';
import { as } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { searchListings } from './search.ts';
import { listStandingOrders } from './standing-orders.ts';

const { marketplace } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('a shop', () => {
  it('is opened by an admin for a vendor of theirs, or by the operator, who sets the commission', async () => {
    const { seller, buyer, operator, shop } = await market();
    const own = { name: 'Second', ownerId: seller.tenant.vendor.userId };
    const open = (input: object, by = seller.admin) => by.call(marketplace.createProvider, input as never);
    expect((await open(own)).body).toMatchObject({ name: 'Second', commissionPercent: 0, status: 'active' });
    expect((await open({ ...own, commissionPercent: 3 })).status).toBe(403);
    expect((await open({ ...own, tenantId: buyer.tenant.id })).status).toBe(404);
    expect((await open({ ...own, ownerId: seller.tenant.agent.userId })).status).toBe(400);
    expect((await open({ ...own, ownerId: buyer.tenant.vendor.userId })).status).toBe(400);
    expect((await open(own, seller.vendor)).status).toBe(403);
    // Its owner sees the commission, and a buyer does not.
    await eventually(async () => {
      const { body } = await seller.vendor.call(marketplace.providers, {});
      expect(body.providers.map(({ commissionPercent }) => commissionPercent)).toEqual([10, 0]);
    });
    const { body } = await buyer.admin.call(marketplace.providers, {});
    const seen = body.providers.find(({ id }) => id === shop.id);
    expect(seen).toMatchObject({ commissionPercent: null, tenantId: null, ownerId: '', isOwn: false });
    // Suspended, it sells nothing.
    expect(
      (await seller.admin.call(marketplace.updateProvider, { id: shop.id, status: 'suspended' })).status,
    ).toBe(403);
    const suspended = await operator.call(marketplace.updateProvider, { id: shop.id, status: 'suspended' });
    expect(suspended.body.status).toBe('suspended');
  });
});

describe('listings', () => {
  it('are found by buyers while they are active, and by their seller whatever they are', async () => {
    const { seller, buyer, list, shop } = await market();
    const solar = await list();
    const draft = await list({ title: 'Draft', status: 'draft' });
    const cheap = await list({ title: 'Roofing leads', category: 'Roofing', priceCents: 400 });
    const found = async (input: object = {}, by = buyer.admin) =>
      (await by.call(marketplace.listings, { search: 'Acme', ...input } as never)).body.listings
        .filter(({ providerId }) => providerId === shop.id)
        .map(({ title }) => title);
    await eventually(async () => expect(await found()).toEqual(['Roofing leads', 'Solar leads']));
    expect(await found({ category: 'solar' })).toEqual(['Solar leads']);
    expect(await found({ priceMax: 400 })).toEqual(['Roofing leads']);
    expect(await found({ priceMin: 401 })).toEqual(['Solar leads']);
    expect(await found({ search: 'roof' })).toEqual(['Roofing leads']);
    expect(await found({}, buyer.agent)).toHaveLength(2);
    // Where more is on offer than is looked through, it says so.
    const newest = await asSystem(buyer.tenant.id, 'test', () =>
      searchListings({ scope: 'market', limit: 10 }, 1),
    );
    expect([newest.listings.length, newest.searched]).toEqual([1, 1]);
    expect((await buyer.admin.call(marketplace.listings, {})).body.searched).toBeNull();
    // So do the standing orders, which buy of what is looked through.
    const { searched } = await asSystem(buyer.tenant.id, 'test', () => listStandingOrders(1));
    expect(searched).toBe(1);
    expect((await buyer.admin.call(marketplace.standingOrders, {})).body.searched).toBeNull();
    // A vendor sees no other's, whatever they ask for.
    expect(await found({ scope: 'market' }, buyer.vendor)).toEqual([]);
    await eventually(async () => expect(await found({}, seller.vendor)).toHaveLength(3));
    const status = async (id: string, by = buyer.admin) =>
      (await by.call(marketplace.getListing, { id })).status;
    expect([await status(solar.id), await status(draft.id), await status(draft.id, seller.vendor)]).toEqual([
      200, 404, 200,
    ]);
    expect([await status(solar.id, buyer.vendor), await status(solar.id, buyer.agent)]).toEqual([404, 200]);
    const other = as(await seller.tenant.user('vendor'));
    expect(await status(solar.id, other)).toBe(404);
    expect((await other.call(marketplace.updateListing, { id: solar.id, priceCents: 1 })).status).toBe(404);
    expect((await buyer.admin.call(marketplace.updateListing, { id: solar.id, priceCents: 1 })).status).toBe(
      404,
    );
    const paused = await seller.vendor.call(marketplace.updateListing, {
      id: cheap.id,
      status: 'paused',
      version: 1,
    });
    expect(paused.body.status).toBe('paused');
    await eventually(async () => expect(await found()).toEqual(['Solar leads']));
    expect(
      (await seller.vendor.call(marketplace.updateListing, { id: cheap.id, title: 'x', version: 1 })).status,
    ).toBe(409);
  });

  it('are sold out at nothing left, and on offer again with more', async () => {
    const { seller, list, buy } = await market();
    const listing = await list({ leadCount: 2 });
    expect((await buy(listing, 2)).status).toBe(201);
    const get = () => seller.vendor.call(marketplace.getListing, { id: listing.id });
    expect((await get()).body).toMatchObject({ status: 'sold_out', leadCount: 0, soldCount: 2 });
    expect(said(await buy(listing))).toEqual([409, 'sold_out']);
    await seller.vendor.call(marketplace.updateListing, { id: listing.id, leadCount: 5 });
    expect((await get()).body).toMatchObject({ status: 'active', leadCount: 5 });
  });
});

describe('a purchase', () => {
  it('is an admin’s to make, of another workspace’s listing, at the price seen, and within the balance', async () => {
    const { seller, buyer, list, buy, balance, operator, shop } = await market({ balanceCents: 10_000 });
    const listing = await list({ dailyCap: 4 });
    const wanted = { id: listing.id, priceCents: 2_500, requestId: 'request-1' };
    for (const one of [buyer.agent, buyer.vendor])
      expect((await one.call(marketplace.purchase, wanted)).status).toBe(403);
    expect(said(await buy(listing, 1, seller))).toEqual([409, 'own_listing']);
    for (const quantity of [0, -1, 1.5, 1_001]) expect((await buy(listing, quantity)).status).toBe(400);
    expect((await buy(listing, 1, buyer, { priceCents: -2_500 })).status).toBe(400);
    expect(said(await buy(listing, 11))).toEqual([409, 'too_few_left']);
    expect(said(await buy(listing, 5))).toEqual([409, 'daily_cap']);
    expect((await buy({ ...listing, id: 'mls_01NOTHING' })).status).toBe(404);
    await seller.vendor.call(marketplace.updateListing, { id: listing.id, priceCents: 3_000 });
    const dearer = await buy(listing);
    expect(said(dearer)).toEqual([409, 'price_changed']);
    expect(dearer.body).toMatchObject({ error: expect.stringContaining('$30 a lead') });
    const short = await buy({ ...listing, priceCents: 3_000 }, 4);
    expect(said(short)).toEqual([409, 'balance_too_low']);
    expect(short.body).toMatchObject({
      error: expect.stringMatching(/costs \$120, and your balance is \$100/),
    });
    expect(await balance()).toBe(10_000);
    const bought = await buy({ ...listing, priceCents: 3_000 }, 2);
    expect(bought.body).toMatchObject({
      status: 'pending',
      totalCents: 6_000,
      side: 'buyer',
      commissionCents: null,
    });
    expect(await balance()).toBe(4_000);
    await operator.call(marketplace.updateProvider, { id: shop.id, status: 'suspended' });
    expect(said(await buy({ ...listing, priceCents: 3_000 }))).toEqual([409, 'not_for_sale']);
  });

  it('is made once for one request, and never beyond what is there when many come at once', async () => {
    const { buyer, third, payIn, list, buy, balance, seller } = await market({ balanceCents: 25_000 });
    await payIn(25_000, third);
    const listing = await list({ leadCount: 3 });
    const same = await Promise.all(
      [1, 2, 3].map(() => buy(listing, 1, buyer, { requestId: 'the-same-request' })),
    );
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    expect(said(await buy(listing, 2, buyer, { requestId: 'the-same-request' }))).toEqual([
      409,
      'request_used',
    ]);
    expect(await balance()).toBe(22_500);
    const many = await Promise.all([buyer, third, buyer, third, buyer].map((by) => buy(listing, 1, by)));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(2);
    expect((await balance()) + (await balance(third))).toBe(50_000 - 3 * 2_500);
    const { body } = await seller.vendor.call(marketplace.getListing, { id: listing.id });
    expect(body).toMatchObject({ leadCount: 0, soldCount: 3 });
    // A balance is spent once as well.
    const dear = await list({ leadCount: 100, priceCents: 12_000 });
    const twice = await Promise.all([buy(dear), buy(dear), buy(dear)]);
    expect(twice.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balance()).toBeGreaterThanOrEqual(0);
  });

  it('that was cut off is decided once, and its money goes back where the leads are gone', async () => {
    const { seller, buyer, third, payIn, list, buy, balance } = await market();
    await payIn(100_000, third);
    const listing = await list({ leadCount: 1 });
    const time = timeTravel();
    const requestId = 'cut-off-request';
    // Whose session is there already; the order is written then and its money set aside, and no more.
    expect(await balance()).toBe(100_000);
    const revive = killedAfter(2);
    await buy(listing, 1, buyer, { requestId }).catch(() => undefined);
    revive();
    expect(await balance()).toBe(97_500);
    expect((await buy(listing, 1, third)).status).toBe(201);
    // It is refused now, and cut off again before the money is back.
    const again = killedAfter(1);
    time.forward({ minutes: 5 });
    await sweepMarket(buyer).catch(() => undefined);
    again();
    expect(await balance()).toBe(97_500);
    // Others may be had again by then; it stays as it was decided.
    await seller.vendor.call(marketplace.updateListing, { id: listing.id, leadCount: 5 });
    await eventually(async () => {
      time.forward({ minutes: 70 });
      await sweepMarket(buyer, seller);
      expect(await balance()).toBe(100_000);
    });
    expect(said(await buy(listing, 1, buyer, { requestId }))).toEqual([409, 'sold_out']);
    expect(await balance()).toBe(100_000);
  });
});
