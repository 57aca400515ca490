import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { commit } from '#functions/kernel/table.ts';
import { changedSince, type RecordingRecord, recordingOr404, recordingWrite } from './store.ts';

/** Changes a recording as it is now, tried again where somebody was quicker. @throws 404, and what `change` throws */
export async function changeRecording(
  recordingId: string,
  change: (before: RecordingRecord) => { after: Partial<RecordingRecord>; with?: object[] },
  version?: number,
): Promise<RecordingRecord> {
  let others: object[] = [];
  const { after } = await changeVersioned({
    read: () => recordingOr404(recordingId),
    change(before) {
      const changed = change(before);
      others = changed.with ?? [];
      return changed.after;
    },
    write: (before, after) => commit(recordingWrite(before, after), others),
    changedSince,
    version,
  });
  return after;
}
