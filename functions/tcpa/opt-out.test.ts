import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { optIn, optOut } from '#functions/messages/opt-out/opt-out.ts';
import { api } from '#shared/api/index.ts';
import type { Channel } from '#shared/model/lead.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { leads, tcpa } = api;
const phone = '+12125550123';
const email = 'rosa@example.com';

/** A lead of an agent, another agent, and what is asked of the gate. */
async function office() {
  const tenant = await freshTenant();
  const [admin, agent, other] = [as(tenant.admin), as(tenant.agent), as(await tenant.user('agent'))];
  const fields = { firstName: 'Rosa', phones: [phone], emails: [email], ownerId: tenant.agent.userId };
  const { id } = (await admin.call(leads.create, fields)).body;
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'messages', work);
  const isOut = async (channel: Channel = 'sms') => {
    const asked = channel === 'email' ? { email } : { phone };
    const { body } = await admin.call(tcpa.check, { ...asked, channel, log: false });
    return body.reasons.some(({ code }) => code === 'opted_out');
  };
  const said = async () => (await admin.call(leads.get, { id })).body.consent.sms;
  const log = async () =>
    (await admin.call(tcpa.logs, { phone })).body.logs.filter(({ purpose }) => purpose === 'consent');
  const timeline = async () =>
    (await admin.call(leads.timeline, { id })).body.entries.filter(({ kind }) => kind === 'consent');
  const stops = () => system(() => optOut({ leadId: id, address: phone }, 'sms', 'STOP by text'));
  return { tenant, admin, agent, other, id, system, isOut, said, log, timeline, stops };
}

const proof = (evidence = 'https://example.com/forms/7') => ({ when: new Date().toISOString(), evidence });
const agreed = (id: string) => ({ leadId: id, channel: 'sms', state: 'given', how: 'Web form' }) as const;

describe('the STOP of a person', () => {
  it('is not lifted by an agent, not even with a proof', async () => {
    const { agent, other, id, isOut, said, stops } = await office();
    await stops();
    const refused = await agent.call(tcpa.optOut, { ...agreed(id), proof: proof() });
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'person_opted_out',
        error: 'They opted out themselves (STOP by text). Only an admin can note their new consent.',
      },
    });
    expect((await other.call(tcpa.optOut, { ...agreed(id), proof: proof() })).status).toBe(404);
    for (const one of [agent, other]) {
      const byNumber = { phone, channel: 'sms', state: 'given', how: 'Told me', proof: proof() };
      expect([403, 404]).toContain((await one.call(tcpa.optOut, byNumber)).status);
    }
    expect([await isOut(), (await said()).state]).toEqual([true, 'withdrawn']);
  });

  it('is lifted by no change of the lead: not one by one, in bulk, again or as another lead', async () => {
    const { agent, admin, id, isOut, said, stops } = await office();
    await stops();
    const consent = { sms: { state: 'given', how: 'Told me' } };
    for (const one of [agent, admin]) {
      const changed = await one.call(leads.update, { id, consent });
      expect(changed).toMatchObject({ status: 409, body: { code: 'opted_out' } });
      expect((await one.call(leads.put, { id, consent })).status).toBe(409);
      const many = await one.call(leads.bulkPatch, { ids: [id], changes: { consent } });
      expect(many.body.results).toMatchObject([{ status: 'failed' }]);
    }
    expect((await said()).state).toBe('withdrawn');
    await admin.call(leads.remove, { id, force: true });
    await agent.call(leads.create, { firstName: 'Rosa', phones: [phone], consent });
    expect(await isOut()).toBe(true);
  });

  it('stays theirs when an agent notes an opt-out on top of it', async () => {
    const { agent, id, isOut, said, stops } = await office();
    await stops();
    await agent.call(tcpa.optOut, { leadId: id, channel: 'sms', how: 'Told the agent' });
    await agent.call(leads.update, { id, consent: { sms: { state: 'withdrawn', how: 'Told the agent' } } });
    expect(await said()).toMatchObject({ state: 'withdrawn', how: 'STOP by text', by: 'person' });
    expect((await agent.call(tcpa.optOut, { ...agreed(id), proof: proof() })).status).toBe(403);
    expect(await isOut()).toBe(true);
  });

  it('is lifted by an admin with the source of the new consent, which the log, the lead and the timeline keep', async () => {
    const { tenant, admin, id, isOut, said, log, timeline, stops } = await office();
    await stops();
    expect((await admin.call(tcpa.optOut, agreed(id))).body.details).toMatchObject({ field: 'proof' });
    const source = proof();
    expect((await admin.call(tcpa.optOut, { ...agreed(id), proof: source })).status).toBe(200);
    expect(await isOut()).toBe(false);
    expect(await said()).toMatchObject({ state: 'given', how: 'Web form', by: 'staff', proof: source });
    await eventually(async () =>
      expect(await log()).toMatchObject([
        {
          allowed: true,
          actor: tenant.admin.userId,
          reasons: [
            { code: 'opt_out_lifted', text: expect.stringMatching(/STOP by text.*Web form.*forms\/7/) },
          ],
        },
      ]),
    );
    expect(await timeline()).toMatchObject([
      { text: expect.stringMatching(/^Texts: the opt-out of .*forms\/7$/) },
    ]);
  });

  it('is not lifted by a consent from before it, or from the future', async () => {
    const { admin, id, isOut, stops } = await office();
    await stops();
    for (const hours of [-1, 1]) {
      const when = new Date(Date.now() + hours * 3_600_000).toISOString();
      const { status, body } = await admin.call(tcpa.optOut, { ...agreed(id), proof: { ...proof(), when } });
      expect([status, body.details]).toEqual([400, { field: 'proof.when' }]);
    }
    expect(await isOut()).toBe(true);
  });

  it('is lifted by their own START, which the log and the timeline tell, once', async () => {
    const { id, system, isOut, said, log, timeline, stops } = await office();
    await stops();
    const start = () => system(() => optIn({ leadId: id, address: phone }, 'sms', 'START by text'));
    await start();
    await start();
    expect(await isOut()).toBe(false);
    expect(await said()).toMatchObject({ state: 'given', how: 'START by text', by: 'person' });
    await eventually(async () => expect([(await log()).length, (await timeline()).length]).toEqual([1, 1]));
  });
});

describe('an opt-out that staff noted', () => {
  it('is lifted by the agent of the lead with a source, and by no other agent', async () => {
    const { agent, other, id, isOut } = await office();
    await agent.call(tcpa.optOut, { leadId: id, channel: 'sms', how: 'Told the agent' });
    expect(await isOut()).toBe(true);
    expect((await other.call(tcpa.optOut, { ...agreed(id), proof: proof() })).status).toBe(404);
    expect((await agent.call(tcpa.optOut, agreed(id))).status).toBe(400);
    expect(await isOut()).toBe(true);
    expect((await agent.call(tcpa.optOut, { ...agreed(id), proof: proof('Her mail of today') })).status).toBe(
      200,
    );
    expect(await isOut()).toBe(false);
  });

  it('outlives the lead that it was noted on', async () => {
    const { agent, admin, id, isOut } = await office();
    await agent.call(leads.update, { id, consent: { email: { state: 'withdrawn', how: 'Told the agent' } } });
    await admin.call(leads.remove, { id, force: true });
    expect(await isOut('email')).toBe(true);
  });
});

it('a first consent needs no proof, and only the lead of whoever notes it', async () => {
  const { agent, other, id, said } = await office();
  expect((await other.call(tcpa.optOut, agreed(id))).status).toBe(404);
  expect((await agent.call(tcpa.optOut, agreed(id))).status).toBe(200);
  expect(await said()).toMatchObject({ state: 'given', how: 'Web form' });
});
