import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market, sweepMarket } from '#tests/support/market.ts';
import { timeTravel } from '#tests/support/time.ts';

const { marketplace } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

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
    // What is there is paid out once, and one transfer is recorded once.
    const two = await Promise.all([pay(3_000, 'Wire 1'), pay(3_000, 'Wire 2')]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
    const same = await Promise.all([pay(1_500, 'Wire 3'), pay(1_500, 'wire 3 ')]);
    expect(same.map(({ status }) => status)).toEqual([201, 201]);
    expect(said(await pay(1, 'Wire 4'))).toEqual([409, 'not_available']);
    expect(said(await pay(1_400, 'Wire 3'))).toEqual([409, 'reference_used']);
    const payouts = (await vendor.call(marketplace.payouts, {})).body;
    expect(payouts.payouts).toMatchObject([{ amountCents: 1_500 }, { amountCents: 3_000 }]);
    expect(payouts.providers).toMatchObject([{ availableCents: 0, heldCents: 0 }]);
    expect((await buyer.vendor.call(marketplace.payouts, { providerId: shop.id })).status).toBe(404);
    expect((await buyer.admin.call(marketplace.statement, { providerId: shop.id })).status).toBe(404);
    const lines = (await vendor.call(marketplace.statement, { providerId: shop.id })).body.lines;
    expect(lines.map(({ kind, account, amountCents }) => [kind, account, amountCents])).toEqual([
      ['payout', 'available', -1_500],
      ['payout', 'available', -3_000],
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
