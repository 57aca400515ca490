import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import type { RecordingSettings } from '#shared/model/recording.ts';
import { changed } from './placed-calls.ts';
import {
  commentRemoval,
  commentsOf,
  endOf,
  findRecording,
  nextLookAt,
  readRecordingSettings,
  recordingRemoval,
  recordingWrite,
  settingsWrite,
} from './recording-store.ts';
import { ownRecording, recordingKey } from './recordings.ts';
import { findCall } from './store.ts';

/** Notes that the recording of a call lies in the bucket from now on, so that it is deleted in time. */
export async function keepRecording(callId: string): Promise<void> {
  const storedAt = (await findRecording(callId))?.storedAt ?? clock.iso();
  await writeOne(recordingWrite(callId, storedAt, nextLookAt(storedAt, await readRecordingSettings())));
}

/** @throws 409 when the settings have changed since `version` */
export async function updateRecordingSettings(
  changes: { retentionDays?: number | undefined },
  version?: number,
): Promise<RecordingSettings> {
  const before = await readRecordingSettings();
  if (version !== undefined && version !== before.version) throw changedSinceOpened('settings');
  const retentionDays = changes.retentionDays ?? before.retentionDays;
  await commit(settingsWrite(before.version, { retentionDays, version: before.version }));
  return readRecordingSettings();
}

/** Deletes a recording with what was noted of it; the call's record stays, and says that there is none. */
async function deleteRecording(callId: string): Promise<void> {
  await bucket('recordings').remove(recordingKey(callId));
  if (await findCall(callId))
    await changed(callId, (call) =>
      call.recordingUrl === ownRecording(callId) ? { ...call, recordingUrl: null } : undefined,
    );
  for (const { id } of await commentsOf(callId)) await writeOne(commentRemoval(callId, id));
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
    await deleteRecording(callId);
    return undefined;
  },
  // Recordings of a version before this had no term; they are kept.
  earlier: async () => [],
};
