import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { client } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { florida, withFloor } from '#tests/support/agents-floor.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as } from '#tests/support/tenant.ts';

/* Calls that agents make, from the product through the sandbox’s exchange and back. */

const { pbx } = api;
const { exchange, floor } = withFloor();

describe('a call that an agent makes', () => {
  it('is made by the exchange also when it is started in the call log, once they are signed in to the phone', async () => {
    const { agent, get } = await floor();
    const alone = await agent.call(api.calls.create, { phone: florida, start: true });
    expect(alone.body).toMatchObject({ status: 'queued', origin: null });
    const { phone, password: own } = (await agent.call(pbx.startPhoneSession, { device: 'browser' })).body;
    const atPhone = { authorization: `Bearer ${own}` };
    await exchange().ask('POST', `/sandbox/line/${phone}`, undefined, atPhone);
    const { body } = await agent.call(api.calls.create, {
      phone: '+13055550124',
      start: true,
      notes: 'Warm',
    });
    expect(body).toMatchObject({ notes: 'Warm', origin: { kind: 'agent' } });
    await eventually(async () => expect((await get(body.id)).live?.agentState).toBe('ringing'));
  });

  it('reads who calls, how the workspace stands and which exchange it has once each', async () => {
    const { agent, tenant } = await floor();
    const send = vi.spyOn(client, 'send');
    onTestFinished(() => send.mockRestore());
    expect((await agent.call(pbx.originateCall, { to: florida })).status).toBe(201);
    const asked = send.mock.calls.flatMap(([{ input }]) => {
      const { Key, RequestItems } = input as { Key?: { pk: string; sk: string }; RequestItems?: object };
      // The exchange tells of the call meanwhile, which reads the call and the agent's extension.
      if (Key?.pk === `$dealbell#tenantid_${tenant.id}`)
        return /^\$(tenant|exchangeplacement|compliancesettings)_/.test(Key.sk) ? [Key.sk] : [];
      return JSON.stringify(RequestItems ?? {}).includes('$session_') ? ['session'] : [];
    });
    expect(asked.sort()).toEqual(['$compliancesettings_1', '$exchangeplacement_1', '$tenant_1', 'session']);
  });

  it('shows the number of the extension; only an admin chooses another', async () => {
    const { agent, admin } = await floor();
    const asked = { to: florida, callerId: '+12125550100' };
    const refused = await agent.call(pbx.originateCall, asked);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'Your calls show the number of your extension. An admin can change it.' },
    ]);
    const made = await admin.call(pbx.originateCall, asked);
    expect([made.status, made.body.from]).toEqual([201, '+12125550100']);
  });

  it('shows a number of the pools of the agent’s groups, drawn once for one key, and why', async () => {
    const { agent, admin, tenant } = await floor();
    const { body: number } = await admin.call(api.dids.create, { phoneNumber: '+13055550177' });
    const { body: group } = await admin.call(api.agentGroups.create, {
      name: 'Sales',
      agents: [{ agentId: tenant.agent.userId, role: 'member' }],
    });
    await admin.call(api.didPools.create, {
      name: 'Florida',
      groupIds: [group.id],
      dids: [{ didId: number.id }],
      maxPerDay: 1,
    });
    const call = async (key: string) => (await agent.call(pbx.originateCall, { to: florida, key })).body;
    expect(await call('first')).toMatchObject({
      from: '+13055550177',
      numberReason: 'It has the lead’s area code 305. It is next by weight.',
    });
    expect((await call('first')).from).toBe('+13055550177');
    const { pools } = (await admin.call(api.didPools.stats, {})).body;
    expect(pools).toMatchObject([{ callsToday: 1, atLimit: 1 }]);
    await admin.call(pbx.hangUpCall, { id: (await call('first')).id });
    await eventually(async () => expect((await call('second')).from).toBe(''));
    const second = await admin.call(api.calls.get, { id: (await call('second')).id });
    expect(second.body).toMatchObject({
      numberReason: 'No number of the pools may be shown now.',
      numberPassedOver: [{ didId: number.id, reason: 'It was shown once today, which is the limit.' }],
    });
    const chosen = await admin.call(pbx.originateCall, {
      to: florida,
      callerId: '+12125550100',
      key: 'third',
    });
    expect(chosen.body).toMatchObject({ from: '+12125550100', numberReason: '' });
  });

  it('rings the agent, then the other party, and is one call for one key', async () => {
    const { agent, press, get, tenant } = await floor();
    const made = await agent.call(pbx.originateCall, { to: florida, key: 'once' });
    expect([made.status, made.body.status]).toEqual([201, 'queued']);
    const again = await agent.call(pbx.originateCall, { to: florida, key: 'once' });
    expect(again.body.id).toBe(made.body.id);
    const { id } = made.body;
    await eventually(async () => expect((await get(id)).live?.agentState).toBe('ringing'));
    await press('101', id, 'answer');
    await eventually(async () => expect((await get(id)).status).toBe('in-progress'));
    const active = await agent.call(pbx.activePbxCalls, {});
    expect(active.body).toMatchObject({ count: 1, calls: [{ id, live: { agentState: 'talking' } }] });
    expect((await agent.call(pbx.activeCallsOfTenant, {})).body).toEqual(active.body);
    await agent.call(pbx.hangUpCall, { id });
    await eventually(async () => expect((await get(id)).status).toBe('completed'));
    expect(await get(id)).toMatchObject({ live: null, legs: [{ agentId: tenant.agent.userId }] });
    expect((await agent.call(pbx.hangUpCall, { id })).status).toBe(200);
    const held = await agent.call(pbx.holdCall, { id, hold: true });
    expect([held.status, held.body.error]).toEqual([409, 'This call has ended.']);
  });

  it('is refused with the reason and the next time when the law forbids it now', async () => {
    const { agent } = await floor('2026-06-11T04:00:00.000Z');
    const refused = await agent.call(pbx.originateCall, { to: florida });
    expect(refused.body).toMatchObject({
      code: 'contact_refused',
      details: {
        nextAllowedAt: expect.any(String),
        reasons: expect.arrayContaining([expect.objectContaining({ code: 'too_early' })]),
      },
    });
    expect(refused.status).toBe(409);
  });

  it('is refused to who has no extension, is not signed in, or names a colleague’s', async () => {
    const { agent, admin, hangUpPhone, tenant } = await floor();
    const nobody = as(await tenant.user('agent', { username: 'nobody' }));
    expect((await nobody.call(pbx.originateCall, { to: florida })).body.code).toBe('no_extension');
    const { body } = await admin.call(pbx.listExtensions, { search: '102' });
    const theirs = await agent.call(pbx.originateCall, { to: florida, extensionId: body.extensions[0]!.id });
    expect(theirs.status).toBe(403);
    await hangUpPhone('101');
    const away = await agent.call(pbx.originateCall, { to: florida });
    expect([away.status, away.body.code]).toEqual([409, 'phone_not_signed_in']);
  });
});
