import {
  type NewPrompt,
  newPrompt,
  type PromptRecording,
  type PromptStatus,
  promptStatuses,
} from '#shared/model/prompt-recording.ts';
import { timeText } from '#web/ui/audio/waveform.ts';

export type PromptValues = NewPrompt;

const blank = newPrompt.parse({ name: 'New' });

/** What the form shows of a recording, or of a new one. */
export function valuesOf(recording: PromptRecording | undefined): PromptValues {
  if (!recording) return { ...blank, name: '' };
  const fields = Object.keys(newPrompt.shape) as (keyof PromptValues)[];
  return Object.fromEntries(fields.map((field) => [field, recording[field]])) as PromptValues;
}

/** What is sent of a recording that is there: where its sound comes from is said by the sound. */
export const inputOf = ({ type: _, ...input }: PromptValues): Omit<PromptValues, 'type'> => input;

/** The first thing that keeps the form from being saved, checked as the server will. */
export function problemOf(values: PromptValues): string | undefined {
  const issue = newPrompt.safeParse(values).error?.issues[0];
  if (!issue) return undefined;
  return issue.path[0] === 'pronunciations' ? `Pronunciations: ${issue.message}` : issue.message;
}

export const statusColors: Record<PromptStatus, string> = {
  draft: 'gray',
  generating: 'blue',
  ready: 'green',
  failed: 'red',
};

/** How a recording stands, in words. */
export const stateOf = ({ status, isActive }: PromptRecording) =>
  status === 'ready' && !isActive
    ? { label: 'Not active', color: 'gray' }
    : { label: promptStatuses[status], color: statusColors[status] };

/** `0:12`, or nothing where there is no sound. */
export const lengthOf = ({ durationMs }: Pick<PromptRecording, 'durationMs'>): string =>
  durationMs === null ? '–' : timeText(Math.max(1, Math.round(durationMs / 1000)));

/** A sentence of what a bulk action came to, and the first thing that was wrong. */
export function bulkSentence({
  successful,
  failed,
  results,
}: {
  successful: number;
  failed: number;
  results: readonly { ok: boolean; message: string }[];
}): { text: string; isGood: boolean } {
  const wrong = results.find(({ ok }) => !ok)?.message;
  const done = `${successful} of ${successful + failed} done`;
  return failed === 0 ? { text: done, isGood: true } : { text: `${done}. ${wrong}`, isGood: false };
}
