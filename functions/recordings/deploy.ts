import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, conflict, unavailable } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  ExchangeDown,
  ExchangeRefused,
  putSound,
  removeSound,
  tryExchange,
} from '#functions/telephony/api.ts';
import { exchangeSounds } from '#shared/model/dialplan/nodes.ts';
import type { PromptRecording } from '#shared/model/prompt-recording.ts';
import { soundKey } from './sounds.ts';
import { isSpeech, speechKey } from './speech.ts';
import {
  deployedWrite,
  everyRecording,
  findRecordings,
  type RecordingRecord,
  recordingOr404,
} from './store.ts';

/** Seconds that an exchange has to fetch a sound. */
const fetchSeconds = 3_600;

const isExchanges = (error: unknown): error is Error =>
  error instanceof ExchangeDown || error instanceof ExchangeRefused;

/** What the exchange has of a recording. */
export const exchangeStateOf = (recording: RecordingRecord): PromptRecording['asterisk'] => ({
  deployed: recording.versionId !== null && recording.deployedVersionId === recording.versionId,
  path: recording.deployedPath ?? '',
  deployedAt: recording.deployedAt,
});

/**
 * Brings the sound of a recording to the exchange, which fetches it and keeps it under the recording's id. What it has
 * already is brought again: an exchange that was set up anew has nothing.
 * @throws 404; 409 without a sound or an exchange; 502 'exchange_down'
 */
export async function deployRecording(recordingId: string): Promise<RecordingRecord> {
  const recording = await recordingOr404(recordingId);
  try {
    return await bring(recording);
  } catch (error) {
    if (!isExchanges(error)) throw error;
    throw unavailable(`The exchange did not take the recording: ${error.message}`, 'exchange_down', error);
  }
}

/** @throws 409 without a sound or an exchange; ExchangeDown, ExchangeRefused */
async function bring(recording: RecordingRecord): Promise<RecordingRecord> {
  const { recordingId, versionId } = recording;
  if (!versionId) throw conflict('This recording has no sound yet. Generate or upload it first.');
  const audioUrl = await bucket('prompts').downloadUrl(
    soundKey(recordingId, versionId),
    'sound.wav',
    fetchSeconds,
  );
  const { path } = await putSound(recordingId, { audioUrl });
  const deployed = { deployedVersionId: versionId, deployedPath: path, deployedAt: clock.iso() };
  await commit(deployedWrite(recordingId, deployed));
  return { ...recording, ...deployed };
}

/** @throws ExchangeDown; ExchangeRefused, also where the text was not read yet */
async function bringSpeech(id: string): Promise<void> {
  const key = speechKey(id);
  if (!(await bucket('prompts').stat(key)))
    throw new ExchangeRefused(
      'A text of the plan was not read yet. Please deploy it again.',
      404,
      'not_found',
    );
  await putSound(id, { audioUrl: await bucket('prompts').downloadUrl(key, 'sound.wav', fetchSeconds) });
}

/** Sounds that are brought at once: an exchange takes its sounds one after another. */
const atOnce = 5;

/**
 * Brings what a dial plan plays to the exchange, before the plan: recordings, and texts that were read. What it has is
 * brought again, as by `deployRecording`.
 * @throws ExchangeDown; ExchangeRefused with a sentence that names the recording, also for one that is gone or silent
 */
export async function bringRecordings(recordingIds: readonly string[]): Promise<void> {
  const speeches = recordingIds.filter(isSpeech);
  const recordings = recordingIds.filter((id) => !isSpeech(id));
  const found = await findRecordings(recordings);
  const gone = recordings.find((id) => !found.some(({ recordingId }) => recordingId === id));
  if (gone) throw new ExchangeRefused('A recording that the plan plays is gone.', 404, 'not_found');
  const one = async (recording: RecordingRecord) => {
    try {
      await bring(recording);
    } catch (error) {
      if (error instanceof ExchangeDown || !(error instanceof ExchangeRefused || error instanceof AppError))
        throw error;
      const text = `The recording “${recording.name}” could not be brought to the exchange: ${error.message}`;
      throw new ExchangeRefused(text, error.status, error.code);
    }
  };
  const brings = [
    ...found.map((recording) => () => one(recording)),
    ...speeches.map((id) => () => bringSpeech(id)),
  ];
  for (let at = 0; at < brings.length; at += atOnce)
    await Promise.all(brings.slice(at, at + atOnce).map((bringIt) => bringIt()));
}

/** An exchange that cannot be reached keeps a sound that nothing plays: it harms nobody. */
export async function removeFromExchange(recordingId: string): Promise<void> {
  try {
    await removeSound(recordingId);
  } catch (error) {
    log.warn('The exchange keeps a recording that is gone.', { recordingId, error: error as Error });
  }
}

/** What plans and webhooks can have played: recordings that the exchange has, and its own sounds. */
export async function playableSounds() {
  const deployed = (await everyRecording()).filter((one) => exchangeStateOf(one).deployed);
  return {
    recordings: deployed
      .map(({ recordingId, name, deployedPath, deployedAt }) => ({
        id: recordingId,
        name,
        path: deployedPath ?? '',
        deployedAt,
      }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    sounds: Object.entries(exchangeSounds).map(([path, name]) => ({
      path: path as keyof typeof exchangeSounds,
      name,
    })),
  };
}

/** Whether the exchange answers, and how soon. @throws 409 where none is connected */
export async function testExchange() {
  const { isUp, text, ms } = await tryExchange();
  return { ok: isUp, message: text, latencyMs: ms };
}
