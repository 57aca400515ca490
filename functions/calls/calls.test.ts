import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { setStatus } from './change.ts';

const { calls, leads, tcpa } = api;
const florida = '+13055550123';
/** A Wednesday, noon in New York. */
const noon = '2026-06-10T16:00:00.000Z';

async function floor() {
  const tenant = await freshTenant();
  return { tenant, agent: as(tenant.agent), admin: as(tenant.admin) };
}

const eventsOf = (tenant: TestTenant, entityId: string) =>
  asSystem(tenant.id, 'test', async () => {
    const { data } = await Events.query
      .byEntity({ tenantId: tenantOf(), entityId })
      .go({ consistent: true, pages: 'all' });
    return data;
  });

describe('starting a call', () => {
  it('passes the compliance gate, and is refused with the reasons and the next time', async () => {
    const { agent, admin } = await floor();
    timeTravel(noon);
    const started = await agent.call(calls.create, { phone: '(305) 555-0123', start: true });
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({ status: 'queued', to: florida, direction: 'outbound' });
    await eventually(async () => {
      const { body } = await admin.call(tcpa.logs, { phone: florida });
      expect(body.logs).toMatchObject([{ purpose: 'contact', allowed: true }]);
    });
  });

  it('is refused at night, and nothing is logged', async () => {
    const { agent } = await floor();
    timeTravel('2026-06-11T00:30:00.000Z');
    const refused = await agent.call(calls.create, { phone: florida, start: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'contact_refused']);
    expect(refused.body.error).toBe(
      'This number may not be called now. It is 8:30 pm in America/New_York; by the law of FL contact ends at 8 pm. It may be called from 2026-06-11 08:00 (America/New_York) on.',
    );
    expect(refused.body.details).toMatchObject({
      nextAllowedAt: '2026-06-11T12:00:00.000Z',
      reasons: [{ code: 'too_late', citation: expect.stringContaining('501.616') }],
    });
    expect((await agent.call(calls.list, {})).body.calls).toEqual([]);
  });

  it('counts calls that were logged afterwards among Florida’s three a day', async () => {
    const { agent } = await floor();
    timeTravel(noon);
    for (let n = 0; n < 3; n++) await agent.call(calls.create, { phone: florida, status: 'no-answer' });
    const fourth = await agent.call(calls.create, { phone: florida, start: true });
    expect(fourth.body.details).toMatchObject({ reasons: [{ code: 'too_many_attempts' }] });
  });

  it('needs no gate when it is inbound', async () => {
    const { agent } = await floor();
    timeTravel('2026-06-11T03:00:00.000Z');
    const ringing = await agent.call(calls.create, { phone: florida, direction: 'inbound', start: true });
    expect(ringing.body).toMatchObject({ status: 'queued', from: florida, source: 'inbound', legs: [] });
    expect((await agent.call(calls.active, {})).body.calls).toMatchObject([{ id: ringing.body.id }]);
  });
});

describe('the life of a call', () => {
  it('moves on by its allowed transitions only', async () => {
    const { agent } = await floor();
    const time = timeTravel(noon);
    const { id } = (await agent.call(calls.create, { phone: florida, start: true })).body;
    const move = (status: string) => agent.call(calls.setStatus, { id, status });
    const early = await move('completed');
    expect([early.status, early.body.code, early.body.error]).toEqual([
      409,
      'status_refused',
      'A call that is queued cannot become completed; it can become ringing, failed, cancelled.',
    ]);
    await move('ringing');
    time.forward({ seconds: 10 });
    expect((await move('in-progress')).body.answeredAt).not.toBeNull();
    time.forward({ seconds: 95 });
    const done = await move('completed');
    expect(done.body.talkSeconds).toBeGreaterThanOrEqual(95);
    expect(done.body.talkSeconds).toBeLessThanOrEqual(97);
    expect((await move('completed')).body.version).toBe(done.body.version);
    expect((await move('failed')).body.error).toBe(
      'This call has ended as completed; it cannot become failed.',
    );
    expect((await agent.call(calls.active, {})).body.calls).toEqual([]);
  });

  it('is of who answers it when nobody had it, and of nobody when a carrier does', async () => {
    const { tenant, agent } = await floor();
    const time = timeTravel(noon);
    const ringing = { phone: florida, direction: 'inbound', start: true } as const;
    const { id } = (await agent.call(calls.create, ringing)).body;
    await agent.call(calls.setStatus, { id, status: 'ringing' });
    time.forward({ seconds: 5 });
    const taken = await agent.call(calls.setStatus, { id, status: 'in-progress' });
    expect(taken.body.legs).toMatchObject([{ agentId: tenant.agent.userId, endedAt: null }]);
    time.forward({ seconds: 40 });
    const done = (await agent.call(calls.setStatus, { id, status: 'completed' })).body;
    expect(done.talkSeconds).toBeGreaterThanOrEqual(40);
    const other = (await agent.call(calls.create, ringing)).body;
    await asSystem(tenant.id, 'carrier', async () => {
      await setStatus(other.id, 'ringing');
      expect((await setStatus(other.id, 'in-progress')).legs).toEqual([]);
    });
  });

  it('keeps its end, its notes and its disposition when they are told at the same moment', async () => {
    const { agent } = await floor();
    timeTravel(noon);
    const { id } = (await agent.call(calls.create, { phone: florida, start: true })).body;
    await agent.call(calls.setStatus, { id, status: 'ringing' });
    await agent.call(calls.setStatus, { id, status: 'in-progress' });
    const answers = await Promise.all([
      agent.call(calls.setStatus, { id, status: 'completed' }),
      agent.call(calls.update, { id, notes: 'Wants a quote.' }),
      agent.call(calls.update, { id, disposition: 'Interested' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await agent.call(calls.get, { id });
    expect(body).toMatchObject({ status: 'completed', notes: 'Wants a quote.', disposition: 'Interested' });
    // Who names the version that they saw is told that it is not the newest.
    const stale = await agent.call(calls.update, { id, notes: 'Old', version: body.version - 1 });
    expect(stale.status).toBe(409);
  });

  it('has a part for each agent when it is handed over', async () => {
    const { tenant, agent } = await floor();
    const second = await tenant.user('agent');
    const time = timeTravel(noon);
    const { id } = (await agent.call(calls.create, { phone: florida, start: true })).body;
    await agent.call(calls.setStatus, { id, status: 'ringing' });
    await agent.call(calls.setStatus, { id, status: 'in-progress' });
    time.forward({ seconds: 60 });
    await agent.call(calls.transfer, { id, agentId: second.userId });
    time.forward({ seconds: 30 });
    const done = (await as(second).call(calls.setStatus, { id, status: 'completed' })).body;
    const [first, last] = done.legs.map(({ agentId, talkSeconds }) => ({ agentId, talkSeconds }));
    expect(first!.agentId).toBe(tenant.agent.userId);
    expect(last!.agentId).toBe(second.userId);
    expect(first!.talkSeconds).toBeGreaterThanOrEqual(60);
    expect(last!.talkSeconds).toBeLessThan(35);
    expect(done.talkSeconds).toBe(first!.talkSeconds + last!.talkSeconds);
    const [ended] = (await eventsOf(tenant, id)).filter(({ type }) => type === 'call.ended');
    expect(ended!.data).toMatchObject({ legs: [{ answered: true }, { answered: true }] });
    for (const one of [tenant.agent, second])
      expect((await as(one).call(calls.list, {})).body.calls).toMatchObject([{ id }]);
  });

  it('lets one of two who change it at once have it', async () => {
    const { agent } = await floor();
    timeTravel(noon);
    const { id } = (await agent.call(calls.create, { phone: florida, start: true })).body;
    const moved = await Promise.all(
      ['ringing', 'cancelled', 'failed'].map((status) => agent.call(calls.setStatus, { id, status })),
    );
    expect(moved.some(({ status }) => status === 200)).toBe(true);
    const { body } = await agent.call(calls.get, { id });
    expect(body.version).toBe(1 + moved.filter(({ status }) => status === 200).length);
  });
});

describe('whose call it is', () => {
  const lead = (lastName: string, phone: string) => ({ lastName, phones: [phone] });

  it('is written on the timeline of its lead, which was contacted then', async () => {
    const { admin, agent } = await floor();
    timeTravel(noon);
    const { id } = (await admin.call(leads.create, lead('Ito', florida))).body;
    const logged = await agent.call(calls.create, {
      phone: florida,
      talkSeconds: 192,
      disposition: 'Interested',
    });
    expect(logged.body).toMatchObject({ leadId: id, leadName: 'Ito', status: 'completed' });
    const { body } = await admin.call(leads.calls, { id });
    expect(body.entries).toMatchObject([
      { kind: 'call', text: `Call to ${florida}: completed, 3 min 12 s (Interested)` },
    ]);
    expect((await admin.call(leads.get, { id })).body.lastContactedAt).toBe(logged.body.startedAt);
  });

  it('is the one that was given, and none where several share the number', async () => {
    const { admin, agent } = await floor();
    const settings = (await admin.call(leads.settings, {})).body;
    await admin.call(leads.updateSettings, { ...settings, allowDuplicatePhones: true });
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => (await admin.call(leads.create, lead(name, florida))).body),
    );
    expect((await agent.call(calls.create, { phone: florida })).body.leadId).toBeNull();
    expect((await agent.call(calls.create, { phone: florida, leadId: two!.id })).body.leadId).toBe(two!.id);
    expect((await admin.call(leads.calls, { id: one!.id })).body.entries).toEqual([]);
  });

  it('bears that its lead is edited at the same moment', async () => {
    const { admin, agent } = await floor();
    const { id } = (await admin.call(leads.create, lead('Busy', florida))).body;
    const work = Array.from({ length: 5 }, (_, n) => [
      agent.call(calls.create, { leadId: id }),
      admin.call(leads.update, { id, score: n }),
    ]).flat();
    const made = (await Promise.all(work)).filter((_, n) => n % 2 === 0);
    expect(made.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect((await admin.call(leads.calls, { id })).body.entries).toHaveLength(5);
  });
});

describe("a call with a colleague's lead", () => {
  it('rings for whoever is free by its number alone, and nobody else hears of it when it was missed', async () => {
    const { tenant, agent, admin } = await floor();
    const other = as(await tenant.user('agent'));
    const fields = { lastName: 'Rossi', phones: [florida], ownerId: tenant.agent.userId };
    const lead = await admin.call(leads.create, fields);
    const { body: call } = await admin.call(calls.create, {
      direction: 'inbound',
      phone: florida,
      start: true,
    });
    await admin.call(calls.setStatus, { id: call.id, status: 'ringing' });
    const ringing = await other.call(calls.active, {});
    expect(ringing.body.calls).toMatchObject([{ phone: florida, leadId: null, leadName: '' }]);
    expect((await agent.call(calls.active, {})).body.calls).toMatchObject([
      { leadId: lead.body.id, leadName: 'Rossi' },
    ]);
    await admin.call(calls.setStatus, { id: call.id, status: 'no-answer' });
    expect((await other.call(calls.list, {})).body.calls).toEqual([]);
    expect((await other.call(calls.get, { id: call.id })).status).toBe(404);
    expect((await agent.call(calls.get, { id: call.id })).body.leadName).toBe('Rossi');
  });

  it('stays in the log of an agent who had a part in it, without the lead that was handed on', async () => {
    const { tenant, agent, admin } = await floor();
    const fields = { lastName: 'Rossi', phones: [florida], ownerId: tenant.agent.userId };
    const { body: lead } = await admin.call(leads.create, fields);
    const { body: call } = await agent.call(calls.create, { leadId: lead.id });
    const other = await tenant.user('agent');
    await admin.call(leads.update, { id: lead.id, ownerId: other.userId });
    const { body } = await agent.call(calls.get, { id: call.id });
    expect(body).toMatchObject({ id: call.id, phone: florida, leadId: null, leadName: '' });
    expect((await admin.call(calls.get, { id: call.id })).body.leadId).toBe(lead.id);
  });
});

describe('the log', () => {
  it('is filtered by agent, status, direction, dates and lead, and paged', async () => {
    const { tenant, admin, agent } = await floor();
    timeTravel(noon);
    for (let hour = 1; hour <= 5; hour++)
      await agent.call(calls.create, {
        phone: `+1305555010${hour}`,
        direction: hour % 2 ? 'outbound' : 'inbound',
        status: hour === 3 ? 'busy' : 'completed',
        startedAt: `2026-06-10T1${hour}:00:00.000Z`,
      });
    await admin.call(calls.create, { phone: florida });
    const numbers = async (filter: object) =>
      (await admin.call(calls.list, filter)).body.calls.map(({ phone }) => phone.at(-1));
    expect(await numbers({})).toEqual(['3', '5', '4', '3', '2', '1']);
    expect(await numbers({ agentId: tenant.agent.userId })).toEqual(['5', '4', '3', '2', '1']);
    expect(await numbers({ status: 'busy' })).toEqual(['3']);
    expect(await numbers({ direction: 'inbound' })).toEqual(['4', '2']);
    expect(await numbers({ direction: 'outbound', agentId: tenant.agent.userId })).toEqual(['5', '3', '1']);
    expect(await numbers({ from: '2026-06-10T12:00:00.000Z', to: '2026-06-10T14:00:00.000Z' })).toEqual([
      '3',
      '2',
    ]);
    const first = (await admin.call(calls.list, { limit: 4 })).body;
    const rest = (await admin.call(calls.list, { limit: 4, cursor: first.nextCursor! })).body;
    expect([first.calls.length, rest.calls.length, rest.nextCursor]).toEqual([4, 2, null]);
    expect((await agent.call(calls.list, {})).body.calls).toHaveLength(5);
    const found = await admin.call(calls.search, { phone: '305 555 0103' });
    expect(found.body.calls).toMatchObject([{ status: 'busy' }]);
    expect((await admin.call(calls.search, { phone: 'nobody' })).status).toBe(400);
    const forged = await admin.call(calls.list, { cursor: 'bm9uc2Vuc2U' });
    expect([forged.status, forged.body.code]).toEqual([400, 'invalid_input']);
  });

  it('is found by each of its lists at every status, and ends in those of calls that are over', async () => {
    const { tenant, agent, admin } = await floor();
    timeTravel(noon);
    const lead = await admin.call(leads.create, { firstName: 'Ann', phones: [florida] });
    const leadId = lead.body.id;
    const { id } = (await agent.call(calls.create, { leadId, phone: florida, start: true })).body;
    const { userId: agentId } = tenant.agent;
    for (const status of ['queued', 'ringing', 'in-progress', 'completed'] as const) {
      if (status !== 'queued') await agent.call(calls.setStatus, { id, status });
      const other = status === 'completed' ? 'in-progress' : 'completed';
      for (const filter of [{}, { agentId }, { leadId }, { direction: 'outbound' }] as const) {
        const [all, same, none] = await Promise.all(
          [{}, { status }, { status: other }].map(async (by) => {
            const { body } = await admin.call(calls.list, { ...filter, ...by } as object);
            return body.calls.map((call) => call.id);
          }),
        );
        expect([all, same, none], `${status} by ${JSON.stringify(filter)}`).toEqual([[id], [id], []]);
      }
      const { body } = await admin.call(calls.search, { phone: florida });
      expect(body.calls).toMatchObject([{ id, status }]);
    }
  });

  it('writes a note of a call once, and not into each of its lists', async () => {
    const { agent } = await floor();
    timeTravel(noon);
    const { body } = await agent.call(calls.create, { phone: florida, start: true });
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    onTestFinished(() => send.mockRestore());
    await agent.call(calls.update, { id: body.id, notes: 'Asks for a quote' });
    type Write = Partial<Record<'Put' | 'Update', { Item?: { sk: string }; Key?: { sk: string } }>>;
    const written = send.mock.calls.flatMap(
      ([{ input }]) => (input as { TransactItems?: Write[] }).TransactItems ?? [],
    );
    const sorts = written.map(({ Put, Update }) => Put?.Item?.sk ?? Update?.Key?.sk ?? '');
    expect(sorts.filter((sort) => sort.startsWith('$call'))).toEqual(['$call_1']);
  });

  it('leaves as a CSV that no spreadsheet runs', async () => {
    const { admin } = await floor();
    await admin.call(calls.create, { phone: florida, notes: '=HYPERLINK("http://x")' });
    const { body } = await admin.call(calls.export, {});
    expect(body).toMatchObject({ calls: 1, truncated: false });
    const text = await (await fetch(body.downloadUrl)).text();
    expect(text).toContain(`"${florida}"`);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  it.each([
    [{}, 400, 'Please give a phone number.'],
    [{ phone: 'x-x-x' }, 400, 'x-x-x is not a phone number.'],
    [
      { phone: florida, status: 'busy', talkSeconds: 9 },
      400,
      'A call that nobody answered has no talk time.',
    ],
    [{ phone: florida, leadId: 'led_nobody' }, 404, 'The lead was not found.'],
    [
      { phone: florida, startedAt: '2999-01-01T00:00:00.000Z' },
      400,
      'A call that has been cannot end in the future.',
    ],
  ])('refuses %j', async (input, status, sentence) => {
    const { agent } = await floor();
    const answer = await agent.call(calls.create, input);
    expect([answer.status, answer.body.error]).toEqual([status, sentence]);
  });
});
