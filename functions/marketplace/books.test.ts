import { expect, it } from 'vitest';
import { newId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { killedAfterWrites } from '#tests/support/killed.ts';
import { leadNumber, market, type Side, side, sweepMarket } from '#tests/support/market.ts';
import { cardsAtRandom } from '#tests/support/market-cards.ts';
import { contradictions } from '#tests/support/market-recount.ts';
import { timeTravel } from '#tests/support/time.ts';
import { random } from '../../tests/faults/random.ts';

/*
 * Orders, deliveries and payments at random, with kills between writes, calls and looks that come twice and at once. What
 * lies in the table then is counted anew. RUNS=1000 makes it long; SEED repeats it.
 */

const runs = Number(process.env.RUNS ?? 60);
const firstSeed = Number(process.env.SEED ?? 1);
const { marketplace, leads } = api;

it(
  `books add up, and nobody pays or is paid twice, in ${runs} runs`,
  async () => {
    const time = timeTravel();
    const { seller, buyer, operator, shop, payIn, list } = await market({ balanceCents: 9_000 });
    const other = await side();
    await payIn(9_000, other);
    const buyers: Side[] = [buyer, other];
    const everybody = [seller, ...buyers];
    // Each has some of those who will be handed over.
    for (const [at, by] of buyers.entries())
      for (let n = at; n < 240; n += 12)
        await by.admin.call(leads.create, {
          firstName: 'Own',
          source: 'Our form',
          phones: [leadNumber(n).phone],
        });
    const listings = [
      await list({ leadCount: 5 * runs, priceCents: 333 }),
      await list({ leadCount: 12, priceCents: 1_999, exclusivity: 'shared' }),
    ];
    // One that buys of listings and of pings alike, and one of pings alone.
    const bidding = { bidCents: 700, dailyBudgetCents: 3_500, dailyLeadCap: 4 };
    for (const [by, states] of [
      [buyer, []],
      [other, ['FL']],
    ] as const)
      await by.admin.call(marketplace.createStandingOrder, { name: 'All', ...bidding, states: [...states] });
    const address = { street: '', city: 'Miami', state: 'FL', postcode: '33130', country: 'US' };
    const cards = cardsAtRandom(buyers);
    const offered = new Map(listings.map(({ id, leadCount }) => [id, leadCount]));
    const orders: { id: string; by: Side }[] = [];
    const seen = {
      killed: 0,
      bought: 0,
      completed: 0,
      back: 0,
      paidOut: 0,
      pinged: 0,
      answered: 0,
      returned: 0,
      refusedAsKnown: 0,
      takenBack: 0,
      putBack: 0,
      refunded: 0,
      refundsFailed: 0,
    };

    // Who looks while others write may find no turn and looks again later; what never comes to its end is found below.
    const sweep = () => sweepMarket(...everybody).catch((error: Error) => console.warn(error.cause ?? error));

    for (let run = 0; run < runs; run++) {
      const seed = firstSeed + run;
      const next = random(seed);
      const chance = (share: number) => next() < share;
      const below = (count: number) => Math.floor(next() * count);
      const oneOf = <T>(some: readonly T[]): T => some[below(some.length)]!;
      const requestId = newId('req');
      const deeds: Record<string, () => Promise<{ status: number; body: object }>> = {
        async buy() {
          const listing = oneOf(listings);
          const by = oneOf(buyers);
          const wanted = {
            id: listing.id,
            priceCents: listing.priceCents,
            quantity: 1 + below(3),
            // Sent twice, or two who buy at one instant.
            requestId: chance(0.5) ? requestId : newId('req'),
          };
          const answer = await by.admin.call(marketplace.purchase, wanted);
          if (answer.status === 201) orders.push({ id: answer.body.id, by });
          return answer;
        },
        fulfil() {
          const handed = Array.from({ length: 1 + below(3) }, () => leadNumber(below(runs * 4)));
          return seller.vendor.call(marketplace.fulfil, { id: oneOf(orders).id, leads: handed });
        },
        async pingAndPost() {
          const pinged = await seller.vendor.call(marketplace.ping, {
            category: 'Solar',
            zip: '33130',
            state: 'FL',
            exclusive: chance(0.5),
          });
          const lead = leadNumber(below(runs * 4), { address });
          const { pingId, bids } = pinged.body;
          const bidId = chance(0.3) ? bids?.at(-1)?.bidId : undefined;
          if (pinged.body.status !== 'Matched' || chance(0.2)) return pinged;
          const post = () => seller.vendor.call(marketplace.post, { pingId, lead, ...(bidId && { bidId }) });
          const [answer] = await Promise.all(chance(0.3) ? [post(), post()] : [post()]);
          if (answer!.body.status === 'Matched') seen.pinged++;
          return answer!;
        },
        cancel() {
          const { id, by } = oneOf(orders);
          return (chance(0.5) ? by.admin : seller.vendor).call(marketplace.cancel, { id, reason: 'No need' });
        },
        dispute() {
          const { id, by } = oneOf(orders);
          return by.admin.call(marketplace.dispute, { id, reason: 'fake' });
        },
        async giveBack() {
          const by = oneOf(buyers);
          const { body } = await by.admin.call(marketplace.orders, { status: 'completed', limit: 100 });
          const { id } = (body.orders ?? []).find(({ returnable }) => returnable > 0) ?? oneOf(orders);
          const { body: page } = await by.admin.call(marketplace.orderLeads, { id });
          // More than one is more than may go back of so few.
          const leadIds = (page.leads ?? []).map((lead) => lead.id).slice(0, chance(0.8) ? 1 : 2);
          return by.admin.call(marketplace.returnLeads, { id, leadIds, reason: 'out_of_area' });
        },
        async answer() {
          const { body } = await seller.vendor.call(marketplace.orders, { returns: 'open', limit: 100 });
          const { id } = body.orders?.[0] ?? oneOf(orders);
          const { body: page } = await seller.vendor.call(marketplace.orderLeads, { id });
          const open = (page.leads ?? []).filter((lead) => lead.return?.decidedAt === null);
          const [by, call] = open.some((lead) => lead.return?.state === 'objected')
            ? [operator, marketplace.decideReturns]
            : [seller.vendor, marketplace.answerReturns];
          const leadIds = open.map((lead) => lead.id);
          const answer = await by.call(call, { id, leadIds, accept: chance(0.5), reason: 'Looked into' });
          if (answer.status === 200) seen.answered++;
          return answer;
        },
        decide() {
          const outcome = chance(0.5) ? 'refund' : 'uphold';
          return operator.call(marketplace.decide, { id: oneOf(orders).id, outcome, reason: 'Looked into' });
        },
        payOut() {
          const amountCents = 100 + below(5_000);
          return operator.call(marketplace.recordPayout, {
            providerId: shop.id,
            amountCents,
            reference: requestId,
          });
        },
        payIn() {
          const tenantId = oneOf(buyers).tenant.id;
          return operator.call(marketplace.recordReceipt, {
            tenantId,
            amountCents: 2_000,
            reference: requestId,
          });
        },
      };
      for (let step = 0; step < 4; step++) {
        const often = chance(0.4) ? 'fulfil' : chance(0.4) ? oneOf(['giveBack', 'answer']) : undefined;
        const name = orders.length === 0 || chance(0.25) ? 'buy' : (often ?? oneOf(Object.keys(deeds)));
        const isKilled = chance(0.4);
        const revive = isKilled ? killedAfterWrites(below(10)) : () => undefined;
        if (isKilled) seen.killed++;
        const deed = () => deeds[name]!().catch(() => undefined);
        const work = chance(0.3) ? [deed(), deed()] : [deed()];
        if (chance(0.2)) work.push(sweepMarket(...everybody).catch(() => undefined) as never);
        const answers = await Promise.all(work);
        revive();
        if (name === 'payOut' && answers.some((one) => one?.status === 201)) seen.paidOut++;
      }
      // Chance of its own: what happens to orders is as it would be without.
      const nextCard = random(seed + 1_000_000);
      if (nextCard() < 0.9) {
        const revive = nextCard() < 0.4 ? killedAfterWrites(Math.floor(nextCard() * 6)) : () => undefined;
        await cards.move(nextCard).catch(() => undefined);
        revive();
      }
      // The minutes go on, and now and then a week.
      time.forward(chance(0.2) ? { days: 8 } : { minutes: 3 });
      await sweep();
      if (run % 20 !== 19 && run !== runs - 1) continue;
      Object.assign(seen, await cards.end());
      // Whatever is open is worked; the index tells of it some milliseconds late.
      let wrong: string[] = [];
      for (let round = 0; round < 12; round++) {
        time.forward({ minutes: 70 });
        await sweep();
        wrong =
          round < 2
            ? ['too early']
            : await contradictions({
                sellerTenantId: seller.tenant.id,
                buyerTenantIds: buyers.map(({ tenant }) => tenant.id),
                providerId: shop.id,
                providerName: shop.name,
                offered,
                disputes: cards.disputes,
                refunds: cards.refunds(),
              });
        if (wrong.length === 0) break;
      }
      expect(wrong, `seeds up to ${seed}`).toEqual([]);
    }

    let cursor: string | undefined;
    do {
      const { body } = await seller.vendor.call(marketplace.orders, {
        limit: 100,
        ...(cursor && { cursor }),
      });
      for (const { status, returned, refusedAsKnown } of body.orders) {
        seen.bought++;
        seen.returned += returned;
        seen.refusedAsKnown += refusedAsKnown;
        if (status === 'completed') seen.completed++;
        if (status === 'cancelled' || status === 'refunded') seen.back++;
      }
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    // That all of it happened at all.
    expect(
      Object.values(seen).every((count) => count > 0),
      JSON.stringify(seen),
    ).toBe(true);
  },
  // The recount reads the table of all tests whole after each run.
  120_000 + runs * 4_000,
);
