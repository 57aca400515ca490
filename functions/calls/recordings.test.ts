import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import { onlyRecording } from '#shared/model/recording.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { noteRecording, recordingKey, recordingWork } from './api.ts';

const { calls } = api;
const elsewhere = 'https://records.example.com/1.wav';

/** A call of the agent's whose recording lies in the bucket. */
async function recorded() {
  const tenant = await freshTenant();
  const time = timeTravel('2026-06-10T16:00:00.000Z');
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const colleague = as(await tenant.user('agent', { username: 'colleague' }));
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const { id } = (await agent.call(calls.create, { phone: '+13055550123', talkSeconds: 60 })).body;
  const store = async (recordingId: string, sound: string) => {
    await bucket('recordings').put(recordingKey(id, recordingId), sound, 'audio/wav');
    await noteRecording(id, recordingId, 60);
  };
  await inTenant(async () => {
    await store('rec_first', 'sound');
  });
  const isThere = (recordingId = 'rec_first') =>
    inTenant(async () => (await bucket('recordings').stat(recordingKey(id, recordingId))) !== undefined);
  const sweep = () => inTenant(() => recordingWork.look(id));
  const keepFor = (retentionDays: number) => admin.call(calls.updateRecordingSettings, { retentionDays });
  return { tenant, admin, agent, colleague, id, time, isThere, sweep, keepFor, store, inTenant };
}

describe('the recording of a call', () => {
  it('is heard by an address that is made when it is asked for, and the log keeps who asked', async () => {
    const { admin, agent, id } = await recorded();
    const shown = (await agent.call(calls.get, { id })).body;
    expect(shown).toMatchObject({ recorded: true, recordingUrl: null });
    const heard = await agent.call(calls.hearRecording, { id });
    expect(heard.status).toBe(200);
    expect(heard.body.recordings).toMatchObject([{ id: 'rec_first', seconds: 60 }]);
    expect(await (await fetch(heard.body.recordings[0]!.url)).text()).toBe('sound');
    // The log is read by an index, which is a moment late.
    await eventually(async () =>
      expect((await admin.call(api.audit.list, { action: 'recording.heard' })).body.entries).toMatchObject([
        { actor: { name: 'agent' }, target: { kind: 'call', id, name: '+13055550123' } },
      ]),
    );
  });

  it('is nothing to a colleague, to another tenant, and to who may see calls and not listen', async () => {
    const { admin, colleague, tenant, id } = await recorded();
    expect((await colleague.call(calls.hearRecording, { id })).status).toBe(404);
    expect((await colleague.call(calls.comments, { id })).status).toBe(404);
    expect((await as((await freshTenant()).admin).call(calls.hearRecording, { id })).status).toBe(404);
    const logged = await admin.call(calls.create, { phone: '+13055550124', recordingUrl: elsewhere });
    expect(logged.body).toMatchObject({ recorded: true, recordingUrl: elsewhere });
    const heard = (await admin.call(calls.hearRecording, { id: logged.body.id })).body.recordings;
    expect(heard).toMatchObject([{ url: elsewhere }]);
    const without = await tenant.user('agent', { username: 'deaf' });
    const permissions = { 'recordings.listen': false };
    const given = await admin.call(api.users.rolePermissions, {
      id: without.userId,
      role: 'agent',
      permissions,
    });
    expect(given.status).toBe(200);
    const deaf = as(without);
    const own = (await deaf.call(calls.create, { phone: '+13055550126', recordingUrl: elsewhere })).body;
    expect(own).toMatchObject({ recorded: true, recordingUrl: null });
    expect((await deaf.call(calls.get, { id: own.id })).status).toBe(200);
    expect((await deaf.call(calls.hearRecording, { id: own.id })).status).toBe(403);
    expect((await deaf.call(calls.addComment, { id: own.id, at: 1, text: 'x' })).status).toBe(403);
  });

  it('is not there for a call that was not recorded', async () => {
    const { agent } = await recorded();
    const { body } = await agent.call(calls.create, { phone: '+13055550125' });
    expect(body.recorded).toBe(false);
    expect((await agent.call(calls.hearRecording, { id: body.id })).body.error).toBe(
      'The recording was not found.',
    );
  });
});

describe('a call that was recorded more than once', () => {
  it('keeps each recording, told twice or not, and they are deleted together', async () => {
    const { agent, id, store, inTenant, keepFor, sweep, isThere, time } = await recorded();
    time.forward({ minutes: 1 });
    for (const _ of ['told', 'told again']) await inTenant(() => store('rec_aagain', 'more'));
    const { recordings } = (await agent.call(calls.hearRecording, { id })).body;
    expect(recordings.map((one) => one.id)).toEqual(['rec_first', 'rec_aagain']);
    const sounds = await Promise.all(recordings.map(async ({ url }) => (await fetch(url)).text()));
    expect(sounds).toEqual(['sound', 'more']);
    const second = await agent.call(calls.addComment, { id, recordingId: 'rec_aagain', at: 1, text: 'x' });
    expect(second.body.recordingId).toBe('rec_aagain');
    const first = await agent.call(calls.addComment, { id, at: 1, text: 'x' });
    expect(first.body.recordingId).toBe('rec_first');
    const nowhere = await agent.call(calls.addComment, { id, recordingId: 'rec_none', at: 1, text: 'x' });
    expect(nowhere.status).toBe(404);
    await keepFor(30);
    time.forward({ days: 31 });
    await sweep();
    expect([await isThere(), await isThere('rec_aagain')]).toEqual([false, false]);
  });

  it('still has the one that an earlier version stored without a name', async () => {
    const { agent, id, inTenant } = await recorded();
    await inTenant(() => bucket('recordings').put(recordingKey(id, onlyRecording), 'old', 'audio/wav'));
    const { recordings } = (await agent.call(calls.hearRecording, { id })).body;
    expect(recordings.map((one) => one.id)).toEqual([onlyRecording, 'rec_first']);
    expect(await (await fetch(recordings[0]!.url)).text()).toBe('old');
  });
});

describe('comments on a recording', () => {
  it('stand at their times, and are removed by who wrote them or an admin', async () => {
    const { admin, agent, id } = await recorded();
    await admin.call(calls.addComment, { id, at: 42.5, text: 'Good close' });
    const first = await agent.call(calls.addComment, { id, at: 3, text: ' Greeting ' });
    expect(first).toMatchObject({ status: 201, body: { at: 3, text: 'Greeting' } });
    expect((await agent.call(calls.addComment, { id, at: 3, text: ' ' })).status).toBe(400);
    const { comments } = (await agent.call(calls.comments, { id })).body;
    expect(comments.map(({ text }) => text)).toEqual(['Greeting', 'Good close']);
    const remove = (user: typeof agent, commentId: string) =>
      user.call(calls.removeComment, { id, commentId });
    expect((await remove(agent, comments[1]!.id)).status).toBe(403);
    expect((await remove(admin, comments[0]!.id)).status).toBe(200);
    expect((await remove(admin, comments[0]!.id)).status).toBe(404);
  });
});

describe('how long recordings are kept', () => {
  it('is for good where no term is set, and is looked at again within a week', async () => {
    const { sweep, isThere, time } = await recorded();
    time.forward({ days: 4_000 });
    expect(Number(await sweep()) - Date.parse('2026-06-10T16:00:00.000Z')).toBeLessThanOrEqual(
      4_008 * 86_400_000,
    );
    expect(await isThere()).toBe(true);
  });

  it('ends with the term, which a later change can shorten; the call stays and says so', async () => {
    const { admin, agent, id, keepFor, sweep, isThere, time } = await recorded();
    await agent.call(calls.addComment, { id, at: 3, text: 'Greeting' });
    expect((await agent.call(calls.recordingSettings, {})).status).toBe(403);
    await keepFor(365);
    time.forward({ days: 31 });
    expect(await sweep()).toBeGreaterThan(0);
    await keepFor(30);
    expect(await sweep()).toBeUndefined();
    expect(await isThere()).toBe(false);
    expect((await admin.call(calls.get, { id })).body).toMatchObject({ recorded: false, talkSeconds: 60 });
    expect((await admin.call(calls.hearRecording, { id })).status).toBe(404);
    // A look that is done twice finds nothing.
    expect(await sweep()).toBeUndefined();
  });

  it('is refused where it is no number of days, or was changed since', async () => {
    const { admin, keepFor } = await recorded();
    expect((await keepFor(-1)).status).toBe(400);
    expect((await keepFor(4_000)).status).toBe(400);
    const { version } = (await keepFor(90)).body;
    expect((await keepFor(60)).status).toBe(200);
    const late = await admin.call(calls.updateRecordingSettings, { retentionDays: 30, version });
    expect(late.status).toBe(409);
  });
});
