import { describe, expect, it } from 'vitest';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import { florida, withFloor } from '#tests/support/agents-floor.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as } from '#tests/support/tenant.ts';

/* A call that goes to a colleague or to somebody outside. */

const { pbx } = api;
const { floor } = withFloor();

describe('a call that is handed on', () => {
  it('is handed to a number outside once somebody there has answered', async () => {
    const { agent, talking, get } = await floor();
    const id = await talking();
    await agent.call(pbx.transferPbxCall, { id, target: '+13055550166', type: 'attended' });
    await eventually(async () =>
      expect((await get(id)).live?.transfer).toEqual({ target: '+13055550166', state: 'talking' }),
    );
    await agent.call(pbx.finishTransfer, { id, action: 'complete' });
    await eventually(async () => expect((await get(id)).live).toMatchObject({ transfer: null, held: false }));
  });

  it('goes to a colleague, who has a part of it, at once and after a talk', async () => {
    const { agent, colleague, colleagueId, tenant, talking, press, get } = await floor();
    const id = await talking();
    await agent.call(pbx.transferPbxCall, { id, target: '102', type: 'attended' });
    await eventually(async () => expect((await get(id)).live?.transfer?.state).toBe('ringing'));
    await press('102', id, 'answer');
    await eventually(async () => expect((await get(id)).live?.transfer?.state).toBe('talking'));
    expect((await get(id)).legs).toHaveLength(1);
    await agent.call(pbx.finishTransfer, { id, action: 'complete' });
    await eventually(async () => expect((await get(id)).legs).toHaveLength(2));
    const own = tenant.agent.userId;
    expect((await get(id)).legs.map(({ agentId }) => agentId)).toEqual([own, colleagueId]);
    await eventually(async () => expect((await get(id)).live?.transfer).toBe(null));
    expect((await agent.call(pbx.holdCall, { id, hold: true })).status).toBe(403);
    await colleague.call(pbx.transferPbxCall, { id, target: '101' });
    await press('101', id, 'answer');
    await eventually(async () => expect((await get(id)).legs).toHaveLength(3));
    const unknown = await agent.call(pbx.transferPbxCall, { id, target: '555' });
    expect(unknown.status).toBe(404);
    const emergency = await agent.call(pbx.transferPbxCall, { id, target: '911' });
    expect([emergency.status, emergency.body.error]).toEqual([
      400,
      '911 calls the emergency services. Only a telephone itself may dial it.',
    ]);
  });

  it('comes back to the agent when nobody takes up whom they put through, and is theirs again', async () => {
    const { agent, tenant, talking, press, get } = await floor();
    const id = await talking();
    await agent.call(pbx.transferPbxCall, { id, target: '102' });
    await press('102', id, 'decline');
    const own = tenant.agent.userId;
    await eventually(async () =>
      expect((await get(id)).live?.phones).toMatchObject([{ agentId: own, state: 'ringing' }]),
    );
    expect((await get(id)).legs.every(({ endedAt }) => endedAt)).toBe(true);
    await press('101', id, 'answer');
    await eventually(async () =>
      expect((await get(id)).legs.at(-1)).toMatchObject({ agentId: own, endedAt: null }),
    );
    expect(await get(id)).toMatchObject({ status: 'in-progress', live: { transfer: null } });
  });

  it('has whom a colleague asks before a transfer talk in it, who has nothing to wrap up afterwards', async () => {
    const { agent, colleagueId, tenant, talking, press, get, inTenant } = await floor();
    const id = await talking();
    await agent.call(pbx.transferPbxCall, { id, target: '102', type: 'attended' });
    await eventually(async () => expect((await get(id)).live?.transfer?.state).toBe('ringing'));
    await press('102', id, 'answer');
    await eventually(async () => expect((await get(id)).live?.transfer?.state).toBe('talking'));
    await agent.call(pbx.finishTransfer, { id, action: 'cancel' });
    await eventually(async () => expect((await get(id)).live?.transfer).toBe(null));
    const told = await inTenant(async () => {
      const { tenantId, entityId } = { tenantId: tenant.id, entityId: id };
      const { data } = await Events.query
        .byEntity({ tenantId, entityId })
        .go({ consistent: true, pages: 'all' });
      return data
        .filter(({ type }) => type === 'call.agents')
        .flatMap(
          ({ data: of }) =>
            (of as { agents: { agentId: string; talking: boolean; wrapsUp?: boolean }[] }).agents,
        )
        .filter(({ agentId }) => agentId === colleagueId);
    });
    expect(told).toMatchObject([{ talking: true }, { talking: false, wrapsUp: false }]);
  });

  it('tells whom it is handed to of the lead and its notes, and nobody else', async () => {
    const { tenant, admin, agent, colleague, press, get } = await floor();
    const third = as(await tenant.user('agent', { username: 'third' }));
    const { body: lead } = await admin.call(api.leads.create, {
      firstName: 'Alma',
      lastName: 'Rivera',
      company: 'Rivera & Co.',
      phones: [florida],
      ownerId: tenant.agent.userId,
    });
    await agent.call(api.leads.addNote, { id: lead.id, text: 'Asks about the east roof' });
    const { id } = (await agent.call(pbx.originateCall, { leadId: lead.id })).body;
    await press('101', id, 'answer');
    await eventually(async () => expect((await get(id)).status).toBe('in-progress'));
    expect((await colleague.call(pbx.handoverOfCall, { id })).status).toBe(404);
    await agent.call(pbx.transferPbxCall, { id, target: '102', type: 'attended' });
    await eventually(async () => expect((await get(id)).live?.phones).toHaveLength(2));
    // Before it is answered, and while they talk.
    for (const then of ['answer', undefined]) {
      expect((await colleague.call(pbx.handoverOfCall, { id })).body).toMatchObject({
        from: { agentId: tenant.agent.userId },
        lead: {
          name: 'Alma Rivera',
          company: 'Rivera & Co.',
          notes: [{ text: 'Asks about the east roof', by: expect.any(String) }],
        },
      });
      expect((await colleague.call(pbx.activePbxCalls, {})).body.calls).toMatchObject([{ id }]);
      expect((await third.call(pbx.activePbxCalls, {})).body.calls).toEqual([]);
      expect((await third.call(pbx.handoverOfCall, { id })).status).toBe(404);
      if (then) await press('102', id, then);
    }
    await eventually(async () => expect((await get(id)).live?.transfer?.state).toBe('talking'));
    // It is not theirs yet to end or to hold.
    for (const act of [
      colleague.call(pbx.hangUpCall, { id }),
      colleague.call(pbx.holdCall, { id, hold: true }),
      colleague.call(pbx.finishTransfer, { id, action: 'complete' }),
    ])
      expect((await act).body.error).toBe('Your colleague has this call until it is handed over to you.');
    await press('102', id, 'hangup');
    await eventually(async () => expect((await get(id)).live?.transfer).toBe(null));
    expect((await colleague.call(pbx.handoverOfCall, { id })).status).toBe(404);
  });

  it('is not put through to oneself or to who is on a call, and says so', async () => {
    const { agent, colleague, talking, press, get } = await floor();
    const id = await talking();
    const own = await agent.call(pbx.transferPbxCall, { id, target: '101' });
    expect([own.status, own.body.code]).toEqual([409, 'own_extension']);
    const { body } = await colleague.call(pbx.originateCall, { to: '+13055550124' });
    await press('102', body.id, 'answer');
    await eventually(async () => expect((await get(body.id)).live?.agentState).toBe('talking'));
    const busy = await agent.call(pbx.transferPbxCall, { id, target: '102' });
    expect([busy.status, busy.body.error]).toEqual([409, 'Whoever is at extension 102 is on a call now.']);
  });
});
