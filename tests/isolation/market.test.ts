import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market } from '#tests/support/market.ts';

/*
 * The exception to the rule that no tenant sees another's: one market over all of them (docs/decisions/035). What crosses
 * is listed here field by field, and what must not is tried.
 */

const { marketplace } = api;
let world: Awaited<ReturnType<typeof market>>;
beforeAll(async () => {
  world = await market();
});

/** The texts and numbers in an answer, at any depth, by their fields' names. */
const fieldsIn = (value: object): string[] =>
  Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? fieldsIn(part) : [name],
  );
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('what crosses between tenants', () => {
  it('is of a shop its name, and of a listing what is offered', async () => {
    const { buyer, seller, shop, list } = world;
    const made = await list();
    const { body } = await buyer.admin.call(marketplace.getListing, { id: made.id });
    expect(fieldsIn(body).sort()).toEqual(
      [
        'category',
        'certificate',
        'createdAt',
        'currency',
        'dailyCap',
        'description',
        'exclusivity',
        'id',
        'isOwn',
        'leadCount',
        'priceCents',
        'providerId',
        'providerName',
        'quality',
        'sampleFields',
        'soldCount',
        'status',
        'title',
        'updatedAt',
        'version',
      ].sort(),
    );
    expect([body.soldCount, body.isOwn]).toEqual([null, false]);
    const shops = (await buyer.admin.call(marketplace.providers, {})).body.providers;
    expect(shops.find(({ id }) => id === shop.id)).toEqual({
      id: shop.id,
      name: 'Acme Leads',
      status: 'active',
      version: 1,
      isOwn: false,
      ownerId: '',
      tenantId: null,
      commissionPercent: null,
    });
    for (const answer of [body, shops]) {
      expect(JSON.stringify(answer)).not.toContain(seller.tenant.vendor.userId);
      expect(JSON.stringify(answer)).not.toContain(`"tenantId":${seller.tenant.id}`);
    }
  });

  it('is of an order nothing of the leads that the buyer has, and none of a seller’s money', async () => {
    const { buyer, seller, list, buy } = world;
    await buyer.admin.call(api.leads.create, { firstName: 'Secret', phones: ['+12175550090'] });
    const { body: order } = await buy(await list(), 2);
    const handed = await seller.vendor.call(marketplace.fulfil, {
      id: order.id,
      leads: [leadNumber(90), leadNumber(91)],
    });
    // The seller learns that two arrived, and not who was there before or by which id.
    expect(JSON.stringify(handed.body)).not.toMatch(/Secret|led_/);
    const { body } = await buyer.admin.call(marketplace.getOrder, { id: order.id });
    expect(body.commissionCents).toBeNull();
    expect((await seller.admin.call(api.leads.list, {})).body.leads).toEqual([]);
    await eventually(async () => {
      expect((await buyer.admin.call(api.leads.list, {})).body.leads).toHaveLength(2);
    });
  });
});

describe('certificates of consent', () => {
  it('are the buyer’s: the seller is told how many came to what, and nothing of whom', async () => {
    const { buyer, seller, third, list, buy } = world;
    const trustedFormUrl = `https://cert.trustedform.com/${'d4'.repeat(20)}`;
    const lead = leadNumber(80);
    const { body: order } = await buy(await list({ certificate: 'trustedform' }), 1);
    const handed = await seller.vendor.call(marketplace.fulfil, {
      id: order.id,
      leads: [{ ...lead, consent: { ...lead.consent, trustedFormUrl } }],
    });
    expect(handed.body.order.certificates).toEqual({
      checking: 1,
      valid: 0,
      mismatch: 0,
      expired: 0,
      unchecked: 0,
    });
    const seen = await seller.vendor.call(marketplace.getOrder, { id: order.id });
    expect(JSON.stringify([handed.body, seen.body])).not.toMatch(/cert\.trustedform|led_|mct_|mho_/);
    let id = '';
    await eventually(async () => {
      const found = (await buyer.admin.call(api.leads.list, {})).body.leads;
      id = found.find(({ lastName }) => lastName === 'Harper 80')!.id;
    });
    const asked = (by: typeof buyer.admin) => by.call(marketplace.leadCertificates, { id });
    expect((await asked(buyer.admin)).status).toBe(200);
    for (const by of [seller.admin, seller.vendor, third.admin, third.agent, buyer.vendor])
      expect([403, 404]).toContain((await asked(by)).status);
  });
});

describe('what crosses with a ping', () => {
  it('is of a standing order its price alone, and of its buyer the name on the order', async () => {
    const { buyer, seller } = world;
    const category = 'Crossing pings';
    const { body: order } = await buyer.admin.call(marketplace.createStandingOrder, {
      name: 'Secret plan',
      categories: [category],
      bidCents: 2_100,
      dailyBudgetCents: 4_300,
      dailyLeadCap: 2,
    });
    await buyer.admin.call(api.leads.create, { firstName: 'Secret', phones: ['+12175550096'] });
    const ask = { category, zip: '33130', state: 'FL', exclusive: true };
    const address = { street: '', city: 'Miami', state: 'FL', postcode: '33130', country: 'US' };
    const answers: object[] = [];
    await eventually(async () => {
      const { body } = await seller.vendor.call(marketplace.ping, ask);
      expect(body.status).toBe('Matched');
      answers.push(body);
      const { pingId } = body;
      // One whom the buyer has, and one whom they have not: of the first is said that they are there, and no more.
      for (const lead of [leadNumber(96, { address }), leadNumber(97, { address })])
        answers.push((await seller.vendor.call(marketplace.post, { pingId, lead })).body);
    });
    answers.push((await seller.vendor.call(marketplace.pings, {})).body);
    answers.push((await seller.vendor.call(marketplace.orders, {})).body);
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/Secret|led_|mso_|4300/);
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(order.id);
    await buyer.admin.call(marketplace.removeStandingOrder, { id: order.id });
  });
});

describe('what is tried in vain', () => {
  it('is to pay less, nothing, or less than nothing', async () => {
    const { list, buy, balance, seller } = world;
    const listing = await list();
    const before = await balance();
    const buys = (quantity: unknown, more: object = {}) =>
      buy(listing, quantity as number, world.buyer, more);
    expect(code(await buys(1, { priceCents: 1 }))).toEqual([409, 'price_changed']);
    await seller.vendor.call(marketplace.updateListing, { id: listing.id, priceCents: 9_900 });
    expect(code(await buys(1))).toEqual([409, 'price_changed']);
    for (const quantity of [0, -1, -1e9, 0.5, 1e9, '2', null])
      expect((await buys(quantity)).status).toBe(400);
    for (const priceCents of [0, -2_500, 2_500.5, 1e12])
      expect((await buys(1, { priceCents })).status).toBe(400);
    expect(await balance()).toBe(before);
    for (const priceCents of [0, -1, 0.5])
      expect(
        (await seller.vendor.call(marketplace.updateListing, { id: listing.id, priceCents })).status,
      ).toBe(400);
    for (const leadCount of [-1, 0.5])
      expect(
        (await seller.vendor.call(marketplace.updateListing, { id: listing.id, leadCount })).status,
      ).toBe(400);
  });

  it('is to buy of oneself, and to buy one lead twice', async () => {
    const { list, buy, seller, buyer, third, payIn } = world;
    await Promise.all([payIn(100_000, seller), payIn(100_000, third)]);
    const listing = await list({ leadCount: 1 });
    expect(code(await buy(listing, 1, seller))).toEqual([409, 'own_listing']);
    const answers = await Promise.all([buyer, third, buyer, third].map((by) => buy(listing, 1, by)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 201) expect(code(answer)).toEqual([409, 'sold_out']);
  });

  it('is to touch what is another’s: a shop, a listing, an order, a balance', async () => {
    const { list, buy, seller, buyer, third, shop } = world;
    const listing = await list();
    const { body: order } = await buy(listing);
    const { id } = order;
    const strangers = [third.admin, third.vendor, buyer.vendor, seller.agent];
    for (const by of strangers) {
      const tries = [
        by.call(marketplace.getOrder, { id }),
        by.call(marketplace.fulfil, { id, leads: [leadNumber(95)] }),
        by.call(marketplace.cancel, { id, reason: 'Mine now' }),
        by.call(marketplace.dispute, { id, reason: 'fake' }),
        by.call(marketplace.decide, { id, outcome: 'refund', reason: 'Mine' }),
        by.call(marketplace.updateListing, { id: listing.id, priceCents: 1 }),
        by.call(marketplace.updateProvider, { id: shop.id, commissionPercent: 0 }),
        by.call(marketplace.statement, { providerId: shop.id }),
        by.call(marketplace.payouts, { providerId: shop.id }),
        by.call(marketplace.recordPayout, { providerId: shop.id, amountCents: 1, reference: 'x' }),
        by.call(marketplace.recordReceipt, { tenantId: third.tenant.id, amountCents: 1, reference: 'x' }),
        by.call(marketplace.createListing, {
          providerId: shop.id,
          title: 'Not theirs',
          category: 'Solar',
          priceCents: 1,
          leadCount: 1,
        }),
      ];
      for (const { status } of await Promise.all(tries)) expect([403, 404]).toContain(status);
    }
    // Each side has its own part alone: the seller cannot dispute, the buyer cannot hand over.
    expect((await seller.admin.call(marketplace.dispute, { id, reason: 'fake' })).status).toBe(404);
    expect((await buyer.admin.call(marketplace.fulfil, { id, leads: [leadNumber(95)] })).status).toBe(404);
    const { body } = await buyer.admin.call(marketplace.getOrder, { id });
    expect(body).toMatchObject({ status: 'pending', priceCents: 2_500, handedOver: 0 });
  });

  it('is to read on in another’s statement by its cursor', async () => {
    const { buyer, third, payIn } = world;
    await Promise.all([payIn(100), payIn(100), payIn(100, third), payIn(100, third)]);
    const page = await third.admin.call(marketplace.statement, { limit: 1 });
    const cursor = page.body.nextCursor!;
    const answer = await buyer.admin.call(marketplace.statement, { limit: 100, cursor });
    const theirs = (await third.admin.call(marketplace.statement, { limit: 100 })).body.lines;
    const seen = answer.status === 200 ? answer.body.lines.map(({ entryId }) => entryId) : [];
    expect(theirs.some(({ entryId }) => seen.includes(entryId))).toBe(false);
  });
});
