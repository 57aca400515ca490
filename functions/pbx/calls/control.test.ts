import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { florida, withFloor } from '#tests/support/agents-floor.ts';
import { eventually } from '#tests/support/eventually.ts';

/* What agents and admins do with a call that goes on. */

const { pbx } = api;
const { floor } = withFloor();

describe('a call that goes on', () => {
  it('is held and taken back', async () => {
    const { agent, talking, get } = await floor();
    const id = await talking();
    for (const hold of [true, true, false]) {
      expect((await agent.call(pbx.holdCall, { id, hold })).status).toBe(200);
      await eventually(async () => expect((await get(id)).live?.held).toBe(hold));
    }
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

  it('is left no message from another address than the product’s own', async () => {
    const { agent, talking } = await floor();
    const id = await talking();
    for (const audioUrl of ['http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', 'no address']) {
      const { status, body } = await agent.call(pbx.dropVoicemail, { id, audioUrl });
      expect([status, body]).toMatchObject([400, { details: { field: 'audioUrl' } }]);
    }
  });
});
