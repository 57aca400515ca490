import { describe, expect, it } from 'vitest';
import { bookContact } from '#functions/compliance/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { noteNewConsent } from '#functions/tcpa/api.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market, sweepMarket } from '#tests/support/market.ts';
import { as } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { marketplace, leads } = api;
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
});

describe('an order', () => {
  it('comes to the buyer’s leads once, with the shop as their source and the proof of consent', async () => {
    const { seller, buyer, list, buy } = await market();
    const listing = await list({ sampleFields: ['firstName', 'phone'] });
    const { body: order } = await buy(listing, 2);
    const fulfil = (some: object[], by = seller.vendor) =>
      by.call(marketplace.fulfil, { id: order.id, leads: some } as never);
    expect((await fulfil([leadNumber(1)], buyer.admin)).status).toBe(404);
    expect((await fulfil([leadNumber(1)], as(await seller.tenant.user('vendor')))).status).toBe(404);
    const known = await buyer.admin.call(leads.create, {
      firstName: 'Own',
      phones: ['+12175550002'],
      source: 'Our form',
    });
    const first = await fulfil([
      leadNumber(1),
      { ...leadNumber(1), lastName: 'Again' },
      { ...leadNumber(3), firstName: '' },
      { ...leadNumber(4), phone: '12' + '3' },
      leadNumber(2),
      leadNumber(5),
    ]);
    expect(first.body.results.map(({ accepted, reason }) => accepted || reason)).toEqual([
      true,
      true,
      expect.stringMatching(/promises what is missing here: first name/),
      expect.stringMatching(/phone number/),
      true,
      'The order has all 2 leads already.',
    ]);
    expect(first.body.order).toMatchObject({ status: 'completed', delivered: 2, known: 1, handedOver: 2 });
    // Handed over again, nothing comes twice.
    expect((await fulfil([leadNumber(1)])).body.order.delivered).toBe(2);
    const all = await eventually(async () => {
      const { body } = await buyer.admin.call(leads.list, {});
      expect(body.leads).toHaveLength(2);
      return body.leads;
    });
    const june = all.find(({ firstName }) => firstName === 'June')!;
    expect(june).toMatchObject({ lastName: 'Harper 1', source: 'Acme Leads', phone: '+12175550001' });
    expect(june.consent.call).toMatchObject({
      state: 'given',
      how: 'Bought from Acme Leads',
      proof: {
        when: '2026-01-05T15:00:00Z',
        evidence: expect.stringContaining('“You may call me about solar.”'),
      },
    });
    expect(june.consent.sms.state).toBe('unknown');
    const own = await buyer.admin.call(leads.get, { id: known.body.id });
    expect(own.body).toMatchObject({ firstName: 'Own', source: 'Our form', emails: ['june2@example.com'] });
    // Who was the buyer's own before may be texted as before.
    const text = async (phone: string) =>
      (await buyer.admin.call(api.tcpa.check, { phone, channel: 'sms', state: 'IL' })).body.reasons
        .map(({ code }) => code)
        .includes('bought_lead');
    expect([await text('+12175550001'), await text('+12175550002')]).toEqual([true, false]);
    // The seller's workspace has no lead of it.
    expect((await seller.admin.call(leads.list, {})).body.leads).toEqual([]);
    const { body: seen } = await buyer.admin.call(marketplace.getOrder, { id: order.id });
    expect(seen).toMatchObject({
      status: 'completed',
      delivered: 2,
      known: 1,
      disputableUntil: expect.any(String),
    });
  });

  it('brings nobody who may be texted before they consent to the buyer', async () => {
    const { seller, buyer, list, buy } = await market();
    const { body: order } = await buy(await list());
    await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: [leadNumber(1)] });
    const phone = '+12175550001';
    const inBuyer = <T>(work: () => Promise<T>) => asSystem(buyer.tenant.id, 'test', work);
    const codes = async (channel: 'sms' | 'call') => {
      const { body } = await buyer.admin.call(api.tcpa.check, { phone, channel, state: 'IL' });
      return body.reasons.map(({ code }) => code);
    };
    expect(await codes('sms')).toContain('bought_lead');
    expect(await codes('call')).not.toContain('bought_lead');
    const booked = await inBuyer(() => bookContact({ phone, state: 'IL' }, 'sms', 'attempt-1'));
    expect(booked.allowed).toBe(false);
    await inBuyer(() =>
      noteNewConsent(
        { leadIds: [], addresses: [phone], channel: 'sms', how: 'START by SMS', by: 'person' },
        () => undefined,
      ),
    );
    expect(await codes('sms')).not.toContain('bought_lead');
  });

  it('sells an exclusive person to one buyer alone, and a shared one to each buyer once', async () => {
    const { seller, buyer, third, payIn, list, buy } = await market();
    await payIn(100_000, third);
    const handOver = async (
      listing: { id: string; priceCents: number },
      by: typeof buyer,
      number: number,
    ) => {
      const { body: order } = await buy(listing, 1, by);
      const { body } = await seller.vendor.call(marketplace.fulfil, {
        id: order.id,
        leads: [leadNumber(number)],
      });
      return body.results[0]!.accepted || body.results[0]!.reason;
    };
    const exclusive = await list();
    const shared = await list({ exclusivity: 'shared' });
    expect(await handOver(exclusive, buyer, 1)).toBe(true);
    expect(await handOver(exclusive, third, 1)).toMatch(/exclusive/);
    expect(await handOver(shared, third, 1)).toMatch(/exclusive/);
    expect(await handOver(shared, buyer, 2)).toBe(true);
    expect(await handOver(shared, third, 2)).toBe(true);
    expect(await handOver(shared, buyer, 2)).toMatch(/before/);
    expect(await handOver(shared, buyer, 3)).toBe(true);
    expect(await handOver(exclusive, third, 3)).toMatch(/no exclusive lead/);
  });

  it('can be cancelled by either side until the first lead is handed over', async () => {
    const { seller, buyer, third, list, buy, balance } = await market();
    const listing = await list({ dailyCap: 2 });
    const cancel = (id: string, by: typeof buyer.admin) =>
      by.call(marketplace.cancel, { id, reason: 'A mistake' });
    for (const by of [buyer.admin, seller.vendor]) {
      const { body: order } = await buy(listing, 2);
      expect((await cancel(order.id, third.admin)).status).toBe(404);
      expect((await cancel(order.id, buyer.agent)).status).toBe(403);
      expect((await cancel(order.id, buyer.vendor)).status).toBe(404);
      expect((await cancel(order.id, by)).body).toMatchObject({ status: 'cancelled', reason: 'A mistake' });
      expect(await balance()).toBe(100_000);
      expect(said(await cancel(order.id, by))).toEqual([409, 'not_cancellable']);
      expect(
        (await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: [leadNumber(1)] })).status,
      ).toBe(409);
    }
    const { body: order } = await buy(listing, 2);
    await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: [leadNumber(1)] });
    expect(said(await cancel(order.id, buyer.admin))).toEqual([409, 'not_cancellable']);
    const { body } = await seller.vendor.call(marketplace.getListing, { id: listing.id });
    expect(body).toMatchObject({ leadCount: 8, soldCount: 2 });
  });

  it('is seen by its two sides and the operator, and by nobody else', async () => {
    const { seller, buyer, third, operator, list, buy } = await market();
    const { body: order } = await buy(await list());
    const get = async (by: typeof buyer.admin) =>
      (await by.call(marketplace.getOrder, { id: order.id })).body;
    expect([(await get(buyer.admin)).side, (await get(buyer.agent)).side]).toEqual(['buyer', 'buyer']);
    expect(await get(seller.vendor)).toMatchObject({ side: 'seller', commissionCents: 250 });
    expect((await get(seller.admin)).side).toBe('seller');
    expect((await get(operator)).side).toBe('seller');
    for (const other of [third.admin, buyer.vendor, seller.agent, as(await seller.tenant.user('vendor'))])
      expect((await other.call(marketplace.getOrder, { id: order.id })).status).toBe(404);
    const ids = async (by: typeof buyer.admin, input: object = {}) =>
      (await by.call(marketplace.orders, { limit: 100, ...input } as never)).body.orders.map(({ id }) => id);
    await eventually(async () => {
      expect(await ids(buyer.admin)).toEqual([order.id]);
      expect(await ids(seller.vendor)).toEqual([order.id]);
      expect(await ids(seller.admin, { side: 'sold' })).toEqual([order.id]);
      expect(await ids(operator, { status: 'pending' })).toContain(order.id);
    });
    expect(await ids(seller.admin)).toEqual([]);
    expect(await ids(third.admin)).toEqual([]);
    expect(await ids(buyer.vendor, { side: 'bought' })).toEqual([]);
    expect(await ids(buyer.admin, { status: 'completed' })).toEqual([]);
  });
});

describe('money', () => {
  it('is held for the days of a dispute, then paid out once', async () => {
    const { seller, buyer, operator, shop, list, buy, balance } = await market();
    const { vendor } = seller;
    const time = timeTravel();
    const stats = async () => (await vendor.call(marketplace.stats, {})).body;
    expect(await stats()).toMatchObject({ totalRevenue: 0, activeListings: 0, pendingOrders: 0 });
    expect((await vendor.call(marketplace.revenue, {})).body).toEqual({ points: [], change: null });
    const { body: order } = await buy(await list(), 2);
    await eventually(async () =>
      expect(await stats()).toMatchObject({ totalRevenue: 0, activeListings: 1, pendingOrders: 1 }),
    );
    await vendor.call(marketplace.fulfil, { id: order.id, leads: [leadNumber(1), leadNumber(2)] });
    await eventually(async () =>
      expect(await stats()).toMatchObject({
        totalRevenue: 4_500,
        pendingOrders: 0,
        heldCents: 4_500,
        availableCents: 0,
      }),
    );
    const pay = (amountCents: number, reference: string, by = operator) =>
      by.call(marketplace.recordPayout, { providerId: shop.id, amountCents, reference });
    expect((await pay(100, 'Wire 1', seller.admin)).status).toBe(403);
    expect(said(await pay(4_500, 'Wire 1'))).toEqual([409, 'not_available']);
    time.forward({ days: 7, minutes: 1 });
    await eventually(async () => {
      await sweepMarket(seller);
      expect(await stats()).toMatchObject({ heldCents: 0, availableCents: 4_500 });
    });
    const dispute = await buyer.admin.call(marketplace.dispute, { id: order.id, reason: 'fake' });
    expect(said(dispute)).toEqual([409, 'not_disputable']);
    const paid = await Promise.all([pay(4_500, 'Wire 1'), pay(4_500, 'wire 1 '), pay(4_500, 'Wire 2')]);
    expect(paid.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(said(await pay(4_400, 'Wire 1'))).toEqual([409, 'reference_used']);
    const payouts = (await vendor.call(marketplace.payouts, {})).body;
    expect(payouts.payouts).toMatchObject([{ amountCents: 4_500, providerName: 'Acme Leads' }]);
    expect(payouts.providers).toMatchObject([{ availableCents: 0, heldCents: 0 }]);
    expect((await buyer.vendor.call(marketplace.payouts, { providerId: shop.id })).status).toBe(404);
    expect((await buyer.admin.call(marketplace.statement, { providerId: shop.id })).status).toBe(404);
    const lines = (await vendor.call(marketplace.statement, { providerId: shop.id })).body.lines;
    expect(lines.map(({ kind, account, amountCents }) => [kind, account, amountCents])).toEqual([
      ['payout', 'available', -4_500],
      ['release', 'held', -4_500],
      ['release', 'available', 4_500],
      ['sale', 'held', 4_500],
    ]);
    expect(await balance()).toBe(95_000);
    const { points, change } = (await vendor.call(marketplace.revenue, { period: 'day' })).body;
    expect(points).toHaveLength(30);
    expect(points.filter(({ revenue }) => revenue > 0)).toMatchObject([
      { revenue: 4_500, orders: 1, leads: 2 },
    ]);
    expect(change).toBe('new');
  });

  it('goes back when the operator decides a dispute for the buyer, and to the seller otherwise', async () => {
    const { seller, buyer, third, operator, list, buy, balance } = await market();
    const listing = await list();
    const completed = async (number: number) => {
      const { body: order } = await buy(listing);
      await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: [leadNumber(number)] });
      return order.id;
    };
    const [one, two] = [await completed(1), await completed(2)];
    const dispute = (id: string, by = buyer.admin) =>
      by.call(marketplace.dispute, { id, reason: 'disconnected', note: 'It rings nowhere' });
    expect((await dispute(one, third.admin)).status).toBe(404);
    expect((await dispute(one, seller.admin)).status).toBe(404);
    expect((await dispute(one, buyer.agent)).status).toBe(403);
    for (const id of [one, two])
      expect((await dispute(id)).body).toMatchObject({
        status: 'disputed',
        reason: 'Numbers are disconnected: It rings nowhere',
      });
    const decide = (id: string, outcome: 'refund' | 'uphold', by = operator) =>
      by.call(marketplace.decide, { id, outcome, reason: 'Looked into' });
    expect((await decide(one, 'refund', buyer.admin)).status).toBe(403);
    const answers = await Promise.all([decide(one, 'refund'), decide(one, 'refund'), decide(two, 'uphold')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(await balance()).toBe(97_500);
    const { body } = await seller.vendor.call(marketplace.stats, {});
    expect(body).toMatchObject({ totalRevenue: 2_250, heldCents: 2_250 });
    const status = async (id: string) => (await buyer.admin.call(marketplace.getOrder, { id })).body.status;
    expect([await status(one), await status(two)]).toEqual(['refunded', 'completed']);
  });

  it('that is paid in counts once for a reference, and is the operator’s to record', async () => {
    const { buyer, operator, balance } = await market({ balanceCents: 0 });
    const receipt = (more: object = {}, by = operator) =>
      by.call(marketplace.recordReceipt, {
        tenantId: buyer.tenant.id,
        amountCents: 5_000,
        reference: 'Wire 7',
        ...more,
      } as never);
    expect((await receipt({}, buyer.admin)).status).toBe(403);
    for (const amountCents of [0, -1, 0.5, 100_000_001])
      expect((await receipt({ amountCents })).status).toBe(400);
    await Promise.all([receipt(), receipt(), receipt()]);
    expect(await balance()).toBe(5_000);
    expect(said(await receipt({ amountCents: 6_000 }))).toEqual([409, 'reference_used']);
    expect((await receipt({ tenantId: 2_000_000_000 })).status).toBe(404);
  });
});
