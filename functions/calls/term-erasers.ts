import type { TermEraser } from '#functions/kernel/retention.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { eraseCall } from './personal-data.ts';
import { changed } from './placed-calls.ts';
import { commentRemoval, commentsOf } from './recording-store.ts';
import { findAll, findCall } from './store.ts';
import { removeSegments, transcriptRemoval, transcriptsOf } from './transcripts/store.ts';

async function eraseTexts(callId: string): Promise<void> {
  for (const transcript of await transcriptsOf(callId)) {
    await removeSegments(transcript);
    // One that the provider works on is dropped by whoever asks after it next.
    if (transcript.state !== 'asked') await writeOne(transcriptRemoval(transcript));
  }
  for (const { id } of await commentsOf(callId)) await commit(commentRemoval(callId, id));
  if (await findCall(callId))
    await changed(callId, (call) =>
      call.notes || call.script || call.callbackAt
        ? { ...call, notes: '', script: null, callbackAt: null }
        : undefined,
    );
}

/** What erases each kind of data of calls, by its name in data-terms.ts. */
export const callTermErasers: Readonly<Record<string, TermEraser>> = {
  async callNotes(callIds) {
    for (const callId of callIds) await eraseTexts(callId);
  },
  async callRecords(callIds) {
    for (const call of await findAll(callIds)) await eraseCall(call);
  },
};
