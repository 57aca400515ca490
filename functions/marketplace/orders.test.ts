import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bookContact } from '#functions/compliance/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { client } from '#functions/kernel/table.ts';
import { createLead } from '#functions/leads/api.ts';
import { noteNewConsent } from '#functions/tcpa/api.ts';
import { api } from '#shared/api/index.ts';
import { soldLead } from '#shared/model/market.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market } from '#tests/support/market.ts';
import { as } from '#tests/support/tenant.ts';

import { takeOver } from './fulfil.ts';
import { fieldsOf } from './handover.ts';
import { handoversOf } from './order-store.ts';
import { settle } from './settle.ts';

const { marketplace, leads } = api;
/** Whether texts to a number wait for the person's consent to the buyer. */
const isBought = async (by: ReturnType<typeof as>, phone: string) =>
  (await by.call(api.tcpa.check, { phone, channel: 'sms', state: 'IL' })).body.reasons
    .map(({ code }) => code)
    .includes('bought_lead');
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('an order', () => {
  it('comes to the buyer’s leads once, with the shop as their source and the proof of consent', async () => {
    const { seller, buyer, list, buy } = await market();
    const listing = await list({ sampleFields: ['firstName', 'phone'] });
    const { body: order } = await buy(listing, 2);
    const fulfil = (some: object[], by = seller.vendor) =>
      by.call(marketplace.fulfil, { id: order.id, leads: some } as never);
    expect((await fulfil([leadNumber(1)], buyer.admin)).status).toBe(404);
    expect((await fulfil([leadNumber(1)], as(await seller.tenant.user('vendor')))).status).toBe(404);
    await buyer.admin.call(leads.create, { firstName: 'Own', phones: ['+12175550002'] });
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
      'The buyer has this person already.',
      true,
    ]);
    expect(first.body.order).toMatchObject({ status: 'completed', delivered: 2, known: 0, handedOver: 2 });
    // Handed over again, nothing comes twice.
    expect((await fulfil([leadNumber(1)])).body.order.delivered).toBe(2);
    const all = await eventually(async () => {
      const { body } = await buyer.admin.call(leads.list, {});
      expect(body.leads).toHaveLength(3);
      return body.leads;
    });
    const june = all.find(({ lastName }) => lastName === 'Harper 1')!;
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
    expect([
      await isBought(buyer.admin, '+12175550001'),
      await isBought(buyer.admin, '+12175550002'),
    ]).toEqual([true, false]);
    // The seller's workspace has no lead of it.
    expect((await seller.admin.call(leads.list, {})).body.leads).toEqual([]);
    const { body: seen } = await buyer.admin.call(marketplace.getOrder, { id: order.id });
    expect(seen).toMatchObject({
      status: 'completed',
      delivered: 2,
      known: 0,
      refusedAsKnown: 1,
      disputableUntil: expect.any(String),
    });
  });

  it('says of as many leads as it has that the buyer has the person, and brings the others', async () => {
    const { seller, buyer, list, buy } = await market();
    const own = { firstName: 'Own', phones: ['+12175550002'], source: 'Our form' };
    const [{ body: known }, { body: byEmail }] = [
      await buyer.admin.call(leads.create, own),
      await buyer.admin.call(leads.create, { firstName: 'Mail', emails: ['june3@example.com'] }),
    ];
    const { body: deleted } = await buyer.admin.call(leads.create, { phones: ['+12175550004'] });
    await buyer.admin.call(leads.remove, { id: deleted.id });
    const { body: order } = await buy(await list(), 2);
    const fulfil = async (numbers: number[]) =>
      (
        await seller.vendor.call(marketplace.fulfil, {
          id: order.id,
          leads: numbers.map((n) => leadNumber(n)),
        })
      ).body;
    const refused = 'The buyer has this person already.';
    const first = await fulfil([2, 3, 4]);
    expect(first.results.map(({ reason }) => reason)).toEqual([refused, refused, '']);
    // More is not told: the lead is sold, and may be returned as a duplicate.
    expect((await fulfil([2])).order).toMatchObject({ handedOver: 2, known: 1, refusedAsKnown: 2 });
    expect((await buyer.admin.call(leads.get, { id: known.id })).body).toMatchObject({
      firstName: 'Own',
      source: 'Our form',
      emails: ['june2@example.com'],
    });
    // Who was the buyer's own before may be texted as before.
    expect(await isBought(buyer.admin, '+12175550002')).toBe(false);
    expect((await buyer.admin.call(leads.get, { id: byEmail.id })).body.phones).toEqual([]);
  });

  it('counts a lead as new where two deliveries at once make it', async () => {
    const { seller, buyer, shop, list, buy } = await market();
    const { body: order } = await buy(await list());
    const asSeller = <T>(work: () => Promise<T>) => asSystem(seller.tenant.id, 'test', work);
    const lead = soldLead.parse(leadNumber(7));
    await asSeller(() => takeOver(order.id, lead));
    const { leadId } = (await asSeller(() => handoversOf(order.id)))[0]!;
    // The other one makes it right after this one has looked for it.
    let isMade = false;
    const send = client.send.bind(client) as (command: object) => Promise<unknown>;
    const spy = vi.spyOn(client, 'send').mockImplementation((async (command: object) => {
      const answer = await send(command);
      if (!isMade && JSON.stringify(command).toLowerCase().includes(leadId.toLowerCase())) {
        isMade = true;
        await asSystem(buyer.tenant.id, 'marketplace', () =>
          createLead(fieldsOf(lead, shop.name), { id: leadId, createdBy: 'marketplace' }),
        );
      }
      return answer;
    }) as never);
    onTestFinished(() => spy.mockRestore());
    await asSeller(() => settle(order.id));
    expect(isMade).toBe(true);
    const { body: seen } = await buyer.admin.call(marketplace.getOrder, { id: order.id });
    expect(seen).toMatchObject({ delivered: 1, known: 0 });
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
