import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { ivr, pbx, dialplans } = api;
const hangup = { digit: '0', label: 'Bye', action: 'hangup', target: null } as const;

async function menus() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Sales' });
  const option = { digit: '1', label: 'Sales', action: 'queue', target: queue.body.id } as const;
  const made = await admin.call(ivr.create, {
    name: 'Main',
    prompt: 'For sales, press 1.',
    options: [option],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  /** A plan that plays the menu. */
  const planPlaying = (name: string) =>
    admin.call(dialplans.create, {
      name,
      config: {
        nodes: [
          { id: 'start', type: 'start', position: { x: 0, y: 0 } },
          { id: 'menu', type: 'ivr', position: { x: 0, y: 90 }, data: { ivrId: id } },
        ],
        edges: [{ id: 'one', source: 'start', sourceHandle: 'next', target: 'menu' }],
      },
    });
  return { tenant, admin, agent, made: made.body, id, option, queueId: queue.body.id, planPlaying };
}

describe('an IVR menu', () => {
  it('has what may be left out by default', async () => {
    const { made, option } = await menus();
    expect(made).toMatchObject({
      promptType: 'tts',
      voice: 'Joanna',
      maxRetries: 3,
      timeout: 5,
      invalidPrompt: '',
      options: [option],
      usedBy: [],
    });
  });

  it('is found by its name and its prompt, and is read by agents alone', async () => {
    const { agent, id } = await menus();
    for (const search of ['mai', 'press 1'])
      expect((await agent.call(ivr.list, { search })).body.menus).toMatchObject([{ id }]);
    expect((await agent.call(ivr.list, { search: 'nothing' })).body.menus).toEqual([]);
    expect((await agent.call(ivr.update, { id, name: 'Mine' })).status).toBe(403);
  });

  it.each([
    [{ name: ' ' }, 'Please enter a name.'],
    [{ prompt: '' }, 'Please write what callers hear.'],
    [{ maxRetries: 6 }, expect.stringContaining('At most 5.')],
    [{ timeout: 31 }, expect.stringContaining('At most 30.')],
    [{ options: [hangup, { ...hangup, label: 'Again' }] }, 'The key 0 does two things. Please choose one.'],
    [{ options: [{ ...hangup, digit: '11' }] }, expect.stringContaining('Please choose a key.')],
    [{ options: [{ digit: '1', label: '', action: 'number', target: '+12' }] }, expect.any(String)],
  ])('is refused with %j', async (wrong, sentence) => {
    const { admin } = await menus();
    const input = { name: 'Other', prompt: 'Hello', ...wrong } as never;
    const { status, body } = await admin.call(ivr.create, input);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('has a name of its own, and numbers in E.164', async () => {
    const { admin, id } = await menus();
    const other = await admin.call(ivr.create, { name: 'MAIN', prompt: 'Hello' });
    expect([other.status, other.body.error]).toEqual([409, 'There is a menu named “Main” already.']);
    const number = { digit: '#', label: '', action: 'number', target: '(305) 555-0123' } as const;
    const { body } = await admin.call(ivr.update, { id, options: [number] });
    expect(body.options).toEqual([{ ...number, target: '+13055550123' }]);
  });

  it('is changed in what is given, unless somebody was quicker, and also when its queue is gone', async () => {
    const { admin, id, option, queueId } = await menus();
    expect((await admin.call(ivr.update, { id, version: 1, timeout: 9 })).body).toMatchObject({
      name: 'Main',
      timeout: 9,
      version: 2,
    });
    expect((await admin.call(ivr.update, { id, version: 1, name: 'Late' })).status).toBe(409);
    await admin.call(pbx.removeQueue, { id: queueId });
    expect((await admin.call(ivr.update, { id, options: [option, hangup] })).status).toBe(200);
    expect(
      (await admin.call(ivr.create, { name: 'New', prompt: 'Hi', options: [option] })).body,
    ).toMatchObject({
      code: 'unknown_reference',
    });
  });

  it('plays a recording instead of a text, which is not removed while it does', async () => {
    const { admin, id } = await menus();
    const none = await admin.call(ivr.update, { id, promptType: 'recording' });
    expect([none.status, none.body.error]).toEqual([400, 'Please choose a recording.']);
    const { body: recording } = await admin.call(api.recordings.create, { name: 'Welcome' });
    const recorded = { promptType: 'recording', recordingId: recording.id, prompt: '' } as const;
    expect((await admin.call(ivr.update, { id, ...recorded })).body).toMatchObject(recorded);
    const { status, body } = await admin.call(api.recordings.remove, { id: recording.id });
    expect([status, body.error]).toEqual([409, 'This recording is used by “Main”. Take it out there first.']);
    const blank = await admin.call(ivr.update, { id, promptType: 'tts' });
    expect(blank.body.error).toBe('Please write what callers hear.');
    await admin.call(ivr.update, { id, promptType: 'tts', prompt: 'Press 1.' });
    expect((await admin.call(api.recordings.remove, { id: recording.id })).status).toBe(200);
  });

  it('tells which plans play it, and is not removed while one does', async () => {
    const { admin, id, planPlaying } = await menus();
    const plans = [await planPlaying('Night'), await planPlaying('Day')];
    expect((await admin.call(ivr.get, { id })).body.usedBy.map(({ name }) => name)).toEqual(['Day', 'Night']);
    const { status, body } = await admin.call(ivr.remove, { id });
    expect([status, body.code, body.error]).toEqual([
      409,
      'menu_in_use',
      'This menu is used by “Day”, “Night”. Take it out there first.',
    ]);
    for (const plan of plans) await admin.call(dialplans.remove, { id: plan.body.id });
    expect((await admin.call(ivr.remove, { id })).body.message).toBe('“Main” has been removed.');
    expect((await admin.call(ivr.get, { id })).body.error).toBe('The IVR menu was not found.');
  });
});
