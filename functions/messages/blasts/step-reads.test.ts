import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteWithdrawal } from '#functions/compliance/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { client } from '#functions/kernel/table.ts';
import { changeLead } from '#functions/leads/api.ts';
import { api } from '#shared/api/index.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { blastTurn } from './work.ts';

const { campaigns, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

/** A campaign to so many people that waits for its first turn. */
async function campaign(count: number) {
  await world.clock();
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
  const turn = () => system(() => blastTurn(id));
  const counts = async () => (await all.admin.call(campaigns.get, { id })).body.counts;
  return { ...all, leads, system, turn, counts };
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
});
