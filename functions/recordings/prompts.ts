import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import {
  type NewPrompt,
  type OpenedPrompt,
  type PromptRecording,
  type PromptStatus,
  type PromptUse,
  promptLimits,
} from '#shared/model/prompt-recording.ts';
import { changeRecording } from './change.ts';
import { exchangeStateOf, removeFromExchange } from './deploy.ts';
import { heardFor, reshape, soundKey } from './sounds.ts';
import {
  everyRecording,
  type RecordingRecord,
  recordingOr404,
  recordingRemoval,
  recordingWrite,
  totalOf,
  totals,
  versionRemoval,
  versionsOf,
} from './store.ts';
import { checkedText } from './text.ts';
import { usersOfRecordings } from './use-hooks.ts';

function view(recording: RecordingRecord, usageCount: number, usedBy: PromptUse[] = []): PromptRecording {
  const { recordingId, generationId: _, deployedVersionId, deployedPath, deployedAt, ...rest } = recording;
  return { id: recordingId, ...rest, asterisk: exchangeStateOf(recording), usageCount, usedBy };
}

/** A recording as whoever opens it sees it. */
export async function opened(recording: RecordingRecord): Promise<OpenedPrompt> {
  const { recordingId, versionId, name } = recording;
  const [users, plays, audioUrl] = await Promise.all([
    usersOfRecordings(),
    totalOf(recordingId),
    versionId
      ? bucket('prompts').downloadUrl(soundKey(recordingId, versionId), `${name}.wav`, heardFor)
      : null,
  ]);
  return { ...view(recording, plays, users.get(recordingId)), audioUrl };
}

export const getRecording = async (recordingId: string): Promise<OpenedPrompt> =>
  opened(await recordingOr404(recordingId));

interface Wanted {
  search?: string | undefined;
  status?: PromptStatus | undefined;
  type?: PromptRecording['type'] | undefined;
  category?: string | undefined;
}

/** Recordings by name. */
export async function listRecordings({ search = '', status, type, category }: Wanted) {
  const text = search.toLowerCase();
  const [every, users, plays] = await Promise.all([everyRecording(), usersOfRecordings(), totals()]);
  const found = every.filter(
    (one) =>
      (!status || one.status === status) &&
      (!type || one.type === type) &&
      (category === undefined || one.category === category) &&
      [one.name, one.description, one.text, ...one.tags].some((part) => part.toLowerCase().includes(text)),
  );
  return {
    recordings: found
      .map((one) => view(one, plays.get(one.recordingId) ?? 0, users.get(one.recordingId)))
      .sort((one, other) => one.name.localeCompare(other.name)),
    total: found.length,
  };
}

/** @throws 409 */
async function assertNameFree(name: string, recordingId?: string): Promise<void> {
  const other = (await everyRecording()).find(
    (one) => one.recordingId !== recordingId && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a recording named “${other.name}” already.`, { field: 'name' });
}

/** @throws 400; 409 for a name that another recording has */
export async function createRecording(fields: NewPrompt): Promise<OpenedPrompt> {
  await assertNameFree(fields.name);
  if ((await everyRecording()).length >= promptLimits.recordings)
    throw badRequest(`A workspace has at most ${promptLimits.recordings} recordings.`);
  const now = clock.iso();
  const recording: RecordingRecord = {
    ...fields,
    text: checkedText(fields.text),
    recordingId: newId('rec'),
    status: 'draft',
    problem: null,
    versionId: null,
    durationMs: null,
    fileSize: null,
    mimeType: null,
    generationId: null,
    deployedVersionId: null,
    deployedPath: null,
    deployedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await writeOne(recordingWrite(undefined, recording));
  return opened(recording);
}

/** What a sound is shaped by: changed, it is shaped anew from what was given. */
const shapes = ['trim', 'normalise', 'fadeMs'] as const;

type Changes = { [K in keyof NewPrompt]?: NewPrompt[K] | undefined };

/** @throws 400, 404; 409 for a taken name, or when the recording has changed since `version` */
export async function updateRecording(
  recordingId: string,
  changes: Changes,
  version?: number,
): Promise<OpenedPrompt> {
  const given = givenOf(changes);
  if (given.name !== undefined) await assertNameFree(given.name, recordingId);
  if (given.text !== undefined) given.text = checkedText(given.text);
  const before = await recordingOr404(recordingId);
  const changed = await changeRecording(recordingId, () => ({ after: given }), version);
  const isShapedAnew = shapes.some((shape) => before[shape] !== changed[shape]) && changed.versionId !== null;
  return opened(isShapedAnew ? await reshape(changed) : changed);
}

/** @throws 404; 409 'recording_in_use' naming what plays it */
export async function removeRecording(recordingId: string): Promise<RecordingRecord> {
  const recording = await recordingOr404(recordingId);
  const users = (await usersOfRecordings()).get(recordingId) ?? [];
  if (users.length > 0) {
    const names = users.slice(0, 5).map(({ name }) => `“${name}”`);
    const more = users.length > 5 ? ` and ${users.length - 5} more` : '';
    throw conflict(
      `This recording is used by ${names.join(', ')}${more}. Take it out there first.`,
      { usedBy: users },
      'recording_in_use',
    );
  }
  const versions = await versionsOf(recordingId);
  await commit(
    recordingRemoval(recording),
    versions.map(({ versionId }) => versionRemoval(recordingId, versionId)),
  );
  // What a kill leaves in the bucket or on the exchange nobody finds, and it harms nobody.
  await bucket('prompts').removeAll(`${recordingId}/`);
  if (recording.deployedVersionId) await removeFromExchange(recordingId);
  return recording;
}
