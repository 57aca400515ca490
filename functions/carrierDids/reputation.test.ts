import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { numberReputationWork as numberReputation } from '#functions/messages/api.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { agentGroups, carrierDids, dids, didPools, leads, pbx } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());
beforeEach(() => world.sandbox.ask('DELETE', '/sandbox/script'));

let lines = 0;
const fresh = () => `+1305555${String(7_000 + lines++)}`;
const purpose = 'We call roof owners back who asked for an offer.';

async function watched() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const number = fresh();
  const { body: did } = await admin.call(carrierDids.telnyxPurchase, { phoneNumber: number });
  const is = (reputation: object) => world.sandbox.script({ match: number, reputation });
  const sync = async () => {
    expect((await admin.call(carrierDids.telnyxSync, {})).body.trouble).toEqual([]);
    return (await admin.call(dids.get, { id: did.id })).body;
  };
  const remedy = (id = did.id) => admin.call(carrierDids.telnyxRemedy, { id, purpose });
  return { tenant, admin, number, did, is, sync, remedy };
}

describe('the reputation of a number of Telnyx', () => {
  it('is read with a sync, with its date, and stays while Telnyx cannot be reached', async () => {
    const { is, sync, did } = await watched();
    expect(did.reputation).toBeNull();
    await is({ risk: 'medium', category: 'Telemarketer' });
    const { reputation, spamLabel } = await sync();
    expect(reputation).toMatchObject({
      risk: 'medium',
      category: 'Telemarketer',
      maturity: 48,
      remedy: null,
      refreshedAt: expect.any(String),
      readAt: expect.any(String),
    });
    // What staff say is theirs.
    expect(spamLabel).toBe('none');
    await is({ risk: null });
    expect((await sync()).reputation).toMatchObject({ risk: null, sentiment: null });
  });

  it('is read once a day by itself, from the purchase on, as long as there are numbers', async () => {
    const time = timeTravel('2026-06-10T16:00:00.000Z');
    const { tenant, admin, did, is } = await watched();
    const risk = async () => (await admin.call(dids.get, { id: did.id })).body.reputation?.risk;
    const sweep = () => asSystem(tenant.id, 'test', () => sweepDue({ numberReputation }));
    await is({ risk: 'high' });
    time.forward({ minutes: 23 * 60 });
    await sweep();
    expect(await risk()).toBeUndefined();
    time.forward({ minutes: 2 * 60 });
    await eventually(async () => {
      await sweep();
      expect(await risk()).toBe('high');
    });
    await is({ risk: 'low' });
    time.forward({ minutes: 25 * 60 });
    await eventually(async () => {
      await sweep();
      expect(await risk()).toBe('low');
    });
  });

  it('keeps a number of a high risk out of draws, and says why', async () => {
    const { admin, tenant, did, is, sync } = await watched();
    const { body: group } = await admin.call(agentGroups.create, {
      name: 'Sales',
      agents: [{ agentId: tenant.agent.userId, role: 'member' }],
    });
    const { userId } = tenant.agent;
    const { body: desk } = await admin.call(pbx.createExtension, { number: '101', name: 'Desk', userId });
    await admin.call(didPools.create, {
      name: 'Florida',
      groupIds: [group.id],
      dids: [{ didId: did.id }],
    });
    const { body: lead } = await admin.call(leads.create, { lastName: 'Doe', phones: ['+13055550123'] });
    const next = () => admin.call(didPools.nextDid, { agentExtensionId: desk.id, leadId: lead.id });
    expect((await next()).status).toBe(200);
    await is({ risk: 'high', category: 'Scam' });
    await sync();
    const none = await next();
    expect([none.status, none.body.details]).toMatchObject([
      404,
      { passedOver: [{ didId: did.id, reason: 'It is flagged as spam.' }] },
    ]);
    await is({ risk: 'low' });
    await sync();
    expect((await next()).status).toBe(200);
  });

  it('can be asked to be looked at again, once, and tells what came of it', async () => {
    const { admin, did, is, sync, remedy } = await watched();
    await sync();
    const unlabelled = await remedy();
    expect([unlabelled.status, unlabelled.body.code]).toEqual([409, 'not_labelled']);
    await is({ risk: 'high', result: 'requires_review' });
    await sync();
    expect((await admin.call(carrierDids.telnyxRemedy, { id: did.id, purpose: 'Calls' })).status).toBe(400);
    const asked = await remedy();
    expect(asked.body.reputation?.remedy).toMatchObject({ state: 'in_progress', result: null });
    expect((await remedy()).body.code).toBe('under_way');
    expect((await sync()).reputation).toMatchObject({
      risk: 'high',
      remedy: { state: 'completed', result: 'requires_review' },
    });
    expect((await remedy()).status).toBe(200);
    const other = as((await freshTenant()).admin);
    expect((await other.call(carrierDids.telnyxRemedy, { id: did.id, purpose })).status).toBe(404);
  });

  it('that staff have noted can be asked about too, and a carrier that is down is told of', async () => {
    const { admin, did, remedy } = await watched();
    await admin.call(dids.update, { id: did.id, spamLabel: 'suspected' });
    await world.sandbox.script({ match: 'telnyx', provider: { down: true, status: 503 } });
    const down = await remedy();
    expect([down.status, down.body.code]).toEqual([502, 'provider_down']);
    await world.sandbox.ask('DELETE', '/sandbox/script');
    expect((await remedy()).body.reputation).toMatchObject({ risk: null, remedy: { state: 'in_progress' } });
  });
});
