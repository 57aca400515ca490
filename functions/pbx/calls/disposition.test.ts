import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { withFloor } from '#tests/support/agents-floor.ts';
import { as } from '#tests/support/tenant.ts';

/* How agents say that a call ended. */

const { pbx, calls, leads } = api;
const { floor } = withFloor();

type Caller = Awaited<ReturnType<typeof floor>>['agent'];
let numbers = 0;

/** A call of an agent to a new lead that has been. */
async function logged(agent: Caller, admin: Caller, more: { disposition?: string } = {}) {
  const phones = [`+1217555${String(++numbers).padStart(4, '0')}`];
  const { id: leadId } = (await admin.call(leads.create, { firstName: 'Ann', phones })).body;
  const { body } = await agent.call(calls.create, { leadId, start: false, ...more });
  return { id: body.id, leadId };
}

describe('a disposition', () => {
  it('is one of the codes where there are codes, with a time where the code wants one', async () => {
    const { admin, agent, talking } = await floor();
    const id = await talking();
    const dispose = (more: object) => agent.call(pbx.disposeCall, { id, disposition: 'sale', ...more });
    expect((await dispose({ disposition: 'Went well' })).body.disposition).toBe('Went well');
    await admin.call(pbx.initializeDispositions, {});
    expect((await dispose({ disposition: 'Went well' })).status).toBe(400);
    expect((await dispose({ disposition: 'callback' })).body.error).toBe('Please say when to call again.');
    expect((await dispose({ callbackAt: '2020-01-01T00:00:00.000Z' })).status).toBe(400);
    const callbackAt = '2026-06-11T16:00:00.000Z';
    const { body } = await dispose({ disposition: 'callback', notes: 'After lunch', callbackAt });
    expect(body).toMatchObject({ disposition: 'callback', notes: 'After lunch', callbackAt });
  });

  it('that is a sale wins the lead, by whichever call it is given, and only when it is', async () => {
    const { admin, agent } = await floor();
    await admin.call(pbx.initializeDispositions, {});
    const { id, leadId } = await logged(agent, admin);
    const status = async () => (await admin.call(leads.get, { id: leadId })).body.status;
    await agent.call(calls.update, { id, disposition: 'interested' });
    expect(await status()).toBe('new');
    await agent.call(calls.update, { id, disposition: 'sale' });
    expect(await status()).toBe('won');
    // A note that is added later wins nothing that was taken back meanwhile.
    await admin.call(leads.update, { id: leadId, status: 'contacted' });
    await agent.call(calls.update, { id, notes: 'Has called again' });
    expect(await status()).toBe('contacted');
    await agent.call(pbx.disposeCall, { id, disposition: 'sale' });
    expect(await status()).toBe('won');
    const other = await logged(agent, admin, { disposition: 'sale' });
    expect((await admin.call(leads.get, { id: other.leadId })).body.status).toBe('won');
  });

  it('wins no lead for whoever may change none', async () => {
    const { admin, agent, tenant } = await floor();
    await admin.call(pbx.initializeDispositions, {});
    const { id, leadId } = await logged(agent, admin);
    await admin.call(api.users.rolePermissions, {
      id: tenant.agent.userId,
      permissions: { 'leads.edit': false },
    });
    // It ends the sessions of before.
    const { body } = await as(tenant.agent).call(calls.update, { id, disposition: 'sale' });
    expect(body).toMatchObject({ disposition: 'sale' });
    expect((await admin.call(leads.get, { id: leadId })).body.status).toBe('new');
  });

  it('of a call about another agent’s lead leaves that as it is', async () => {
    const { admin, agent, colleagueId } = await floor();
    await admin.call(pbx.initializeDispositions, {});
    const { id, leadId } = await logged(agent, admin);
    await admin.call(leads.update, { id: leadId, ownerId: colleagueId });
    expect((await agent.call(pbx.disposeCall, { id, disposition: 'sale' })).body.disposition).toBe('sale');
    expect((await admin.call(leads.get, { id: leadId })).body.status).toBe('new');
  });
});
