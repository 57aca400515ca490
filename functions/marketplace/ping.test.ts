import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { indexTold } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Side, side, sweepMarket } from '#tests/support/market.ts';
import { lead, pinged } from '#tests/support/pinged.ts';
import { withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { marketplace } = api;
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
    // One bid of each buyer, the best.
    expect(better.body.bids.map(({ priceCents }) => priceCents)).toEqual([9_000, 2_500]);
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
      { attributes: { tel: 3_055_550_171 } },
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
