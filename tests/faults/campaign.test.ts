import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#shared/model/campaign.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import { Product } from '#tests/support/product.ts';
import { leadsOf, textsOf } from './people.ts';
import { random } from './random.ts';

/**
 * The product is killed as by a power cut at random moments of a campaign to 300 people, some of whom say STOP before their
 * turn. FAULT_KILLS sets how often, FAULT_SEED which moments.
 */
const kills = Number(process.env.FAULT_KILLS ?? 2);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const next = random(seed);

const people = 300;
const phoneOf = (n: number) => `+1${openPlace?.area}5${String(570_000 + n)}`;
/** Who says STOP while it goes on: those whose turn comes last. */
const stopping = [296, 297, 298, 299];

let product: Product;

beforeAll(async () => {
  product = await Product.start();
}, 120_000);
afterAll(() => product?.stop());

describe.runIf(openPlace)(`a campaign killed ${kills} times (FAULT_SEED=${seed})`, () => {
  it(
    'texts nobody twice and nobody after STOP, and counts what the carrier has',
    async () => {
      const caller = await product.signIn('admin');
      const limits = { numberPerMinute: 4500, campaignPerMinute: 4500 };
      await caller.ask('PUT', '/sms/providers/twilio/config', limits);
      const leadIds = await leadsOf(
        caller,
        Array.from({ length: people }, (_, n) => phoneOf(n)),
      );
      const { id } = await caller.ask<Campaign>('POST', '/campaigns', {
        name: 'Spring',
        message: 'Hi {{ lead.firstName }}',
        leadIds,
        rateLimit: 600,
      });
      await caller.ask('POST', `/campaigns/${id}/start`);
      for (const n of stopping)
        await caller.ask('POST', '/tcpa/opt-out', { leadId: leadIds[n], channel: 'sms', how: 'By phone' });
      for (let killed = 0; killed < kills; killed++) {
        await pause(500 + next() * 4_000);
        await product.kill();
        await product.start();
      }
      const after = await product.signIn('admin');
      const stateOf = () => after.ask<Campaign>('GET', `/campaigns/${id}`);
      const end = Date.now() + 400_000;
      let state = await stateOf();
      while (state.status !== 'completed' && Date.now() < end) {
        await pause(500);
        state = await stateOf();
      }
      const heard = await Promise.all(Array.from({ length: people }, (_, n) => textsOf(product, phoneOf(n))));
      for (const n of stopping) expect(heard[n], `after STOP of ${phoneOf(n)}`).toEqual([]);
      for (const [n, texts] of heard.entries())
        if (!stopping.includes(n)) expect(texts, phoneOf(n)).toEqual([`Hi Ann${n}`]);
      expect(state, JSON.stringify(state)).toMatchObject({
        status: 'completed',
        counts: {
          total: people,
          pending: 0,
          sent: heard.flat().length,
          skipped: stopping.length,
          failed: 0,
        },
      });
    },
    500_000 + kills * 60_000,
  );
});
