import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, Product } from '#tests/support/product.ts';
import { random } from './random.ts';

/**
 * The product is killed as by a power cut while deliveries come in and are worked, and started again on what it left:
 * what was answered with 202 becomes leads, each once, and nothing else does. FAULT_KILLS sets how often, FAULT_SEED
 * at which moments.
 */
const kills = Number(process.env.FAULT_KILLS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const next = random(seed);
/** Deliveries of one round: single leads, and every fifth a list of 30, which is worked in two chunks. */
const deliveries = 25;
const listRows = 30;
/**
 * A message that the dead worker held stays hidden for six minutes. Sooner, the sweeper, which looks each minute, queues
 * again what nobody has worked for two; the rest is room for a busy machine.
 */
const recoveryMs = (120 + 60 + 60) * 1_000;

let product: Product;
let caller: Caller;
let webhook: { id: string; url: string };

beforeAll(async () => {
  product = await Product.start();
  caller = await product.signIn('admin');
  webhook = await caller.ask('POST', '/webhooks', {
    name: 'Kills',
    brand: 'x',
    source: 'Kills',
    payloadMinutes: 0,
  });
});
afterAll(() => product?.stop());

const phoneOf = (n: number) => `+1305${String(3_000_000 + n)}`;
let sent = 0;
const accepted: { deliveryId: string; phones: string[] }[] = [];

/** Sends one delivery; what the product did not answer may have come in or not. */
async function post(rows: number): Promise<void> {
  const phones = Array.from({ length: rows }, () => phoneOf(sent++));
  const leads = phones.map((phone, n) => ({ phone, name: `Lead ${n} of ${phone}` }));
  const answer = await fetch(webhook.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': phones[0]! },
    body: JSON.stringify(rows === 1 ? leads[0] : leads),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (answer?.status !== 202) return;
  const body = (await answer.json().catch(() => undefined)) as { deliveryId: string } | undefined;
  if (body) accepted.push({ deliveryId: body.deliveryId, phones });
}

interface Found {
  leads: { phone: string; source: string }[];
  nextCursor: string | null;
}

async function phonesOfLeads(): Promise<string[]> {
  const phones: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Found = await caller.ask(
      'GET',
      `/leads?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    phones.push(...page.leads.filter(({ source }) => source === 'Kills').map(({ phone }) => phone));
    cursor = page.nextCursor;
  }
  return phones;
}

describe(`${kills} kills while deliveries come in (seed ${seed})`, () => {
  it.each(Array.from({ length: kills }, (_, at) => at + 1))(
    'kill %i: what was accepted becomes leads, once',
    async () => {
      const senders = (async () => {
        for (let n = 0; n < deliveries; n++) await post(n % 5 === 4 ? listRows : 1);
      })();
      await pause(200 + next() * 2_500);
      await product.kill();
      await senders;
      await product.start();
      caller = await product.signIn('admin');
      const wanted = accepted.flatMap(({ phones }) => phones);
      await expect
        .poll(
          async () => {
            const found = new Set(await phonesOfLeads());
            return wanted.filter((phone) => !found.has(phone)).length;
          },
          { timeout: recoveryMs, interval: 1_000 },
        )
        .toBe(0);
      const all = await phonesOfLeads();
      expect(new Set(all).size).toBe(all.length);
      await expect
        .poll(
          async () => {
            const { deliveries: listed } = await caller.ask<{ deliveries: { status: string }[] }>(
              'GET',
              `/webhooks/${webhook.id}/deliveries?limit=200`,
            );
            return listed.filter(({ status }) => status !== 'succeeded').length;
          },
          { timeout: recoveryMs, interval: 1_000 },
        )
        .toBe(0);
    },
    2 * recoveryMs + 60_000,
  );
});
