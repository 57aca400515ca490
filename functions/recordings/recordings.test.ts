import { describe, expect, it } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import { bulkActions } from '#shared/model/prompt-recording.ts';
import { integratedLoudness } from '#shared/sound/loudness.ts';
import { readWav } from '#shared/sound/wav.ts';
import { recordingsWorkspace } from '#tests/support/prompts.ts';
import { withSandboxExchange } from '#tests/support/sandbox-exchange.ts';

const sandbox = withSandboxExchange();
const workspace = () => recordingsWorkspace(sandbox());
const { recordings, dialplans } = api;

describe('a recording', () => {
  it('is a draft with what may be left out, is found, and is changed by admins alone', async () => {
    const { admin, agent, create, read } = await workspace();
    const id = await create({ text: 'Hello from {{company.name}}.', tags: ['front'] });
    expect(await read(id)).toMatchObject({
      status: 'draft',
      type: 'tts',
      provider: 'polly',
      voiceId: 'Joanna',
      audioUrl: null,
      asterisk: { deployed: false, deployedAt: null },
      usageCount: 0,
      usedBy: [],
    });
    expect((await agent.call(recordings.list, { search: 'FRONT' })).body).toMatchObject({ total: 1 });
    expect((await agent.call(recordings.list, { status: 'ready' })).body.total).toBe(0);
    expect((await agent.call(recordings.update, { id, name: 'Mine' })).status).toBe(403);
    const again = await admin.call(recordings.create, { name: 'welcome' });
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'There is a recording named “Welcome” already.' },
    });
    const unknown = await admin.call(recordings.update, { id, text: 'Dear {{firstName}}' });
    expect(unknown.body.error).toBe(
      'There is no merge field {{firstName}}. Use {{company.name}} or {{system.date}}.',
    );
  });

  it('is read aloud by a voice, as loud as the others, and is heard by everybody who may', async () => {
    const { agent, create, read, generate, fetched } = await workspace();
    const id = await create({ text: 'Thank you for calling. For sales, press one.' });
    expect(await generate(id)).toMatchObject({ status: 202, body: { status: 'generating' } });
    const made = await read(id);
    expect(made).toMatchObject({ status: 'ready', problem: null, mimeType: 'audio/wav' });
    expect(made.durationMs).toBeGreaterThan(1_500);
    const { rate, samples } = readWav(await fetched(made.audioUrl!));
    expect(rate).toBe(8_000);
    expect(integratedLoudness(samples, rate)).toBeCloseTo(-16, 0);
    const audio = await agent.call(recordings.audio, { id });
    expect(audio).toMatchObject({ status: 200 });
    expect(audio.headers['content-type']).toBe('audio/wav');
  });

  it('names the workspace, and says words as it is told to', async () => {
    const { tenant, admin, create, generate, readings } = await workspace();
    const name = (await admin.call(api.tenants.get, { id: tenant.id })).body.name;
    const id = await create({
      text: 'Hi from {{company.name}}, the PV people. PVC.',
      pronunciations: [{ word: 'pv', says: 'photo voltaic' }],
    });
    await generate(id);
    expect(await readings(`Hi from ${name}, the photo voltaic people. PVC.`)).toBe(1);
  });
});

describe('a sound', () => {
  it('is uploaded, trimmed and made loud, kept with those before it, and had back', async () => {
    const { admin, create, read, uploaded, fetched } = await workspace();
    const id = await create({ type: 'upload' });
    const padded = Float64Array.from([
      ...new Float64Array(8_000),
      ...toneOf(440, 1, 0.02),
      ...new Float64Array(8_000),
    ]);
    expect((await uploaded(id, wavOf(padded))).body).toMatchObject({ status: 'ready', type: 'upload' });
    const first = await read(id);
    expect(first.durationMs).toBeGreaterThan(1_000);
    expect(first.durationMs).toBeLessThan(1_400);
    await uploaded(id, wavOf(toneOf(440, 2)));
    const { versions } = (await admin.call(recordings.versions, { id })).body;
    expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    const earlier = versions[1]!.id;
    const back = await admin.call(recordings.restore, { id, versionId: earlier });
    expect(back.body).toMatchObject({ versionId: earlier, durationMs: first.durationMs });
    const { audioUrl } = (await admin.call(recordings.hearVersion, { id, versionId: earlier })).body;
    expect(readWav(await fetched(audioUrl)).rate).toBe(8_000);
  });

  it('is shaped anew from what was given when its settings change', async () => {
    const { admin, create, read, uploaded } = await workspace();
    const id = await create({ type: 'upload' });
    await uploaded(id, wavOf(Float64Array.from([...new Float64Array(8_000), ...toneOf(440, 1)])));
    const before = await read(id);
    const after = (await admin.call(recordings.update, { id, trim: false })).body;
    expect(before.durationMs).toBeLessThan(1_300);
    expect(after.durationMs).toBe(2_000);
    expect(after.versionId).not.toBe(before.versionId);
  });

  it('of a form goes straight to the bucket', async () => {
    const { admin, create } = await workspace();
    const id = await create({ type: 'upload' });
    const file = new Uint8Array(wavOf(toneOf(440, 1)));
    const form = (await admin.call(recordings.startUpload, { id, fileSize: file.length })).body;
    const early = await admin.call(recordings.upload, { id, uploadId: form.uploadId });
    expect(early.body.error).toBe('The sound has not arrived yet. Upload it first.');
    const body = new FormData();
    for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
    body.append('file', new Blob([file], { type: 'audio/wav' }));
    expect((await fetch(form.url, { method: 'POST', body })).ok).toBe(true);
    const taken = await admin.call(recordings.upload, { id, uploadId: form.uploadId });
    expect(taken.body).toMatchObject({ status: 'ready' });
  });

  it.each([
    [
      Buffer.from('ID3'.padEnd(100, 'x')),
      'Only WAV is read here. The Recordings screen takes MP3, OGG, M4A and WebM, too.',
    ],
    [Buffer.from('hello'.padEnd(100)), 'This is no WAV file.'],
    [
      wavOf(new Float64Array(8_000 * 300)),
      'A sound of more than 4.5 MB is uploaded by POST /recordings/{id}/upload-form.',
    ],
  ])('that is none is refused with a sentence', async (file, sentence) => {
    const { create, uploaded } = await workspace();
    expect((await uploaded(await create(), file)).body.error).toBe(sentence);
  });

  it('is brought to the exchange, which has another than ours once it is made anew', async () => {
    const { tenant, admin, create, read, uploaded } = await workspace();
    const id = await create();
    const none = await admin.call(recordings.deploy, { id });
    expect(none.body.error).toBe('This recording has no sound yet. Generate or upload it first.');
    await uploaded(id, wavOf(toneOf(440, 1)));
    const deployed = await admin.call(recordings.deploy, { id });
    const path = `dealbell/t${tenant.id}/${id}`;
    expect(deployed.body, JSON.stringify(deployed.body)).toMatchObject({
      asterisk: { deployed: true, path },
    });
    expect((await admin.call(recordings.asteriskPath, { id })).body).toMatchObject({ deployed: true, path });
    expect((await admin.call(recordings.asteriskList, {})).body.recordings).toMatchObject([{ id, path }]);
    await uploaded(id, wavOf(toneOf(440, 2)));
    expect((await read(id)).asterisk).toMatchObject({ deployed: false, path });
    expect((await admin.call(recordings.testAsteriskSsh, {})).body).toMatchObject({
      ok: true,
      message: 'The sandbox answers.',
    });
  });
});

describe('many recordings', () => {
  it('are acted on each for itself', async () => {
    const { admin, create, read } = await workspace();
    const [one, two] = [await create({ text: 'Hi.' }), await create({ name: 'Silent' })];
    const bulk = (action: string) => admin.call(recordings.bulk, { action, ids: [one, two, one] } as never);
    expect((await bulk('generate')).body).toMatchObject({
      successful: 1,
      failed: 1,
      results: [
        { id: one, ok: true },
        { id: two, ok: false, message: 'Please write what the voice is to say.' },
      ],
    });
    await bulk('deactivate');
    expect((await read(two)).isActive).toBe(false);
    expect((await bulk('delete')).body.successful).toBe(2);
    expect((await bulk('delete')).body.results[0]).toMatchObject({ message: 'The recording was not found.' });
  });

  it('are not another workspace’s', async () => {
    const [theirs, ours] = [await workspace(), await workspace()];
    const id = await theirs.create({ text: 'Hi.' });
    for (const action of Object.keys(bulkActions))
      expect((await ours.admin.call(recordings.bulk, { action, ids: [id] } as never)).body).toMatchObject({
        successful: 0,
        results: [{ message: 'The recording was not found.' }],
      });
    expect(await theirs.read(id)).toMatchObject({ status: 'draft', isActive: true });
  });
});

describe('what plays a recording', () => {
  const playing = (recordingId: string) => ({
    nodes: [
      { id: 'start', type: 'start', position: { x: 0, y: 0 } },
      { id: 'hi', type: 'playback', position: { x: 0, y: 90 }, data: { type: 'recording', recordingId } },
    ],
    edges: [{ id: 'one', source: 'start', sourceHandle: 'next', target: 'hi' }],
  });

  it('is told, keeps it from being removed, and is counted', async () => {
    const { admin, agent, create, read, uploaded } = await workspace();
    const id = await create();
    await uploaded(id, wavOf(toneOf(440, 1)));
    const plan = await admin.call(dialplans.create, { name: 'Main', config: playing(id) } as never);
    expect((await read(id)).usedBy).toEqual([{ kind: 'plan', id: plan.body.id, name: 'Main' }]);
    const removed = await admin.call(recordings.remove, { id });
    expect(removed).toMatchObject({
      status: 409,
      body: { code: 'recording_in_use', error: 'This recording is used by “Main”. Take it out there first.' },
    });
    const play = { id, context: 'dialplan', durationMs: 1_150, planId: plan.body.id } as const;
    await admin.call(recordings.trackUsage, { ...play, key: 'call-1234' });
    await admin.call(recordings.trackUsage, { ...play, key: 'call-1234' });
    const counted = await agent.call(recordings.trackUsage, { id, context: 'manual', durationMs: 250 });
    expect(counted.body).toEqual({ usageCount: 2 });
    expect((await agent.call(recordings.analytics, { id })).body).toMatchObject({
      plays: 2,
      completions: 1,
      averageListenMs: 700,
      byContext: [
        { context: 'dialplan', plays: 1 },
        { context: 'manual', plays: 1 },
      ],
      byPlan: [{ planId: plan.body.id, name: 'Main', plays: 1 }],
      days: [{ plays: 2, completions: 1 }],
    });
    const foreign = await admin.call(recordings.trackUsage, { ...play, planId: 'dlp_other' });
    expect(foreign.body.error).toBe('This plan does not play the recording.');
    await admin.call(dialplans.remove, { id: plan.body.id });
    expect((await admin.call(recordings.remove, { id })).status).toBe(200);
  });

  it('cannot be one that there is not', async () => {
    const { admin } = await workspace();
    const plan = await admin.call(dialplans.create, { name: 'Main', config: playing('rec_none') } as never);
    expect(plan).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
  });
});
