import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blast, Message } from '#shared/model/message.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { leadsOf, textsOf } from './people.ts';
import { random } from './random.ts';

/**
 * The product, its sandbox of carriers with it, is killed as by a power cut at random moments of a blast, and started
 * again on what it left. FAULT_KILLS sets how often (`npm run test:faults` takes ten), FAULT_SEED which moments.
 */
const kills = Number(process.env.FAULT_KILLS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const next = random(seed);

const people = kills > 2 ? 400 : 50;

const phoneOf = (n: number) => `+1${openPlace?.area}5${String(560_000 + n)}`;

let product: Product;

const stateOf = (caller: Caller, id: string) => caller.ask<Blast>('GET', `/sms/blast/${id}/status`);

async function everyMessage(caller: Caller, blastId: string): Promise<Message[]> {
  const messages: Message[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: { messages: Message[]; nextCursor: string | null } = await caller.ask(
      'GET',
      `/sms/messages?blastId=${blastId}&limit=200${more}`,
    );
    messages.push(...page.messages);
    cursor = page.nextCursor;
  } while (cursor);
  return messages;
}

beforeAll(async () => {
  product = await Product.start();
}, 120_000);

afterAll(() => product?.stop());

describe.runIf(openPlace)(`a blast killed ${kills} times (FAULT_SEED=${seed})`, () => {
  it(
    'texts everybody once, and counts them right',
    async () => {
      const caller = await product.signIn('admin');
      const limits = { numberPerMinute: 4500, campaignPerMinute: 4500 };
      await caller.ask('PUT', '/sms/providers/twilio/config', limits);
      const { id } = await caller.ask<Blast>('POST', '/sms/send-blast', {
        name: 'Spring',
        message: 'Hi {{ lead.firstName }}',
        leadIds: await leadsOf(
          caller,
          Array.from({ length: people }, (_, n) => phoneOf(n)),
        ),
      });
      const seen: number[] = [];
      for (let killed = 0; killed < kills; killed++) {
        await pause(500 + next() * 5_000);
        await product.kill();
        await product.start();
        seen.push((await stateOf(await product.signIn('admin'), id)).sent);
      }
      expect(seen, 'what was noted is never lost').toEqual([...seen].sort((a, b) => a - b));
      const after = await product.signIn('admin');
      const end = Date.now() + 400_000;
      let state = await stateOf(after, id);
      while (state.status !== 'completed' && Date.now() < end) {
        await pause(500);
        state = await stateOf(after, id);
      }
      expect(state, JSON.stringify(state)).toMatchObject({
        status: 'completed',
        total: people,
        sent: people,
        refused: 0,
        failed: 0,
      });
      for (let n = 0; n < people; n++)
        expect(await textsOf(product, phoneOf(n)), phoneOf(n)).toEqual([`Hi Ann${n}`]);
      const messages = await everyMessage(after, id);
      expect(new Set(messages.map(({ address }) => address)).size).toBe(people);
      expect(messages).toHaveLength(people);
      console.log(
        `faults: ${kills} kills in a blast, ${people} texts (${seen.join(', ')}), none lost or doubled`,
      );
    },
    500_000 + kills * 60_000,
  );
});
