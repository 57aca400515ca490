import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { changedSince, type RecordingRecord, recordingOr404, recordingWrite } from './store.ts';

/** Changes a recording as it is now, tried again where somebody was quicker. @throws 404, and what `change` throws */
export async function changeRecording(
  recordingId: string,
  change: (before: RecordingRecord) => { after: Partial<RecordingRecord>; with?: object[] },
  version?: number,
): Promise<RecordingRecord> {
  return retryOnConflict(
    async () => {
      const before = await recordingOr404(recordingId);
      if (version !== undefined && version !== before.version) throw changedSince;
      const { after, with: others = [] } = change(before);
      const changed = { ...before, ...after, updatedAt: clock.iso() };
      await commit(recordingWrite(before, changed), others);
      return { ...changed, version: before.version + 1 };
    },
    { isOvertaken: (error) => error === changedSince && version === undefined },
  );
}
