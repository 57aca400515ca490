import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { phoneNameOf, putNumber, putPhone } from '#functions/telephony/api.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { followClock, withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/* Calls of agents, from the product through the sandbox's exchange and back. */

const { pbx } = api;
const florida = '+13055550123';
const ours = '+15615550100';
const password = 'password-of-a-phone';

const exchange = withSandboxExchange();
let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = exchange();
  await sandbox.ask('DELETE', '/sandbox/script');
  await sandbox.script({ match: florida, call: { result: 'answered', afterMs: 0 } });
});

/** A tenant at an instant, else noon in New York, with agents who are signed in to their phones. */
async function floor(at = '2026-06-10T16:00:00.000Z') {
  const tenant = await freshTenant();
  timeTravel(at);
  await followClock(sandbox);
  const admin = as(tenant.admin);
  const colleague = await tenant.user('agent', { username: 'colleague' });
  const phones: Record<string, string> = {};
  const authorization = { authorization: `Bearer ${password}` };
  async function signIn(user: TestUser, number: string) {
    await admin.call(pbx.createExtension, { number, name: number, userId: user.userId });
    const phone = await asSystem(tenant.id, 'test', async () => {
      const settings = { name: number, password, callerId: null, expiresAt: null };
      await putPhone(phoneNameOf(number), settings);
      return phoneNameOf(number);
    });
    phones[number] = phone;
    await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, authorization);
  }
  await signIn(tenant.agent, '101');
  await signIn(colleague, '102');
  await signIn(tenant.admin, '100');
  const agent = as(tenant.agent);
  const press = (number: string, callId: string, action: string) =>
    sandbox.ask('POST', `/sandbox/line/${phones[number]}/calls`, { callId, action }, authorization);
  const get = async (id: string) => (await admin.call(api.calls.get, { id })).body;
  return {
    tenant,
    admin,
    agent,
    colleague: as(colleague),
    colleagueId: colleague.userId,
    press,
    get,
    inTenant: <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work),
    hangUpPhone: (number: string) =>
      sandbox.ask('DELETE', `/sandbox/line/${phones[number]}`, undefined, authorization),
    /** A call on which the agent talks with Florida. */
    talking: async () => {
      const { body } = await agent.call(pbx.originateCall, { to: florida });
      await press('101', body.id, 'answer');
      await eventually(async () => expect((await get(body.id)).status).toBe('in-progress'));
      return body.id;
    },
  };
}

describe('a call that an agent makes', () => {
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

  it('is made by the exchange also when it is started in the call log, once they are signed in to the phone', async () => {
    const { agent, get } = await floor();
    const alone = await agent.call(api.calls.create, { phone: florida, start: true });
    expect(alone.body).toMatchObject({ status: 'queued', origin: null });
    const { phone, password: own } = (await agent.call(pbx.startPhoneSession, { device: 'browser' })).body;
    const atPhone = { authorization: `Bearer ${own}` };
    await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, atPhone);
    const { body } = await agent.call(api.calls.create, {
      phone: '+13055550124',
      start: true,
      notes: 'Warm',
    });
    expect(body).toMatchObject({ notes: 'Warm', origin: { kind: 'agent' } });
    await eventually(async () => expect((await get(body.id)).live?.agentState).toBe('ringing'));
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

  it('is left no message from another address than the product’s own', async () => {
    const { agent, talking } = await floor();
    const id = await talking();
    for (const audioUrl of ['http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', 'no address']) {
      const { status, body } = await agent.call(pbx.dropVoicemail, { id, audioUrl });
      expect([status, body]).toMatchObject([400, { details: { field: 'audioUrl' } }]);
    }
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

describe('a call that goes on', () => {
  it('is held and taken back', async () => {
    const { agent, talking, get } = await floor();
    const id = await talking();
    for (const hold of [true, true, false]) {
      expect((await agent.call(pbx.holdCall, { id, hold })).status).toBe(200);
      await eventually(async () => expect((await get(id)).live?.held).toBe(hold));
    }
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

  it('is nothing to a colleague, and is supervised by admins alone', async () => {
    const { admin, agent, colleague, talking, press, get } = await floor();
    const id = await talking();
    const audited = async () =>
      (await admin.call(api.audit.list, { action: 'call.supervised' })).body.entries;
    for (const act of [
      colleague.call(pbx.holdCall, { id, hold: true }),
      colleague.call(pbx.hangUpCall, { id }),
      colleague.call(pbx.recordCall, { id, action: 'start' }),
    ])
      expect((await act).status).toBe(404);
    for (const one of [agent, colleague])
      expect((await one.call(pbx.superviseCall, { id, mode: 'listen' })).status).toBe(403);
    expect(await audited()).toEqual([]);
    await admin.call(pbx.superviseCall, { id, mode: 'listen' });
    await press('100', id, 'answer');
    await eventually(async () =>
      expect((await get(id)).live?.supervisors).toMatchObject([{ mode: 'listen' }]),
    );
    expect((await agent.call(api.calls.get, { id })).body.live?.supervisors).toEqual([]);
    await admin.call(pbx.superviseCall, { id, mode: 'whisper' });
    await eventually(async () =>
      expect((await get(id)).live?.supervisors).toMatchObject([{ mode: 'whisper' }]),
    );
    await admin.call(pbx.superviseCall, { id, mode: 'stop' });
    await eventually(async () => expect((await get(id)).live?.supervisors).toEqual([]));
    const whispered = `Asked to whisper on Agent Tester’s call with ${florida}`;
    expect(await audited()).toMatchObject([{ target: { kind: 'call', id }, summary: whispered }, {}]);
  });
});

describe('a recording', () => {
  it('lies in the bucket once the call is over, and is heard', async () => {
    const { agent, talking, press, get } = await floor();
    const id = await talking();
    await agent.call(pbx.recordCall, { id, action: 'start' });
    await eventually(async () => expect((await get(id)).live?.recording).toBe('on'));
    await press('101', id, 'hangup');
    await eventually(async () => expect((await get(id)).recorded).toBe(true));
    const { recordings } = (await agent.call(api.calls.hearRecording, { id })).body;
    expect((await (await fetch(recordings[0]!.url)).text()).slice(0, 4)).toBe('RIFF');
  });

  it('begins when everybody has heard of it, where the law of either end may ask for that', async () => {
    const { admin, agent, tenant, press, get } = await floor();
    const { body: lead } = await admin.call(api.leads.create, {
      phones: [{ number: florida }],
      ownerId: tenant.agent.userId,
    });
    const { id } = (await agent.call(pbx.originateCall, { leadId: lead.id })).body;
    await press('101', id, 'answer');
    await eventually(async () => expect((await get(id)).status).toBe('in-progress'));
    await agent.call(pbx.recordCall, { id, action: 'start' });
    expect(await get(id)).toMatchObject({ recordingAnnouncedAt: null, live: { recording: 'off' } });
    await eventually(async () => expect((await get(id)).live?.recording).toBe('on'));
    expect((await get(id)).recordingAnnouncedAt).not.toBeNull();
    const { entries } = (await admin.call(api.leads.timeline, { id: lead.id })).body;
    const heard = entries.filter(({ text }) => text.endsWith('everybody heard that it is recorded'));
    expect(heard).toHaveLength(1);
  });

  it('begins without a word where the workspace says so', async () => {
    const { admin, agent, talking, get } = await floor();
    await admin.call(api.calls.updateRecordingSettings, { announcing: 'off' });
    const id = await talking();
    await agent.call(pbx.recordCall, { id, action: 'start' });
    await eventually(async () => expect((await get(id)).live?.recording).toBe('on'));
    expect((await get(id)).recordingAnnouncedAt).toBeNull();
  });

  it('is another one when it begins again in the same call, and no act tells where they are', async () => {
    const { agent, talking, press, get } = await floor();
    const id = await talking();
    for (const _ of ['first', 'second']) {
      await agent.call(pbx.recordCall, { id, action: 'start' });
      await eventually(async () => expect((await get(id)).live?.recording).toBe('on'));
      await agent.call(pbx.recordCall, { id, action: 'stop' });
      await eventually(async () => expect((await get(id)).live?.recording).toBe('off'));
    }
    await eventually(async () => {
      const { recordings = [] } = (await agent.call(api.calls.hearRecording, { id })).body;
      expect(recordings).toHaveLength(2);
    });
    const [active] = (await agent.call(pbx.activePbxCalls, {})).body.calls;
    expect(active).toMatchObject({ id, recorded: true, recordingUrl: null });
    const held = (await agent.call(pbx.holdCall, { id, hold: true })).body;
    expect(held).toMatchObject({ recorded: true, recordingUrl: null });
    await press('101', id, 'hangup');
  });
});

describe('a call that comes in', () => {
  it('belongs to the lead that has the number, and to the agent who takes it up', async () => {
    const { admin, agent, inTenant, press, get, tenant } = await floor();
    const { body: lead } = await admin.call(api.leads.create, {
      firstName: 'Mary',
      phones: [{ number: florida }],
      ownerId: tenant.agent.userId,
    });
    await inTenant(() => putNumber(ours, { to: { phone: phoneNameOf('101') } }));
    const { body } = await sandbox.ask<{ callId: string }>('POST', '/sandbox/phone/call', {
      from: florida,
      to: ours,
    });
    const id = body.callId;
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
    const callIn = async (from: string, to = number) => {
      const answer = await sandbox.ask<{ callId: string; error?: string }>('POST', '/sandbox/phone/call', {
        from,
        to,
      });
      return answer;
    };
    const ringing = async (from: string) => {
      const id = (await callIn(from)).body.callId;
      await eventually(async () => expect((await own.get(id)).live?.agentState).toBe('ringing'));
      return id;
    };
    const answered = async (id: string) => {
      await own.press('101', id, 'answer');
      await eventually(async () => expect((await own.get(id)).status).toBe('in-progress'));
    };
    const lead = async (id: string) => (await own.admin.call(api.leads.get, { id })).body;
    return { ...own, number, callIn, ringing, answered, lead };
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
    const { admin, callIn, number, get } = await reception();
    expect(await callIn('+17865550114', '+15615550999')).toMatchObject({ status: 404 });
    const { body } = await admin.call(api.dids.list, { search: number });
    await admin.call(api.dids.update, { id: body.dids[0]!.id, route: null });
    expect(await callIn('+17865550114')).toMatchObject({ status: 404 });
    const desk = (await admin.call(pbx.createExtension, { number: '190', name: 'Desk' })).body;
    const route = { kind: 'extension' as const, extensionId: desk.id };
    await admin.call(api.dids.update, { id: body.dids[0]!.id, route });
    const { callId } = (await callIn('+17865550114')).body;
    await eventually(async () => expect((await get(callId)).status).toBe('no-answer'));
  });
});

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
});
