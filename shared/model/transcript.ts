import * as z from 'zod';

/** Who makes transcripts of recordings of calls; `none`: nobody does. */
export const transcriberChoices = { none: 'Nobody', transcribe: 'Amazon Transcribe' } as const;
export type Transcriber = keyof typeof transcriberChoices;
export const transcriber = z.enum(Object.keys(transcriberChoices) as [Transcriber, ...Transcriber[]]);

/** `waiting`: it is to be asked for; `asked`: the provider works on it. */
export const transcriptStates = ['none', 'waiting', 'asked', 'done', 'failed'] as const;
export type TranscriptState = (typeof transcriptStates)[number];

/** What one person says at a go; times in seconds from the beginning of the recording. */
export const transcriptSegment = z.object({
  speaker: z.string().describe('as the provider tells them apart: 1, 2 …; empty where it does not'),
  start: z.number(),
  end: z.number(),
  text: z.string(),
});
export type TranscriptSegment = z.output<typeof transcriptSegment>;

export const transcript = z.object({
  recordingId: z.string().describe('which of the recordings of the call'),
  state: z.enum(transcriptStates),
  reason: z.string().describe('why there is none, of one that failed'),
  segments: z.array(transcriptSegment).describe('in their order; of one that is done'),
});
export type Transcript = z.output<typeof transcript>;

/** What a transcript is searched by: without accents, case and punctuation at its ends. */
const searchable = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Which segments hold a text, by their places. */
export function segmentsWith(segments: readonly TranscriptSegment[], search: string): number[] {
  const wanted = searchable(search.trim());
  if (wanted === '') return [];
  return segments.flatMap(({ text }, at) => (searchable(text).includes(wanted) ? [at] : []));
}
