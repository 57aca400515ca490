import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { callsOfCarrier } from '#shared/api/carrier-dids.ts';
import { api } from '#shared/api/index.ts';
import type { Campaign } from '#shared/model/campaign.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { blastTurn } from '../blasts/work.ts';
import { readSettings } from '../settings/store.ts';
import { CarrierMinuteFull, carrierClaim } from './carriers.ts';

const { campaigns, carrierDids, dids, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

type Provider = 'twilio' | 'telnyx';

/** A workspace whose texts go out by a carrier, and how its account there is registered. */
async function office(provider: Provider) {
  const time = await world.clock();
  const all = await texting();
  const { admin, tenant } = all;
  await admin.call(sms.setDefaultProvider, { provider });
  const script = (match: string, registration: object) =>
    world.sandbox.ask('POST', '/sandbox/script', { match, registration });
  const registered = (registration: object) => script(`sandbox-${tenant.id}`, registration);
  const sync = async () => (await admin.call(sms.syncNumbers, { provider })).body.numbers[0]!;
  const send = async () => {
    const { id } = await all.lead();
    const { status, body } = await admin.call(sms.send, { leadId: id, message: 'Hello' });
    return [status, (body as { error?: string }).error];
  };
  return { ...all, time, script, registered, sync, send };
}

describe.each(['twilio', 'telnyx'] as const)('a number of %s', (provider) => {
  it('texts where brand, campaign and its place in it are approved, and says what is known', async () => {
    const { admin, registered, sync, send } = await office(provider);
    await registered({ useCase: 'CUSTOMER_CARE', attClass: 'T', tmobileTier: 'LOW' });
    const { id, registration, registrationAt } = await sync();
    const approved = { state: 'approved', reason: null };
    expect(registration).toEqual({
      brand: approved,
      campaign: approved,
      number: approved,
      campaignId: expect.any(String),
      useCase: 'CUSTOMER_CARE',
      attTextsAMinute: 75,
      tmobileSegmentsADay: 2_000,
    });
    expect(registrationAt).not.toBeNull();
    expect((await admin.call(dids.get, { id })).body).toMatchObject({ registration, registrationAt });
    expect(await send()).toEqual([200, undefined]);
  });

  it.each([
    [{ brand: 'missing' }, 'no brand is registered for 10DLC.'],
    [{ brand: 'pending' }, 'the brand is in review for 10DLC.'],
    [
      { brand: 'rejected', reason: 'The tax id is wrong.' },
      'the brand was rejected for 10DLC (The tax id is wrong).',
    ],
    [{ campaign: 'missing' }, 'no campaign is registered for 10DLC.'],
    [{ campaign: 'pending' }, 'the 10DLC campaign is in review.'],
    [{ campaign: 'rejected', reason: 'No opt-in.' }, 'the 10DLC campaign was rejected (No opt-in).'],
  ])('does not text with %j, and says which step is missing', async (how, words) => {
    const { registered, send, sync } = await office(provider);
    await registered(how);
    await sync();
    expect(await send()).toEqual([422, `This number cannot text: ${words}`]);
  });

  it('does not text while it is in no campaign, and another that is takes its place', async () => {
    const { admin, script, send, sync } = await office(provider);
    const { number } = await sync();
    await script(number, { number: 'missing' });
    await sync();
    expect(await send()).toEqual([422, 'This number cannot text: it is assigned to no 10DLC campaign.']);
    const calls = callsOfCarrier(carrierDids, provider);
    const [other] = (await admin.call(calls.search, { areaCode: '305', limit: 1 })).body.numbers;
    await admin.call(calls.purchase, { phoneNumber: other!.phoneNumber });
    expect(await send()).toEqual([200, undefined]);
    const { messages } = (await admin.call(sms.messages, {})).body;
    expect(messages.map(({ ownAddress }) => ownAddress)).toEqual([other!.phoneNumber]);
  });

  it('keeps what is known while the carrier cannot be reached', async () => {
    const { registered, sync, send, time } = await office(provider);
    await registered({ campaign: 'pending' });
    await sync();
    await time.forward({ hours: 25 });
    await world.sandbox.ask('POST', '/sandbox/script', {
      match: provider,
      provider: { down: true, method: 'GET' },
    });
    expect((await send())[1]).toBe('This number cannot text: the 10DLC campaign is in review.');
    await world.sandbox.ask('DELETE', `/sandbox/script?match=${provider}`);
  });
});

describe('a review', () => {
  it('that ends is noticed by itself, and a campaign that waited for it goes on', async () => {
    const { admin, tenant, lead, registered, sync, time } = await office('twilio');
    await sync();
    const { body } = await admin.call(campaigns.create, {
      name: 'Spring',
      message: 'Hello',
      leadIds: [(await lead()).id],
    });
    const { id } = body as Campaign;
    await registered({ campaign: 'pending' });
    await sync();
    await admin.call(campaigns.start, { id });
    const turn = () => asSystem(tenant.id, 'messages', () => blastTurn(id));
    const now = async () => (await admin.call(campaigns.get, { id })).body as Campaign;
    await turn();
    expect(await now()).toMatchObject({
      status: 'active',
      why: 'This number cannot text: the 10DLC campaign is in review.',
      counts: { sent: 0, failed: 0, pending: 1 },
    });
    await registered({ campaign: 'approved' });
    await time.forward({ minutes: 16 });
    await turn();
    expect(await now()).toMatchObject({ status: 'completed', counts: { sent: 1, failed: 0 } });
  });

  it('stands against a campaign from that number before it is drafted', async () => {
    const { admin, registered, sync } = await office('twilio');
    await registered({ brand: 'pending' });
    const { number } = await sync();
    const refused = await admin.call(campaigns.create, { name: 'Spring', message: 'Hello', from: number });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: 'This number cannot text: the brand is in review for 10DLC.' },
    ]);
  });
});

describe('what operators take', () => {
  it('is what the carrier says where the workspace keeps limits, and what was entered by hand where it says nothing', async () => {
    const { admin, tenant, registered, sync } = await office('telnyx');
    const claims = async () => {
      const { registration, number: from } = await sync();
      return asSystem(tenant.id, 'messages', async () => {
        const settings = await readSettings();
        // AT&T's by its last digit.
        const text = { to: '+13055550111', from, provider: 'telnyx', segments: 1, registration };
        const claim = () => carrierClaim(text, settings, { takesTokens: true, comesBack: false });
        let taken = 0;
        while (!((await claim()) instanceof CarrierMinuteFull) && taken < 60) taken++;
        return taken;
      });
    };
    expect(await claims()).toBe(60);
    await admin.call(sms.setConfig, {
      provider: 'telnyx',
      registration: { useCase: 'standard', trustScore: 0 },
    });
    // Ten seconds' worth of 240 a minute.
    expect(await claims()).toBeGreaterThanOrEqual(40);
    await registered({ attClass: 'T' });
    expect(await claims()).toBeLessThan(20);
  });
});
