import { actor } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { promptLimits } from '#shared/model/prompt-recording.ts';
import { resample } from '#shared/sound/resample.ts';
import { telephoneSound } from '#shared/sound/shape.ts';
import { muLawWavOf, readWav, type Sound, SoundProblem, telephoneRate, wavOf } from '#shared/sound/wav.ts';
import { changeRecording } from './change.ts';
import {
  type RecordingRecord,
  recordingOr404,
  type VersionRecord,
  versionRemoval,
  versionsOf,
  versionWrite,
} from './store.ts';

/** An address of a sound is good for so long, in seconds. */
export const heardFor = 6 * 3_600;
/** Samples a second of what is kept of a sound as it was given, so that it can be shaped anew: twice what is heard. */
const keptRate = 16_000;

/** The sound as callers hear it. */
export const soundKey = (recordingId: string, versionId: string): string => `${recordingId}/${versionId}.wav`;
/** The sound as it was given. */
const sourceKey = (recordingId: string, versionId: string): string =>
  `${recordingId}/${versionId}.source.wav`;

const files = () => bucket('prompts');

/** Who a version is said to be made by. */
export function nameOfActor(): string {
  const who = actor();
  return who.kind === 'user' ? who.username : who.kind === 'anonymous' ? '' : who.name;
}

/** @throws 400 */
export function readSound(file: Uint8Array): Sound {
  try {
    return readWav(file);
  } catch (error) {
    if (error instanceof SoundProblem) throw badRequest(error.message, { field: 'audio' });
    throw error;
  }
}

/** @throws 400 for one that is too long */
function assertLength({ rate, samples }: Sound): void {
  if (samples.length > promptLimits.seconds * rate)
    throw badRequest(`A recording lasts at most ${promptLimits.seconds / 60} minutes.`, { field: 'audio' });
}

/** Keeps a sound as it was given, so that it is not lost before it is shaped. @throws 400 for one that is too long */
export async function keepSource(recordingId: string, versionId: string, sound: Sound): Promise<void> {
  assertLength(sound);
  const rate = Math.min(sound.rate, keptRate);
  const file = wavOf(resample(sound, rate), rate);
  await files().put(sourceKey(recordingId, versionId), Buffer.from(file), 'audio/wav');
}

/** What was kept of a sound; undefined where nothing was. */
export async function sourceOf(recordingId: string, versionId: string): Promise<Sound | undefined> {
  const file = await files().get(sourceKey(recordingId, versionId));
  return file && readSound(file);
}

type Made = Pick<VersionRecord, 'versionId' | 'type' | 'text' | 'voice' | 'createdBy'>;

/**
 * Shapes a sound that was kept and has callers hear it from now on. Twice is once.
 * @param others writes that belong to it; `isWanted` whether it is still to be heard when it comes to that
 */
export async function publishSound(
  recordingId: string,
  sound: Sound,
  made: Made,
  {
    others = [],
    isWanted = () => true,
  }: { others?: object[]; isWanted?: (before: RecordingRecord) => boolean } = {},
): Promise<RecordingRecord> {
  const { versionId, type } = made;
  const samples = telephoneSound(sound, await recordingOr404(recordingId));
  const file = Buffer.from(wavOf(samples));
  await files().put(soundKey(recordingId, versionId), file, 'audio/wav');
  const heard = {
    durationMs: Math.round((samples.length / telephoneRate) * 1000),
    fileSize: file.length,
  };
  const version: VersionRecord = { ...made, recordingId, ...heard, createdAt: clock.iso() };
  const changed = await changeRecording(recordingId, (before) => {
    const after = { type, versionId, ...heard, mimeType: 'audio/wav', status: 'ready' as const };
    return isWanted(before)
      ? { after: { ...after, problem: null, generationId: null }, with: [versionWrite(version), ...others] }
      : { after: {}, with: others };
  });
  await removeOldVersions(changed);
  return changed;
}

async function removeOldVersions({ recordingId, versionId: current }: RecordingRecord): Promise<void> {
  const old = (await versionsOf(recordingId))
    .slice(promptLimits.versions)
    .filter(({ versionId }) => versionId !== current);
  for (const { versionId } of old) {
    await commit(versionRemoval(recordingId, versionId));
    await files().remove(soundKey(recordingId, versionId));
    await files().remove(sourceKey(recordingId, versionId));
  }
}

/** Gives a recording a sound. @throws 400 for one that is too long, 404 */
export async function giveSound(
  recordingId: string,
  sound: Sound,
  made: Omit<Made, 'versionId' | 'createdBy'>,
): Promise<RecordingRecord> {
  const versionId = newId('rcv');
  await keepSource(recordingId, versionId, sound);
  return publishSound(recordingId, sound, { ...made, versionId, createdBy: nameOfActor() });
}

/** Shapes the sound of a recording anew, by how it is to be shaped now. It becomes another version. */
export async function reshape({ recordingId, versionId }: RecordingRecord): Promise<RecordingRecord> {
  const version = (await versionsOf(recordingId)).find((one) => one.versionId === versionId);
  const source = versionId && (await sourceOf(recordingId, versionId));
  if (!version || !source) throw conflict('The sound that was given is not there any more.');
  const { type, text, voice } = version;
  return giveSound(recordingId, source, { type, text, voice });
}

/** The sound of a recording as WAV. @throws 404 where it has none yet */
export async function soundOf({ recordingId, versionId }: RecordingRecord): Promise<Buffer> {
  const file = versionId ? await files().get(soundKey(recordingId, versionId)) : undefined;
  if (!file) throw notFound('The sound of the recording');
  return file;
}

/** As much as a call can answer: 6 MB in base64. Bytes. */
const answerBytes = 4_400_000;

/** The sound of a recording as a call answers it: a very long one in µ-law. @throws 404 */
export async function sentSound(recording: RecordingRecord): Promise<Uint8Array> {
  const file = await soundOf(recording);
  return file.length <= answerBytes ? file : muLawWavOf(readWav(file).samples);
}
