import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import type { OpenedPrompt } from '#shared/model/prompt-recording.ts';
import type { Sound } from '#shared/sound/wav.ts';
import { changeRecording } from './change.ts';
import { dayOf } from './day.ts';
import { opened } from './prompts.ts';
import { keepSource, nameOfActor, publishSound, sourceOf } from './sounds.ts';
import {
  charactersAddition,
  findGeneration,
  type Generation,
  generationInsertion,
  generationStep,
  recordingOr404,
} from './store.ts';
import { spokenText } from './text.ts';
import { accountOf, workerPatienceMs } from './voice-settings.ts';
import { providers, readAloud } from './voices/index.ts';
import { VoiceBusy, VoiceRefused, VoiceUnknown } from './voices/types.ts';

/*
 * How a text becomes a sound, so that it is never charged for twice:
 *
 *   generate ──▶ waiting ──▶ asked ──▶ the voice reads ──▶ kept in the bucket ──▶ done, heard
 *                   ▲          │
 *                   └── busy ──┘        refused, or its answer lost ──▶ failed, with the reason
 *
 * Whoever makes `asked` of `waiting` asks the voice; a message that comes twice finds it asked. A worker that is killed
 * leaves it asked: where the sound was kept it is finished with that, and otherwise failed, since nobody knows whether
 * the voice was heard.
 */

/** A worker that has asked a voice has its answer by then, or died: two parts of 30 s, and the shaping; ms. */
const lostAfterMs = 120_000;
/** How often a busy voice is asked. */
const mostTries = 6;
/** The first wait for a busy voice and the longest; seconds. Each is twice the one before. */
const firstWait = 5;
const longestWait = 300;
/** Seconds that a generation which is over is kept. */
const keptSeconds = 30 * 86_400;

/** A message of the queue of voices. */
interface VoiceMessage {
  generationId: string;
}

async function tell(generationId: string, delaySeconds = 0): Promise<void> {
  try {
    await send('VOICES', tenantOf(), { generationId } satisfies VoiceMessage, delaySeconds);
  } catch (error) {
    log.warn('A text is read when the sweeper finds it.', { generationId, error: error as Error });
  }
}

class GoesOn extends Error {}

/**
 * Has a voice read the text of a recording. While one does, it changes nothing.
 * @throws 400 without a text; 404; 409 'provider_not_connected'
 */
export async function generate(recordingId: string): Promise<OpenedPrompt> {
  const recording = await recordingOr404(recordingId);
  if (recording.status === 'generating') return opened(recording);
  if (recording.text === '') throw badRequest('Please write what the voice is to say.', { field: 'text' });
  const { provider, voiceId, language } = recording;
  await accountOf(provider);
  const generationId = newId('rgn');
  const generation: Generation = {
    generationId,
    recordingId,
    state: 'waiting',
    text: await spokenText(recording),
    provider,
    voiceId,
    language,
    tries: 0,
    askedBy: nameOfActor(),
    changedAt: clock.iso(),
  };
  try {
    const changed = await changeRecording(recordingId, (before) => {
      if (before.status === 'generating') throw new GoesOn();
      return {
        after: { status: 'generating', problem: null, generationId },
        with: [generationInsertion(generation)],
      };
    });
    await tell(generationId);
    return opened(changed);
  } catch (error) {
    if (!(error instanceof GoesOn)) throw error;
    return opened(await recordingOr404(recordingId));
  }
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.status === 404;
const over = () => ({ changedAt: clock.iso(), expiresAt: clock.seconds() + keptSeconds });

/** The sound of a generation is one version, however often it is finished. */
const versionOf = ({ generationId }: Generation): string => generationId.replace(/^rgn_/, 'rcv_');

async function fail({ generationId, recordingId }: Generation, problem: string): Promise<void> {
  const step = generationStep(generationId, 'asked', { state: 'failed', ...over() });
  try {
    await changeRecording(recordingId, (before) => ({
      after: before.generationId === generationId ? { status: 'failed', problem, generationId: null } : {},
      with: [step],
    }));
  } catch (error) {
    if (!isGone(error)) throw error;
    await accepted(commit(step));
  }
}

/** @param characters as they were charged for; those of the text where that is not known */
async function finish(generation: Generation, sound: Sound, characters = generation.text.length) {
  const { generationId, recordingId, provider, voiceId, text, askedBy } = generation;
  const done = generationStep(generationId, 'asked', { state: 'done', ...over() });
  const made = { versionId: versionOf(generation), type: 'tts' as const, text, voice: voiceId };
  try {
    await publishSound(
      recordingId,
      sound,
      { ...made, createdBy: askedBy },
      {
        others: [done, charactersAddition(provider, dayOf(clock.now()), characters)],
        isWanted: (before) => before.generationId === generationId,
      },
    );
  } catch (error) {
    if (isGone(error)) await accepted(commit(done));
    else if (error instanceof AppError && error.status === 400) await fail(generation, error.message);
    else throw error;
  }
}

const waitAfter = (tries: number): number => Math.min(longestWait, firstWait * 2 ** tries);

/** The voice was busy and has read nothing: it is asked again later, or not any more. */
async function askLater(generation: Generation, { message, retryAfter }: VoiceBusy): Promise<void> {
  const { generationId, tries } = generation;
  if (tries + 1 >= mostTries) return fail(generation, `${message} It was asked ${mostTries} times.`);
  const wait = Math.min(longestWait, Math.max(retryAfter ?? 0, waitAfter(tries)));
  const waiting = { state: 'waiting' as const, tries: tries + 1, changedAt: clock.iso() };
  // The sweeper is later than the message, which it stands behind.
  await commit(generationStep(generationId, 'asked', waiting, clock.now() + (wait + 30) * 1000));
  await tell(generationId, wait);
}

async function ask(generation: Generation): Promise<void> {
  const provider = providers[generation.provider];
  try {
    const account = await accountOf(generation.provider, workerPatienceMs);
    const { sound, characters } = await readAloud(provider, account, generation);
    await keepSource(generation.recordingId, versionOf(generation), sound);
    await finish(generation, sound, characters);
  } catch (error) {
    if (error instanceof VoiceBusy) return askLater(generation, error);
    const isTold =
      error instanceof VoiceRefused || error instanceof VoiceUnknown || error instanceof AppError;
    if (!isTold) throw error;
    await fail(generation, error.message);
  }
}

/** What a worker left when it died; undefined when that is settled now, else when to look again (ms since 1970). */
async function settle(generation: Generation): Promise<number | undefined> {
  const lostAt = Date.parse(generation.changedAt) + lostAfterMs;
  if (clock.now() < lostAt) return lostAt;
  const kept = await sourceOf(generation.recordingId, versionOf(generation));
  if (kept) await finish(generation, kept);
  else
    await fail(
      generation,
      `The work was cut off while ${providers[generation.provider].label} was reading the text. It may have charged for it. Generate it again if you need it.`,
    );
  return undefined;
}

/** Goes on with a generation, in its tenant. Twice, and at once, is once. */
export async function workGeneration(generationId: string): Promise<void> {
  const generation = await findGeneration(generationId);
  if (generation?.state !== 'waiting') return;
  const asked = { state: 'asked' as const, changedAt: clock.iso() };
  const step = generationStep(generationId, 'waiting', asked, clock.now() + lostAfterMs);
  if (await accepted(commit(step))) await ask({ ...generation, ...asked });
}

/** What the sweeper does with a generation that is not over. */
async function lookAtGeneration(generationId: string): Promise<number | undefined> {
  const generation = await findGeneration(generationId);
  switch (generation?.state) {
    case 'waiting':
      await tell(generationId);
      return clock.now() + longestWait * 1000;
    case 'asked':
      return settle(generation);
    default:
      return undefined;
  }
}

export const promptGenerationWork: DueWork = { look: lookAtGeneration, earlier: async () => [] };
