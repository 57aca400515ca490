import { describe, expect, it } from 'vitest';
import { phoneNameOf, putNumber } from '#functions/telephony/api.ts';
import { api } from '#shared/api/index.ts';
import { florida, withFloor } from '#tests/support/agents-floor.ts';
import { eventually } from '#tests/support/eventually.ts';

/* Calls that come in, from the sandbox’s exchange to the product. */

const { pbx } = api;
const { callIn, floor } = withFloor();

const ours = '+15615550100';

describe('a call that comes in', () => {
  it('belongs to the lead that has the number, and to the agent who takes it up', async () => {
    const { admin, agent, inTenant, press, get, tenant } = await floor();
    const { body: lead } = await admin.call(api.leads.create, {
      firstName: 'Mary',
      phones: [{ number: florida }],
      ownerId: tenant.agent.userId,
    });
    await inTenant(() => putNumber(ours, { to: { phone: phoneNameOf('101') } }));
    const id = (await callIn(florida, ours)).body.callId;
    await eventually(async () => expect((await get(id)).live?.agentState).toBe('ringing'));
    expect(await get(id)).toMatchObject({ direction: 'inbound', from: florida, to: ours, leadId: lead.id });
    expect((await agent.call(pbx.answerCall, { id })).status).toBe(200);
    await eventually(async () => expect((await get(id)).status).toBe('in-progress'));
    expect((await get(id)).legs).toMatchObject([{ agentId: tenant.agent.userId }]);
    await press('101', id, 'hangup');
    await eventually(async () => expect((await get(id)).status).toBe('completed'));
  });
});

describe('a call to a number of the workspace', () => {
  let line = 200;

  /** A floor with a number of its own that rings the agent's extension, and callers. */
  async function reception() {
    const own = await floor();
    const number = `+15615550${line++}`;
    const { body } = await own.admin.call(pbx.listExtensions, { search: '101' });
    const route = { kind: 'extension' as const, extensionId: body.extensions[0]!.id };
    expect((await own.admin.call(api.dids.create, { phoneNumber: number, route })).status).toBe(201);
    const ringing = async (from: string) => {
      const id = (await callIn(from, number)).body.callId;
      await eventually(async () => expect((await own.get(id)).live?.agentState).toBe('ringing'));
      return id;
    };
    const answered = async (id: string) => {
      await own.press('101', id, 'answer');
      await eventually(async () => expect((await own.get(id)).status).toBe('in-progress'));
    };
    const lead = async (id: string) => (await own.admin.call(api.leads.get, { id })).body;
    return { ...own, number, ringing, answered, lead };
  }

  it('makes a lead of a caller whom nobody knows, who is the agent’s who answers', async () => {
    const { ringing, answered, get, lead, press, tenant } = await reception();
    const id = await ringing('+17865550111');
    const { leadId } = await get(id);
    expect(await lead(leadId!)).toMatchObject({
      phones: [{ number: '+17865550111' }],
      source: 'Inbound call',
      ownerId: null,
    });
    await answered(id);
    await eventually(async () => expect((await lead(leadId!)).ownerId).toBe(tenant.agent.userId));
    await press('101', id, 'hangup');
    await eventually(async () => expect((await get(id)).status).toBe('completed'));
    // The same person calls again: no second lead.
    const again = await ringing('+17865550111');
    expect((await get(again)).leadId).toBe(leadId);
  });

  it('shows who calls before it is answered, and leaves a colleague’s lead with them', async () => {
    const { admin, agent, ringing, answered, get, lead, tenant, colleagueId } = await reception();
    const { body: mary } = await admin.call(api.leads.create, {
      firstName: 'Mary',
      lastName: 'Moe',
      phones: ['+17865550112'],
      ownerId: colleagueId,
    });
    const id = await ringing('+17865550112');
    const seen = (await admin.call(api.calls.get, { id })).body;
    expect(seen).toMatchObject({ leadId: mary.id, leadName: 'Mary Moe', status: 'ringing' });
    expect((await agent.call(api.calls.get, { id })).body).toMatchObject({ leadId: null, leadName: '' });
    await answered(id);
    await eventually(async () =>
      expect((await get(id)).legs).toMatchObject([{ agentId: tenant.agent.userId }]),
    );
    expect((await lead(mary.id)).ownerId).toBe(colleagueId);
  });

  it('guesses no lead where several have the number, and makes none', async () => {
    const { admin, ringing, get } = await reception();
    await admin.call(api.leads.updateSettings, { allowDuplicatePhones: true });
    for (const lastName of ['One', 'Two'])
      await admin.call(api.leads.create, { lastName, phones: ['+17865550113'] });
    const id = await ringing('+17865550113');
    expect((await get(id)).leadId).toBeNull();
    expect((await admin.call(api.leads.list, { limit: 50 })).body.leads).toHaveLength(2);
  });

  it('is refused where the number is nobody’s or leads nowhere, and ends where nobody is at the phone', async () => {
    const { admin, number, get } = await reception();
    expect(await callIn('+17865550114', '+15615550999')).toMatchObject({ status: 404 });
    const { body } = await admin.call(api.dids.list, { search: number });
    await admin.call(api.dids.update, { id: body.dids[0]!.id, route: null });
    expect(await callIn('+17865550114', number)).toMatchObject({ status: 404 });
    const desk = (await admin.call(pbx.createExtension, { number: '190', name: 'Desk' })).body;
    const route = { kind: 'extension' as const, extensionId: desk.id };
    await admin.call(api.dids.update, { id: body.dids[0]!.id, route });
    const { callId } = (await callIn('+17865550114', number)).body;
    await eventually(async () => expect((await get(callId)).status).toBe('no-answer'));
  });
});
