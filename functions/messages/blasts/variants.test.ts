import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import type { Campaign } from '#shared/model/campaign.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { receive } from '../inbound/inbound.ts';
import type { SmsAccount } from '../providers/types.ts';
import { recipientCounts, recipientWrites } from '../record/recipient-store.ts';
import { findBlast, replaceBlast } from './store.ts';
import { drawnVariant } from './variants.ts';
import { blastTurn } from './work.ts';

const { campaigns, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

const texts = ['Hi {{ lead.firstName }}, shall we talk?', 'Hello {{ lead.firstName }}, one question.'];
const two = { variants: texts.map((message) => ({ message })) };

async function people(count: number, test: object) {
  const time = await world.clock();
  const all = await texting();
  const limits = { provider: 'twilio', numberPerMinute: 4500, campaignPerMinute: 4500 };
  await all.admin.call(sms.setConfig, limits);
  const leads = await Promise.all(
    Array.from({ length: count }, (_, n) => all.lead({ firstName: `Ann${n}` })),
  );
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  const given = { name: 'Spring', leadIds: leads.map(({ id }) => id), test };
  const { status, body } = await all.admin.call(campaigns.create, given);
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body;
  await all.admin.call(campaigns.start, { id });
  const now = async (): Promise<Campaign> => (await all.admin.call(campaigns.get, { id })).body;
  const heard = () =>
    Promise.all(leads.map(async ({ number }) => (await world.phone(number)).map(({ body: text }) => text)));
  const turn = () => system(() => blastTurn(id));
  return { ...all, time, leads, system, id, now, heard, turn };
}

describe('who gets which of the texts', () => {
  it('is drawn as the weights have it, and each time the same', () => {
    const weighed = [{ weight: 3 }, { weight: 1 }, { weight: 4 }];
    const drawn = Array.from({ length: 20_000 }, (_, n) => drawnVariant('cmp_1', `lead_${n}`, weighed));
    for (const [variant, { weight }] of weighed.entries()) {
      const share = drawn.filter((one) => one === variant).length / drawn.length;
      // Six standard deviations of a draw of 20,000.
      expect(Math.abs(share - weight / 8)).toBeLessThan(0.022);
    }
    expect(drawnVariant('cmp_1', 'lead_7', weighed)).toBe(drawn[7]);
    const other = Array.from({ length: 200 }, (_, n) => drawnVariant('cmp_2', `lead_${n}`, weighed));
    expect(other).not.toEqual(drawn.slice(0, 200));
  });
});

describe('a campaign that tests two texts', () => {
  it('sends each person the one that is drawn, and counts each by its messages', async () => {
    const { id, leads, now, heard, turn, admin, system } = await people(14, two);
    await turn();
    const wanted = leads.map((lead) =>
      drawnVariant(
        id,
        lead.id,
        two.variants.map(() => ({ weight: 1 })),
      ),
    );
    expect(await heard()).toEqual(
      wanted.map((variant, n) => [texts[variant]!.replace('{{ lead.firstName }}', `Ann${n}`)]),
    );
    const to = (await admin.call(sms.numbers, {})).body.numbers[0]!.number;
    const say = (n: number, body: string) => {
      const text = {
        providerId: `SM${id}x${n}`,
        from: leads[n]!.number,
        to,
        body,
        mediaUrls: [],
        answered: null,
      };
      return system(() => receive(text, { provider: 'twilio', sandbox: true } as SmsAccount));
    };
    await say(0, 'Yes');
    await say(1, 'STOP');
    const count = (variant: number, of: readonly number[]) => of.filter((one) => one === variant).length;
    const { test, counts } = await now();
    expect(counts).toMatchObject({ sent: 14, replied: 1, optedOut: 1 });
    expect(test).toMatchObject({
      state: 'running',
      winner: null,
      variants: [0, 1].map((variant) => ({
        key: 'AB'[variant],
        sent: count(variant, wanted),
        replied: count(variant, wanted.slice(0, 1)),
        optedOut: count(variant, wanted.slice(1, 2)),
      })),
    });
    const { body } = await admin.call(campaigns.leads, { id });
    expect(body.leads.map((one) => one.variant)).toEqual(wanted.map((variant) => 'AB'[variant]));
  });

  it('sends nobody another text after a death between the text and the note of it', async () => {
    const { id, now, heard, turn, system } = await people(8, two);
    await turn();
    const before = await heard();
    await system(async () => {
      const done = (await findBlast(id))!;
      const left = { ...done, status: 'sending' as const, chunk: 0, done: 1, sent: 1, endedAt: null };
      await commit(replaceBlast(done, { ...left, leaseUntil: 0, version: done.version + 1 }));
    });
    await turn();
    expect(await heard()).toEqual(before);
    const { counts, test } = await now();
    expect([counts.sent, test!.variants.reduce((sum, { sent }) => sum + sent, 0)]).toEqual([8, 8]);
  });

  it('holds the others back until the test is called, and sends them what has won', async () => {
    const rules = { ...two, rest: 'winner', share: 50, hours: 24, minimum: 30 };
    const { id, now, heard, turn, system, time } = await people(10, rules);
    await turn();
    expect((await heard()).map((list) => list.length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    const waiting = await now();
    expect(waiting).toMatchObject({ status: 'active', why: expect.stringContaining('the best goes to') });
    expect(waiting.nextAt).toBe(waiting.test!.callsAt);
    // What a longer test would have come to: A is answered by 2 of 60, B by 30 of 60.
    await system(async () => {
      for (let n = 0; n < 120; n += 20) {
        const marks = Array.from({ length: 20 }, (_, at) => {
          const variant = (n + at) % 2;
          const isAnswer = variant === 1 ? (n + at) % 4 === 1 : n + at < 4;
          const mark = { sentAt: clock.iso(), variant, ...(isAnswer ? { repliedAt: clock.iso() } : {}) };
          return { leadId: `lead_longer${n + at}`, mark };
        });
        await commit(await recipientWrites(id, marks, `${n}`));
      }
      expect((await recipientCounts(id)).ofVariant(1).replied).toBe(30);
    });
    await turn();
    expect((await heard()).flat()).toHaveLength(5);
    await time.forward({ hours: 24, minutes: 1 });
    await turn();
    const after = await heard();
    expect(after.slice(5)).toEqual([5, 6, 7, 8, 9].map((n) => [`Hello Ann${n}, one question.`]));
    expect(await now()).toMatchObject({ status: 'completed', test: { state: 'winner', winner: 'B' } });
  });

  it('goes on with all variants where none has won', async () => {
    const rules = { ...two, rest: 'winner', share: 50, hours: 1 };
    const { id, leads, now, heard, turn, time } = await people(12, rules);
    await turn();
    await time.forward({ hours: 1, minutes: 1 });
    await turn();
    const wanted = leads.map((lead) =>
      drawnVariant(
        id,
        lead.id,
        two.variants.map(() => ({ weight: 1 })),
      ),
    );
    expect((await heard()).map(([text]) => Number(text!.startsWith('Hello')))).toEqual(wanted);
    expect(await now()).toMatchObject({ status: 'completed', test: { state: 'too_few', winner: null } });
  });

  it('is refused beside one text, with one variant, and with a variable that there is not', async () => {
    const { admin } = await people(1, two);
    const make = async (given: object) =>
      (await admin.call(campaigns.create, { name: 'Spring', ...given } as never)).status;
    expect(await make({ message: 'Hi', test: two })).toBe(400);
    expect(await make({ test: { variants: [{ message: 'Hi' }] } })).toBe(400);
    expect(await make({ test: { variants: [{ message: 'Hi' }, { message: '{{ lead.nothing }}' }] } })).toBe(
      400,
    );
    const { body } = await admin.call(campaigns.create, { name: 'Spring', test: two });
    expect((await admin.call(campaigns.update, { id: body.id, message: 'Hi' })).status).toBe(400);
    const ended = await admin.call(campaigns.update, { id: body.id, test: null });
    expect(ended.body).toMatchObject({ test: null, message: texts[0] });
  });
});
