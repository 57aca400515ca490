import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { findSettings } from './store.ts';

const { sms, email } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

/** As it is in the cloud: there is no sandbox. */
async function withoutSandbox<T>(work: () => Promise<T>): Promise<T> {
  const { SANDBOX_URL } = process.env;
  delete process.env.SANDBOX_URL;
  try {
    return await work();
  } finally {
    process.env.SANDBOX_URL = SANDBOX_URL;
  }
}

const sid = `AC${'0123456789abcdef'.repeat(2)}`;

describe('the keys of a provider', () => {
  it('are the sandbox’s until a tenant sets its own, and never come back out', async () => {
    const { admin, tenant } = await texting();
    const { body: before } = await admin.call(sms.config, { provider: 'twilio' });
    expect(before).toMatchObject({ connected: true, sandbox: true, isDefault: true, authTokenSet: false });
    expect(before.inboundUrl).toMatch(/\/api\/sms\/callbacks\/smk_\d+_[\w-]{24}\/twilio\/inbound$/);
    const set = await admin.call(sms.setConfig, {
      provider: 'twilio',
      accountSid: sid,
      authToken: 'a very secret token',
    });
    expect(set.body).toMatchObject({ connected: true, sandbox: false, accountSid: sid, authTokenSet: true });
    expect(JSON.stringify(set.body)).not.toContain('secret token');
    const stored = await asSystem(tenant.id, 'test', findSettings);
    expect(JSON.stringify(stored)).not.toContain('secret token');
    const kept = await admin.call(sms.setConfig, { provider: 'twilio', numberPerMinute: 100 });
    expect(kept.body).toMatchObject({ authTokenSet: true, numberPerMinute: 100 });
    const removed = await admin.call(sms.setConfig, {
      provider: 'twilio',
      authToken: null,
      accountSid: null,
    });
    expect(removed.body).toMatchObject({ sandbox: true, authTokenSet: false, accountSid: null });
  });

  it('are refused where they are another provider’s, are none, or somebody was quicker', async () => {
    const { admin } = await texting();
    const { body: config } = await admin.call(sms.config, { provider: 'telnyx' });
    const refused = async (change: object) => {
      const { status, body } = await admin.call(sms.setConfig, { provider: 'telnyx', ...change });
      return [status, body.error];
    };
    expect(await refused({ authToken: 'x' })).toEqual([400, 'These are not the keys of Telnyx.']);
    expect(await refused({ publicKey: 'short' })).toEqual([
      400,
      'publicKey: The public key is 44 characters of base64.',
    ]);
    await admin.call(sms.setConfig, { provider: 'telnyx', apiKey: 'KEY', version: config.version });
    expect((await refused({ apiKey: 'KEY', version: config.version }))[0]).toBe(409);
  });

  it('can be tried, and tell what is left', async () => {
    const { admin } = await texting();
    expect((await admin.call(sms.test, { provider: 'twilio' })).body).toMatchObject({
      ok: true,
      sandbox: true,
      message: 'The sandbox of Twilio answers; the account holds 1000.00 USD.',
    });
    expect((await admin.call(sms.test, { provider: 'telnyx' })).body).toMatchObject({
      ok: true,
      sandbox: true,
    });
    expect((await admin.call(sms.balance, {})).body).toMatchObject({
      balance: 1000,
      currency: 'USD',
      trouble: null,
    });
    await world.sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times: 2 } });
    expect((await admin.call(sms.test, { provider: 'twilio' })).body.ok).toBe(false);
    expect((await admin.call(sms.balance, {})).body).toMatchObject({
      balance: null,
      trouble: 'Twilio has a fault of its own (503).',
    });
  });

  it('are missing where there is no sandbox, which every call says', async () => {
    await world.clock();
    const { admin, agent, lead } = await texting();
    const to = await lead();
    await withoutSandbox(async () => {
      expect((await admin.call(sms.defaultProvider, {})).body).toMatchObject({
        connected: false,
        sandbox: false,
      });
      const sent = await agent.call(sms.send, { leadId: to.id, message: 'Hi' });
      expect([sent.status, sent.body.code]).toEqual([409, 'provider_not_connected']);
      expect((await admin.call(sms.test, { provider: 'twilio' })).body).toMatchObject({ ok: false });
      expect((await admin.call(sms.balance, {})).body.trouble).toMatch(/not connected yet/);
      expect((await admin.call(sms.syncNumbers, {})).body).toMatchObject({
        numbers: [],
        added: 0,
        trouble: [],
      });
      const { body } = await admin.call(email.providers, {});
      expect(body.providers).toMatchObject([
        { provider: 'ses', connected: true, sandbox: false, isDefault: true },
        { provider: 'smtp', connected: false },
      ]);
    });
  });
});

describe('numbers', () => {
  it('are looked for, rented, listed, and given back', async () => {
    const { admin } = await texting();
    const found = await admin.call(sms.twilioNumbers, { areaCode: '305', limit: 3 });
    expect(found.body.available).toHaveLength(3);
    const { number } = found.body.available[1]!;
    const rented = await admin.call(sms.rentTwilioNumber, { number });
    expect(rented.body).toMatchObject({
      number,
      provider: 'twilio',
      sandbox: true,
      replies: 'here',
      isActive: true,
      used: 0,
    });
    expect((await admin.call(sms.rentTwilioNumber, { number })).body.id).toBe(rented.body.id);
    const synced = await admin.call(sms.syncNumbers, {});
    // The sandbox gives each account of each provider one to begin with.
    expect(synced.body).toMatchObject({ added: 2, removed: 0, trouble: [] });
    expect(synced.body.numbers.map(({ replies }) => replies)).toEqual(['here', 'here', 'here']);
    expect((await admin.call(sms.releaseTwilioNumber, { id: rented.body.id })).status).toBe(200);
    expect((await admin.call(sms.numbers, {})).body.numbers).toHaveLength(2);
    expect((await admin.call(sms.releaseTwilioNumber, { id: rented.body.id })).status).toBe(200);
    const { body } = await admin.call(sms.rentTwilioNumber, {});
    expect(body.error).toBe('Please choose a number or an area code.');
  });

  it('that the account had already are taken in, and texts to them come here', async () => {
    await world.clock();
    const { admin, lead } = await texting();
    const from = await lead();
    // The sandbox gives a new account its first number when it is asked for any: this very one.
    const { body: rented } = await admin.call(sms.rentTwilioNumber, { areaCode: '561' });
    expect(rented.replies).toBe('here');
    await world.write(from.number, rented.number, 'Hello');
    await world.told(async () => {
      const { body } = await admin.call(sms.messages, { leadId: from.id, direction: 'inbound' });
      expect(body.messages.map((one) => one.body)).toEqual(['Hello']);
    });
  });

  it('that the provider no longer has send nothing', async () => {
    await world.clock();
    const { admin, agent, lead, tenant } = await texting();
    const rented = await admin.call(sms.rentTwilioNumber, { areaCode: '415' });
    const auth = `Basic ${Buffer.from(`sandbox-${tenant.id}:sandbox-${tenant.id}`).toString('base64')}`;
    const base = `/twilio/2010-04-01/Accounts/sandbox-${tenant.id}/IncomingPhoneNumbers`;
    const { body } = await world.sandbox.ask<{
      incoming_phone_numbers: { sid: string; phone_number: string }[];
    }>('GET', `${base}.json`, undefined, { authorization: auth });
    const gone = body.incoming_phone_numbers.find((one) => one.phone_number === rented.body.number)!;
    await fetch(`${world.sandbox.origin}${base}/${gone.sid}.json`, {
      method: 'DELETE',
      headers: { authorization: auth },
    });
    expect((await admin.call(sms.syncNumbers, { provider: 'twilio' })).body.removed).toBe(1);
    const to = await lead();
    const sent = await agent.call(sms.send, { leadId: to.id, message: 'Hi', from: rented.body.number });
    expect([sent.status, sent.body.error]).toEqual([400, 'This is not one of your numbers.']);
    expect((await agent.call(sms.send, { leadId: to.id, message: 'Hi' })).status).toBe(200);
  });
});

describe('a text that is typed', () => {
  it('is refused with the reasons and the time from when on it may go out', async () => {
    // Three in the night in Florida.
    await world.clock('2026-03-10T07:00:00.000Z');
    const { agent, lead } = await texting();
    const to = await lead();
    const { status, body } = await agent.call(sms.send, { leadId: to.id, message: 'Hi' });
    expect([status, body.code]).toEqual([409, 'contact_refused']);
    expect(body.details).toMatchObject({ optedOut: false, nextAllowedAt: '2026-03-10T12:00:00.000Z' });
    expect(body.error).toMatch(/Florida|FL|federal/);
  });

  it('stays ‘sending’ while the provider is down, and goes out by itself', async () => {
    const time = await world.clock();
    const { agent, admin, lead } = await texting();
    await admin.call(sms.syncNumbers, {});
    await world.sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times: 1 } });
    const to = await lead();
    const typed = { leadId: to.id, message: 'Hi', key: 'typed once' };
    const { status, body } = await agent.call(sms.send, typed);
    expect([status, body.message.status]).toEqual([200, 'sending']);
    await time.forward({ minutes: 1 });
    // Pressed once more meanwhile: the same key, the same text.
    const again = await agent.call(sms.send, typed);
    expect(again.body.message).toMatchObject({ id: body.message.id, status: 'sent' });
    expect(await world.phone(to.number)).toHaveLength(1);
  });

  it.each([
    [{}, 400, 'Please choose a lead or give a phone number.'],
    [{ to: '123' }, 400, '123 is not a phone number.'],
    [{ to: '3055550000', message: ' ' }, 400, 'Please write a message.'],
    [{ to: '3055550000', message: 'x'.repeat(1601) }, 400, 'A text message has at most 1600 characters.'],
    [{ leadId: 'led_01J8Z3K4M5N6P7Q8R9S0T1V2W3' }, 404, 'The lead was not found.'],
  ])('as %j is answered %i %s', async (given, status, sentence) => {
    await world.clock();
    const { agent } = await texting();
    const answer = await agent.call(sms.send, { message: 'Hi', ...given });
    expect([answer.status, answer.body.error]).toEqual([status, sentence]);
  });
});
