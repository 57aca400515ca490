import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordPlaced } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { numberOrderWork } from '#functions/messages/api.ts';
import { callsOfCarrier } from '#shared/api/carrier-dids.ts';
import { api } from '#shared/api/index.ts';
import { type RentingCarrier, rentingCarriers } from '#shared/model/did.ts';
import { ownedNumbers } from '#tests/support/carrier-account.ts';
import { expectNoneDue, indexTold, sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { carrierDids, dids, didPools } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());
beforeEach(() => world.sandbox.ask('DELETE', '/sandbox/script'));

let lines = 0;
/** A number that no other test has. */
const fresh = () => `+1${305}${555}${String(4_000 + lines++)}`;

async function buyer(carrier: RentingCarrier) {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const of = callsOfCarrier(carrierDids, carrier);
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  /** The numbers that the carrier says the account has. */
  const owned = () => ownedNumbers(world.sandbox, carrier, tenant.id);
  const buy = (phoneNumber: string, more: object = {}) => admin.call(of.purchase, { phoneNumber, ...more });
  const minute = async () => {
    await indexTold();
    await inTenant(() => sweepDue({ numberOrder: numberOrderWork }));
    return world.work();
  };
  return { tenant, admin, agent, of, inTenant, owned, buy, minute };
}

describe.each(rentingCarriers)('numbers of %s', (carrier) => {
  it('are looked for by place, digits and type, with prices', async () => {
    const { admin, agent, of } = await buyer(carrier);
    const found = await admin.call(of.search, { areaCode: '415', limit: 3, features: 'voice,sms' });
    expect(found.body.sandbox).toBe(true);
    expect(found.body.numbers).toHaveLength(3);
    expect(found.body.numbers[0]).toMatchObject({
      locality: 'San Francisco',
      region: 'CA',
      capabilities: { voice: true, sms: true, mms: true },
      monthlyCost: carrier === 'twilio' ? 1.15 : 1,
      currency: 'USD',
    });
    const inState = await admin.call(of.search, { state: 'NY' });
    expect(new Set(inState.body.numbers.map(({ phoneNumber }) => phoneNumber.slice(0, 5)))).toEqual(
      new Set(['+1212']),
    );
    expect((await admin.call(of.search, { state: 'NY', areaCode: '415' })).body.numbers).toEqual([]);
    const digits = await admin.call(of.search, { areaCode: '415', contains: '0177' });
    expect(digits.body.numbers.map(({ phoneNumber }) => phoneNumber)).toEqual(['+14155550177']);
    const free = await admin.call(of.search, { type: 'tollFree', limit: 1 });
    expect(free.body.numbers[0]!.phoneNumber).toMatch(/^\+1833/);
    expect((await admin.call(of.search, { areaCode: '12' })).status).toBe(400);
    expect((await admin.call(of.search, { limit: 51 })).status).toBe(400);
    for (const call of [of.search, of.purchased] as const)
      expect((await agent.call(call, {})).body.error).toMatch(/^Access denied\./);
  });

  it('are bought once, with what they cost, into a pool', async () => {
    const { admin, buy, owned, inTenant } = await buyer(carrier);
    const pool = (await admin.call(didPools.create, { name: 'Florida' })).body;
    const number = fresh();
    const bought = await buy(number, { label: 'Website', poolId: pool.id });
    expect([bought.status, bought.body]).toMatchObject([
      201,
      {
        phoneNumber: number,
        label: 'Website',
        carrier,
        status: 'active',
        monthlyCost: carrier === 'twilio' ? 1.15 : 1,
        currency: 'USD',
        poolIds: [pool.id],
        releasedAt: null,
      },
    ]);
    const again = await buy(number);
    expect([again.status, again.body.id]).toEqual([200, bought.body.id]);
    expect((await owned()).filter((one) => one === number)).toHaveLength(1);
    await inTenant(() => expectNoneDue('numberOrder'));
  });

  it('are bought once by two who press at the same instant', async () => {
    const { admin, owned, of } = await buyer(carrier);
    const number = fresh();
    const both = await Promise.all([1, 2, 3].map(() => admin.call(of.purchase, { phoneNumber: number })));
    expect(both.every(({ status }) => status < 300)).toBe(true);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
    expect((await owned()).filter((one) => one === number)).toHaveLength(1);
  });

  it.each([
    ['gone', /not to be had any more/],
    ['unpaid', /balance/],
  ])('are told plainly as not bought where they are %s', async (order, reason) => {
    const { admin, buy, owned, of } = await buyer(carrier);
    const number = fresh();
    await world.sandbox.script({ match: number, number: { order } });
    const { status, body } = await buy(number);
    expect([status, body.code]).toEqual([422, 'not_bought']);
    expect(body.error).toMatch(reason);
    expect(await owned()).not.toContain(number);
    // Nothing is left behind but the reason.
    expect((await admin.call(dids.list, { search: number.slice(2) })).body.dids).toEqual([]);
    const { body: list } = await admin.call(of.purchased, {});
    expect(list.orders).toMatchObject([{ phoneNumber: number, kind: 'purchase', status: 'failed' }]);
    await world.sandbox.ask('DELETE', '/sandbox/script');
    expect((await buy(number)).status).toBe(201);
    expect((await admin.call(of.purchased, {})).body.orders).toEqual([]);
  });

  it('are found again where the carrier took the order and its answer was lost', async () => {
    const { buy, owned } = await buyer(carrier);
    // The messaging profile is there already, so that the lost answer is that of the order.
    await buy(fresh());
    const number = fresh();
    await world.sandbox.script({
      match: carrier,
      provider: { down: true, status: 503, lost: true, times: 1, method: 'POST' },
    });
    expect((await buy(number)).body).toMatchObject({ phoneNumber: number, status: 'active' });
    expect((await owned()).filter((one) => one === number)).toHaveLength(1);
  });

  it('that were never asked for, because the carrier is down, are not bought later', async () => {
    const { buy, owned, minute } = await buyer(carrier);
    const number = fresh();
    await world.sandbox.script({ match: carrier, provider: { down: true, status: 401 } });
    expect((await buy(number)).body.error).toMatch(/Nothing was bought\.$/);
    await world.sandbox.ask('DELETE', '/sandbox/script');
    const time = await world.clock();
    await time.forward({ minutes: 5 });
    await minute();
    expect(await owned()).not.toContain(number);
  });

  it('are bought many at once, each with its result', async () => {
    const { admin, of, buy, owned } = await buyer(carrier);
    const [had, gone, one, two] = [fresh(), fresh(), fresh(), fresh()];
    await buy(had);
    await world.sandbox.script({ match: gone, number: { order: 'gone' } });
    const many = await admin.call(of.bulkPurchase, { phoneNumbers: [had, gone, one, two, one] });
    expect([many.status, many.body.summary]).toEqual([
      200,
      { successful: 2, failed: 1, skipped: 2, pending: 0 },
    ]);
    expect(many.body.results.map(({ phoneNumber, outcome }) => [phoneNumber, outcome])).toEqual([
      [had, 'skipped'],
      [gone, 'failed'],
      [one, 'bought'],
      [two, 'bought'],
    ]);
    expect(many.body.results[1]!.reason).toMatch(/not to be had/);
    expect(await owned()).toEqual(expect.arrayContaining([had, one, two]));
    const tooMany = Array.from({ length: 51 }, (_, n) => `+1305555${8_000 + n}`);
    expect((await admin.call(of.bulkPurchase, { phoneNumbers: tooMany })).status).toBe(400);
  });

  it('of which a kill in the middle takes some are bought by the background', async () => {
    const { admin, of, owned, minute, inTenant, buy } = await buyer(carrier);
    // What a first purchase writes besides is there already.
    await buy(fresh());
    const time = await world.clock();
    const numbers = Array.from({ length: 6 }, fresh);
    const revive = killedAfter(9);
    const killed = await admin.call(of.bulkPurchase, { phoneNumbers: numbers });
    expect(killed.status).toBe(500);
    revive();
    const { body: written } = await admin.call(of.purchased, {});
    expect(written.orders.length + written.numbers.filter(({ status }) => status === 'active').length).toBe(
      7,
    );
    for (let turn = 0; turn < 4; turn++) {
      await time.forward({ minutes: 2 });
      await minute();
    }
    expect((await owned()).filter((one) => numbers.includes(one)).sort()).toEqual(numbers);
    expect((await admin.call(of.purchased, { status: 'active' })).body.numbers).toHaveLength(7);
    await inTenant(() => expectNoneDue('numberOrder'));
  }, 30_000);

  it('are not given back while a text blast goes out from them', async () => {
    const { admin, of, buy } = await buyer(carrier);
    const { body: did } = await buy(fresh());
    const lead = await admin.call(api.leads.create, { firstName: 'Ann', phones: ['+13055550198'] });
    const blast = await admin.call(api.sms.sendBlast, {
      name: 'Spring',
      message: 'Hello',
      leadIds: [lead.body.id],
      from: did.phoneNumber,
    });
    expect(blast.status, JSON.stringify(blast.body)).toBe(202);
    // Which blasts go on is read by an index, which is a moment late.
    await eventually(async () =>
      expect((await admin.call(api.campaigns.list, { search: 'Spring' })).body.campaigns).toHaveLength(1),
    );
    const { status, body } = await admin.call(of.release, { id: did.id, confirm: true });
    expect([status, body.code, body.error]).toEqual([
      409,
      'blast_running',
      'The text blast Spring goes out from it now.',
    ]);
  });

  it('are synced: found ones taken in, gone ones released, those brought by hand given their carrier', async () => {
    const { admin, of, owned, buy } = await buyer(carrier);
    const [first] = await owned();
    const byHand = await admin.call(dids.create, { phoneNumber: first!, label: 'Front desk' });
    expect(byHand.body.carrier).toBe('other');
    const bought = fresh();
    await buy(bought);
    const synced = await admin.call(of.sync, {});
    expect(synced.body).toMatchObject({ removed: 0, trouble: [] });
    expect((await admin.call(dids.get, { id: byHand.body.id })).body).toMatchObject({
      carrier,
      label: 'Front desk',
    });
    const { body } = await admin.call(of.purchased, { status: 'active' });
    expect(body.numbers.map(({ phoneNumber }) => phoneNumber).sort()).toEqual([first, bought].sort());
    await world.sandbox.script({ match: carrier, provider: { down: true } });
    expect((await admin.call(of.sync, {})).body.trouble).toHaveLength(1);
  });

  it('are given back, stay with their date, and are bought again', async () => {
    const { admin, of, owned, buy } = await buyer(carrier);
    const number = fresh();
    const { body: did } = await buy(number);
    expect((await admin.call(dids.remove, { id: did.id })).body.code).toBe('release_first');
    const released = await admin.call(of.release, { id: did.id });
    expect([released.status, released.body.status]).toEqual([200, 'released']);
    expect(released.body.releasedAt).not.toBeNull();
    expect(await owned()).not.toContain(number);
    expect((await admin.call(of.release, { id: did.id })).status).toBe(200);
    const others = rentingCarriers.find((one) => one !== carrier)!;
    expect((await admin.call(callsOfCarrier(carrierDids, others).release, { id: did.id })).status).toBe(404);
    expect((await buy(number)).body).toMatchObject({ id: did.id, status: 'active', releasedAt: null });
  });

  it('are not given back as the last of a pool, nor within 30 days of a call unless that is confirmed', async () => {
    const { admin, of, owned, buy, inTenant } = await buyer(carrier);
    const pool = (await admin.call(didPools.create, { name: 'Florida' })).body;
    const number = fresh();
    const { body: did } = await buy(number, { poolId: pool.id });
    const last = await admin.call(of.release, { id: did.id });
    expect([last.status, last.body.code]).toEqual([409, 'last_of_pool']);
    expect(last.body.error).toBe('It is the last number of the pool Florida. Put another one there first.');
    await buy(fresh(), { poolId: pool.id });
    await inTenant(() =>
      recordPlaced({
        id: newId('cal'),
        to: '+13055550199',
        callerId: number,
        lead: undefined,
        origin: { kind: 'agent', id: 'usr_1' } as never,
      }),
    );
    const soon = await admin.call(of.release, { id: did.id });
    expect([soon.status, soon.body.code]).toEqual([409, 'call_backs_expected']);
    expect(soon.body.error).toMatch(/may call back until \d{4}-\d\d-\d\d\./);
    expect(await owned()).toContain(number);
    expect((await admin.call(of.release, { id: did.id, confirm: true })).status).toBe(200);
    expect(await owned()).not.toContain(number);
  });

  it('are given back although the carrier was down when that was asked for', async () => {
    const { admin, of, owned, buy, minute, inTenant } = await buyer(carrier);
    const number = fresh();
    const { body: did } = await buy(number);
    await world.sandbox.script({ match: carrier, provider: { down: true } });
    const asked = await admin.call(of.release, { id: did.id });
    expect([asked.status, asked.body.status]).toEqual([202, 'active']);
    expect((await buy(number)).status).toBe(409);
    await world.sandbox.ask('DELETE', '/sandbox/script');
    const time = await world.clock(new Date(Date.now() + 300_000).toISOString());
    await time.forward({ minutes: 2 });
    await minute();
    expect(await owned()).not.toContain(number);
    expect((await admin.call(dids.get, { id: did.id })).body.status).toBe('released');
    await inTenant(() => expectNoneDue('numberOrder'));
  }, 20_000);
});

describe('an order of Telnyx that takes its time', () => {
  it('is answered 202, shown as pending, and finished in the background', async () => {
    const { admin, of, buy, owned, minute } = await buyer('telnyx');
    const time = await world.clock();
    const number = fresh();
    await world.sandbox.script({ match: number, number: { pendingMs: 60_000 } });
    const asked = await buy(number);
    expect([asked.status, asked.body.status]).toEqual([202, 'pending']);
    expect((await admin.call(of.purchased, { status: 'pending' })).body).toMatchObject({
      numbers: [{ phoneNumber: number }],
      orders: [{ phoneNumber: number, status: 'open' }],
    });
    expect((await admin.call(dids.remove, { id: asked.body.id })).status).toBe(409);
    await time.forward({ minutes: 2 });
    await expect.poll(owned).toContain(number);
    await minute();
    expect((await admin.call(dids.get, { id: asked.body.id })).body.status).toBe('active');
    expect((await admin.call(of.purchased, {})).body.orders).toEqual([]);
  }, 20_000);
});

describe('an order of Telnyx', () => {
  it('bears our reference, and is told when it fails after it was taken', async () => {
    const { tenant, buy, owned } = await buyer('telnyx');
    const [good, bad] = [fresh(), fresh()];
    await world.sandbox.script({ match: bad, number: { order: 'fails' } });
    await buy(good);
    expect((await buy(bad)).body.error).toMatch(/could not rent this number out/);
    expect(await owned()).not.toContain(bad);
    const { body } = await world.sandbox.ask<{ data: { customer_reference: string; status: string }[] }>(
      'GET',
      '/telnyx/v2/number_orders',
      undefined,
      { authorization: `Bearer sandbox-${tenant.id}` },
    );
    expect(body.data.map(({ status }) => status)).toEqual(['success', 'failure']);
    for (const { customer_reference: reference } of body.data) expect(reference).toMatch(/^nor_/);
  });
});

describe('a number of Twilio’s own test numbers', () => {
  it.each([
    ['+15005550000', /not to be had/],
    ['+15005550001', /not a number that Twilio has/],
  ])('%s is refused', async (number, reason) => {
    const { buy } = await buyer('twilio');
    expect((await buy(number)).body.error).toMatch(reason);
  });
});
