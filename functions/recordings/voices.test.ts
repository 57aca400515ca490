import { describe, expect, it, vi } from 'vitest';
import { commit } from '#functions/kernel/table.ts';
import { toneOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import { readWav } from '#shared/sound/wav.ts';
import { sweepItems } from '#tests/support/due.ts';
import { recordingsWorkspace } from '#tests/support/prompts.ts';
import { setQueue } from '#tests/support/queue.ts';
import { withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { timeTravel } from '#tests/support/time.ts';
import { promptGenerationWork } from './api.ts';
import { keepSource } from './sounds.ts';
import { findGeneration, findRecording, generationStep } from './store.ts';
import { pronounced } from './text.ts';
import { partsOfText } from './voices/index.ts';
import { handler } from './worker.ts';

const sandbox = withSandboxExchange();
const workspace = () => recordingsWorkspace(sandbox());
const { recordings } = api;

describe('a text', () => {
  it('is read once however often it is asked for and its message comes', async () => {
    const { tenant, queue, admin, create, read, readings, inTenant } = await workspace();
    const text = `Once for tenant ${tenant.id}.`;
    const id = await create({ text });
    const asked = await Promise.all([1, 2, 3].map(() => admin.call(recordings.generate, { id })));
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
    const { generationId } = (await inTenant(() => findRecording(id)))!;
    const message = { messageId: 'm', body: JSON.stringify({ tenantId: tenant.id, body: { generationId } }) };
    const twice = { Records: [message] } as never;
    await Promise.all([handler(twice, {} as never), handler(twice, {} as never)]);
    await queue.work(handler);
    expect(await read(id)).toMatchObject({ status: 'ready' });
    expect(await readings(text)).toBe(1);
  });

  it.each([
    ['is not read again, but told', false],
    ['after the voice had read it is heard all the same', true],
  ])('whose worker died %s', async (_title, isKept) => {
    const { tenant, queue, admin, create, read, readings, inTenant } = await workspace();
    const time = timeTravel();
    const text = `Cut off for tenant ${tenant.id}.`;
    const id = await create({ text });
    await admin.call(recordings.generate, { id });
    const { generationId } = (await inTenant(() => findRecording(id)))!;
    const step = { state: 'asked' as const, changedAt: new Date().toISOString() };
    await inTenant(() => commit(generationStep(generationId!, 'waiting', step, Date.now())));
    const versionId = generationId!.replace('rgn_', 'rcv_');
    const sound = { rate: 8_000, samples: toneOf(440, 1) };
    if (isKept) await inTenant(() => keepSource(id, versionId, sound));
    await queue.work(handler);
    expect((await read(id)).status).toBe('generating');
    time.forward({ minutes: 5 });
    await inTenant(() => sweepItems(1, { promptGeneration: promptGenerationWork }));
    expect(await read(id)).toMatchObject(
      isKept
        ? { status: 'ready', versionId, problem: null }
        : { status: 'failed', problem: expect.stringContaining('cut off') },
    );
    expect(await readings(text)).toBe(0);
    const { state } = (await inTenant(() => findGeneration(generationId!)))!;
    expect(state).toBe(isKept ? 'done' : 'failed');
  });

  it('whose message was lost is read when the sweeper finds it', async () => {
    const { queue, admin, create, read, inTenant } = await workspace();
    const time = timeTravel();
    const id = await create({ text: 'Lost and found.' });
    vi.stubEnv('VOICES_QUEUE_URL', '');
    await admin.call(recordings.generate, { id });
    vi.unstubAllEnvs();
    const other = await setQueue('VOICES');
    vi.stubEnv('SANDBOX_URL', sandbox().origin);
    expect(await queue.work(handler)).toBe(0);
    time.forward({ minutes: 1 });
    await inTenant(() => sweepItems(1, { promptGeneration: promptGenerationWork }));
    await other.work(handler);
    expect((await read(id)).status).toBe('ready');
  });

  it.each([
    [
      'sandbox-spent',
      'The quota of the ElevenLabs account is spent. It takes more texts when it is renewed.',
    ],
    ['sandbox-wrong', 'ElevenLabs does not take the key that is set.'],
    ['sandbox-broken', 'ElevenLabs did not answer in time. It may have charged for the text all the same.'],
  ])('that %s refuses says why', async (apiKey, problem) => {
    const { admin, create, read, generate } = await workspace();
    await admin.call(recordings.setConfig, { apiKey });
    const id = await create({ text: 'Hello.', provider: 'elevenlabs', voiceId: '21m00Tcm4TlvDq8ikWAM' });
    await generate(id);
    expect(await read(id)).toMatchObject({ status: 'failed', problem });
  });

  it('that a busy voice does not take is asked for again six times, and told then', async () => {
    const { queue, admin, create, read, generate, inTenant } = await workspace();
    const time = timeTravel();
    await admin.call(recordings.setConfig, { apiKey: 'sandbox-busy' });
    const id = await create({ text: 'Hello.', provider: 'elevenlabs', voiceId: '21m00Tcm4TlvDq8ikWAM' });
    await generate(id);
    for (let asked = 1; asked < 6; asked++) {
      expect((await read(id)).status).toBe('generating');
      time.forward({ minutes: 11 });
      await inTenant(() => sweepItems(1, { promptGeneration: promptGenerationWork }));
      await queue.work(handler);
    }
    expect(await read(id)).toMatchObject({
      status: 'failed',
      problem: 'ElevenLabs asks to be called less often. It was asked 6 times.',
    });
  });

  it('is said by whole words, the longer ones first', () => {
    const words = [
      { word: 'sun', says: 'son' },
      { word: 'Sun Co', says: 'sun company' },
    ];
    expect(pronounced('SUN co, sunny, sun.', words)).toBe('sun company, sunny, son.');
  });

  it('is read in parts of whole sentences', () => {
    expect(partsOfText('One two. Three four. Five', 12)).toEqual(['One two.', 'Three four.', 'Five']);
    expect(partsOfText('abcdefghij klm', 6)).toEqual(['abcdef', 'ghij', 'klm']);
  });
});

describe('ElevenLabs', () => {
  it('is connected by a key that nobody is told, and tells its voices and what is used', async () => {
    const { admin, agent } = await workspace();
    const before = (await agent.call(recordings.config, {})).body;
    expect(before).toMatchObject({ apiKeySet: false, connected: true, sandbox: true });
    const set = await admin.call(recordings.setConfig, { apiKey: 'sandbox-mine-alone' });
    expect(JSON.stringify(set.body)).not.toContain('mine-alone');
    expect(set.body).toMatchObject({ apiKeySet: true, modelId: before.modelId });
    const { voices, problem } = (await agent.call(recordings.voices, {})).body;
    expect(problem).toBeNull();
    expect(voices.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Joanna', 'Matthew', 'Amy', 'Brian', 'Rachel']),
    );
    const wrong = await admin.call(recordings.testConnection, { apiKey: 'sandbox-wrong' });
    expect(wrong.body).toMatchObject({ ok: false, message: 'ElevenLabs does not take the key that is set.' });
    expect((await admin.call(recordings.testConnection, {})).body).toMatchObject({ ok: true, limit: 10_000 });
    expect((await agent.call(recordings.setConfig, { apiKey: null })).status).toBe(403);
  });

  it('reads a trial once a day, and its characters are counted', async () => {
    const { tenant, admin, fetched } = await workspace();
    const text = `Hello ${tenant.id}`;
    const trial = { voiceId: '21m00Tcm4TlvDq8ikWAM', text };
    const first = (await admin.call(recordings.testVoice, trial)).body;
    expect(first, JSON.stringify(first)).toMatchObject({ ...trial, charactersUsed: text.length });
    expect(readWav(await fetched(first.audioUrl)).samples.length).toBeGreaterThan(2_000);
    expect((await admin.call(recordings.testVoice, trial)).body.charactersUsed).toBe(0);
    const usage = (await admin.call(recordings.usage, {})).body;
    expect(usage).toMatchObject({ period: 'month', used: text.length, limit: 10_000 });
    expect(usage.days).toHaveLength(31);
  });
});
