import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import {
  onlyRecording,
  type RecordingSettings,
  recordingComment,
  recordingSettings,
} from '#shared/model/recording.ts';

/** That recordings of a call lie in the bucket, and since when; the sweeper looks whether its time is over. */
const Recordings = entity('callRecording', {
  fields: z.object({ callId: z.string(), storedAt: z.string() }),
  key: { partition: ['callId'], sort: [] },
  due: true,
});

/** A recording of a call: one for each time that recording began. */
const Parts = entity('callRecordingPart', {
  fields: z.object({
    callId: z.string(),
    recordingId: z.string(),
    storedAt: z.string(),
    seconds: z.number().int().nullable(),
  }),
  key: { partition: ['callId'], sort: ['recordingId'] },
});
export type RecordingPart = Stored<typeof Parts>;

/** What was noted at a time of a recording. */
const Comments = entity('recordingComment', {
  fields: recordingComment
    .omit({ id: true })
    .extend({ callId: z.string(), commentId: z.string(), recordingId: z.string().optional() }),
  key: { partition: ['callId'], sort: ['commentId'] },
});
export type CommentRecord = z.output<typeof recordingComment> & { callId: string };

/** How recordings are announced, and how long they are kept: one item. */
const Settings = entity('recordingSettings', {
  fields: recordingSettings.partial({ announcing: true, transcriber: true }),
  key: { partition: [], sort: [] },
});

const dayMs = 86_400_000;
/** A shorter term of retention takes effect within these days at the latest. */
const lookAgainDays = 7;

export const findRecording = (callId: string) => Recordings.find({ callId });

/** When a recording is to be looked at: at its end, and every week, for the term may be changed. */
export function nextLookAt(storedAt: string, { retentionDays }: RecordingSettings): number {
  const again = clock.now() + lookAgainDays * dayMs;
  return retentionDays === 0 ? again : Math.min(again, endOf(storedAt, retentionDays));
}
export const endOf = (storedAt: string, retentionDays: number): number =>
  Date.parse(storedAt) + retentionDays * dayMs;

/** Recordings of a call, oldest first. */
export const partsOfRecording = async (callId: string): Promise<RecordingPart[]> =>
  (await Parts.all('key', { callId })).sort((one, other) => (one.storedAt < other.storedAt ? -1 : 1));
export const partWrite = (part: RecordingPart): object => Parts.put(part);
export const partRemoval = (callId: string, recordingId: string): object =>
  Parts.remove({ callId, recordingId });

/** The write that notes a recording; noted again it is as new. */
export const recordingWrite = (callId: string, storedAt: string, lookAt: number): object =>
  Recordings.put({ callId, storedAt, ...dueAt('recording', callId, lookAt) });
export const recordingRemoval = (callId: string): object => Recordings.remove({ callId });

export async function commentsOf(callId: string): Promise<CommentRecord[]> {
  const stored = await Comments.all('key', { callId });
  return stored
    .map(({ commentId, recordingId = onlyRecording, ...comment }) => ({
      id: commentId,
      recordingId,
      ...comment,
    }))
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}
export const commentInsertion = ({ id, ...comment }: CommentRecord): object =>
  Comments.insert({ commentId: id, ...comment });
export const commentRemoval = (callId: string, commentId: string): object =>
  Comments.remove({ callId, commentId });

/** Those of earlier versions said nothing of announcing. */
export const readRecordingSettings = async (): Promise<RecordingSettings> => ({
  retentionDays: 0,
  announcing: 'states',
  transcriber: 'none',
  version: 0,
  ...(await Settings.find({})),
});
export const settingsWrite = (version: number, after: RecordingSettings): object =>
  Settings.put({ ...after, version: version + 1 }, ifVersion(version, changedSinceOpened('settings')));
