import { describe, expect, it, vi } from 'vitest';
import { check } from '#functions/compliance/check.ts';
import { bookContact } from '#functions/compliance/contact.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead, leadWrites } from '#functions/leads/store.ts';
import { api } from '#shared/api/index.ts';
import { defaultComplianceSettings } from '#shared/model/compliance/settings.ts';
import { farEmergency } from '#tests/support/emergency.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { tcpa } = api;
const florida = '+13055550123';
/** A Wednesday, noon in New York. */
const noon = '2026-06-10T16:00:00.000Z';

async function agentOf() {
  const tenant = await freshTenant();
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'dialler', work);
  return { tenant, agent: as(tenant.agent), admin: as(tenant.admin), system };
}

describe('asking whether a person may be contacted', () => {
  it('answers with the zones, the wall clocks and until when', async () => {
    const { agent } = await agentOf();
    const { body } = await agent.call(tcpa.check, { phone: '(850) 555-0123', at: noon });
    expect(body).toMatchObject({
      allowed: true,
      phone: '+18505550123',
      channel: 'call',
      reasons: [],
      states: ['FL'],
      timeZoneSource: 'area code',
      localTimes: [
        { zone: 'America/Chicago', time: '2026-06-10 11:00' },
        { zone: 'America/New_York', time: '2026-06-10 12:00' },
      ],
      nextAllowedAt: noon,
      // 8 pm comes first in the east.
      closesAt: '2026-06-11T00:00:00.000Z',
    });
  });

  it('names the law that forbids it, and when it will allow it', async () => {
    const { agent } = await agentOf();
    const { body } = await agent.call(tcpa.check, { phone: florida, at: '2026-06-11T00:00:00.000Z' });
    expect(body).toMatchObject({ allowed: false, nextAllowedAt: '2026-06-11T12:00:00.000Z' });
    expect(body.reasons).toMatchObject([
      { code: 'too_late', zone: 'America/New_York', citation: expect.stringContaining('501.616') },
    ]);
    expect(body.reasons[0]!.text).toBe(
      'It is 8 pm in America/New_York; by the law of FL contact ends at 8 pm.',
    );
  });

  it.each([
    [{ phone: 'call me' }, 'call me is not a phone number.'],
    [{ phone: '1.5551E+10' }, '1.5551E+10 is not a phone number.'],
    [{}, 'Please give a phone number.'],
    [{ channel: 'email', phone: florida }, 'Please give an e-mail address.'],
  ])('refuses %j', async (input, sentence) => {
    const { agent } = await agentOf();
    const { status, body } = await agent.call(tcpa.check, input);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('answers for a thousand at once, each with its own reasons', async () => {
    const { agent } = await agentOf();
    const items = Array.from({ length: 1_000 }, (_, n) =>
      n === 7 ? { phone: 'x-x-x' } : { phone: `+1${n % 2 ? '305' : '213'}555${String(n).padStart(4, '0')}` },
    );
    // Half past eight in the evening in Florida, half past five in Los Angeles.
    const { body } = await agent.call(tcpa.checkBatch, { items, at: '2026-06-11T00:30:00.000Z' });
    expect(body.summary).toEqual({ allowed: 500, refused: 499, invalid: 1 });
    expect(body.results[7]).toEqual({ index: 7, decision: null, error: 'x-x-x is not a phone number.' });
    expect(body.results[8]!.decision).toMatchObject({ allowed: true, states: ['CA'] });
    expect(body.results[9]!.decision).toMatchObject({ allowed: false, states: ['FL'] });
    const over = await agent.call(tcpa.checkBatch, { items: [...items, { phone: florida }] });
    expect([over.status, over.body.error]).toEqual([400, expect.stringContaining('At most 1000 people')]);
  });

  it('keeps every decision, to be found by time and by number', async () => {
    const { agent } = await agentOf();
    // A look that a screen takes is none, and answers the same.
    const look = await agent.call(tcpa.check, { phone: florida, at: noon, log: false });
    expect(look.body).toMatchObject({ allowed: true, phone: florida, nextAllowedAt: noon });
    await agent.call(tcpa.check, { phone: florida, at: noon });
    await agent.call(tcpa.check, { phone: florida, at: '2026-06-10T07:00:00.000Z' });
    await agent.call(tcpa.check, { phone: '+12125550123', at: noon });
    await eventually(async () => {
      const { body } = await agent.call(tcpa.logs, { phone: florida });
      expect(body.logs.map(({ allowed, at }) => [allowed, at])).toEqual([
        [true, noon],
        [false, '2026-06-10T07:00:00.000Z'],
      ]);
      expect((await agent.call(tcpa.logs, { allowed: 'false' })).body.logs).toHaveLength(1);
      const first = await agent.call(tcpa.logs, { limit: 2 });
      const rest = await agent.call(tcpa.logs, { limit: 2, cursor: first.body.nextCursor! });
      expect([first.body.logs.length, rest.body.logs.length]).toEqual([2, 1]);
    });
    const forged = await agent.call(tcpa.logs, { cursor: 'bm9uc2Vuc2U' });
    expect([forged.status, forged.body.code]).toEqual([400, 'invalid_input']);
  });
});

describe('the place of a person', () => {
  it('is understood however a state is written, and refused when there is none', async () => {
    const { agent } = await agentOf();
    // Six in the morning in California.
    const early = { phone: '+12125550123', at: '2026-06-10T13:00:00.000Z' };
    for (const state of ['California', 'Calif.', 'CA']) {
      const { body } = await agent.call(tcpa.check, { ...early, state });
      expect(body).toMatchObject({ allowed: false, states: ['CA', 'NY'], reasons: [{ code: 'too_early' }] });
    }
    const { status, body } = await agent.call(tcpa.check, { ...early, state: 'Atlantis' });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('This is no state')]);
  });

  it('is read of leads that were stored with the name of their state', async () => {
    const { tenant, agent, system } = await agentOf();
    const lead = await agent.call(api.leads.create, {
      lastName: 'Ito',
      phones: ['+12125550123'],
      address: { state: 'CA' },
    });
    await system(async () => {
      const stored = await findLead(lead.body.id);
      const old = {
        ...stored!,
        version: stored!.version + 1,
        address: { ...stored!.address, state: 'Calif.' },
        timeZones: ['America/New_York'],
      };
      await commit(leadWrites(stored, old, { allowDuplicatePhones: false }));
    });
    const { body } = await as(tenant.admin).call(api.leads.get, { id: lead.body.id });
    expect([body.address.state, body.timeZones]).toEqual(['CA', ['America/Los_Angeles']]);
    const early = await agent.call(tcpa.check, { leadId: lead.body.id, at: '2026-06-10T13:00:00.000Z' });
    expect(early.body).toMatchObject({ allowed: false, states: ['CA', 'NY'] });
    for (const value of ['CA', 'california']) {
      await eventually(async () => {
        const filter = { field: 'state', op: 'is', value };
        expect((await agent.call(api.leads.query, { filter })).body.leads).toHaveLength(1);
      });
    }
  });

  it('abroad is refused until an admin adds a rule for the country', async () => {
    const { agent, admin } = await agentOf();
    const ask = { phone: '+44 20 7946 0018', at: '2026-06-10T10:00:00.000Z' };
    expect((await agent.call(tcpa.check, ask)).body).toMatchObject({
      allowed: false,
      nextAllowedAt: null,
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'country_without_rule' })]),
    });
    const week = Array.from({ length: 7 }, () => [540, 1080]);
    const rule = { country: 'GB', timeZones: ['Europe/London'], week };
    const settings = { ...defaultComplianceSettings, countries: [rule] };
    expect((await agent.call(tcpa.updateSettings, settings)).status).toBe(403);
    for (const wrong of [[{ ...rule, country: 'US' }], [rule, rule], [{ ...rule, timeZones: ['Moon/Sea'] }]])
      expect((await admin.call(tcpa.updateSettings, { ...settings, countries: wrong })).status).toBe(400);
    expect((await admin.call(tcpa.updateSettings, settings)).status).toBe(200);
    expect((await agent.call(tcpa.check, ask)).body).toMatchObject({
      allowed: true,
      timeZones: ['Europe/London'],
    });
  });
});

describe('states of emergency', () => {
  it('are declared by the operator for everybody, and by an admin for the own workspace', async () => {
    const { tenant, agent, admin } = await agentOf();
    const ask = (date: string) =>
      agent.call(tcpa.check, { phone: '+12125550123', at: `${date}T17:00:00.000Z` });
    const emergencies = [farEmergency];
    expect((await admin.call(tcpa.declareEmergencies, { emergencies })).status).toBe(403);
    const operator = as(await tenant.user('operator'));
    expect((await operator.call(tcpa.declareEmergencies, { emergencies })).status).toBe(200);
    for (const who of [agent, operator])
      expect((await who.call(tcpa.emergencies)).body).toEqual({ emergencies });
    expect((await ask('2031-03-04')).body.reasons).toMatchObject([{ code: 'emergency' }]);
    expect((await ask('2031-03-06')).body.allowed).toBe(true);

    const own = { state: 'NY', name: 'Flood', from: '2031-03-10', until: null };
    await admin.call(tcpa.updateSettings, { ...defaultComplianceSettings, emergencies: [own] });
    expect((await ask('2031-06-10')).body).toMatchObject({
      reasons: [{ code: 'emergency' }],
      nextAllowedAt: null,
    });
    const texas = { ...own, state: 'TX' };
    expect(
      (
        await admin.call(tcpa.updateSettings, {
          ...defaultComplianceSettings,
          emergencies: [texas],
          version: 1,
        })
      ).status,
    ).toBe(400);
  });
});

describe('the law as it is applied', () => {
  it('names source, date and doubt of each rule', async () => {
    const { agent } = await agentOf();
    const { rules } = (await agent.call(tcpa.rules)).body;
    expect(rules.find(({ id }) => id === 'pa-hours')).toMatchObject({
      citation: expect.stringContaining('Act 47 of 2026'),
      confidence: 'reported',
      readOn: '2026-11-22',
      since: '2026-10-18',
    });
    expect(rules.find(({ id }) => id === 'nj-mobiles')).toMatchObject({ mobiles: true, since: null });
  });

  it('is in the log when its review is overdue', async () => {
    const { system } = await agentOf();
    const warn = vi.spyOn(log, 'warn');
    timeTravel('2027-03-01T17:00:00.000Z');
    await system(() => check({ phone: florida }, 'call'));
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('have it reviewed'),
      expect.objectContaining({ rules: expect.arrayContaining(['pa-hours']) }),
    );
  });
});

describe('the next allowed time', () => {
  it('is the morning after the clocks went forward', async () => {
    const { agent } = await agentOf();
    const ask = { phone: '+12125550123', after: '2026-03-08T02:00:00.000Z' };
    const { body } = await agent.call(tcpa.nextAllowedTime, ask);
    expect(body).toMatchObject({
      nextAllowedAt: '2026-03-08T12:00:00.000Z',
      closesAt: '2026-03-09T01:00:00.000Z',
      reasons: [{ code: 'too_late' }],
    });
  });
});

describe('the tenant’s own settings', () => {
  it('narrow the law and never widen it', async () => {
    const { agent, admin } = await agentOf();
    const wide = { ...defaultComplianceSettings, week: Array.from({ length: 7 }, () => [0, 1440]) };
    await admin.call(tcpa.updateSettings, wide);
    const early = { phone: '+12125550123', at: '2026-06-10T11:00:00.000Z' };
    expect((await agent.call(tcpa.check, early)).body.reasons).toMatchObject([
      { code: 'too_early', citation: '47 CFR 64.1200(c)(1)' },
    ]);
    const narrow = { ...wide, week: wide.week.map(() => null), version: 1 };
    expect((await admin.call(tcpa.updateSettings, narrow)).body.version).toBe(2);
    expect((await agent.call(tcpa.check, { ...early, at: noon })).body).toMatchObject({
      allowed: false,
      nextAllowedAt: null,
      reasons: [{ code: 'closed_day', text: 'Not on Wednesdays, by your settings.' }],
    });
    const stale = await admin.call(tcpa.updateSettings, narrow);
    expect(stale.status).toBe(409);
    expect((await agent.call(tcpa.updateSettings, narrow)).status).toBe(403);
  });
});

describe('booking a contact', () => {
  it('gives the last of Florida’s three attempts to one of many who ask at once', async () => {
    const { system } = await agentOf();
    timeTravel(noon);
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        system(() => bookContact({ phone: florida }, 'call', `attempt ${n}`)).catch(() => null),
      ),
    );
    const yes = asked.flatMap((decision, n) => (decision?.allowed ? [n] : []));
    expect(yes).toHaveLength(3);
    const again = await system(() => bookContact({ phone: florida }, 'call', `attempt ${yes[0]}`));
    expect(again.allowed).toBe(true);
    const more = await system(() => bookContact({ phone: florida }, 'call', 'one more'));
    expect(more).toMatchObject({
      allowed: false,
      nextAllowedAt: expect.stringMatching(/^2026-06-11T16:00:0/),
    });
  });
});

describe('the do-not-contact list and opt-outs', () => {
  it('bar a number, and a channel', async () => {
    const { agent, admin } = await agentOf();
    const added = await agent.call(tcpa.addDoNotContact, {
      addresses: ['305-555-0123', florida, 'Ann@Example.com', 'neither'],
      reason: 'Asked on the phone',
    });
    expect(added.body).toEqual({
      added: 2,
      alreadyListed: 0,
      invalid: [
        { index: 3, value: 'neither', error: 'This is neither a phone number nor an e-mail address.' },
      ],
    });
    expect((await agent.call(tcpa.check, { phone: florida, at: noon })).body.reasons).toMatchObject([
      { code: 'do_not_contact' },
    ]);
    await eventually(async () => {
      const { body } = await agent.call(tcpa.doNotContact, { search: '+1305' });
      expect(body.entries).toMatchObject([{ address: florida, reason: 'Asked on the phone' }]);
    });
    const proof = { when: new Date().toISOString(), evidence: 'https://example.com/form/1' };
    const removal = { address: florida, how: 'Web form', proof };
    expect((await agent.call(tcpa.removeDoNotContact, removal)).status).toBe(403);
    expect((await admin.call(tcpa.removeDoNotContact, { address: florida })).status).toBe(400);
    expect((await admin.call(tcpa.removeDoNotContact, removal)).status).toBe(200);
    expect((await admin.call(tcpa.removeDoNotContact, removal)).status).toBe(404);
    await eventually(async () => {
      const { body: log } = await admin.call(tcpa.logs, { phone: florida });
      expect(log.logs[0]).toMatchObject({
        purpose: 'consent',
        reasons: [{ code: 'off_the_list', text: expect.stringContaining('https://example.com/form/1') }],
      });
    });

    await agent.call(tcpa.optOut, { phone: florida, channel: 'sms', how: 'STOP' });
    const ask = async (channel: string) =>
      (await agent.call(tcpa.check, { phone: florida, channel, at: noon })).body;
    expect(await ask('sms')).toMatchObject({
      allowed: false,
      nextAllowedAt: null,
      reasons: [{ code: 'opted_out' }],
    });
    expect(await ask('call')).toMatchObject({ allowed: true });
    const consent = { phone: florida, channel: 'sms', state: 'given', how: 'Web form', proof };
    expect((await agent.call(tcpa.optOut, consent)).status).toBe(404);
    const later = { ...proof, when: new Date().toISOString() };
    expect((await admin.call(tcpa.optOut, { ...consent, proof: later })).status).toBe(200);
    expect(await ask('sms')).toMatchObject({ allowed: true });
  });
});

describe('holidays', () => {
  it('name the states in which they forbid calls', async () => {
    const { agent, admin } = await agentOf();
    await admin.call(tcpa.updateSettings, {
      ...defaultComplianceSettings,
      closedDays: [{ date: '2026-08-29', name: 'Storm', state: 'LA' }],
    });
    const { body } = await agent.call(tcpa.holidays, { year: 2026 });
    const named = (name: string) => body.holidays.filter((holiday) => holiday.name === name);
    expect(named('Mardi Gras')).toEqual([
      { date: '2026-02-17', name: 'Mardi Gras', states: ['AL', 'LA'], observed: false, source: 'state' },
    ]);
    expect(named('Labor Day')).toMatchObject([
      { date: '2026-09-07', states: ['AL', 'LA', 'PA', 'RI', 'UT'], source: 'federal' },
    ]);
    expect(named('Storm')).toMatchObject([{ date: '2026-08-29', states: ['LA'], source: 'tenant' }]);
  });
});
