import * as z from 'zod';
import { transcriber } from './transcript.ts';

/** Bounds of recordings of calls, and of what is noted at a time of them. */
export const recordingLimits = {
  comment: 500,
  /** Comments of one call. */
  comments: 200,
  /** Days that recordings are kept at most; 0 keeps them. */
  retentionDays: 3_650,
} as const;

const { comment, retentionDays } = recordingLimits;

/** The one recording of a call of which the exchange gave no id, as in earlier versions. */
export const onlyRecording = 'rec_only';

export const recordingCommentFields = {
  at: z.number().min(0).max(86_400).describe('seconds from the beginning of the recording'),
  text: z.string().trim().min(1, 'Please write something.').max(comment, `At most ${comment} characters.`),
};

export const recordingComment = z.object({
  id: z.string(),
  recordingId: z.string().describe('which of the recordings of the call'),
  ...recordingCommentFields,
  authorId: z.string(),
  createdAt: z.string(),
});
export type RecordingComment = z.output<typeof recordingComment>;

/** A part of a call that was recorded by itself: each time that recording began anew. */
export const heardRecording = z.object({
  id: z.string(),
  url: z.string(),
  seconds: z.number().int().nullable(),
});
export type HeardRecording = z.output<typeof heardRecording>;

/** When everybody on a call hears that it is recorded, before it is. */
export const announcingChoices = {
  states: 'Where the law may ask for it',
  always: 'Always',
  off: 'Never: our agents ask for consent',
} as const;
export type Announcing = keyof typeof announcingChoices;

export const recordingSettings = z.object({
  announcing: z
    .enum(Object.keys(announcingChoices) as [Announcing, ...Announcing[]])
    .describe('when everybody on a call hears that it is recorded, before it is'),
  retentionDays: z
    .number()
    .int()
    .min(0)
    .max(retentionDays, `At most ${retentionDays} days.`)
    .describe('days after which recordings are deleted; 0 keeps them'),
  transcriber: transcriber.describe('who makes transcripts of recordings that are made from now on'),
  version: z.number().int(),
});
export type RecordingSettings = z.output<typeof recordingSettings>;
