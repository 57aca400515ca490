import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteWithdrawal } from '#functions/compliance/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { client, commit } from '#functions/kernel/table.ts';
import { changeLead } from '#functions/leads/api.ts';
import { api } from '#shared/api/index.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { usesOf } from '../numbers/bucket-store.ts';
import { keptCarriers } from '../numbers/carriers.ts';
import { chunkOf, findBlast, firstLater, putLater, replaceBlast } from './store.ts';
import { blastTurn } from './work.ts';

const { campaigns, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

/** A campaign to so many people that waits for its first turn. */
async function campaign(count: number) {
  const time = await world.clock();
  const all = await texting();
  const limits = { provider: 'twilio', numberPerMinute: 4_500, campaignPerMinute: 4_500 };
  const registration = { useCase: 'standard', trustScore: 80 };
  await all.admin.call(sms.setConfig, { ...limits, registration });
  for (let n = 0; n < 2; n++) await all.admin.call(sms.rentTwilioNumber, { areaCode: '561' });
  const leads = await Promise.all(
    Array.from({ length: count }, (_, n) => all.lead({ firstName: `Ann${n}` })),
  );
  const leadIds = leads.map(({ id }) => id);
  const made = await all.admin.call(campaigns.create, { name: 'Spring', message: 'Hello', leadIds });
  const { id } = made.body as { id: string };
  await all.admin.call(campaigns.start, { id });
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  const turn = (campaignId = id) => system(() => blastTurn(campaignId));
  const counts = async (campaignId = id) =>
    (await all.admin.call(campaigns.get, { id: campaignId })).body.counts;
  return { ...all, id, time, leads, system, turn, counts };
}

/** What was read ahead is believed for a while only, and a busy machine may need longer for one step. */
function slowClock(): void {
  const { now } = Date;
  const began = now();
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(began + (now() - began) / 50));
  onTestFinished(() => spy.mockRestore());
}

type Send = (command: { input: object }) => Promise<unknown>;

/** Lets something happen right after the first request for many items of a kind was answered. */
function afterReading(kind: string, happens: () => Promise<unknown>): void {
  const real = client.send.bind(client) as Send;
  let isOver = false;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
    const answer = await real(command);
    const isIt = 'RequestItems' in command.input && JSON.stringify(command.input).includes(kind);
    if (!isIt || isOver) return answer;
    isOver = true;
    await happens();
    return answer;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}

describe('a step of a campaign', () => {
  it('asks the table for its people in one request of each kind', async () => {
    const { turn, counts } = await campaign(24);
    slowClock();
    const sent = vi.spyOn(client, 'send');
    await turn();
    const { length } = sent.mock.calls;
    sent.mockRestore();
    expect((await counts()).sent).toBe(24);
    // Three transactions, the token of their number, whose customer they are; and what the step asks for once.
    expect(length / 24).toBeLessThan(9);
  });

  it('texts nobody who has ended their texts since they were read', async () => {
    const { turn, counts, system, leads } = await campaign(6);
    const phone = leads[4]!.number;
    afterReading('contactstanding', () =>
      system(() => noteWithdrawal({ phone }, 'sms', 'STOP by text', 'person')),
    );
    await turn();
    expect(await counts()).toMatchObject({ sent: 5, skipped: 1 });
    expect(await world.phone(phone)).toEqual([]);
  });

  it('keeps what others have changed of a lead since it was read', async () => {
    const { turn, counts, system, leads, admin } = await campaign(6);
    const { id } = leads[4]!;
    afterReading('contactstanding', () => system(() => changeLead(id, { company: 'Northwind' })));
    await turn();
    expect((await counts()).sent).toBe(6);
    const { body } = await admin.call(api.leads.get, { id });
    expect(body).toMatchObject({ company: 'Northwind', lastContactedAt: expect.any(String) });
  });

  it('asks no carrier and takes no token of a number for those who are asleep', async () => {
    const { turn, counts, system, leads, admin, lead } = await campaign(3);
    const [one] = leads;
    const sleepers = await Promise.all(
      [1, 2, 3].map((n) => lead({ phones: [`808555014${n}`], address: { state: 'HI', postcode: '96813' } })),
    );
    const leadIds = [...sleepers, one!].map(({ id }) => id);
    const { body } = await admin.call(campaigns.create, { name: 'Asleep', message: 'Hello', leadIds });
    await admin.call(campaigns.start, { id: body.id });
    await turn(body.id);
    expect(await counts(body.id)).toMatchObject({ sent: 1, pending: 3 });
    const numbers = (await admin.call(sms.numbers, {})).body.numbers.map(({ number }) => number);
    const used = await system(() => usesOf(numbers));
    expect([...used.values()].reduce((sum, uses) => sum + uses, 0)).toBe(1);
    const asked = await system(() => keptCarriers(leads.concat(sleepers).map(({ number }) => number)));
    expect(asked.map(({ number }) => number)).toEqual([one!.number]);
    const { body: log } = await admin.call(api.tcpa.logs, { allowed: false });
    expect(log.logs.map(({ reasons }) => reasons[0]!.code)).toEqual(Array(3).fill('too_early'));
  });

  it('leaves the tokens of those who are asleep to the others', async () => {
    const { turn, counts, leads, admin, lead } = await campaign(8);
    const sleepers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        lead({ phones: [`80855501${50 + n}`], address: { state: 'HI', postcode: '96813' } }),
      ),
    );
    const leadIds = [...sleepers, ...leads].map(({ id }) => id);
    const limits = { provider: 'twilio', numberPerMinute: 4_500, campaignPerMinute: 60 };
    await admin.call(sms.setConfig, limits);
    const { body } = await admin.call(campaigns.create, { name: 'Slowly', message: 'Hello', leadIds });
    await admin.call(campaigns.start, { id: body.id });
    slowClock();
    await turn(body.id);
    // Ten tokens lie in its bucket, and twenty people were looked at.
    expect(await counts(body.id)).toMatchObject({ sent: 8, pending: 12 });
  });

  it('is made for all who may be texted by now, and not for a few at a time', async () => {
    const { time, turn, counts, system, leads, id } = await campaign(20);
    const found = await system(() => findBlast(id));
    const leadIds = (await system(() => chunkOf(id, 0))).leadIds;
    const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
    const groups = Array.from({ length: 10 }, (_, n) => leadIds.slice(2 * n, 2 * n + 2));
    const after = { ...found!, chunk: 1, turned: 20, deferred: 20, version: found!.version + 1 };
    const notBefore = '2026-03-10T16:00:10.000Z';
    await system(() =>
      commit(
        replaceBlast(found!, after),
        groups.map((ids, n) => putLater(id, { notBefore, n }, { leadIds: ids, pass: 1 }, expiresAt)),
      ),
    );
    await time.forward({ seconds: 10 });
    await turn();
    // It is taken up, texts them, has no more of them and is completed.
    expect((await system(() => findBlast(id)))!.version).toBe(after.version + 4);
    expect(await counts()).toMatchObject({ sent: 20, pending: 0 });
    for (const { number } of leads) expect(await world.phone(number)).toHaveLength(1);
    expect(await system(() => firstLater(id))).toBeUndefined();
  });
});
