import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { indexTold } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { sweepMarket } from '#tests/support/market.ts';
import { address, lead, pinged } from '#tests/support/pinged.ts';
import { as } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { accountOf } from './books-store.ts';

const { marketplace } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
