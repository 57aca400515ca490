import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market, sweepMarket } from '#tests/support/market.ts';
import { as } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { returnPersonalData } from './return-personal-data.ts';

const { marketplace, calls, leads } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** A completed order of some leads at $3.33 each, ten percent of it to the platform, and who may do what with it. */
async function sold(quantity: number, more: object = {}) {
  const world = await market();
  const { seller, buyer, operator, list, buy } = world;
  const { body: order } = await buy(await list({ priceCents: 333, leadCount: quantity, ...more }), quantity);
  const handed = Array.from({ length: quantity }, (_, at) => leadNumber(at + 1));
  const done = await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: handed });
  expect(done.body.order.status).toBe('completed');
  const { id } = order;
  const seenBy = async (by = buyer.admin) => (await by.call(marketplace.orderLeads, { id })).body.leads;
  const all = await seenBy();
  const ids = (...hints: string[]) => all.filter(({ hint }) => hints.includes(hint)).map((lead) => lead.id);
  const giveBack = (leadIds: string[], reason = 'out_of_area', by = buyer.admin) =>
    by.call(marketplace.returnLeads, { id, leadIds, reason, note: 'From Ohio' } as never);
  const answer = (leadIds: string[], accept: boolean, reason = '', by = seller.vendor) =>
    by.call(marketplace.answerReturns, { id, leadIds, accept, reason });
  const decide = (leadIds: string[], accept: boolean, by = operator) =>
    by.call(marketplace.decideReturns, { id, leadIds, accept, reason: 'Looked into' });
  const held = async () => (await seller.vendor.call(marketplace.stats, {})).body;
  return { ...world, id, all, ids, seenBy, giveBack, answer, decide, held };
}

describe('a lead of a completed order', () => {
  it('goes back with its money when the seller accepts, and the buyer’s lead says so', async () => {
    const { buyer, id, all, ids, giveBack, answer, seenBy, balance, held } = await sold(10);
    expect(all.map(({ hint }) => hint).sort()).toEqual(
      Array.from({ length: 10 }, (_, at) => `…${String(at + 1).padStart(4, '0')}`),
    );
    const before = await balance();
    const two = ids('…0001', '…0002');
    const asked = await giveBack(two);
    expect(asked.body).toMatchObject({ returned: 0, returnsOpen: 2, returnable: 0, creditedCents: 0 });
    expect(await balance()).toBe(before);
    const done = await answer(two, true);
    expect(done.body).toMatchObject({ returned: 2, returnsOpen: 0, creditedCents: 666 });
    expect(await balance()).toBe(before + 666);
    // Ten leads earn 3330 − 333, eight 2664 − 266.
    await eventually(async () =>
      expect(await held()).toMatchObject({ heldCents: 2_398, totalRevenue: 2_398 }),
    );
    const lead = (await seenBy()).find((one) => one.hint === '…0001')!;
    expect(lead).toMatchObject({ name: 'June Harper 1', return: { state: 'accepted', note: 'From Ohio' } });
    await eventually(async () => {
      const { body } = await buyer.admin.call(leads.timeline, { id: lead.leadId! } as never);
      expect((body as { entries: { text: string }[] }).entries.map(({ text }) => text)).toContain(
        'Returned to Acme Leads: leads of another area. $3.33 came back.',
      );
    });
    expect(said(await answer(two, true))).toEqual([409, 'not_open']);
    const lines = (await buyer.admin.call(marketplace.statement, {})).body.lines;
    expect(lines.filter(({ kind }) => kind === 'return').map(({ amountCents }) => amountCents)).toEqual([
      333, 333,
    ]);
    expect((await buyer.admin.call(marketplace.getOrder, { id })).body.creditedCents).toBe(666);
  });

  it('stays sold where the operator says so, and goes back where they do not', async () => {
    const { ids, giveBack, answer, decide, seenBy, seller, balance, operator } = await sold(10);
    const [first, second] = [ids('…0003'), ids('…0004')];
    const before = await balance();
    await giveBack([...first, ...second]);
    expect((await answer(first, false)).status).toBe(400);
    expect((await answer([...first, ...second], false, 'They are from Illinois')).body.returnsOpen).toBe(2);
    expect(said(await decide(first, true, seller.admin))).toEqual([403, 'forbidden']);
    expect(
      (await operator.call(marketplace.orders, { returns: 'open', limit: 100 })).body.orders.length,
    ).toBeGreaterThan(0);
    await decide(first, false);
    const after = await decide(second, true);
    expect(after.body).toMatchObject({ returned: 1, returnsOpen: 0 });
    expect(await balance()).toBe(before + 333);
    const states = (await seenBy(seller.vendor)).filter((one) => one.return);
    expect(
      states.map((one) => [one.hint, one.name, one.leadId, one.return!.state, one.return!.objection]),
    ).toEqual(
      expect.arrayContaining([
        ['…0003', '', null, 'rejected', 'They are from Illinois'],
        ['…0004', '', null, 'accepted', 'They are from Illinois'],
      ]),
    );
    expect(said(await giveBack(first))).toEqual([409, 'returned_before']);
  });

  it('goes back by itself when the seller says nothing for three days, and money waits for it', async () => {
    const { seller, buyer, id, ids, giveBack, answer, decide, held, balance } = await sold(10);
    const time = timeTravel();
    const before = await balance();
    await giveBack(ids('…0001'));
    time.forward({ days: 2 });
    await sweepMarket(seller, buyer);
    expect(await balance()).toBe(before);
    time.forward({ days: 1, minutes: 2 });
    await eventually(async () => {
      await sweepMarket(seller, buyer);
      expect(await balance()).toBe(before + 333);
    });
    time.forward({ days: 2 });
    const late = ids('…0002');
    await giveBack(late);
    await answer(late, false, 'We disagree');
    time.forward({ days: 5 });
    await sweepMarket(seller, buyer);
    expect(await held()).toMatchObject({ availableCents: 0 });
    expect(said(await giveBack(ids('…0003')))).toEqual([409, 'too_many_returns']);
    await decide(late, false);
    await eventually(async () => expect(await held()).toMatchObject({ heldCents: 0, availableCents: 2_698 }));
    expect(said(await giveBack(ids('…0003')))).toEqual([409, 'not_returnable']);
    expect((await buyer.admin.call(marketplace.getOrder, { id })).body.returnable).toBe(0);
  });

  it('leaves no name in what was written of it when its person is erased', async () => {
    const { buyer, seller, id, all, ids, giveBack, answer, seenBy } = await sold(10);
    const [one] = ids('…0001');
    const note = 'June Harper 1 says that (217) 555-0001 is not hers.';
    const asked = await buyer.admin.call(marketplace.returnLeads, {
      id,
      leadIds: [one!],
      reason: 'out_of_area',
      note,
    } as never);
    expect(asked.status).toBe(200);
    await answer([one!], false, 'Harper 1 gave us this number.');
    await giveBack(ids('…0002'));
    const { leadId } = all.find((lead) => lead.id === one)!;
    const subject = {
      leadIds: [leadId!],
      phones: ['+12175550001'],
      emails: ['june1@example.com'],
      names: ['June Harper 1'],
    };
    const [part] = returnPersonalData;
    const asBuyer = <T>(work: () => Promise<T>) => asSystem(buyer.tenant.id, 'test', work);
    const find = () => asBuyer(async () => (await part!.find(subject, null)).found);
    const found = await eventually(async () => {
      const some = await find();
      expect(some).toHaveLength(1);
      return some;
    });
    expect(part!.row(found[0])).toMatchObject({ order: id, note, reason: 'out_of_area' });
    for (const _ of [1, 2]) await asBuyer(() => part!.erase!(found, subject));
    expect(await find()).toEqual([]);
    const returned = (await seenBy(seller.vendor)).flatMap((lead) =>
      lead.return ? [[lead.hint, lead.return]] : [],
    );
    expect(Object.fromEntries(returned)).toMatchObject({
      '…0001': {
        state: 'objected',
        note: '[erased] says that [erased] is not hers.',
        objection: '[erased] 1 gave us this number.',
      },
      '…0002': { state: 'requested', note: 'From Ohio' },
    });
    // Another workspace finds nothing of it, also where it has the same person.
    expect(await asSystem(seller.tenant.id, 'test', () => part!.find(subject, null))).toMatchObject({
      found: [],
    });
  });

  it('is worth nothing more once the whole order was refunded', async () => {
    const { buyer, operator, id, ids, giveBack, answer, seenBy, balance } = await sold(10);
    const two = ids('…0001', '…0002');
    await giveBack(two);
    await answer(two.slice(0, 1), true);
    await buyer.admin.call(marketplace.dispute, { id, reason: 'fake' });
    await operator.call(marketplace.decide, { id, outcome: 'refund', reason: 'All invented' });
    expect(await balance()).toBe(100_000);
    expect((await seenBy()).flatMap((one) => one.return?.state ?? []).sort()).toEqual([
      'accepted',
      'rejected',
    ]);
    expect(said(await answer(two.slice(1), true))).toEqual([409, 'not_open']);
    expect(await balance()).toBe(100_000);
  });

  it('needs the buyer’s own calls where the reason is that nobody can be reached', async () => {
    const { buyer, seller, ids, seenBy, giveBack } = await sold(5);
    const one = ids('…0001');
    const refused = await giveBack(one, 'disconnected');
    expect([refused.status, (refused.body as { error?: string }).error]).toEqual([
      400,
      'Call …0001 before you return it as “Numbers are disconnected”: your call log is the proof.',
    ]);
    expect((await giveBack(one, 'duplicate')).status).toBe(400);
    const { leadId } = (await seenBy()).find(({ id }) => id === one[0])!;
    await buyer.agent.call(calls.create, { phone: '+12175550001', leadId, status: 'failed' } as never);
    await eventually(async () => expect((await giveBack(one, 'disconnected')).status).toBe(200));
    const proof = { calls: 1, answered: 0, lastResult: 'Failed' };
    for (const by of [buyer.admin, seller.vendor])
      expect((await seenBy(by)).find(({ id }) => id === one[0])!.return!.proof).toMatchObject(proof);
  });

  it('may be one of five, and is nobody else’s to give back or to answer', async () => {
    const { seller, buyer, third, id, ids, giveBack, answer, seenBy } = await sold(6);
    const two = ids('…0001', '…0002');
    expect(said(await giveBack(two))).toEqual([409, 'too_many_returns']);
    const one = two.slice(0, 1);
    expect((await giveBack(one, 'fake', third.admin)).status).toBe(404);
    expect((await giveBack(one, 'fake', buyer.agent)).status).toBe(403);
    expect((await giveBack(one, 'fake', seller.admin)).status).toBe(404);
    expect((await giveBack(['mho_01ARZ3NDEKTSV4RRFFQ69G5FAV'], 'fake')).status).toBe(404);
    await giveBack(one);
    for (const by of [buyer.admin, third.admin, as(await seller.tenant.user('vendor'))])
      expect((await answer(one, true, '', by)).status).toBeGreaterThanOrEqual(403);
    for (const by of [third.admin, buyer.vendor, seller.agent])
      expect((await by.call(marketplace.orderLeads, { id })).status).toBe(404);
    // Another agent's leads stay theirs.
    expect((await seenBy(buyer.agent)).every(({ name, leadId }) => name === '' && leadId === null)).toBe(
      true,
    );
  });
});

it('tells buyers of whose leads were reached, and how many came back', async () => {
  const { seller, buyer, third, ids, all, giveBack, answer, list } = await sold(10);
  const time = timeTravel();
  const open = await list();
  const quality = async (by = third.admin) =>
    (await by.call(marketplace.getListing, { id: open.id })).body.quality;
  expect(await quality()).toBe(null);
  for (const lead of all.slice(0, 3))
    expect(
      await buyer.admin.call(calls.create, {
        phone: `+1217555${lead.hint.slice(1)}`,
        leadId: lead.leadId,
        status: 'completed',
      } as never),
    ).toMatchObject({ status: 201 });
  await giveBack(ids('…0009'));
  await answer(ids('…0009'), true);
  time.forward({ days: 7, minutes: 3 });
  await eventually(async () => {
    await sweepMarket(seller, buyer);
    expect(await quality()).toEqual({ leads: 10, contactRate: 0.3, returnRate: 0.1 });
  });
  const found = async (contactMin: number) =>
    (
      await third.admin.call(marketplace.listings, { contactMin, limit: 100, search: 'Solar' } as never)
    ).body.listings.map(({ id }) => id);
  await eventually(async () => expect(await found(30)).toContain(open.id));
  expect(await found(31)).not.toContain(open.id);
});
