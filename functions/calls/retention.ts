import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { isOnHold } from '#functions/leads/api.ts';
import { onlyRecording, type RecordingSettings } from '#shared/model/recording.ts';
import { changed } from './placed-calls.ts';
import { ownRecording, recordingKey } from './recording-marks.ts';
import {
  commentRemoval,
  commentsOf,
  endOf,
  findRecording,
  nextLookAt,
  partRemoval,
  partsOfRecording,
  partWrite,
  readRecordingSettings,
  recordingRemoval,
  recordingWrite,
  settingsWrite,
} from './recording-store.ts';
import { findCall } from './store.ts';
import {
  findTranscript,
  removeSegments,
  transcriptInsertion,
  transcriptRemoval,
  transcriptsOf,
} from './transcripts/store.ts';

/**
 * Notes that a recording of a call lies in the bucket from now on, so that it is deleted in time: all of a call together,
 * when the term of the first is over.
 */
export async function keepRecording(
  callId: string,
  recordingId: string,
  seconds: number | null,
): Promise<void> {
  const now = clock.iso();
  const storedAt = (await findRecording(callId))?.storedAt ?? now;
  const known = (await partsOfRecording(callId)).find((one) => one.recordingId === recordingId);
  const settings = await readRecordingSettings();
  const { transcriber } = settings;
  const isToBeWritten = transcriber !== 'none' && !(await findTranscript(callId, recordingId));
  await commit(
    partWrite({ callId, recordingId, seconds, storedAt: known?.storedAt ?? now }),
    recordingWrite(callId, storedAt, nextLookAt(storedAt, settings)),
    isToBeWritten ? transcriptInsertion({ callId, recordingId }, transcriber) : [],
  );
}

/** @throws 409 when the settings have changed since `version` */
export async function updateRecordingSettings(
  changes: { [K in 'retentionDays' | 'announcing' | 'transcriber']?: RecordingSettings[K] | undefined },
  version?: number,
): Promise<RecordingSettings> {
  const before = await readRecordingSettings();
  if (version !== undefined && version !== before.version) throw changedSinceOpened('settings');
  await commit(settingsWrite(before.version, { ...before, ...givenOf(changes) }));
  return readRecordingSettings();
}

/** Deletes the recordings of a call with what was noted of them; the call's record stays, and says that there is none. */
export async function deleteRecording(callId: string): Promise<void> {
  const parts = await partsOfRecording(callId);
  for (const recordingId of [onlyRecording, ...parts.map((one) => one.recordingId)])
    await bucket('recordings').remove(recordingKey(callId, recordingId));
  if (await findCall(callId))
    await changed(callId, (call) =>
      call.recordingUrl === ownRecording(callId) ? { ...call, recordingUrl: null } : undefined,
    );
  for (const transcript of await transcriptsOf(callId)) {
    await removeSegments(transcript);
    // One that the provider works on is dropped by whoever asks after it next.
    if (transcript.state !== 'asked') await writeOne(transcriptRemoval(transcript));
  }
  for (const { id } of await commentsOf(callId)) await writeOne(commentRemoval(callId, id));
  for (const { recordingId } of parts) await writeOne(partRemoval(callId, recordingId));
  await commit(recordingRemoval(callId));
}

/** The sweeper's part: recordings whose time is over are deleted. */
export const recordingWork: DueWork = {
  async look(callId) {
    const recording = await findRecording(callId);
    if (!recording) return undefined;
    const settings = await readRecordingSettings();
    const { retentionDays } = settings;
    if (retentionDays === 0 || endOf(recording.storedAt, retentionDays) > clock.now())
      return nextLookAt(recording.storedAt, settings);
    // While its lead is on legal hold nothing of it goes; it is looked at again each week.
    if (await isOnHold((await findCall(callId))?.leadId ?? null))
      return nextLookAt(recording.storedAt, { ...settings, retentionDays: 0 });
    await deleteRecording(callId);
    return undefined;
  },
  // Recordings of a version before this had no term; they are kept.
  earlier: async () => [],
};
