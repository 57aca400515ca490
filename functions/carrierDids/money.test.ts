import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { didIdOf } from '#functions/dids/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { numberOrderWork } from '#functions/messages/api.ts';
import { findOrder } from '#functions/messages/numbers/order-store.ts';
import { callsOfCarrier } from '#shared/api/carrier-dids.ts';
import { api } from '#shared/api/index.ts';
import { rentingCarriers } from '#shared/model/did.ts';
import { random } from '#tests/faults/random.ts';
import { ownedNumbers } from '#tests/support/carrier-account.ts';
import { dueIds, indexToldOf, sweepDue } from '#tests/support/due.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/*
 * Money: a number is bought exactly once, or it is said exactly why not, whatever is lost on the way. Counted from the
 * carrier's side. RUNS=1000 makes it long; SEED repeats one run.
 */

const runs = Number(process.env.RUNS ?? 40);
const firstSeed = Number(process.env.SEED ?? 1);

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

interface WireOrder {
  status: string;
  phone_numbers: { phone_number: string }[];
}

describe('purchases under time-outs, lost answers, kills and two at once', () => {
  it(
    `buy each number once or say why not, in ${runs} runs`,
    async () => {
      const outcomes = { bought: 0, refused: 0 };
      const time = await world.clock();
      const tenant = await freshTenant();
      const [one, other] = [as(tenant.admin), as(tenant.admin)];
      const authorization = `Bearer sandbox-${tenant.id}`;
      for (let run = 0; run < runs; run++) {
        const seed = firstSeed + run;
        const next = random(seed);
        const chance = (share: number) => next() < share;
        const carrier = rentingCarriers[Math.floor(next() * rentingCarriers.length)]!;
        const { purchase, purchased } = callsOfCarrier(api.carrierDids, carrier);
        const phoneNumber = `+1${201 + Math.floor(run / 7_000)}555${2_000 + (run % 7_000)}`;
        const didId = didIdOf(phoneNumber);
        if (chance(0.5))
          await world.sandbox.script({
            match: carrier,
            provider: {
              down: true,
              status: 503,
              lost: chance(0.6),
              times: 1 + Math.floor(next() * 3),
              ...(chance(0.6) ? { method: 'POST' } : {}),
            },
          });
        if (chance(0.15))
          await world.sandbox.script({
            match: phoneNumber,
            number: { order: chance(0.5) ? 'gone' : 'unpaid' },
          });
        const revive = chance(0.5) ? killedAfter(Math.floor(next() * 5)) : () => undefined;
        const buy = (admin: typeof one) => admin.call(purchase, { phoneNumber }).catch(() => undefined);
        await Promise.all(chance(0.5) ? [buy(one), buy(other)] : [buy(one)]);
        revive();
        // The minutes go on: whatever is open is worked, and the lost answers are over.
        let state = '';
        for (let minute = 0; minute < 30 && state !== 'ended'; minute++) {
          await time.forward({ minutes: 2 });
          await asSystem(tenant.id, 'test', async () => {
            await indexToldOf('numberOrder', didId, `$numberOrder_1#didId_${didId}`);
            await sweepDue({ numberOrder: numberOrderWork });
          });
          await world.work();
          const { body } = await one.call(purchased, { limit: 1 });
          const open = body.orders.some(
            (order) => order.phoneNumber === phoneNumber && order.status === 'open',
          );
          state = open ? 'open' : 'ended';
        }
        await world.sandbox.ask('DELETE', '/sandbox/script');
        const says = `seed ${seed}, ${carrier} ${phoneNumber}`;
        if (state !== 'ended') {
          // What keeps it open: the order itself, and whether the index of what is due knows of it.
          const [order, due] = await asSystem(tenant.id, 'test', () =>
            Promise.all([findOrder(didId), dueIds('numberOrder')]),
          );
          throw new Error(`${says}: still open. ${JSON.stringify({ order, due })}`);
        }
        const isOwned = (await ownedNumbers(world.sandbox, carrier, tenant.id)).includes(phoneNumber);
        const { body: found } = await one.call(api.dids.list, { search: phoneNumber.slice(1), limit: 1 });
        const { body: list } = await one.call(purchased, { limit: 1 });
        const failed = list.orders.find((order) => order.phoneNumber === phoneNumber);
        // What the carrier rents out is here, and what it does not rent out is not.
        expect(found.dids[0]?.status, says).toBe(isOwned ? 'active' : undefined);
        if (isOwned) outcomes.bought++;
        else {
          // Killed before it was written down, nobody was told that it was bought; else the reason stands there.
          if (failed) expect(failed.reason, says).not.toBe('');
          outcomes.refused++;
        }
        if (carrier === 'telnyx') {
          const { body } = await world.sandbox.ask<{ data: WireOrder[] }>(
            'GET',
            '/telnyx/v2/number_orders',
            undefined,
            { authorization },
          );
          const orders = body.data.filter(({ phone_numbers: [wire] }) => wire?.phone_number === phoneNumber);
          expect(orders.filter(({ status }) => status !== 'failure').length, says).toBe(isOwned ? 1 : 0);
        }
      }
      expect(outcomes.bought + outcomes.refused).toBe(runs);
      expect(outcomes.bought).toBeGreaterThan(runs / 4);
    },
    120_000 + runs * 8_000,
  );
});
