import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { indexTold } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { leadNumber, market, type Side, sweepMarket } from '#tests/support/market.ts';
import { timeTravel } from '#tests/support/time.ts';

const { marketplace } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** A category of its own: the market of all tests is one. */
let categories = 0;
const ownCategory = () => `Category ${process.pid} ${Date.now()} ${categories++}`;

const blank = { bidCents: 2_500, dailyBudgetCents: 10_000, dailyLeadCap: 10 };
const open = async (by: Side, fields: object = {}) => {
  const made = await by.admin.call(marketplace.createStandingOrder, {
    name: 'Solar in Florida',
    ...blank,
    ...fields,
  } as never);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
};
const seen = async (by: Side, id: string) => {
  const { body } = await by.admin.call(marketplace.standingOrders, {});
  return body.standingOrders.find((one) => one.id === id)!;
};
const bought = async (by: Side) => {
  const { body } = await by.admin.call(marketplace.orders, { side: 'bought', limit: 100 });
  return body.orders.map(({ listingTitle, quantity, status }) => ({ listingTitle, quantity, status }));
};

/** No day of a workspace ends within the hours after it. */
const tomorrowNoon = (): string =>
  `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T16:00:00.000Z`;

/** Two minutes go by, and what is due then is worked. */
async function sweptMinute(time: ReturnType<typeof timeTravel>, ...sides: Side[]): Promise<void> {
  await indexTold();
  time.forward({ minutes: 2 });
  await sweepMarket(...sides);
  await indexTold();
}

describe('standing orders', () => {
  it('are an admin’s to make, change and remove, and an agent’s to see', async () => {
    const { buyer, third } = await market({ balanceCents: 0 });
    const made = await open(buyer, { categories: ['Solar', 'solar', 'Roofing'], states: ['fl', 'NY'] });
    expect(made).toMatchObject({
      categories: ['Solar', 'Roofing'],
      states: ['FL', 'NY'],
      status: 'active',
      spentTodayCents: 0,
      leadsInAll: 0,
      version: 1,
    });
    const list = (by: Side['admin']) => by.call(marketplace.standingOrders, {});
    expect((await list(buyer.agent)).body.standingOrders).toHaveLength(1);
    expect((await list(third.admin)).body.standingOrders).toEqual([]);
    expect((await list(buyer.vendor)).status).toBe(403);
    const change = (by: Side['admin'], more: object) =>
      by.call(marketplace.updateStandingOrder, { id: made.id, ...more } as never);
    expect((await change(buyer.agent, { status: 'paused' })).status).toBe(403);
    expect((await change(third.admin, { status: 'paused' })).status).toBe(404);
    expect((await change(buyer.admin, { status: 'paused', version: 1 })).body).toMatchObject({
      status: 'paused',
      name: 'Solar in Florida',
      version: 2,
    });
    expect((await change(buyer.admin, { bidCents: 100, version: 1 })).status).toBe(409);
    const remove = (by: Side['admin']) => by.call(marketplace.removeStandingOrder, { id: made.id });
    expect([(await remove(buyer.agent)).status, (await remove(third.admin)).status]).toEqual([403, 404]);
    expect((await remove(buyer.admin)).status).toBe(200);
    expect((await list(buyer.admin)).body.standingOrders).toEqual([]);
  });

  it('are refused with a sentence where they make no sense', async () => {
    const { buyer } = await market({ balanceCents: 0 });
    const create = (fields: object) =>
      buyer.admin.call(marketplace.createStandingOrder, { name: 'One', ...blank, ...fields } as never);
    for (const fields of [
      { bidCents: 0 },
      { bidCents: 1.5 },
      { dailyBudgetCents: 2_499 },
      { dailyLeadCap: 0 },
      { dailyLeadCap: 1_001 },
      { states: ['Florida'] },
      { states: ['XX'] },
      { requirements: ['homeowner'] },
      { categories: [''] },
      { name: ' ' },
      { unknown: 1 },
    ]) {
      const { status, body } = await create(fields);
      expect([status, JSON.stringify(fields), (body as { error?: string }).error]).toEqual([
        400,
        JSON.stringify(fields),
        expect.stringMatching(/\w+ .*\./),
      ]);
    }
    await Promise.all(Array.from({ length: 50 }, (_, at) => create({ name: `Order ${at}` })));
    expect(said(await create({}))).toEqual([409, 'too_many_standing_orders']);
  });

  it('buy of listings that fit, the cheapest first, within the budget and the cap of a day', async () => {
    const { buyer, list, balance, seller } = await market();
    const category = ownCategory();
    const order = await open(buyer, { categories: [category], dailyLeadCap: 4 });
    const listed = { category, exclusivity: 'shared' as const };
    await list({ ...listed, title: 'Dear', priceCents: 2_501 });
    await list({ ...listed, title: 'Fair', priceCents: 2_400, leadCount: 10 });
    await list({ ...listed, title: 'Cheap', priceCents: 1_000, leadCount: 2 });
    await list({ ...listed, title: 'Other', category: `${category} other` });
    await list({ ...listed, title: 'Draft', status: 'draft', priceCents: 1 });
    const time = timeTravel();
    const minute = () => sweptMinute(time, buyer, seller);
    await minute();
    // Two at 10 dollars leave 80 of the budget and two leads of the cap.
    const expected = [
      { listingTitle: 'Fair', quantity: 2, status: 'pending' },
      { listingTitle: 'Cheap', quantity: 2, status: 'pending' },
    ];
    await eventually(async () => expect(await bought(buyer)).toEqual(expect.arrayContaining(expected)));
    expect(await balance()).toBe(100_000 - 2 * 1_000 - 2 * 2_400);
    expect(await seen(buyer, order.id)).toMatchObject({
      spentTodayCents: 6_800,
      reservedTodayCents: 0,
      leadsToday: 4,
      leadsInAll: 4,
    });
    // Looked at again, nothing more is bought today.
    await minute();
    await minute();
    expect(await bought(buyer)).toHaveLength(2);
    // And with a new day, once more.
    time.forward({ days: 1 });
    await minute();
    expect(await seen(buyer, order.id)).toMatchObject({ leadsToday: 4, leadsInAll: 8 });
    expect((await bought(buyer)).filter(({ listingTitle }) => listingTitle === 'Fair')).toHaveLength(2);
  });

  it('buy nothing of their own workspace, while paused, or beyond the balance', async () => {
    const { buyer, seller, payIn, list } = await market({ balanceCents: 3_000 });
    await payIn(100_000, seller);
    const category = ownCategory();
    const own = await open(seller, { categories: [category] });
    const paused = await open(buyer, { categories: [category], status: 'paused' });
    const poor = await open(buyer, { categories: [category], bidCents: 5_000 });
    await list({ category, priceCents: 2_000, leadCount: 3, exclusivity: 'exclusive' });
    const time = timeTravel();
    await indexTold();
    time.forward({ minutes: 2 });
    await sweepMarket(buyer, seller);
    expect(await bought(buyer)).toEqual([]);
    for (const [by, id] of [
      [seller, own.id],
      [buyer, paused.id],
      [buyer, poor.id],
    ] as const)
      expect(await seen(by, id)).toMatchObject({ leadsInAll: 0, spentTodayCents: 0, reservedTodayCents: 0 });
  });

  it.each([1, 2, 3, 4, 5, 6])('buy once where they are cut off behind write %i', async (writes) => {
    const { buyer, seller, list, balance } = await market();
    const category = ownCategory();
    const order = await open(buyer, { categories: [category] });
    await list({ category, leadCount: 3 });
    const time = timeTravel();
    await indexTold();
    time.forward({ minutes: 2 });
    const revive = killedAfter(writes);
    await sweepMarket(buyer).catch(() => undefined);
    revive();
    for (let round = 0; round < 4; round++) {
      time.forward({ minutes: 70 });
      await indexTold();
      await sweepMarket(buyer, seller);
    }
    const orders = await bought(buyer);
    // A day may have ended meanwhile, and bought what was left: nothing, for all three were bought.
    expect(orders).toEqual([{ listingTitle: 'Solar leads', quantity: 3, status: 'pending' }]);
    expect(await balance()).toBe(100_000 - 3 * 2_500);
    const { leadsInAll, spentInAllCents, reservedTodayCents } = await seen(buyer, order.id);
    expect([leadsInAll, spentInAllCents, reservedTodayCents]).toEqual([3, 7_500, 0]);
  });

  it('never exceed their budget when looked at many times at once', async () => {
    const { buyer, seller, list } = await market();
    const category = ownCategory();
    const order = await open(buyer, { categories: [category], dailyBudgetCents: 7_000 });
    for (const leadCount of [1, 1, 1, 1]) await list({ category, leadCount, exclusivity: 'shared' });
    const time = timeTravel();
    await indexTold();
    time.forward({ minutes: 2 });
    const { marketStandingOrderWork } = await import('./standing-work.ts');
    const { asSystem } = await import('#functions/kernel/actor.ts');
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        asSystem(buyer.tenant.id, 'test', () => marketStandingOrderWork.look(order.id)).catch(
          () => undefined,
        ),
      ),
    );
    await sweepMarket(buyer, seller);
    await asSystem(buyer.tenant.id, 'test', () => marketStandingOrderWork.look(order.id));
    expect(await seen(buyer, order.id)).toMatchObject({ spentTodayCents: 5_000, leadsToday: 2 });
    expect(await bought(buyer)).toHaveLength(2);
  });

  it('have what was cancelled, refunded or returned free again, on its day and once', async () => {
    const time = timeTravel(tomorrowNoon());
    const { buyer, seller, list, operator, balance } = await market();
    const category = ownCategory();
    const order = await open(buyer, { categories: [category], dailyBudgetCents: 20_000, bidCents: 2_000 });
    const listed = { category, exclusivity: 'shared' as const };
    for (const [title, priceCents] of [
      ['Cancelled', 1_000],
      ['Refunded', 1_500],
      ['Returned', 2_000],
    ] as const)
      await list({ ...listed, title, priceCents, leadCount: 2 });
    const minute = () => sweptMinute(time, buyer, seller);
    await minute();
    const { body } = await buyer.admin.call(marketplace.orders, { side: 'bought', limit: 100 });
    const idOf = (title: string) => body.orders.find(({ listingTitle }) => listingTitle === title)!.id;
    const spent = async () => {
      const { spentTodayCents, reservedTodayCents, leadsToday, leadsInAll, spentInAllCents } = await seen(
        buyer,
        order.id,
      );
      expect([leadsInAll, spentInAllCents, reservedTodayCents]).toEqual([leadsToday, spentTodayCents, 0]);
      return [leadsToday, spentTodayCents];
    };
    expect(await spent()).toEqual([6, 9_000]);
    const deliver = (title: string, first: number) =>
      seller.vendor.call(marketplace.fulfil, {
        id: idOf(title),
        leads: [leadNumber(first), leadNumber(first + 1)],
      });
    await deliver('Refunded', 700);
    await deliver('Returned', 702);
    for (let time = 0; time < 2; time++)
      await buyer.admin.call(marketplace.cancel, { id: idOf('Cancelled'), reason: 'No need' });
    expect(await spent()).toEqual([4, 7_000]);
    await buyer.admin.call(marketplace.dispute, { id: idOf('Refunded'), reason: 'fake' });
    await operator.call(marketplace.decide, {
      id: idOf('Refunded'),
      outcome: 'refund',
      reason: 'Looked into',
    });
    expect(await spent()).toEqual([2, 4_000]);
    const id = idOf('Returned');
    const { body: page } = await buyer.admin.call(marketplace.orderLeads, { id });
    const leadIds = page.leads.slice(0, 1).map((lead) => lead.id);
    await buyer.admin.call(marketplace.returnLeads, { id, leadIds, reason: 'out_of_area' });
    await seller.vendor.call(marketplace.answerReturns, { id, leadIds, accept: true });
    expect(await spent()).toEqual([1, 2_000]);
    // What is free may be spent on what is not bought of yet on that day.
    await list({ ...listed, title: 'Another', leadCount: 1, priceCents: 900 });
    await minute();
    await minute();
    expect(await spent()).toEqual([2, 2_900]);
    expect(await balance()).toBe(100_000 - 2_900);
  });

  it('count as spent what was cut off behind each write of its cancellation, no more and no less', async () => {
    for (const writes of [0, 1, 2, 3, 4, 5]) {
      const time = timeTravel(tomorrowNoon());
      const { buyer, seller, list } = await market();
      const category = ownCategory();
      const order = await open(buyer, { categories: [category] });
      await list({ category, leadCount: 2 });
      await indexTold();
      time.forward({ minutes: 2 });
      await sweepMarket(buyer, seller);
      const { body } = await buyer.admin.call(marketplace.orders, { side: 'bought', limit: 100 });
      const { id } = body.orders[0]!;
      const revive = killedAfter(writes);
      await buyer.admin.call(marketplace.cancel, { id, reason: 'No need' }).catch(() => undefined);
      revive();
      await buyer.admin.call(marketplace.cancel, { id, reason: 'No need' });
      for (let round = 0; round < 2; round++) {
        time.forward({ minutes: 70 });
        await indexTold();
        await sweepMarket(buyer, seller);
      }
      const { leadsInAll, spentInAllCents, reservedTodayCents, spentTodayCents } = await seen(
        buyer,
        order.id,
      );
      expect([writes, leadsInAll, spentInAllCents, reservedTodayCents, spentTodayCents]).toEqual([
        writes,
        0,
        0,
        0,
        0,
      ]);
    }
  });
});
