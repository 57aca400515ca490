import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import type { Campaign } from '#shared/model/campaign.ts';
import type { TextRegistration } from '#shared/model/text-registration.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { blastTurn } from '../blasts/work.ts';
import { readSettings } from '../settings/store.ts';
import { takeTokens, usesOf } from './bucket-store.ts';
import { CarrierMinuteFull, carrierClaim, carrierOf } from './carriers.ts';

const { campaigns, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

const lowest = { useCase: 'lowVolume', trustScore: 0 } as const;

async function office() {
  const time = await world.clock();
  const all = await texting();
  const limits = { provider: 'twilio', numberPerMinute: 4500, campaignPerMinute: 4500, registration: lowest };
  const { status, body } = await all.admin.call(sms.setConfig, limits);
  expect([status, body.registration]).toEqual([200, lowest]);
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  const claim = (
    to: string,
    segments: number,
    from = '+13055550100',
    registration: TextRegistration | null = null,
  ) =>
    system(async () =>
      carrierClaim({ to, from, provider: 'twilio', segments, registration }, await readSettings(), {
        takesTokens: true,
        comesBack: false,
      }),
    );
  /** Takes so much of T-Mobile's day; why not, where it is refused. */
  const take = (segments: number) =>
    system(async () => {
      const claimed = await claim('+13055550110', segments);
      if (claimed instanceof CarrierMinuteFull) throw new Error('AT&T’s limit was asked.');
      return commit(claimed.writes).then(
        () => 'taken',
        (error: Error & { retryAt?: string }) => error.retryAt ?? String(error),
      );
    });
  return { ...all, time, system, claim, take };
}

/** A campaign to eight people, of each carrier some, that has not begun. */
async function campaignOfEight({ admin, lead }: Awaited<ReturnType<typeof office>>) {
  const leads = await Promise.all(Array.from({ length: 8 }, () => lead({ firstName: 'Ann' })));
  const made = await admin.call(campaigns.create, {
    name: 'Spring',
    message: 'Hello',
    leadIds: leads.map(({ id }) => id),
  });
  return { leads, id: (made.body as Campaign).id };
}

/** How often the tenant's numbers have been used: what waits for a carrier uses none. */
async function usesOfNumbers({ admin, system }: Awaited<ReturnType<typeof office>>): Promise<number> {
  const { numbers } = (await admin.call(sms.numbers, {})).body;
  const uses = await system(() => usesOf(numbers.map(({ number }) => number)));
  return [...uses.values()].reduce((sum, used) => sum + used, 0);
}

describe('the limits of carriers', () => {
  it('of T-Mobile hold in segments a day, to the last one, until midnight in Los Angeles', async () => {
    const { take, time } = await office();
    expect(await take(1_990)).toBe('taken');
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(1)));
    expect(answers.filter((one) => one === 'taken')).toHaveLength(10);
    // Noon in New York is nine in the morning there, in summer time.
    expect(answers.find((one) => one !== 'taken')).toBe('2026-03-11T07:00:00.000Z');
    await time.forward({ hours: 14, minutes: 50 });
    expect(await take(1)).not.toBe('taken');
    await time.forward({ minutes: 15 });
    expect(await take(1)).toBe('taken');
  });

  it('of AT&T hold in texts a minute', async () => {
    const { claim, system } = await office();
    // Ten seconds' worth of 75 a minute may go at once.
    await system(() => takeTokens('carrier att', 75, { wanted: 12 }));
    const answers: unknown[] = [];
    for (let n = 0; n < 3; n++) answers.push(await claim('+13055550111', 1));
    expect(answers.filter((one) => one instanceof CarrierMinuteFull).length).toBeGreaterThanOrEqual(2);
  });

  it('of AT&T hold for each registered campaign by itself', async () => {
    const { claim, system } = await office();
    const approved = { state: 'approved', reason: null } as const;
    const of = (campaignId: string): TextRegistration => ({
      brand: approved,
      campaign: approved,
      number: approved,
      campaignId,
      useCase: 'MARKETING',
      attTextsAMinute: 75,
      tmobileSegmentsADay: null,
    });
    await system(() => takeTokens('carrier att CMP1', 75, { wanted: 13 }));
    const isFull = async (campaignId: string) =>
      (await claim('+13055550111', 1, undefined, of(campaignId))) instanceof CarrierMinuteFull;
    expect([await isFull('CMP1'), await isFull('CMP2')]).toEqual([true, false]);
  });

  it('are asked neither of other carriers, nor of toll-free numbers, nor where no registration is said', async () => {
    const { claim, admin, take } = await office();
    await take(2_000);
    expect(await claim('+13055550112', 5)).toEqual({ writes: [] });
    expect(await claim('+13055550110', 5, '+18885550100')).toEqual({ writes: [] });
    await admin.call(sms.setConfig, { provider: 'twilio', registration: null });
    expect(await claim('+13055550110', 5)).toEqual({ writes: [] });
  });

  it.each(['twilio', 'telnyx'])('know a number’s carrier from %s, and ask for it once', async (provider) => {
    const { system } = await office();
    const ask = (number: string) => system(async () => carrierOf(number, await readSettings(), provider));
    expect([await ask('+13055550118'), await ask('+13055550119')]).toEqual(['tmobile', 'att']);
    // What is kept is not asked for again, also where the sandbox has gone.
    const { SANDBOX_URL } = process.env;
    process.env.SANDBOX_URL = 'http://127.0.0.1:9';
    try {
      expect(await ask('+13055550118')).toBe('tmobile');
      await expect(ask('+13055550122')).rejects.toThrow(/reached/);
    } finally {
      process.env.SANDBOX_URL = SANDBOX_URL;
    }
  });

  it('put off a campaign’s people of T-Mobile alone, who are shown as waiting, and go out the next day', async () => {
    const all = await office();
    const { admin, take, system, time } = all;
    const { leads, id } = await campaignOfEight(all);
    await take(2_000);
    await admin.call(campaigns.start, { id });
    await system(() => blastTurn(id));
    const theirs = leads.filter(({ number }) => Number(number.at(-1)) % 4 === 0).length;
    expect(theirs).toBeGreaterThan(0);
    const { body: waiting } = await admin.call(campaigns.get, { id });
    expect(waiting).toMatchObject({
      status: 'active',
      why: 'T-Mobile takes 2,000 segments a day from you, and they are used up.',
      nextAt: '2026-03-11T07:00:00.000Z',
      counts: { sent: 8 - theirs, pending: theirs },
    });
    expect(await usesOfNumbers(all)).toBe(8 - theirs);
    const { body } = await admin.call(campaigns.leads, { id, status: 'pending' });
    expect(body.leads.map(({ waitsUntil }) => waitsUntil)).toEqual(
      Array.from({ length: theirs }, () => '2026-03-11T07:00:00.000Z'),
    );
    await time.forward({ hours: 24 });
    await system(() => blastTurn(id));
    expect((await admin.call(campaigns.get, { id })).body).toMatchObject({
      status: 'completed',
      counts: { sent: 8, pending: 0 },
    });
  });

  it('put off a campaign’s people of AT&T alone, for as long as its minute is full', async () => {
    const all = await office();
    const { admin, system, time } = all;
    const { leads, id } = await campaignOfEight(all);
    const { body: synced } = await admin.call(sms.syncNumbers, {});
    const { campaignId } = synced.numbers[0]!.registration!;
    // A token of one a minute: none of 75 a minute is there for fifty seconds.
    await system(() => takeTokens(`carrier att ${campaignId}`, 1, {}));
    await admin.call(campaigns.start, { id });
    await system(() => blastTurn(id));
    const theirs = leads.filter(({ number }) => Number(number.at(-1)) % 4 === 1).length;
    expect(theirs).toBeGreaterThan(0);
    const { body: waiting } = await admin.call(campaigns.get, { id });
    expect(waiting).toMatchObject({
      status: 'active',
      why: 'AT&T takes as many texts a minute from you as it may.',
      counts: { sent: 8 - theirs, pending: theirs },
    });
    expect(await usesOfNumbers(all)).toBe(8 - theirs);
    await time.forward({ minutes: 2 });
    await system(() => blastTurn(id));
    expect((await admin.call(campaigns.get, { id })).body).toMatchObject({
      status: 'completed',
      counts: { sent: 8, pending: 0 },
    });
  });
});
