import * as z from 'zod';
import type { TranscriptSegment } from '#shared/model/transcript.ts';

/** A word, or what stands between words, as Amazon Transcribe writes it. */
const item = z.object({
  type: z.enum(['pronunciation', 'punctuation']),
  alternatives: z.array(z.object({ content: z.string() })).min(1),
  start_time: z.coerce.number().optional(),
  end_time: z.coerce.number().optional(),
  speaker_label: z.string().optional(),
});
/** Source: https://docs.aws.amazon.com/transcribe/latest/dg/how-input.html#how-output */
export const transcriptFile = z.object({ results: z.object({ items: z.array(item) }) });

/** Somebody who is silent for so long begins anew; and nobody goes on for longer without a new line. Seconds. */
const pause = 1.5;
const longest = 20;

/** `spk_0` is the first. */
const speakerOf = (label: string | undefined): string => {
  const number = Number(/^spk_(\d{1,3})$/.exec(label ?? '')?.[1] ?? Number.NaN);
  return Number.isNaN(number) ? '' : String(number + 1);
};

/** Words as lines: each of one person, ended by a sentence's end, a pause, or somebody else. */
export function segmentsOfItems({ results }: z.output<typeof transcriptFile>): TranscriptSegment[] {
  const segments: TranscriptSegment[] = [];
  let isOpen = false;
  for (const { type, alternatives, start_time, end_time, speaker_label } of results.items) {
    const { content } = alternatives[0]!;
    const last = segments.at(-1);
    if (type === 'punctuation') {
      if (last) last.text += content;
      if (/[.?!]/.test(content)) isOpen = false;
      continue;
    }
    const start = start_time ?? last?.end ?? 0;
    const end = end_time ?? start;
    const speaker = speakerOf(speaker_label);
    const goesOn = isOpen && last && last.speaker === speaker;
    if (goesOn && start - last.end < pause && end - last.start < longest) {
      last.text += ` ${content}`;
      last.end = end;
    } else segments.push({ speaker, start, end, text: content });
    isOpen = true;
  }
  return segments;
}
