import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import type { Campaign } from '#shared/model/campaign.ts';
import { sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { receive } from '../inbound/inbound.ts';
import { optOut } from '../opt-out/opt-out.ts';
import type { SmsAccount } from '../providers/types.ts';
import { autoReplyTo, hasKeyword } from './auto-reply.ts';
import { followUpPage } from './follow-up.ts';
import { blastWork } from './revive.ts';
import { chunkWrites, findBlast, inChunks, replaceBlast } from './store.ts';
import { blastTurn } from './work.ts';

const { campaigns, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

async function people(count: number) {
  const time = await world.clock();
  const all = await texting();
  const limits = { provider: 'twilio', numberPerMinute: 4500, campaignPerMinute: 4500 };
  await all.admin.call(sms.setConfig, limits);
  const leads = await Promise.all(
    Array.from({ length: count }, (_, n) => all.lead({ firstName: `Ann${n}` })),
  );
  const leadIds = leads.map(({ id }) => id);
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  const make = async (given: object = {}): Promise<Campaign> => {
    const { status, body } = await all.admin.call(campaigns.create, {
      name: 'Spring',
      message: 'Hi {{ lead.firstName }}',
      leadIds,
      ...given,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const start = (id: string) => all.admin.call(campaigns.start, { id });
  const now = async (id: string): Promise<Campaign> => (await all.admin.call(campaigns.get, { id })).body;
  const texts = async () =>
    (await Promise.all(leads.map(({ number }) => world.phone(number)))).map((list) => list.length);
  let said = 0;
  const write = async (at: number, body: string) => {
    const to = (await all.admin.call(sms.numbers, {})).body.numbers[0]!.number;
    const providerId = `SM${all.tenant.id}x${said++}`;
    const text = { providerId, from: leads[at]!.number, to, body, mediaUrls: [], answered: null };
    await system(() => receive(text, { provider: 'twilio', sandbox: true } as SmsAccount));
    // The list is read by an index, which is a moment late.
    const id = await eventually(async () => {
      const { messages } = (
        await all.admin.call(sms.messages, { leadId: leads[at]!.id, direction: 'inbound' })
      ).body;
      const message = messages.find((one) => one.body === body);
      expect(message).toBeDefined();
      return message!.id;
    });
    await system(() => autoReplyTo(id));
  };
  return { ...all, time, leads, leadIds, system, make, start, now, texts, write };
}

describe('a campaign', () => {
  it('sends nothing before it is started, then to each once, and counts by the messages', async () => {
    const { make, start, now, texts } = await people(5);
    const { id, status } = await make();
    await world.work();
    expect([status, await texts()]).toEqual(['draft', [0, 0, 0, 0, 0]]);
    expect((await start(id)).body.status).toBe('active');
    await world.work();
    expect(await now(id)).toMatchObject({
      status: 'completed',
      counts: { total: 5, pending: 0, sent: 5, failed: 0, skipped: 0, replied: 0, unresponded: 0 },
    });
    expect(await texts()).toEqual([1, 1, 1, 1, 1]);
  });

  it('counts its texts in the hours in which they left, as often as they left, whoever sends them', async () => {
    const { admin, make, start, now, time, system } = await people(4);
    const { id } = await make({ rateLimit: 10 });
    const hours = async () => (await admin.call(campaigns.hours, { id })).body.hours;
    expect(await hours()).toEqual([]);
    await start(id);
    const turns = () => Promise.all([system(() => blastTurn(id)), system(() => blastTurn(id))]);
    await turns();
    const first = (await now(id)).counts.sent;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(4);
    await time.forward({ hours: 2 });
    for (let n = 0; n < 5 && (await now(id)).status !== 'completed'; n++) {
      await turns();
      await time.forward({ seconds: 30 });
    }
    expect(await hours()).toEqual([
      { at: '2026-03-10T16:00:00.000Z', sent: first },
      { at: '2026-03-10T18:00:00.000Z', sent: 4 - first },
    ]);
  });

  it('is refused with its state where it cannot be started, paused or removed', async () => {
    const { make, start, admin } = await people(1);
    const { id } = await make();
    expect(await admin.call(campaigns.pause, { id })).toMatchObject({
      status: 409,
      body: { details: { status: 'draft' } },
    });
    await start(id);
    expect((await admin.call(campaigns.remove, { id })).status).toBe(409);
    await world.work();
    expect(await start(id)).toMatchObject({ status: 409, body: { details: { status: 'completed' } } });
    expect((await admin.call(campaigns.remove, { id })).status).toBe(200);
    expect((await admin.call(campaigns.get, { id })).status).toBe(404);
  });

  it('stops within a step when it is paused, and goes on with the others', async () => {
    const { make, start, now, texts, admin, system } = await people(30);
    const { id } = await make({ rateLimit: 60 });
    await start(id);
    await Promise.all([
      system(() => blastTurn(id)),
      new Promise((soon) => setTimeout(soon, 60)).then(() => admin.call(campaigns.pause, { id })),
    ]);
    const out = (await texts()).filter((count) => count > 0).length;
    expect(out).toBeLessThanOrEqual(24);
    await system(() => blastTurn(id));
    expect((await texts()).filter((count) => count > 0).length).toBe(out);
    expect((await now(id)).status).toBe('paused');
    await admin.call(campaigns.setRateLimit, { id, rateLimit: 4500 });
    expect((await start(id)).body.status).toBe('active');
    await system(() => blastTurn(id));
    expect(await now(id)).toMatchObject({ status: 'completed', counts: { sent: 30, pending: 0 } });
    expect(new Set(await texts())).toEqual(new Set([1]));
  });

  it('takes a new pace at once, also while it waits for the old one', async () => {
    const { make, start, now, admin, system } = await people(6);
    const { id } = await make({ rateLimit: 1 });
    await start(id);
    await system(() => blastTurn(id));
    expect((await now(id)).counts.sent).toBe(1);
    const { body } = await admin.call(campaigns.setRateLimit, { id, rateLimit: 4000 });
    expect(body.rateLimit).toBe(4000);
    await system(() => blastTurn(id));
    expect(await now(id)).toMatchObject({ status: 'completed', counts: { sent: 6 } });
    expect((await admin.call(campaigns.setRateLimit, { id, rateLimit: 10 })).status).toBe(409);
  });

  it('starts by itself at its time', async () => {
    const { make, start, now, texts, time, system } = await people(2);
    const at = new Date(clock.now() + 3_600_000).toISOString();
    const { id } = await make({ schedule: { startAt: at } });
    expect((await start(id)).body.status).toBe('scheduled');
    await system(() => blastTurn(id));
    expect(await texts()).toEqual([0, 0]);
    await time.forward({ minutes: 62 });
    await system(() => sweepItems(1, { blast: blastWork }));
    await world.work();
    expect((await now(id)).status).toBe('completed');
    expect(await texts()).toEqual([1, 1]);
  });

  it('is a draft again when its start is taken away, and goes out only when somebody starts it', async () => {
    const { make, start, now, texts, time, admin, system } = await people(1);
    const startAt = new Date(clock.now() + 3_600_000).toISOString();
    const { id } = await make({ schedule: { startAt } });
    await start(id);
    const { body } = await admin.call(campaigns.update, { id, schedule: { startAt: null } });
    expect(body).toMatchObject({ status: 'draft', nextAt: null, schedule: { startAt: null } });
    await time.forward({ hours: 2 });
    await system(() => blastTurn(id));
    await world.work();
    expect([(await now(id)).status, await texts()]).toEqual(['draft', [0]]);
    await start(id);
    await world.work();
    expect([(await now(id)).status, await texts()]).toEqual(['completed', [1]]);
  });

  it('draws a number once for each text, however often it has to wait for it', async () => {
    const { make, start, now, admin, time, system, leadIds } = await people(3);
    await admin.call(sms.setConfig, { provider: 'twilio', numberPerMinute: 1 });
    const { body: number } = await admin.call(sms.rentTwilioNumber, { areaCode: '305' });
    const { body: flagged } = await admin.call(sms.rentTwilioNumber, { areaCode: '305' });
    const { body: pool } = await admin.call(api.didPools.create, {
      name: 'Florida',
      dids: [{ didId: number.id }, { didId: flagged.id }],
    });
    await admin.call(api.dids.update, { id: flagged.id, spamLabel: 'flagged' });
    const { id } = await make({ poolId: pool.id });
    await start(id);
    for (let minute = 0; minute < 8; minute++) {
      await system(() => blastTurn(id));
      await time.forward({ seconds: 30 });
    }
    expect(await now(id)).toMatchObject({ status: 'completed', counts: { sent: 3 } });
    const { pools } = (await admin.call(api.didPools.stats, {})).body;
    expect(pools[0]!.callsToday).toBe(3);
    // Each text says why it came from its number, and which one could not be.
    const { body: thread } = await admin.call(api.contacts.conversation, { id: leadIds[0]! });
    expect(thread.messages[0]).toMatchObject({
      ownAddress: number.number,
      numberReason: expect.stringMatching(/It is next by weight\.$/),
      numberPassedOver: [{ phoneNumber: flagged.number, reason: 'It is flagged as spam.' }],
    });
    expect(thread.messages[0]).not.toHaveProperty('numberPoolId');
  });

  it('says how far a search has looked, goes on with it, and counts all who are pending', async () => {
    const { make, admin, leadIds, system } = await people(1);
    const { id } = await make();
    const strangers = Array.from({ length: 5_400 }, (_, n) => `lead_stranger${n}`);
    const chunks = inChunks([...strangers, ...leadIds]);
    await system(async () => {
      const before = (await findBlast(id))!;
      const found = strangers.length + 1;
      await commit(
        replaceBlast(before, { ...before, found, chunks: chunks.length, version: before.version + 1 }),
        chunkWrites(id, chunks),
      );
    });
    const ask = async (input: object) => (await admin.call(campaigns.leads, { id, ...input })).body;
    expect(await ask({ search: 'Ann0' })).toMatchObject({
      leads: [],
      searched: { from: 0, to: 5_000, of: 5_401 },
    });
    const rest = await ask({ search: 'Ann0', from: 5_000 });
    expect(rest).toMatchObject({ searched: { from: 5_000, to: 5_401 }, pagination: { total: 1 } });
    expect(rest.leads[0]!.leadId).toBe(leadIds[0]);
    const pending = await ask({ status: 'pending', page: 55 });
    expect(pending).toMatchObject({ searched: null, pagination: { total: 5_401, pages: 55 } });
    expect(pending.leads).toHaveLength(1);
  });

  it('texts nobody whom another campaign texted lately, and says so on the lead', async () => {
    const { make, start, now, admin } = await people(2);
    const first = await make();
    await start(first.id);
    await world.work();
    const second = await make({ name: 'Again' });
    await start(second.id);
    await world.work();
    expect((await now(second.id)).counts).toMatchObject({ sent: 0, skipped: 2, pending: 0 });
    const { body } = await admin.call(campaigns.leads, { id: second.id, status: 'skipped' });
    expect(body.pagination.total).toBe(2);
    expect(body.leads[0]!.reason).toBe('Another campaign has texted this number in the last 24 hours.');
    const third = await make({ name: 'All the same', onceWithinHours: 0 });
    await start(third.id);
    await world.work();
    expect((await now(third.id)).counts.sent).toBe(2);
  });

  it('counts who replies and who opts out, and answers each once', async () => {
    const { make, start, now, texts, write, admin, leadIds } = await people(3);
    const autoReply = {
      enabled: true,
      message: 'Thank you.',
      onlyFirst: false,
      keywords: ['yes', 'call me'],
    };
    const { id } = await make({ autoReply });
    await start(id);
    await world.work();
    await write(0, 'Who is this?');
    await write(0, 'Yes, please!');
    await write(0, 'yes yes');
    await write(1, 'STOP');
    await world.work();
    expect((await now(id)).counts).toMatchObject({ sent: 3, replied: 1, optedOut: 1, unresponded: 1 });
    // The text, and one automatic reply; who said STOP has the confirmation alone.
    expect(await texts()).toEqual([2, 2, 1]);
    const { body } = await admin.call(campaigns.leads, { id, limit: 2 });
    expect(body.leads.map(({ leadId }: { leadId: string }) => leadId)).toEqual(leadIds.slice(0, 2));
    expect(body.leads.map(({ status }: { status: string }) => status)).toEqual(['replied', 'opted_out']);
    expect((await admin.call(campaigns.clearUnresponded, { id })).body).toEqual({ resolved: 1 });
    expect((await now(id)).counts.unresponded).toBe(0);
    const thread = await admin.call(api.contacts.conversation, { id: leadIds[0] });
    expect(thread.body.messages).toHaveLength(5);
    expect((await admin.call(api.contacts.reply, { id: leadIds[0], message: 'Hello' })).status).toBe(200);
  });

  it('follows up those who have not answered, asked about again at their turn', async () => {
    const { make, start, now, leads, leadIds, system, write, texts, admin, time } = await people(5);
    const first = await make();
    const early = {
      name: 'Again',
      message: 'Still there?',
      followUp: { campaignId: first.id, who: 'silent' },
    };
    const refused = await admin.call(campaigns.create, { ...early, leadIds: undefined } as never);
    expect([refused.status, refused.body.error]).toEqual([400, 'Please choose a campaign that has begun.']);
    await start(first.id);
    await system(() => blastTurn(first.id));
    await write(0, 'How much?');
    await write(1, 'STOP');
    await world.told(async () => expect((await now(first.id)).counts.delivered).toBe(5));
    await time.forward({ hours: 25 });
    const counted = await admin.call(campaigns.audience, {
      followUp: { campaignId: first.id, who: 'silent' },
    });
    expect(counted.body).toMatchObject({ leads: 3, reachable: 3 });
    const none = await admin.call(campaigns.audience, {
      followUp: { campaignId: first.id, who: 'clicked' },
    });
    expect(none.body.leads).toBe(0);
    const again = await make({ ...early, leadIds: undefined });
    expect(again.audience).toEqual({
      kind: 'followUp',
      followUp: { campaignId: first.id, who: 'silent' },
      leads: null,
      filename: null,
    });
    await start(again.id);
    // They are found, and one of them answers before the turn of any.
    const gathering = (await system(() => findBlast(again.id)))!;
    expect(gathering.status).toBe('gathering');
    await system(async () => {
      const page = await followUpPage(gathering.audience.followUp!, null, 100);
      expect([...page.leadIds].sort()).toEqual(leadIds.slice(2).sort());
      const found = { found: 3, chunks: 1, status: 'sending' as const, version: gathering.version + 1 };
      await commit(
        replaceBlast(gathering, { ...gathering, ...found }),
        chunkWrites(again.id, [page.leadIds]),
      );
    });
    await write(2, 'Call me');
    for (let turn = 0; turn < 2; turn++) await system(() => blastTurn(again.id));
    expect(await now(again.id)).toMatchObject({
      status: 'completed',
      counts: { total: 3, sent: 2, skipped: 1 },
      reasons: [{ text: 'They have answered meanwhile.', count: 1 }],
    });
    expect((await texts()).slice(2)).toEqual([1, 2, 2]);
    expect(leads).toHaveLength(5);
  });

  it('gathers whom it follows up by itself, and never anybody twice', async () => {
    const { make, start, now, system, texts, time } = await people(3);
    const first = await make();
    await start(first.id);
    await system(() => blastTurn(first.id));
    await time.forward({ hours: 25 });
    const again = await make({
      name: 'Again',
      leadIds: undefined,
      followUp: { campaignId: first.id, who: 'silent' },
    });
    await start(again.id);
    for (let turn = 0; turn < 3; turn++) await system(() => blastTurn(again.id));
    expect(await now(again.id)).toMatchObject({ status: 'completed', counts: { total: 3, sent: 3 } });
    expect(await texts()).toEqual([2, 2, 2]);
  });

  it('is found by its state and a part of its name', async () => {
    const { make, admin } = await people(1);
    const { id } = await make();
    await eventually(async () => {
      const { body } = await admin.call(campaigns.list, { search: 'spr', status: 'draft' });
      expect(body.campaigns.map((one: Campaign) => one.id)).toEqual([id]);
    });
    expect((await admin.call(campaigns.list, { status: 'active' })).body.pagination.total).toBe(0);
  });

  it('tells before it starts who is left out and why', async () => {
    const { admin, leadIds, leads, system } = await people(3);
    await system(() => optOut({ leadId: leadIds[0]!, address: leads[0]!.number }, 'sms', 'STOP by text'));
    const { status, body } = await admin.call(campaigns.audience, { leadIds });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ leads: 3, reachable: 2, more: false });
    expect(body.leftOut.map(({ count }: { count: number }) => count)).toEqual([1]);
  });
});

describe('a keyword of an automatic reply', () => {
  it('is found as a word, in any case, and not within another', () => {
    expect(hasKeyword('YES!', ['yes'])).toBe(true);
    expect(hasKeyword('please, Call  me', ['call me'])).toBe(true);
    expect(hasKeyword('yesterday', ['yes'])).toBe(false);
    expect(hasKeyword('no', ['...'])).toBe(false);
  });
});
