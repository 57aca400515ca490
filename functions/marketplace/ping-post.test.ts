import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { indexTold } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { leadNumber, market, type Side, side, sweepMarket } from '#tests/support/market.ts';
import { as, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { accountOf } from './books-store.ts';

const { marketplace } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A category of its own: the market of all tests is one. */
let categories = 0;
const ownCategory = () => `Pinged ${process.pid} ${Date.now()} ${categories++}`;

const address = { street: '1 Main Street', city: 'Miami', state: 'FL', postcode: '33130', country: 'US' };
const lead = (number: number, more: object = {}) => leadNumber(number, { address, ...more });

/** A market with a standing order of its buyer, and what its vendor's system does. */
async function pinged(fields: object = {}, options: object = {}) {
  const world = await market(options);
  const category = ownCategory();
  const open = async (by: Side, more: object = {}) => {
    const made = await by.admin.call(marketplace.createStandingOrder, {
      name: 'Pinged leads',
      categories: [category],
      bidCents: 2_500,
      dailyBudgetCents: 10_000,
      dailyLeadCap: 10,
      ...more,
    } as never);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await indexTold();
    return made.body;
  };
  const order = await open(world.buyer, fields);
  const ask = { category, zip: '33130', state: 'FL', exclusive: true };
  const ping = (more: object = {}, by = world.seller.vendor) =>
    by.call(marketplace.ping, { ...ask, ...more } as never);
  const post = (pingId: string, more: object = {}, by = world.seller.vendor) =>
    by.call(marketplace.post, { pingId, lead: lead(1), ...more } as never);
  const standing = async (id = order.id, by = world.buyer) =>
    (await by.admin.call(marketplace.standingOrders, {})).body.standingOrders.find((one) => one.id === id)!;
  const pings = async (by = world.seller.vendor) => (await by.call(marketplace.pings, {})).body.pings;
  const orders = async (by = world.buyer) =>
    (await by.admin.call(marketplace.orders, { side: 'bought', limit: 100 })).body.orders;
  return { ...world, category, open, order, ping, post, standing, pings, orders };
}

describe('a ping', () => {
  it('is answered with the bids of other workspaces, best price first', async () => {
    const { open, ping, seller, third, payIn, standing, category, pings } = await pinged();
    await Promise.all([payIn(100_000, third), payIn(100_000, seller)]);
    await open(third, { bidCents: 3_000 });
    await open(third, { bidCents: 9_000, states: ['NY'] });
    await open(third, { bidCents: 9_000, categories: [`${category} other`] });
    await open(third, { bidCents: 9_000, requirements: ['homeowner=yes'] });
    await open(third, { bidCents: 9_000, status: 'paused' });
    // One's own never bids.
    await open(seller, { bidCents: 9_000 });
    const { status, body } = await ping();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Matched', testMode: false });
    expect(body.bids.map(({ priceCents }) => priceCents)).toEqual([3_000, 2_500]);
    expect(Date.parse(body.expiresAt!) - Date.now()).toBeGreaterThan(4 * 60_000);
    expect(JSON.stringify(body)).not.toContain('mso_');
    expect(await standing()).toMatchObject({ reservedTodayCents: 2_500, spentTodayCents: 0 });
    const better = await ping({ attributes: { homeowner: true } });
    expect(better.body.bids[0]?.priceCents).toBe(9_000);
    const nobody = await ping({ category: `${category} nobody` });
    expect(nobody.body).toMatchObject({ status: 'Unmatched', bids: [], expiresAt: null });
    await eventually(async () =>
      expect((await pings()).map(({ outcome, bids }) => [outcome, bids])).toEqual([
        ['unmatched', 0],
        ['open', 2],
        ['open', 2],
      ]),
    );
  });

  it('is refused with a sentence where it holds personal data or is not what it should be', async () => {
    const { ping } = await pinged();
    for (const personal of [{ phone: '+13055550171' }, { email: 'ann@example.com' }, { firstName: 'Ann' }]) {
      const { status, body } = await ping(personal);
      expect(status).toBe(400);
      expect((body as unknown as { error: string }).error).toMatch(/carries no personal data/);
    }
    for (const wrong of [
      { attributes: { contact: 'ann@example.com' } },
      { attributes: { tel: '(305) 555-0171' } },
      { attributes: { 'not a name': 1 } },
      { attributes: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, 1])) },
      { hashes: { phone: '123' } },
      { hashes: { phone: sha256('x'), name: sha256('y') } },
      { zip: '3313' },
      { state: 'Florida' },
      { state: 'XX' },
      { category: '' },
      { exclusive: undefined },
      { mode: 'dry' },
    ])
      expect([(await ping(wrong)).status, JSON.stringify(wrong)]).toEqual([400, JSON.stringify(wrong)]);
  });

  it('reserves no more than the budget and the cap of a day, however many come at once', async () => {
    const { ping, post, standing, orders, balance } = await pinged({
      dailyBudgetCents: 25_000,
      dailyLeadCap: 7,
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ping()));
    const matched = answers.filter(({ body }) => body.status === 'Matched');
    expect(matched).toHaveLength(7);
    expect(await standing()).toMatchObject({ reservedTodayCents: 7 * 2_500 });
    // Each posted three times at once.
    const posts = await Promise.all(
      matched.flatMap(({ body }, at) => [1, 2, 3].map(() => post(body.pingId, { lead: lead(at) }))),
    );
    expect(new Set(posts.map(({ body }) => body.status))).toEqual(new Set(['Matched']));
    expect(new Set(posts.map(({ body }) => body.orderId)).size).toBe(7);
    await eventually(async () => expect(await orders()).toHaveLength(7));
    expect(await standing()).toMatchObject({
      spentTodayCents: 7 * 2_500,
      reservedTodayCents: 0,
      leadsToday: 7,
      leadsInAll: 7,
    });
    expect(await balance()).toBe(100_000 - 7 * 2_500);
    expect((await ping()).body.status).toBe('Unmatched');
  });

  it('sets free what its bids reserved when nobody posts, and takes no post then', async () => {
    const { ping, post, standing, seller, orders, pings } = await pinged({ dailyBudgetCents: 2_500 });
    const time = timeTravel();
    const { body } = await ping();
    expect((await ping()).body.status).toBe('Unmatched');
    time.forward({ minutes: 6 });
    const late = await post(body.pingId);
    expect(late.body).toMatchObject({
      status: 'Unmatched',
      orderId: null,
      reason: expect.stringMatching(/run out/),
    });
    await indexTold();
    await sweepMarket(seller);
    expect(await standing()).toMatchObject({ reservedTodayCents: 0 });
    expect((await ping()).body.status).toBe('Matched');
    expect((await post(body.pingId)).body.status).toBe('Unmatched');
    expect(await orders()).toEqual([]);
    await eventually(async () =>
      expect((await pings()).map(({ outcome }) => outcome).sort()).toEqual(['expired', 'open', 'unmatched']),
    );
  });

  it('gets no bid of who cannot pay, nor for a person whom the buyer was sold before', async () => {
    const { ping, post, open, third } = await pinged();
    await open(third, { bidCents: 9_000 });
    const hashes = { phone: sha256('+12175550001'), email: sha256('june1@example.com') };
    const first = await ping({ hashes });
    // The third has nothing on the balance.
    expect(first.body.bids.map(({ priceCents }) => priceCents)).toEqual([2_500]);
    expect((await post(first.body.pingId)).body.status).toBe('Matched');
    expect((await ping({ hashes })).body.status).toBe('Unmatched');
    expect((await ping({ hashes: { email: hashes.email } })).body.status).toBe('Unmatched');
    expect((await ping({ hashes: { phone: sha256('+12175550002') } })).body.status).toBe('Matched');
  });
});

describe('a post', () => {
  it('sells the lead at the bid’s price, once however often it is sent', async () => {
    const { ping, post, buyer, shop, balance, orders, pings, operator } = await pinged();
    const { body } = await ping({ hashes: { phone: sha256('+12175550001') } });
    const sold = await post(body.pingId);
    expect(sold.body).toMatchObject({ status: 'Matched', priceCents: 2_500, reason: '', testMode: false });
    const again = await Promise.all([post(body.pingId), post(body.pingId, { bidId: body.bids[0]!.bidId })]);
    for (const one of again) expect(one.body).toEqual(sold.body);
    expect(said(await post(body.pingId, { lead: lead(2) }))).toEqual([409, 'posted_before']);
    expect(await balance()).toBe(97_500);
    await eventually(async () =>
      expect(await orders()).toMatchObject([
        {
          id: sold.body.orderId,
          status: 'completed',
          delivered: 1,
          priceCents: 2_500,
          exclusivity: 'exclusive',
        },
      ]),
    );
    const { leads } = (await buyer.admin.call(api.leads.list, {})).body;
    expect(leads.map(({ firstName, source }) => [firstName, source])).toEqual([['June', 'Acme Leads']]);
    expect(await accountOf(`vendor:${shop.id}`)).toMatchObject({ held: 2_250 });
    await eventually(async () =>
      expect(await pings()).toMatchObject([
        { outcome: 'sold', priceCents: 2_500, orderId: sold.body.orderId },
      ]),
    );
    // Disputed and given back as any order is.
    const id = sold.body.orderId!;
    await buyer.admin.call(marketplace.dispute, { id, reason: 'fake' });
    await operator.call(marketplace.decide, { id, outcome: 'refund', reason: 'Invented' });
    expect(await balance()).toBe(100_000);
  });

  it('is refused where it is not what was pinged, and may be corrected', async () => {
    const { ping, post, balance } = await pinged();
    const { body } = await ping({
      hashes: { phone: sha256('+12175550001'), email: sha256('june1@example.com') },
    });
    const reasonOf = async (one: object) => {
      const answer = await post(body.pingId, { lead: one });
      expect(answer.body.status).toBe('Unmatched');
      return answer.body.reason;
    };
    expect(await reasonOf(lead(2))).toMatch(/phone number is not the one/);
    expect(await reasonOf(lead(1, { email: 'other@example.com' }))).toMatch(/e-mail address is not the one/);
    expect(await reasonOf(lead(1, { address: { ...address, postcode: '33131' } }))).toMatch(/33130/);
    expect(await reasonOf(lead(1, { address: { ...address, state: 'NY' } }))).toMatch(/not of FL/);
    expect(await reasonOf(lead(1, { address: { ...address, state: '' } }))).toMatch(/state/);
    expect(await reasonOf(lead(1, { phone: '123456' }))).not.toBe('');
    expect(await balance()).toBe(100_000);
    const spelled = lead(1, { address: { ...address, state: 'Florida', postcode: '33130-1234' } });
    expect((await post(body.pingId, { lead: spelled })).body.status).toBe('Matched');
  });

  it('goes to the next best bid where the best does not take it, unless one is named', async () => {
    const { ping, post, open, third, payIn, standing, orders } = await pinged();
    await payIn(100_000, third);
    const best = await open(third, { bidCents: 3_000 });
    await third.admin.call(api.leads.create, { firstName: 'Had', phones: ['+12175550001'] });
    const { body } = await ping();
    const [first, second] = body.bids;
    expect([first?.priceCents, second?.priceCents]).toEqual([3_000, 2_500]);
    const named = await post(body.pingId, { bidId: first!.bidId });
    expect(named.body).toMatchObject({ status: 'Unmatched', reason: 'The buyer has this person already.' });
    expect((await post(body.pingId, { bidId: first!.bidId })).body).toEqual(named.body);
    expect((await post(body.pingId)).body).toMatchObject({ status: 'Matched', priceCents: 2_500 });
    expect(await orders(third)).toEqual([]);
    for (const one of [await standing(best.id, third), await standing()])
      expect(one.reservedTodayCents).toBe(0);
    // Of an address that somebody else has been sold as exclusive, nobody is.
    const other = await ping();
    const twice = await post(other.body.pingId);
    expect(twice.body).toMatchObject({ status: 'Unmatched', reason: expect.stringMatching(/sold|already/) });
    expect((await standing()).reservedTodayCents).toBe(0);
  });

  it('is refused where the buyer’s money has gone meanwhile', async () => {
    const { ping, post, list, buy, category, standing, pings } = await pinged({}, { balanceCents: 2_500 });
    const { body } = await ping();
    await buy(await list({ category: `${category} else` }));
    const refused = await post(body.pingId);
    expect(refused.body).toMatchObject({ status: 'Unmatched', reason: 'The buyer cannot pay for it.' });
    expect((await post(body.pingId)).body).toEqual(refused.body);
    expect(await standing()).toMatchObject({ reservedTodayCents: 0, spentTodayCents: 0 });
    await eventually(async () => expect(await pings()).toMatchObject([{ outcome: 'refused' }]));
  });

  it('is another vendor’s in vain', async () => {
    const { ping, post, seller, third, buyer, pings } = await pinged();
    const { body } = await ping();
    const other = as(await seller.tenant.user('vendor'));
    for (const by of [other, third.vendor, third.admin, buyer.vendor])
      expect((await post(body.pingId, {}, by)).status).toBe(404);
    expect((await post(body.pingId, { bidId: 'mbd_another' })).status).toBe(404);
    expect((await post('mpg_01NOTHING')).status).toBe(404);
    for (const by of [buyer.agent]) {
      expect((await post(body.pingId, {}, by)).status).toBe(403);
      expect((await ping({}, by)).status).toBe(403);
    }
    await eventually(async () => expect(await pings()).toHaveLength(1));
    expect([await pings(other), await pings(buyer.vendor)]).toEqual([[], []]);
    expect((await post(body.pingId)).body.status).toBe('Matched');
  });

  it('in test mode answers the same, reserves nothing and sells nothing', async () => {
    const { ping, post, standing, balance, orders, buyer, pings } = await pinged();
    const { body } = await ping({ mode: 'test' });
    expect(body).toMatchObject({ status: 'Matched', testMode: true, bids: [{ priceCents: 2_500 }] });
    expect(await standing()).toMatchObject({ reservedTodayCents: 0 });
    expect(said(await post(body.pingId))).toEqual([409, 'other_mode']);
    const answer = await post(body.pingId, { mode: 'test' });
    expect(answer.body).toEqual({
      status: 'Matched',
      orderId: null,
      priceCents: 2_500,
      reason: '',
      testMode: true,
    });
    expect((await post(body.pingId, { mode: 'test' })).body).toEqual(answer.body);
    expect([await balance(), await orders()]).toEqual([100_000, []]);
    expect((await buyer.admin.call(api.leads.list, {})).body.leads).toEqual([]);
    await buyer.admin.call(api.leads.create, { firstName: 'Had', phones: ['+12175550001'] });
    const known = await ping({ mode: 'test' });
    expect((await post(known.body.pingId, { mode: 'test' })).body).toMatchObject({
      status: 'Unmatched',
      reason: 'The buyer has this person already.',
      testMode: true,
    });
    await eventually(async () => expect(await pings()).toHaveLength(2));
    const live = await ping();
    expect(said(await post(live.body.pingId, { mode: 'test' }))).toEqual([409, 'other_mode']);
  });

  it.each(Array.from({ length: 11 }, (_, at) => at + 1))(
    'that is cut off behind write %i sells the lead once all the same',
    async (writes) => {
      const { ping, post, seller, buyer, standing, balance, orders, pings } = await pinged();
      const { body } = await ping();
      const time = timeTravel();
      const revive = killedAfter(writes);
      await post(body.pingId).catch(() => undefined);
      revive();
      for (let round = 0; round < 3; round++) {
        time.forward({ minutes: 70 });
        await indexTold();
        await sweepMarket(seller, buyer);
      }
      await eventually(async () =>
        expect(await orders()).toMatchObject([{ status: 'completed', delivered: 1 }]),
      );
      expect((await post(body.pingId)).body).toMatchObject({ status: 'Matched', priceCents: 2_500 });
      expect(await balance()).toBe(97_500);
      const { spentInAllCents, leadsInAll, reservedTodayCents } = await standing();
      expect([spentInAllCents, leadsInAll, reservedTodayCents]).toEqual([2_500, 1, 0]);
      await eventually(async () => expect(await pings()).toMatchObject([{ outcome: 'sold' }]));
      const { leads } = (await buyer.admin.call(api.leads.list, {})).body;
      expect(leads).toHaveLength(1);
    },
  );

  it('keeps nothing of the person with the ping once it is sold', async () => {
    const { ping, post, seller } = await pinged();
    const { body } = await ping();
    await post(body.pingId);
    const { findPing } = await import('./ping-store.ts');
    const stored = await asSystem(seller.tenant.id, 'test', () => findPing(body.pingId));
    expect(stored).toMatchObject({ outcome: 'sold', posted: null });
    expect(JSON.stringify(stored)).not.toMatch(/June|5550001|june1@/);
  });
});

describe('an API key', () => {
  it('with marketplace.sell pings and posts, and one without it does not', async () => {
    const { ping, post, seller, standing } = await pinged();
    const keyWith = async (permissions: string[]) => {
      const made = await seller.admin.call(api.apiKeys.create, { name: 'System', permissions } as never);
      return withToken(
        (made.body as unknown as { secret: string }).secret,
        seller.tenant.admin.address,
      ) as Side['vendor'];
    };
    const key = await keyWith(['marketplace.sell']);
    const { body } = await ping({}, key);
    expect(body.status).toBe('Matched');
    expect((await post(body.pingId, {}, key)).body.status).toBe('Matched');
    expect((await standing()).leadsToday).toBe(1);
    const reader = await keyWith(['marketplace.view']);
    expect((await ping({}, reader)).status).toBe(403);
    expect((await post(body.pingId, {}, reader)).status).toBe(403);
  });

  it('has to name the shop where there are two, and sells nothing for a suspended one', async () => {
    const { ping, seller, operator, shop } = await pinged();
    await operator.call(marketplace.updateProvider, { id: shop.id, status: 'suspended' });
    expect(said(await ping())).toEqual([409, 'shop_suspended']);
    const second = { name: 'Second', ownerId: seller.tenant.vendor.userId };
    await seller.admin.call(marketplace.createProvider, second);
    await eventually(async () => expect((await ping()).status).toBe(400));
    const stranger = await side();
    expect((await ping({ providerId: shop.id }, stranger.admin)).status).toBe(404);
  });
});
