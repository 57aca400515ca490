import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { leadNumber, market } from '#tests/support/market.ts';
import { minutes } from '#tests/support/market-certificates.ts';
import { callBack, heldBy, press, signature, tellTo, toldOf } from '#tests/support/market-payments.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';

const sandbox = withSandbox();
const { marketplace } = api;

beforeEach(() => tellTo(sandbox(), 'receiver'));
afterEach(async () => {
  vi.restoreAllMocks();
  await sandbox().ask('DELETE', '/sandbox/script');
});

const accountOf = async (shopId: string) =>
  (await heldBy(sandbox())).accounts.find(({ metadata }) => metadata.provider_id === shopId)!;
const transfersTo = async (accountId: string) =>
  (await heldBy(sandbox())).transfers.filter(({ destination }) => destination === accountId);

/** A shop with an account that is ready, and what sold leads have earned. */
async function connected({ leads = 2, ready = true } = {}) {
  const time = timeTravel();
  const world = await market();
  const { seller, shop, list, buy } = world;
  const { body: order } = await buy(await list(), leads);
  const handed = Array.from({ length: leads }, (_, at) => leadNumber(at + 1));
  await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: handed });
  const { status, body } = await seller.vendor.call(marketplace.connectPayoutAccount, { id: shop.id });
  expect(status).toBe(200);
  if (ready) await press(sandbox(), body.url, 'complete');
  const state = async (by = seller.vendor) =>
    (await by.call(marketplace.payoutAccount, { id: shop.id })).body;
  const account = await accountOf(shop.id);
  const page = async () => (await seller.vendor.call(marketplace.payouts, {})).body;
  const figures = async () => (await seller.vendor.call(marketplace.stats, {})).body;
  /** The days of a dispute go by. */
  const released = async () => {
    time.forward({ days: 8 });
    await minutes(time, 2, seller);
  };
  return { ...world, time, state, account, page, figures, released, url: body.url };
}

describe('an account of a shop', () => {
  it('is connected by its vendor or an admin, ready when the provider says so, and nobody else’s', async () => {
    const { seller, buyer, third, shop, state, url, account } = await connected({ ready: false });
    expect(url).toContain(`/sandbox/stripe/connect/${account.id}`);
    expect(await state()).toEqual({
      state: 'details',
      missing: 3,
      available: true,
      paymentProvider: 'Stripe',
      sandbox: true,
      minPayoutCents: 2_500,
    });
    // Asked again it is the same account.
    await Promise.all([1, 2].map(() => seller.admin.call(marketplace.connectPayoutAccount, { id: shop.id })));
    const { accounts } = await heldBy(sandbox());
    expect(accounts.filter(({ metadata }) => metadata.provider_id === shop.id)).toHaveLength(1);
    for (const call of [marketplace.payoutAccount, marketplace.connectPayoutAccount]) {
      for (const by of [buyer.admin, third.admin, buyer.vendor])
        expect((await by.call(call, { id: shop.id })).status).toBe(404);
      expect((await seller.agent.call(call, { id: shop.id })).status).toBe(403);
    }
    expect(await press(sandbox(), url, 'complete')).toBe('http://localhost:3000/marketplace/vendor/settings');
    const { body } = await toldOf(sandbox(), 'account.updated', account.id);
    for (let time = 0; time < 2; time++) expect((await callBack(body, signature(body))).status).toBe(204);
    await sandbox().script({ match: 'stripe', provider: { down: true } });
    // As the callback said, for the provider cannot be asked.
    expect(await state(seller.admin)).toMatchObject({ state: 'ready', missing: 0 });
    await sandbox().ask('DELETE', '/sandbox/script');
    await press(sandbox(), url, 'reject');
    expect(await state()).toMatchObject({ state: 'restricted' });
  });

  it('is not that of a callback with another account or workspace', async () => {
    const { third, shop, state, account } = await connected({ ready: false });
    const ready = { ...account, payouts_enabled: true, capabilities: { transfers: 'active' } };
    const tell = async (object: object) => {
      const body = JSON.stringify({ type: 'account.updated', data: { object } });
      expect((await callBack(body, signature(body))).status).toBe(204);
    };
    await tell({ ...ready, id: 'acct_other' });
    await tell({ ...ready, metadata: { provider_id: shop.id, tenant_id: String(third.tenant.id) } });
    await sandbox().script({ match: 'stripe', provider: { down: true } });
    expect(await state()).toMatchObject({ state: 'details' });
    await tell(ready);
    expect(await state()).toMatchObject({ state: 'ready' });
  });
});

describe('payouts', () => {
  it('go out by themselves once a day, when the days of a dispute are over', async () => {
    const { seller, shop, time, state, account, page, figures, released, operator } = await connected();
    expect(await state()).toMatchObject({ state: 'ready' });
    await minutes(time, 3, seller);
    expect(await transfersTo(account.id)).toEqual([]);
    await released();
    time.forward({ days: 2 });
    await minutes(time, 3, seller);
    const [one, ...more] = await transfersTo(account.id);
    expect([one!.amount, more]).toEqual([4_500, []]);
    expect(await page()).toMatchObject({
      payouts: [{ amountCents: 4_500, state: 'paid', note: '', reference: 'Transfer' }],
      providers: [{ availableCents: 0, heldCents: 0 }],
    });
    expect(await figures()).toMatchObject({ paidOutCents: 4_500, availableCents: 0 });
    time.forward({ days: 2 });
    await minutes(time, 2, seller);
    expect(await transfersTo(account.id)).toHaveLength(1);
    // What the operator pays by hand is as before.
    const byHand = await operator.call(marketplace.recordPayout, {
      providerId: shop.id,
      amountCents: 100,
      reference: 'Wire',
    });
    expect(byHand.body.code).toBe('not_available');
  });

  it('wait for at least $25, and for a shop that is not suspended', async () => {
    const { seller, time, state, account, released, operator, page } = await connected({ leads: 1 });
    await state();
    await released();
    time.forward({ days: 2 });
    await minutes(time, 2, seller);
    expect((await page()).providers).toMatchObject([{ availableCents: 2_250 }]);
    expect(await transfersTo(account.id)).toEqual([]);
    const other = await connected();
    await other.state();
    await operator.call(marketplace.updateProvider, { id: other.shop.id, status: 'suspended' });
    await other.released();
    other.time.forward({ days: 2 });
    await minutes(other.time, 2, other.seller);
    expect(await transfersTo(other.account.id)).toEqual([]);
    await operator.call(marketplace.updateProvider, { id: other.shop.id, status: 'active' });
    other.time.forward({ days: 2 });
    await minutes(other.time, 2, other.seller);
    expect(await transfersTo(other.account.id)).toHaveLength(1);
  });

  it('come back where the provider refuses them, say why, and are tried again the next day', async () => {
    const { seller, time, state, account, page, figures, released } = await connected();
    await sandbox().script({ match: account.id, transfer: { outcome: 'insufficient' } });
    await released();
    await state();
    await minutes(time, 4, seller);
    expect(await transfersTo(account.id)).toEqual([]);
    expect(await page()).toMatchObject({
      payouts: [
        { amountCents: 4_500, state: 'failed', note: expect.stringMatching(/does not hold as much/) },
      ],
      providers: [{ availableCents: 4_500 }],
    });
    expect(await figures()).toMatchObject({ paidOutCents: 0, availableCents: 4_500 });
    await minutes(time, 5, seller);
    expect((await page()).payouts).toHaveLength(1);
    await sandbox().ask('DELETE', '/sandbox/script');
    time.forward({ days: 2 });
    await minutes(time, 3, seller);
    expect(await transfersTo(account.id)).toMatchObject([{ amount: 4_500 }]);
    expect((await page()).payouts.map(({ state: how }) => how).sort()).toEqual(['failed', 'paid']);
  });

  it('stop while the account takes nothing, and go on when it does', async () => {
    const { seller, time, state, account, page, released, url } = await connected();
    await released();
    await state();
    await press(sandbox(), url, 'leave');
    await minutes(time, 4, seller);
    expect((await page()).payouts).toMatchObject([
      { state: 'failed', note: expect.stringMatching(/See under Settings/) },
    ]);
    time.forward({ days: 3 });
    await minutes(time, 3, seller);
    expect((await page()).payouts).toHaveLength(1);
    await press(sandbox(), url, 'complete');
    expect(await state()).toMatchObject({ state: 'ready' });
    await minutes(time, 3, seller);
    expect(await transfersTo(account.id)).toMatchObject([{ amount: 4_500 }]);
  });

  it('whose answers are lost for a day are looked up, and sent no second time', async () => {
    const { seller, time, state, account, page, released } = await connected();
    await released();
    await state();
    await sandbox().script({ match: 'stripe', provider: { down: true, lost: true } });
    await minutes(time, 3, seller);
    expect(await transfersTo(account.id)).toHaveLength(1);
    expect((await page()).payouts).toMatchObject([{ state: 'sending' }]);
    // The provider forgets the key on the way.
    for (let hour = 0; hour < 30; hour++) {
      await sandbox().forward(3_600);
      time.forward({ minutes: 60 });
      await minutes(time, 1, seller);
    }
    await sandbox().ask('DELETE', '/sandbox/script');
    time.forward({ minutes: 70 });
    await minutes(time, 3, seller);
    expect(await transfersTo(account.id)).toHaveLength(1);
    await eventually(async () => expect((await page()).payouts).toMatchObject([{ state: 'paid' }]));
  });
});
