import { expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { segmentsWith } from '#shared/model/transcript.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { noteRecording, recordingWork } from '../api.ts';
import { segmentsOfItems } from './providers/segments.ts';
import { transcribe } from './providers/transcribe.ts';
import { findTranscript, segmentsOf } from './store.ts';
import { callTranscriptWork } from './work.ts';

const { calls } = api;
const phone = '+13055550123';

/** A workspace whose recordings are written down, and a call of its agent's. */
async function recorded(transcriber: 'none' | 'transcribe' = 'transcribe') {
  const sandbox = await TestSandbox.open();
  vi.stubEnv('SANDBOX_URL', sandbox.origin);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
  });
  const tenant = await freshTenant();
  const time = timeTravel('2026-06-10T16:00:00.000Z');
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  await admin.call(calls.updateRecordingSettings, { transcriber });
  const { id } = (await agent.call(calls.create, { phone, talkSeconds: 60 })).body;
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  await inTenant(() => noteRecording(id, 'rec_first', 60));
  return {
    sandbox,
    tenant,
    time,
    admin,
    agent,
    id,
    inTenant,
    look: () => inTenant(() => callTranscriptWork.look(`${id} rec_first`)),
    record: () => inTenant(() => findTranscript(id, 'rec_first')),
    read: async () => (await agent.call(calls.readTranscripts, { id })).body.transcripts[0]!,
  };
}

it('a recording is written down, read by who may listen and nobody else, and the log keeps who read it', async () => {
  const { admin, agent, tenant, time, id, look, read } = await recorded();
  expect(await read()).toMatchObject({ recordingId: 'rec_first', state: 'waiting', segments: [] });
  expect(await look()).toBeTypeOf('number');
  expect(await read()).toMatchObject({ state: 'asked' });
  expect(await look()).toBeUndefined();
  const { state, segments } = await read();
  expect(state).toBe('done');
  expect(segments.slice(2, 5)).toMatchObject([
    { speaker: '2', start: 3, text: 'Yes, I have a few minutes.' },
    { speaker: '1', start: 6, text: 'You asked us about a new roof last week.' },
    { speaker: '2', text: 'That is right.' },
  ]);
  const colleague = as(await tenant.user('agent', { username: 'colleague' }));
  expect((await colleague.call(calls.readTranscripts, { id })).status).toBe(404);
  expect((await as((await freshTenant()).admin).call(calls.readTranscripts, { id })).status).toBe(404);
  const readers = async () => (await admin.call(api.audit.list, { action: 'transcript.read' })).body.entries;
  const entry = { actor: { name: 'agent' }, target: { kind: 'call', id } };
  // A page that asks again and again is one reader; an hour later, and somebody else, is another.
  await read();
  await eventually(async () => expect(await readers()).toMatchObject([entry]));
  await admin.call(calls.readTranscripts, { id });
  const both = [{ actor: { name: tenant.admin.username } }, entry];
  await eventually(async () => expect(await readers()).toMatchObject(both));
  time.forward({ minutes: 60 });
  await read();
  await eventually(async () => expect(await readers()).toHaveLength(3));
  expect((await agent.call(calls.makeTranscript, { id, recordingId: 'rec_first' })).status).toBe(403);
});

it('a job is begun once, whatever was killed, and a busy provider is asked again later', async () => {
  const { sandbox, id, tenant, look, record } = await recorded();
  vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:9');
  expect(await look()).toBeTypeOf('number');
  expect(await record()).toMatchObject({ state: 'waiting', tries: 1 });
  vi.stubEnv('SANDBOX_URL', sandbox.origin);
  // Begun by a worker that died before it had written that down.
  const key = `recordings/${tenant.id}/${id}.rec_first.wav`;
  await transcribe.begin(`t${tenant.id}-${id}-rec_first-0`, { bucket: 'files', key });
  await look();
  expect(await record()).toMatchObject({ state: 'asked', tries: 0 });
  await look();
  expect(await record()).toMatchObject({ state: 'done' });
  // What the provider made of it is gone there, and a look too many changes nothing.
  await expect(transcribe.hear(`t${tenant.id}-${id}-rec_first-0`)).rejects.toThrow("couldn't be found");
  expect(await look()).toBeUndefined();
});

it('the sandbox writes down what the script of whoever was called has', async () => {
  const { sandbox } = await recorded();
  const says = [
    { by: 'us', text: 'Good morning.' },
    { by: 'them', text: 'No, thank you.' },
  ] as const;
  const call = { result: 'answered' as const, afterMs: 0 };
  await sandbox.script({ match: phone, call: { ...call, says: [...says] } });
  const callback = { callbackUrl: 'http://127.0.0.1:9/none', secret: 'a secret of sixteen' };
  const order = { callId: 'cal_scripted', to: phone, maxRingSeconds: 20, ...callback };
  const authorization = { authorization: 'Bearer sandbox-1' };
  await sandbox.ask('POST', '/exchange/v1/calls', order, authorization);
  const file = { bucket: 'files', key: 'recordings/1/cal_scripted.rec_first.wav' };
  await transcribe.begin('scripted', file);
  expect(await transcribe.hear('scripted')).toMatchObject({
    state: 'done',
    segments: [
      { speaker: '1', text: 'Good morning.' },
      { speaker: '2', text: 'No, thank you.' },
    ],
  });
  await sandbox.script({ match: phone, call: { ...call, says: [] } });
  expect(await transcribe.hear('scripted')).toEqual({
    state: 'failed',
    reason: 'Nobody speaks in the media file.',
  });
});

it('what could not be written down says why, and an admin has it tried again', async () => {
  const one = await recorded();
  const failing = (await one.agent.call(calls.create, { phone: '+13055550177', talkSeconds: 9 })).body.id;
  await one.inTenant(async () => {
    await noteRecording(failing, 'rec_second', 9);
    await callTranscriptWork.look(`${failing} rec_second`);
    await transcribe.forget(`t${one.tenant.id}-${failing}-rec_second-0`);
    await callTranscriptWork.look(`${failing} rec_second`);
  });
  const read = async () =>
    (await one.admin.call(calls.readTranscripts, { id: failing })).body.transcripts[0]!;
  expect(await read()).toMatchObject({ state: 'failed', reason: expect.stringContaining('be found') });
  const asked = { id: failing, recordingId: 'rec_second' };
  expect((await one.admin.call(calls.makeTranscript, asked)).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'waiting', reason: '' });
  expect((await one.admin.call(calls.makeTranscript, { ...asked, recordingId: 'rec_none' })).status).toBe(
    404,
  );
});

it('nothing is sent anywhere where nobody makes transcripts', async () => {
  const { admin, id, read, record } = await recorded('none');
  expect(await record()).toBeUndefined();
  expect(await read()).toMatchObject({ state: 'none' });
  expect((await admin.call(calls.makeTranscript, { id, recordingId: 'rec_first' })).status).toBe(409);
});

it('a transcript is deleted with its recording, also one that is still being made', async () => {
  for (const looks of [1, 2]) {
    const { admin, id, inTenant, look, time, record, tenant } = await recorded();
    for (let n = 0; n < looks; n++) await look();
    await admin.call(calls.updateRecordingSettings, { retentionDays: 1 });
    time.forward({ days: 2 });
    await inTenant(() => recordingWork.look(id));
    await look();
    expect(await record()).toBeUndefined();
    expect(await inTenant(() => segmentsOf({ callId: id, recordingId: 'rec_first' }))).toEqual([]);
    await expect(transcribe.hear(`t${tenant.id}-${id}-rec_first-0`)).rejects.toThrow("couldn't be found");
  }
});

it('words become lines by who speaks, by sentences, pauses and length', () => {
  const word = (content: string, start: number, speaker = 'spk_0') => ({
    type: 'pronunciation' as const,
    alternatives: [{ content }],
    start_time: start,
    end_time: start + 0.4,
    speaker_label: speaker,
  });
  const dot = { type: 'punctuation' as const, alternatives: [{ content: '.' }] };
  const items = [word('Hello', 0), dot, word('Well', 1), word('yes', 3.1), word('No', 3.5, 'spk_1')];
  const lines = segmentsOfItems({ results: { items } });
  expect(lines.map(({ speaker, text }) => `${speaker} ${text}`)).toEqual([
    '1 Hello.',
    '1 Well',
    '1 yes',
    '2 No',
  ]);
  const long = Array.from({ length: 60 }, (_, n) => word('la', n / 2));
  expect(segmentsOfItems({ results: { items: long } }).length).toBeGreaterThan(1);
  expect(segmentsWith([{ ...lines[0]!, text: 'Señor Peña' }, lines[1]!], ' pena ')).toEqual([0]);
});
