import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { florida, withFloor } from '#tests/support/agents-floor.ts';
import { eventually } from '#tests/support/eventually.ts';

/* Recordings of calls, from the product through the sandbox’s exchange and back. */

const { pbx } = api;
const { floor } = withFloor();

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
