import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAll } from '#functions/journeys/engine/run.ts';
import { enrol } from '#functions/journeys/enrol.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { timeline } from '#functions/leads/timeline.ts';
import { api } from '#shared/api/index.ts';
import { counted } from '#tests/support/counted.ts';
import { sweepDue, sweepItems } from '#tests/support/due.ts';
import { line } from '#tests/support/journeys.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { listNumbers } from '../numbers/numbers.ts';
import { findMessage, replaceMessage } from '../record/message-store.ts';
import { messageWork } from './revive.ts';
import { messageIdOf, type Outgoing, ProviderDown, sendMessage } from './send.ts';

const { sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

const bodies = async (number: string) => (await world.phone(number)).map(({ body }) => body);

async function sender() {
  await world.clock();
  const all = await texting();
  const lead = await all.lead();
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'journeys', work);
  const text = (key: string, more: Partial<Outgoing> = {}): Outgoing => ({
    channel: 'sms',
    leadId: lead.id,
    body: `Hello ${key}`,
    source: { kind: 'journey', id: 'jrn_1' },
    key,
    ...more,
  });
  const send = (key: string, more: Partial<Outgoing> = {}) => system(() => sendMessage(text(key, more)));
  const message = (key: string) => system(() => findMessage(messageIdOf(key)));
  return { ...all, to: lead, system, text, send, message };
}

describe('a text', () => {
  it('goes out in the sandbox and is told of everywhere', async () => {
    const { send, to, message, system, admin } = await sender();
    const outcome = await send('one');
    expect(outcome).toMatchObject({ kind: 'sent' });
    expect(await bodies(to.number)).toEqual(['Hello one']);
    expect(await message('one')).toMatchObject({
      status: 'sent',
      provider: 'twilio',
      sandbox: true,
      segments: { count: 1, encoding: 'GSM-7' },
      leadId: to.id,
    });
    await world.told(async () => expect((await message('one'))?.status).toBe('delivered'));
    const { entries } = await system(() => timeline(to.id, { limit: 10, kinds: ['sms'] }));
    expect(entries).toMatchObject([{ text: 'Text sent: Hello one' }]);
    const { body } = await admin.call(api.leads.communications, { id: to.id });
    expect(body.entries).toHaveLength(1);
    expect((await admin.call(api.leads.get, { id: to.id })).body.lastContactedAt).not.toBeNull();
    expect((await admin.call(sms.stats, {})).body.total).toMatchObject({
      sent: 1,
      delivered: 1,
      segments: 1,
    });
  });

  it('by hand has the values of its lead put in, and is refused with a variable that there is not', async () => {
    const { admin, to } = await sender();
    const refused = await admin.call(sms.send, { leadId: to.id, message: 'Hi {{ lead.nose }}' });
    expect([refused.status, refused.body.error]).toEqual([400, 'There is no variable lead.nose.']);
    const nameless = await admin.call(sms.send, { to: to.number, message: 'Hi {{ lead.lastName }}' });
    expect([nameless.status, nameless.body.error]).toEqual([
      400,
      'Variables want a lead, whose values stand in the text.',
    ]);
    const { lastName } = (await admin.call(api.leads.get, { id: to.id })).body;
    await admin.call(sms.send, { leadId: to.id, message: 'Hi {{ lead.lastName }}' });
    expect(await bodies(to.number)).toEqual([`Hi ${lastName}`]);
  });

  it('is counted in segments: one curly quote makes all of it UCS-2', async () => {
    const { send, message, admin } = await sender();
    await send('long', { body: `It’s ${'a'.repeat(66)}` });
    expect((await message('long'))?.segments).toMatchObject({ count: 2, encoding: 'UCS-2', perSegment: 67 });
    expect((await admin.call(sms.stats, {})).body.total).toMatchObject({ sent: 1, segments: 2 });
  });

  it('is one however many send it at once with one key', async () => {
    const { send, to } = await sender();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => send('same')));
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(outcomes[0]?.kind).toBe('sent');
    expect(await bodies(to.number)).toEqual(['Hello same']);
  });

  it('is not sent again when its sender died after the provider took it', async () => {
    const { send, to, message, system } = await sender();
    await send('killed');
    await system(async () => {
      const sent = (await findMessage(messageIdOf('killed')))!;
      // As a kill leaves it between the provider's yes and the note of it.
      const left = { ...sent, status: 'sending' as const, providerId: null, sentAt: null, leaseUntil: 0 };
      await commit(replaceMessage(sent, { ...left, version: sent.version + 1 }));
    });
    expect(await send('killed')).toMatchObject({ kind: 'sent' });
    expect(await message('killed')).toMatchObject({
      status: 'sent',
      providerId: expect.stringMatching(/^SM/),
    });
    expect(await bodies(to.number)).toEqual(['Hello killed']);
  });

  it('is taken up by the sweeper when a kill left it, and only then', async () => {
    const { system, to, message, text, send } = await sender();
    await send('warm');
    await world.sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times: 1 } });
    const time = await world.clock();
    const failures = counted('CarrierFailures');
    await expect(
      system(() => sendMessage(text('left', { source: { kind: 'reply', id: null } }))),
    ).rejects.toThrow(ProviderDown);
    expect(failures()).toMatchObject([{ CarrierFailures: 1, channel: 'sms' }]);
    expect(await message('left')).toMatchObject({ status: 'sending' });
    expect(await system(() => sweepDue({ message: messageWork }))).toBe(0);
    await time.forward({ minutes: 2 });
    await system(() => sweepItems(1, { message: messageWork }));
    await world.work();
    expect(await message('left')).toMatchObject({ status: 'sent' });
    expect(await bodies(to.number)).toEqual(['Hello warm', 'Hello left']);
  });

  it('whose answer was lost is found at the provider and not sent twice', async () => {
    const { send, to } = await sender();
    await send('first');
    await world.sandbox.script({
      match: 'twilio',
      provider: { down: true, status: 500, lost: true, times: 1 },
    });
    await expect(send('lost')).rejects.toThrow(ProviderDown);
    expect(await send('lost')).toMatchObject({ kind: 'sent' });
    expect(await bodies(to.number)).toEqual(['Hello first', 'Hello lost']);
  });

  it('that the provider never had is sent again with the same key', async () => {
    const { send, to } = await sender();
    await send('warm');
    await world.sandbox.script({ match: 'twilio', provider: { down: true, status: 429, times: 1 } });
    await expect(send('again')).rejects.toThrow(ProviderDown);
    expect(await send('again')).toMatchObject({ kind: 'sent' });
    expect(await bodies(to.number)).toEqual(['Hello warm', 'Hello again']);
  });

  it('that was booked in the evening is not sent at three in the night', async () => {
    const { send, to } = await sender();
    await send('warm');
    await world.sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times: 1 } });
    const time = await world.clock();
    await expect(send('late')).rejects.toThrow(ProviderDown);
    await time.forward({ hours: 15 });
    const outcome = await send('late');
    expect(outcome).toMatchObject({ kind: 'refused', optedOut: false, nextAllowedAt: expect.any(String) });
    expect(await bodies(to.number)).toEqual(['Hello warm']);
    await time.forward({ hours: 8 });
    expect(await send('late')).toMatchObject({ kind: 'sent' });
  });

  it('fails for good for a number that takes none, and says so once', async () => {
    const { send, to, message, admin } = await sender();
    await world.sandbox.script({ match: to.number, sms: { outcome: 'undelivered', errorCode: 30005 } });
    await send('bad');
    const error = 'There is no such number.';
    await world.told(async () => expect(await message('bad')).toMatchObject({ status: 'failed', error }));
    expect(await send('bad')).toEqual({ kind: 'failed', error });
    expect((await admin.call(sms.stats, {})).body.total).toMatchObject({ sent: 1, failed: 1, delivered: 0 });
  });

  it.each(['twilio', 'telnyx'] as const)(
    'to somebody whom %s knows to have opted out is an opt-out',
    async (provider) => {
      const { send, to, admin } = await sender();
      await admin.call(sms.setDefaultProvider, { provider });
      await world.sandbox.script({ match: to.number, sms: { outcome: 'optout' } });
      expect(await send('out')).toMatchObject({ kind: 'refused', optedOut: true });
      await world.sandbox.ask('DELETE', `/sandbox/script?match=${encodeURIComponent(to.number)}`);
      const { body } = await admin.call(api.leads.get, { id: to.id });
      expect(body.consent.sms).toMatchObject({
        state: 'withdrawn',
        how: `${provider} says that they have opted out`,
      });
      expect(await send('more')).toMatchObject({ kind: 'refused', optedOut: true });
      expect(await bodies(to.number)).toEqual([]);
    },
  );

  it('that Telnyx may have taken is unconfirmed, and its late callback delivers it', async () => {
    const { send, to, admin, message } = await sender();
    await admin.call(sms.setDefaultProvider, { provider: 'telnyx' });
    await send('warm');
    await world.sandbox.script({ match: to.number, sms: { delayMs: 60_000 } });
    await world.sandbox.script({
      match: 'telnyx',
      provider: { down: true, status: 500, lost: true, times: 1 },
    });
    await expect(send('lost')).rejects.toThrow(ProviderDown);
    expect(await send('lost')).toMatchObject({ kind: 'sent' });
    expect((await message('lost'))?.status).toMatch(/unconfirmed|sent/);
    expect(await bodies(to.number)).toEqual(['Hello warm', 'Hello lost']);
    const time = await world.clock();
    await time.forward({ minutes: 2 });
    await world.told(async () => expect((await message('lost'))?.status).toBe('delivered'));
  });
});

describe('the sender', () => {
  it('stays the same for a person, and is the least used for a new one', async () => {
    const { send, to, admin, lead, system } = await sender();
    await send('one');
    const second = await admin.call(sms.rentTwilioNumber, { areaCode: '305' });
    expect(second.status, JSON.stringify(second.body)).toBe(201);
    await send('two');
    const other = await lead();
    await send('three', { leadId: other.id });
    const numbers = await system(listNumbers);
    expect(numbers.map(({ used }) => used).sort()).toEqual([1, 2]);
    const senders = async (number: string) => new Set((await world.phone(number)).map(({ ours }) => ours));
    expect((await senders(to.number)).size).toBe(1);
    expect(await senders(other.number)).toEqual(new Set([second.body.number]));
  });

  it('is explained by each text', async () => {
    const { send, admin, message, lead } = await sender();
    await send('one');
    await send('two');
    const third = await lead();
    const { number } = (await admin.call(sms.numbers, {})).body.numbers[0]!;
    await send('three', { leadId: third.id, from: number });
    const reasons = await Promise.all(
      ['one', 'two', 'three'].map(async (key) => (await message(key))?.numberReason),
    );
    expect(reasons).toEqual([
      'They know none of your numbers, and it was used least.',
      'They know it from earlier texts.',
      'It was chosen.',
    ]);
  });

  it('of a journey’s text is drawn from the step’s pool, and says so', async () => {
    const { admin, system, to } = await sender();
    await admin.call(sms.syncNumbers, {});
    const { body: number } = await admin.call(sms.rentTwilioNumber, { areaCode: '305' });
    const { body: pool } = await admin.call(api.didPools.create, {
      name: 'Florida',
      strategy: 'round-robin',
      dids: [{ didId: number.id }],
    });
    const step = { type: 'sms', config: { body: 'Hello', poolId: pool.id } };
    const { body: journey } = await admin.call(api.journeys.create, { name: 'Welcome', ...line(step) });
    expect((await admin.call(api.journeys.publish, { id: journey.id })).status).toBe(200);
    const entered = await system(() => enrol(journey.id, [to.id], { how: 'manual' }));
    await system(() => runAll([{ enrolmentId: entered[0]!.enrolmentId!, seq: 1 }]));
    const { body: thread } = await admin.call(api.contacts.conversation, { id: to.id });
    expect(thread.messages).toMatchObject([
      { ownAddress: number.number, numberReason: 'It is next in turn.', source: { kind: 'journey' } },
    ]);
  });

  it('is one number even for two first texts at the same instant', async () => {
    const { send, to, admin } = await sender();
    await admin.call(sms.syncNumbers, {});
    await admin.call(sms.rentTwilioNumber, { areaCode: '305' });
    await Promise.all([send('a'), send('b'), send('c')]);
    expect(new Set((await world.phone(to.number)).map(({ ours }) => ours)).size).toBe(1);
    expect((await bodies(to.number)).sort()).toEqual(['Hello a', 'Hello b', 'Hello c']);
  });
});

describe('limits', () => {
  it('of a number and of a campaign put texts off, race-free', async () => {
    const { admin, lead, system, text } = await sender();
    await admin.call(sms.setConfig, { provider: 'twilio', numberPerMinute: 12, campaignPerMinute: 4500 });
    const leads = await Promise.all(Array.from({ length: 6 }, () => lead()));
    await admin.call(sms.syncNumbers, {});
    const outcomes = await Promise.all(
      leads.map(({ id }) => system(() => sendMessage(text(`rate ${id}`, { leadId: id })))),
    );
    // A bucket of ten seconds: two of the twelve a minute.
    expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(2);
    const later = leads
      .flatMap((one, at) => {
        const outcome = outcomes[at]!;
        return outcome.kind === 'later' ? [{ ...outcome, id: one.id }] : [];
      })
      .sort((a, b) => (a.retryAt < b.retryAt ? -1 : 1));
    expect(later[0]!.why).toMatch(/as many texts a minute/);
    // One every five seconds, and each is told a time of its own, at which it is sent.
    const times = later.map(({ retryAt }) => Date.parse(retryAt));
    for (const gap of [1, 2, 3]) expect(times[gap]! - times[gap - 1]!).toBeGreaterThanOrEqual(5_000);
    expect(times[3]! - times[0]!).toBeLessThan(16_000);
    const time = await world.clock();
    for (const { id, retryAt } of later) {
      await time.forward({ seconds: Math.max(0, Date.parse(retryAt) - clock.now()) / 1_000 });
      expect(await system(() => sendMessage(text(`rate ${id}`, { leadId: id })))).toMatchObject({
        kind: 'sent',
      });
    }
  });

  it('answer 429 with the seconds to wait to somebody who types', async () => {
    const { admin, to, agent } = await sender();
    await admin.call(sms.setConfig, { provider: 'twilio', numberPerMinute: 1 });
    expect((await agent.call(sms.send, { leadId: to.id, message: 'One' })).status).toBe(200);
    const { status, body } = await agent.call(sms.send, { leadId: to.id, message: 'Two' });
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(body.retryAfter).toBeGreaterThan(50);
  });
});
