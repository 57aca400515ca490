import { author } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import type { Transcript } from '#shared/model/transcript.ts';
import { ownRecording } from '../recording-marks.ts';
import { partsOfRecording, readRecordingSettings } from '../recording-store.ts';
import { recordedCall } from '../recordings.ts';
import {
  findTranscript,
  readingOfTranscripts,
  segmentsOf,
  transcriptInsertion,
  transcriptsOf,
} from './store.ts';

/**
 * The transcripts of the recordings of a call, oldest first. Who asked for them stands in the audit log, once an hour
 * each: a page asks every few seconds while another part is being made.
 * @throws 404
 */
export async function readTranscripts(callId: string): Promise<{ transcripts: Transcript[] }> {
  const { id, recordingUrl, startedAt, phone } = await recordedCall(callId);
  // One that was made elsewhere is not ours to send to a provider.
  if (recordingUrl !== ownRecording(id)) return { transcripts: [] };
  const [parts, records] = await Promise.all([partsOfRecording(id), transcriptsOf(id)]);
  const target = { kind: 'call', id, name: phone || 'an unknown number' };
  if (records.some(({ state }) => state === 'done'))
    await accepted(
      commit(readingOfTranscripts(id, author().userId), auditEntry('transcript.read', target, { startedAt })),
    );
  const transcripts = await Promise.all(
    parts.map(async ({ recordingId }): Promise<Transcript> => {
      const record = records.find((one) => one.recordingId === recordingId);
      const { state = 'none', reason = '' } = record ?? {};
      const segments = state === 'done' ? await segmentsOf({ callId: id, recordingId }) : [];
      return { recordingId, state, reason, segments };
    }),
  );
  return { transcripts };
}

/**
 * Has a transcript made of a recording that has none, or of which it failed; one that is being made goes on.
 * @throws 404; 409 while nobody makes transcripts
 */
export async function askForTranscript(callId: string, recordingId: string): Promise<void> {
  const { id } = await recordedCall(callId);
  const { transcriber } = await readRecordingSettings();
  if (!(await partsOfRecording(id)).some((part) => part.recordingId === recordingId))
    throw notFound('The recording');
  if (transcriber === 'none')
    throw conflict(
      'Nobody makes transcripts for this workspace. Choose who does in the settings of recordings.',
    );
  const before = await findTranscript(id, recordingId);
  if (before && before.state !== 'failed') return;
  await writeOne(
    transcriptInsertion({ callId: id, recordingId }, transcriber, before ? before.round + 1 : 0),
  );
}
