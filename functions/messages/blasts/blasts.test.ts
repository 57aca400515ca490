import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import type { Blast } from '#shared/model/message.ts';
import { sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { blastWork } from './revive.ts';
import { chunkOf, findBlast, replaceBlast } from './store.ts';
import { blastTurn } from './work.ts';

const { sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

async function campaign(count: number, config: object = {}) {
  const time = await world.clock();
  const all = await texting();
  await all.admin.call(sms.setConfig, {
    provider: 'twilio',
    numberPerMinute: 4500,
    campaignPerMinute: 4500,
    ...config,
  });
  const leads = await Promise.all(
    Array.from({ length: count }, (_, n) => all.lead({ firstName: `Ann${n}` })),
  );
  const leadIds = leads.map(({ id }) => id);
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  const begin = async (given: object = {}, caller = all.admin) => {
    const { status, body } = await caller.call(sms.sendBlast, {
      name: 'Spring',
      message: 'Hi {{ lead.firstName }}',
      leadIds,
      ...given,
    });
    expect(status, JSON.stringify(body)).toBe(202);
    return body;
  };
  const turn = (id: string) => system(() => blastTurn(id));
  const now = async (id: string): Promise<Blast> => (await all.admin.call(sms.blastStatus, { id })).body;
  const texts = async () =>
    (await Promise.all(leads.map(({ number }) => world.phone(number)))).map((list) =>
      list.map(({ body }) => body),
    );
  return { ...all, time, leads, leadIds, system, begin, turn, now, texts };
}

describe('a blast', () => {
  it('texts each lead once, in its own words', async () => {
    const { begin, now, texts } = await campaign(7);
    const { id, status, total } = await begin();
    expect([status, total]).toEqual(['sending', 7]);
    await world.work();
    expect(await now(id)).toMatchObject({
      status: 'completed',
      sent: 7,
      failed: 0,
      refused: 0,
      progress: 100,
    });
    expect(await texts()).toEqual(Array.from({ length: 7 }, (_, n) => [`Hi Ann${n}`]));
  });

  it('counts right when its message comes twice, also at the same instant', async () => {
    const { begin, now, texts, turn } = await campaign(6);
    const { id } = await begin();
    await Promise.all([turn(id), turn(id), turn(id)]);
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 6 });
    expect((await texts()).flat()).toHaveLength(6);
  });

  it('is one for one key', async () => {
    const { begin } = await campaign(1);
    const [one, two] = [await begin({ key: 'the same key' }), await begin({ key: 'the same key' })];
    expect(two.id).toBe(one.id);
  });

  it('goes on where a turn died, and sends nobody a second text', async () => {
    const { begin, now, texts, turn, system, time } = await campaign(5);
    const { id } = await begin();
    await turn(id);
    await system(async () => {
      const { commit } = await import('#functions/kernel/table.ts');
      const { replaceBlast } = await import('./store.ts');
      const done = (await findBlast(id))!;
      // As a kill leaves it after the texts and before the note of them.
      const left = { ...done, status: 'sending' as const, chunk: 0, done: 2, sent: 2, endedAt: null };
      await commit(
        replaceBlast(done, { ...left, leaseUntil: Number.MAX_SAFE_INTEGER, version: done.version + 1 }),
      );
    });
    await turn(id);
    expect((await now(id)).sent).toBe(2);
    await system(async () => {
      const { commit } = await import('#functions/kernel/table.ts');
      const { replaceBlast } = await import('./store.ts');
      const held = (await findBlast(id))!;
      await commit(replaceBlast(held, { ...held, leaseUntil: 1, version: held.version + 1 }));
    });
    await time.forward({ minutes: 2 });
    await system(() => sweepItems(1, { blast: blastWork }));
    await world.work();
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 5 });
    expect((await texts()).map((list) => list.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('leaves out who has said STOP after it was queued', async () => {
    const { begin, now, leads, system, texts } = await campaign(4);
    const { id } = await begin();
    const out = leads[2]!;
    await system(() => optOut({ leadId: out.id, address: out.number }, 'sms', 'STOP by text'));
    await world.work();
    const state = await now(id);
    expect(state).toMatchObject({ status: 'completed', sent: 3, refused: 1 });
    expect(state.reasons).toMatchObject([{ code: 'opted_out', count: 1 }]);
    expect((await texts())[2]).toEqual([]);
  });

  it('waits for the limit of its own rate and goes on by itself', async () => {
    const { begin, now, turn, time, texts } = await campaign(4);
    const { id } = await begin({ ratePerMinute: 6 });
    await turn(id);
    const waiting = await now(id);
    expect(waiting).toMatchObject({
      status: 'waiting',
      sent: 1,
      why: expect.stringMatching(/as many texts/),
    });
    for (let n = 0; n < 3; n++) {
      await time.forward({ seconds: 10 });
      await turn(id);
    }
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 4 });
    expect((await texts()).flat()).toHaveLength(4);
  });

  it('waits while the provider is down, and loses and doubles nothing', async () => {
    const { begin, now, turn, time, texts, admin } = await campaign(3);
    await admin.call(sms.syncNumbers, {});
    await world.sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times: 4 } });
    const { id } = await begin();
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'waiting', why: expect.stringMatching(/Twilio/) });
    for (let n = 0; n < 4; n++) {
      await time.forward({ minutes: 16 });
      await turn(id);
    }
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 3, failed: 0 });
    expect((await texts()).map((list) => list.length)).toEqual([1, 1, 1]);
  });

  it('waits for the hours of those who are asleep', async () => {
    const { begin, now, turn, time, lead, leadIds } = await campaign(2);
    // Noon in Miami is six in the morning in Honolulu.
    const sleeper = await lead({ phones: ['8085550123'], address: { state: 'HI', postcode: '96813' } });
    const { id } = await begin({ leadIds: [sleeper.id, ...leadIds] });
    await turn(id);
    expect(await now(id)).toMatchObject({
      status: 'waiting',
      sent: 2,
      refused: 0,
      deferred: 1,
      total: 3,
      progress: 66,
      nextAt: '2026-03-10T18:00:00.000Z',
      why: expect.stringMatching(/hours/),
    });
    await time.forward({ hours: 1 });
    await turn(id);
    expect((await now(id)).sent).toBe(2);
    await time.forward({ minutes: 61 });
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 3, deferred: 0, progress: 100 });
    expect(await world.phone('+18085550123')).toHaveLength(1);
  });

  it('texts those first who may be texted first, in whatever order they were found', async () => {
    const { begin, now, turn, time, lead } = await campaign(0);
    // Noon in Miami is six in the morning in Honolulu, and two at night in Guam.
    const of = (phone: string, state: string, postcode: string) =>
      lead({ phones: [phone], address: { state, postcode } });
    const guam = await of('6715550125', 'GU', '96910');
    const honolulu = await of('8085550125', 'HI', '96813');
    const alsoGuam = await of('6715550126', 'GU', '96910');
    const alsoHonolulu = await of('8085550126', 'HI', '96813');
    const { id } = await begin({ leadIds: [guam.id, honolulu.id, alsoGuam.id, alsoHonolulu.id] });
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'waiting', sent: 0, deferred: 4 });
    await time.forward({ minutes: 121 });
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'waiting', sent: 2, deferred: 2 });
    expect(await world.phone('+18085550125')).toHaveLength(1);
    expect(await world.phone('+18085550126')).toHaveLength(1);
    expect(await world.phone('+16715550125')).toHaveLength(0);
    await time.forward({ minutes: 240 });
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 4, deferred: 0 });
  });

  it('leaves out those who are asleep if it is told to', async () => {
    const { begin, now, lead, leadIds, turn } = await campaign(1);
    const sleeper = await lead({ phones: ['8085550124'], address: { state: 'HI', postcode: '96813' } });
    const { id } = await begin({ leadIds: [sleeper.id, ...leadIds], outsideHours: 'skip' });
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 1, refused: 1, deferred: 0 });
    expect((await now(id)).reasons).toMatchObject([{ code: 'too_early' }]);
  });

  it('can be stopped; what is out is out', async () => {
    const { begin, now, turn, admin } = await campaign(3);
    const { id } = await begin({ ratePerMinute: 6 });
    await turn(id);
    expect((await admin.call(sms.cancelBlast, { id })).body).toMatchObject({ status: 'cancelled', sent: 1 });
    await turn(id);
    expect(await now(id)).toMatchObject({ status: 'cancelled', sent: 1 });
    expect((await admin.call(sms.cancelBlast, { id })).status).toBe(409);
  });

  it('of a filter finds whom it is for; an agent reaches their own leads and nobody’s', async () => {
    const { tenant, begin, agent, lead, now } = await campaign(2, {});
    await lead({ ownerId: tenant.admin.userId });
    await lead({ ownerId: tenant.agent.userId });
    const ofAgent = await begin({ leadIds: undefined, filter: { all: [] } }, agent);
    expect(ofAgent.status).toBe('gathering');
    await world.work();
    await world.work();
    expect(await now(ofAgent.id)).toMatchObject({ status: 'completed', total: 3, sent: 3 });
    const ofAdmin = await begin({
      leadIds: undefined,
      filter: { field: 'firstName', op: 'is', value: 'Ann1' },
    });
    await world.work();
    expect(await now(ofAdmin.id)).toMatchObject({ total: 1 });
    expect((await agent.call(sms.blastStatus, { id: ofAdmin.id })).status).toBe(404);
  });

  const nobody = { text: 'The lead was not found.' };

  it('is refused where its filter finds more leads than were shown', async () => {
    const { admin } = await campaign(2);
    const given = { name: 'Spring', message: 'Hi', filter: { all: [] }, expected: 1 };
    await eventually(async () =>
      expect(await admin.call(sms.sendBlast, given)).toMatchObject({
        status: 409,
        body: { code: 'count_changed', details: { found: 2, expected: 1 } },
      }),
    );
  });

  it('that finds more leads than were shown only while it gathers texts nobody', async () => {
    const { begin, now, system, texts } = await campaign(2);
    // Nothing is found by the call itself.
    const { id } = await begin({
      leadIds: undefined,
      filter: { field: 'firstName', op: 'is', value: 'Nobody' },
      expected: 1,
    });
    const blast = (await system(() => findBlast(id)))!;
    const audience = { ...blast.audience, filter: { all: [] } };
    await system(() => commit(replaceBlast(blast, { ...blast, audience, version: blast.version + 1 })));
    await world.work();
    expect(await now(id)).toMatchObject({
      status: 'failed',
      sent: 0,
      why: '2 leads match now, and you were shown 1. Nothing was done. Please look at them again.',
    });
    expect((await texts()).flat()).toEqual([]);
  });

  it('of a list stores whom its sender may text alone, and tells of all others in one sentence', async () => {
    const { tenant, begin, agent, lead, now, system, leadIds } = await campaign(1);
    const colleagues = await lead({ ownerId: tenant.admin.userId });
    const elsewhere = await campaign(1);
    const others = [colleagues.id, ...elsewhere.leadIds, 'led_nobody'];
    const { id, total, failed, reasons } = await begin({ leadIds: [...others, ...leadIds] }, agent);
    expect([total, failed, reasons]).toEqual([4, 3, [{ ...nobody, code: expect.anything(), count: 3 }]]);
    expect((await system(() => chunkOf(id, 0))).leadIds).toEqual(leadIds);
    await world.work();
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 1, failed: 3, progress: 100 });
    const refused = await agent.call(sms.sendBlast, { name: 'x', message: 'Hi', leadIds: others });
    expect([refused.status, refused.body.error]).toEqual([404, nobody.text]);
  });

  it('leaves out a lead that a colleague has got since it began, in the same sentence', async () => {
    const { tenant, begin, agent, admin, lead, now, texts, leadIds } = await campaign(1);
    const { id: mine } = await lead({ ownerId: tenant.agent.userId });
    const { id } = await begin({ leadIds: [mine, ...leadIds] }, agent);
    await admin.call(api.leads.update, { id: leadIds[0]!, ownerId: tenant.admin.userId });
    await world.work();
    const { reasons, ...state } = await now(id);
    expect(state).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
    expect(reasons).toMatchObject([{ ...nobody, count: 1 }]);
    expect(await texts()).toEqual([[]]);
  });

  it('tells what stands in the way of a lead', async () => {
    const { begin, now, admin, leadIds } = await campaign(1);
    const { body: mute } = await admin.call(api.leads.create, {
      firstName: 'Bob',
      emails: ['bob@example.com'],
    });
    const { body: nameless } = await admin.call(api.leads.create, {
      lastName: 'Ray',
      phones: ['3055559999'],
    });
    const { id } = await begin({ leadIds: [...leadIds, mute.id, nameless.id] });
    await world.work();
    const state = await now(id);
    expect(state).toMatchObject({ status: 'completed', sent: 1, failed: 2 });
    expect(state.reasons.map(({ text }) => text).sort()).toEqual([
      'The lead has no phone number.',
      'There is no variable lead.firstName.',
    ]);
  });

  it.each([
    [{ message: 'Hi {{ lead.nose }}' }, 'There is no variable lead.nose.'],
    [{ message: undefined }, 'Please write a message or choose a template.'],
    [{ leadIds: undefined }, 'Please say whom it is for: leads, or a filter.'],
  ])('is refused as %j', async (given, sentence) => {
    const { admin, leadIds } = await campaign(1);
    const answer = await admin.call(sms.sendBlast, { name: 'x', message: 'Hi', leadIds, ...given });
    expect([answer.status, answer.body.error]).toEqual([400, sentence]);
  });
});

describe('a file of contacts', () => {
  const file =
    'Name,Mobile,City\nAda Lovelace,(305) 555-3101,Miami\nBob Ray,305-555-3102,\nAda again,3055553101,\nNobody,,\n,12,\n';
  const form = (text: string, fields: Record<string, string> = {}) => {
    const data = new FormData();
    data.append('file', new File([text], 'spring list.csv', { type: 'text/csv' }));
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  const post = async (
    caller: Awaited<ReturnType<typeof campaign>>['admin'],
    path: string,
    data: FormData,
  ) => {
    const request = new Request('http://x', { method: 'POST', body: data });
    return caller.send('sms', {
      method: 'POST',
      path,
      headers: { 'content-type': request.headers.get('content-type')! },
      body: await request.text(),
    });
  };

  it('is looked at: columns, five rows, whether anybody can be texted', async () => {
    const { admin } = await campaign(0);
    const { status, body } = await post(admin, '/sms/upload/preview', form(file));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      filename: 'spring list.csv',
      count: 5,
      hasPhone: true,
      columns: [{ field: 'fullName' }, { field: 'mobile' }, { field: 'city' }],
    });
    expect(body).toMatchObject({
      reachable: 2,
      more: false,
      leftOut: expect.arrayContaining([
        { code: 'same_number', text: 'Another of them has the same number.', count: 1 },
        { code: 'row: There is no phone number.', text: 'There is no phone number.', count: 1 },
        { code: expect.stringMatching(/^row: /), text: expect.stringMatching(/has 3 to 40/), count: 1 },
      ]),
    });
    expect((body as { rows: unknown[] }).rows).toHaveLength(5);
    expect((await admin.call(api.leads.list, {})).body.leads).toEqual([]);
  });

  it('counts wrong numbers as one reason, however they are written', async () => {
    const { admin } = await campaign(0);
    const { body } = await post(
      admin,
      '/sms/upload/preview',
      form('Name,Mobile\nAnn,120\nBob,121\nCy,122\n'),
    );
    expect(body).toMatchObject({
      reachable: 0,
      leftOut: [{ code: 'row: … is not a phone number.', text: '… is not a phone number.', count: 3 }],
    });
  });

  it('counts nobody who has opted out, be they a lead already', async () => {
    const { admin, system } = await campaign(0);
    const { body: bob } = await admin.call(api.leads.create, { firstName: 'Bob', phones: ['3055553102'] });
    await system(() => optOut({ leadId: bob.id, address: '+13055553102' }, 'sms', 'STOP by text'));
    const { body } = await post(admin, '/sms/upload/preview', form(file));
    expect(body).toMatchObject({
      reachable: 1,
      leftOut: expect.arrayContaining([{ code: 'opted_out', text: expect.any(String), count: 1 }]),
    });
  });

  it('becomes leads, each of whom gets one text', async () => {
    const { admin, now } = await campaign(0);
    await admin.call(api.leads.create, { firstName: 'Bob', phones: ['3055553102'] });
    const begun = await post(
      admin,
      '/sms/upload/import-simplified',
      form(file, { message: 'Hi {{ lead.firstName }}' }),
    );
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    const { id, name } = begun.body as Blast;
    expect(name).toBe('spring list');
    await world.work();
    await world.work();
    expect(await now(id)).toMatchObject({ status: 'completed', sent: 2, failed: 2, total: 4 });
    expect((await world.phone('+13055553101')).map(({ body }) => body)).toEqual(['Hi Ada']);
    expect((await world.phone('+13055553102')).map(({ body }) => body)).toEqual(['Hi Bob']);
    await eventually(async () => expect((await admin.call(api.leads.list, {})).body.leads).toHaveLength(2));
  });

  it('of 9 MB goes to the bucket first, and is whom a campaign is for', async () => {
    const { admin, now } = await campaign(0);
    const made = await admin.call(api.campaigns.create, { name: 'Spring', message: 'Hi' });
    // Rows that nobody can be texted by, of nearly 1 MB each.
    const text = file + `Nobody,,${'x'.repeat(900_000)}\n`.repeat(10);
    const { body: upload } = await admin.call(api.campaigns.startUpload, { fileSize: text.length });
    const { uploadId } = upload;
    const early = await admin.call(api.campaigns.upload, { id: made.body.id, uploadId });
    expect([early.status, JSON.stringify(early.body)]).toEqual([400, expect.stringMatching(/not arrived/)]);
    const data = new FormData();
    for (const [name, value] of Object.entries(upload.fields)) data.append(name, value);
    data.append('file', new File([text], 'spring.csv', { type: 'text/csv' }));
    const sent = await fetch(upload.url, { method: 'POST', body: data });
    expect(sent.ok, await sent.text()).toBe(true);
    const looked = await admin.call(api.sms.uploadPreview, { uploadId, filename: 'spring.csv' });
    expect(looked.body, JSON.stringify(looked.body)).toMatchObject({
      filename: 'spring.csv',
      hasPhone: true,
    });
    // Two campaigns may be for one upload, and a lost answer is asked for again.
    for (const _ of [1, 2])
      expect((await admin.call(api.campaigns.upload, { id: made.body.id, uploadId })).body).toMatchObject({
        rows: { length: 5 },
        campaign: { id: made.body.id },
      });
    expect((await admin.call(api.campaigns.start, { id: made.body.id })).status).toBe(200);
    await world.work();
    await world.work();
    await eventually(async () => expect(await now(made.body.id)).toMatchObject({ sent: 2 }));
    expect((await admin.call(api.campaigns.startUpload, { fileSize: 10_000_001 })).status).toBe(400);
  });

  it('without a column of numbers is refused', async () => {
    const { admin } = await campaign(0);
    const { status, body } = await post(
      admin,
      '/sms/upload/import-simplified',
      form('Name,City\nAda,Miami\n', { message: 'Hi' }),
    );
    expect([status, (body as { error: string }).error]).toEqual([
      400,
      'No column of the file holds phone numbers. Please name one Phone or Mobile.',
    ]);
  });
});
