import { beforeEach, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { killedAfterWrites } from '#tests/support/killed.ts';
import { market, sweepMarket } from '#tests/support/market.ts';
import { heldBy, press, tellTo } from '#tests/support/market-payments.ts';
import { contradictions } from '#tests/support/market-recount.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';
import { random } from '../../../tests/faults/random.ts';
import { book, entryIdOf, vendorOwner } from '../books.ts';
import { accountOf, allLines } from '../books-store.ts';
import { payoutsTo } from './payout-store.ts';
import { marketPayoutWork } from './payout-work.ts';

/*
 * Payouts at random, with kills between writes, looks that come twice and at once, answers that are lost, outages and
 * refusals. What the provider has sent is what the books say. RUNS=1000 makes it long; SEED repeats it.
 */

const runs = Number(process.env.RUNS ?? 40);
const firstSeed = Number(process.env.SEED ?? 1);
const { marketplace } = api;
const sandbox = withSandbox();
beforeEach(() => tellTo(sandbox(), 'nobody'));

it(
  `a payout is sent once and booked once, or not at all, in ${runs} runs`,
  async () => {
    const time = timeTravel();
    const { seller, buyer, operator, shop } = await market();
    const owner = vendorOwner(shop.id);
    const { body } = await seller.vendor.call(marketplace.connectPayoutAccount, { id: shop.id });
    await press(sandbox(), body.url, 'complete');
    await seller.vendor.call(marketplace.payoutAccount, { id: shop.id });
    const { accounts } = await heldBy(sandbox());
    const account = accounts.find(({ metadata }) => metadata.provider_id === shop.id)!;
    const inShop = <T>(work: () => Promise<T>) => asSystem(seller.tenant.id, 'test', work);
    const quiet = <T>(work: Promise<T>) => work.catch(() => undefined);
    const seen = { killed: 0, lost: 0, down: 0, refused: 0, paid: 0, failed: 0, declined: 0 };

    for (let run = 0; run < runs; run++) {
      const next = random(firstSeed + run);
      const chance = (share: number) => next() < share;
      const below = (count: number) => Math.floor(next() * count);
      const amountCents = 2_500 + below(5_000);
      await book({
        entryId: entryIdOf('test', shop.id, String(run)),
        kind: 'release',
        lines: [
          { owner: 'platform', account: 'fees', amountCents: -amountCents },
          { owner, account: 'available', amountCents },
        ],
      });
      const [isLost, isDown, isRefused] = [chance(0.35), chance(0.2), chance(0.2)];
      if (isLost || isDown) {
        const times = 1 + below(3);
        await sandbox().script({ match: 'stripe', provider: { down: true, lost: isLost, times } });
        seen[isLost ? 'lost' : 'down']++;
      }
      if (isRefused) {
        const outcome = chance(0.5) ? 'insufficient' : 'restricted';
        await sandbox().script({ match: account.id, transfer: { outcome } });
        seen.refused++;
      }
      time.forward({ days: 1 });
      for (let step = 0; step < 5; step++) {
        const isKilled = chance(0.6);
        const revive = isKilled ? killedAfterWrites(below(7)) : () => undefined;
        if (isKilled) seen.killed++;
        const looks = [quiet(sweepMarket(seller))];
        if (chance(0.5)) {
          const open = await quiet(inShop(() => payoutsTo(shop.id)));
          for (const { payoutId } of open ?? [])
            looks.push(quiet(inShop(() => marketPayoutWork.look(`${shop.id}/${payoutId}`)) as never));
        }
        // At the instant at which it is paid out, the operator pays by hand.
        if (chance(0.15))
          looks.push(
            quiet(
              operator.call(marketplace.recordPayout, {
                providerId: shop.id,
                amountCents,
                reference: `Wire ${run} ${step}`,
              }) as never,
            ),
          );
        await Promise.all(looks);
        revive();
        time.forward({ minutes: 2 });
      }
      await sandbox().ask('DELETE', '/sandbox/script');
      if (run % 10 !== 9 && run !== runs - 1) continue;
      // Whatever is open is worked; the index tells of it some milliseconds late.
      let wrong: string[] = ['nothing was looked at'];
      for (let round = 0; round < 12 && wrong.length > 0; round++) {
        time.forward({ minutes: 70 });
        await new Promise((done) => setTimeout(done, 80));
        await quiet(sweepMarket(seller));
        const payouts = await inShop(() => payoutsTo(shop.id));
        const { transfers } = await heldBy(sandbox());
        const own = transfers.filter(({ destination }) => destination === account.id);
        const lines = (await allLines(owner)).filter(({ reference }) => reference === 'Transfer');
        const sent = own.reduce((all, { amount }) => all + amount, 0);
        const booked = -lines.reduce((all, line) => all + line.amountCents, 0);
        wrong = await contradictions({
          sellerTenantId: seller.tenant.id,
          buyerTenantIds: [buyer.tenant.id],
          providerId: shop.id,
          providerName: shop.name,
          offered: new Map(),
        });
        if (sent !== booked) wrong.push(`${sent} was sent, and ${booked} is booked`);
        if (new Set(own.map((one) => one.transfer_group)).size !== own.length)
          wrong.push('one was sent twice');
        for (const { payoutId, step, transferId } of payouts) {
          if (!['paid', 'failed', 'declined'].includes(step)) wrong.push(`${payoutId} is ${step}`);
          const its = own.find((one) => one.transfer_group === payoutId);
          if ((step === 'paid') !== (its !== undefined) || (its?.id ?? null) !== transferId)
            wrong.push(`${payoutId} is ${step}, and ${its ? 'was' : 'was not'} sent`);
        }
        if ((await accountOf(owner)).available < 0) wrong.push('more was paid out than there was');
      }
      expect(wrong, `seeds up to ${firstSeed + run}`).toEqual([]);
    }

    for (const { step } of await inShop(() => payoutsTo(shop.id)))
      if (step === 'paid' || step === 'failed' || step === 'declined') seen[step]++;
    const { declined: _, ...each } = seen;
    // That all of it happened at all.
    expect(
      Object.values(each).every((count) => count > 0),
      JSON.stringify(seen),
    ).toBe(true);
  },
  120_000 + runs * 4_000,
);
