import { z } from 'zod';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { type TranscriptSegment, transcriptSegment } from '#shared/model/transcript.ts';

/** That a recording of a call is to have a transcript, and how far that is. What was said lies beside the recording. */
const Transcripts = entity('callTranscript', {
  fields: z.object({
    callId: z.string(),
    recordingId: z.string(),
    provider: z.enum(['transcribe']),
    state: z.enum(['waiting', 'asked', 'done', 'failed']),
    reason: z.string(),
    /** How often it was asked for anew by hand: each is a job of its own at the provider. */
    round: z.number().int(),
    /** Times in a row that the provider was busy. */
    tries: z.number().int(),
    changedAt: z.string(),
    version: z.number().int(),
  }),
  key: { partition: ['callId'], sort: ['recordingId'], casing: 'none' },
  due: true,
});
export type TranscriptRecord = Stored<typeof Transcripts>;

export const transcriptsOf = (callId: string): Promise<TranscriptRecord[]> =>
  Transcripts.all('key', { callId });
export const findTranscript = (callId: string, recordingId: string): Promise<TranscriptRecord | undefined> =>
  Transcripts.find({ callId, recordingId });

type Named = Pick<TranscriptRecord, 'callId' | 'recordingId'>;
export const idOf = ({ callId, recordingId }: Named): string => `${callId} ${recordingId}`;

/** Seconds for which one entry of the audit log tells that somebody reads the transcripts of a call. */
const readingSeconds = 3600;

const Readings = entity('callTranscriptReading', {
  fields: z.object({ callId: z.string(), userId: z.string(), expiresAt: z.number().int() }),
  key: { partition: ['callId'], sort: ['userId'], casing: 'none' },
});

/** That somebody begins to read the transcripts of a call; refused within an hour of their last beginning. */
export const readingOfTranscripts = (callId: string, userId: string): object =>
  Readings.put(
    { callId, userId, expiresAt: clock.seconds() + readingSeconds },
    {
      where: ({ expiresAt }, { notExists, lte }) =>
        `${notExists(expiresAt)} OR ${lte(expiresAt, clock.seconds())}`,
    },
  );

/** A transcript that is to be made: the sweeper's next round asks for it. */
export const transcriptInsertion = (
  named: Named,
  provider: TranscriptRecord['provider'],
  round = 0,
): object =>
  Transcripts.put({
    ...named,
    provider,
    round,
    state: 'waiting',
    reason: '',
    tries: 0,
    changedAt: clock.iso(),
    version: 1,
    ...dueAt('callTranscript', idOf(named), clock.now()),
  });
export const transcriptRemoval = ({ callId, recordingId }: Named): object =>
  Transcripts.remove({ callId, recordingId });

/** Writes how far it is; false where somebody else was quicker. @param at when to look again; ms since 1970 */
export const changeTranscript = (
  before: TranscriptRecord,
  changes: Partial<TranscriptRecord>,
  at?: number,
): Promise<boolean> => {
  const after = { ...before, ...changes, changedAt: clock.iso(), version: before.version + 1 };
  const due = at === undefined ? {} : dueAt('callTranscript', idOf(before), at);
  return accepted(commit(Transcripts.put({ ...after, ...due }, ifVersion(before.version))));
};

const fileOf = ({ callId, recordingId }: Named): string => `${callId}.${recordingId}.transcript.json`;
const contents = z.object({ segments: z.array(transcriptSegment) });

export const keepSegments = (named: Named, segments: readonly TranscriptSegment[]): Promise<void> =>
  bucket('recordings').put(fileOf(named), JSON.stringify({ segments }), 'application/json');

export async function segmentsOf(named: Named): Promise<TranscriptSegment[]> {
  const file = await bucket('recordings').get(fileOf(named));
  return file ? contents.parse(JSON.parse(file.toString('utf8'))).segments : [];
}
export const removeSegments = (named: Named): Promise<void> => bucket('recordings').remove(fileOf(named));
