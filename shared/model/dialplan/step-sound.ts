import * as z from 'zod';
import { promptVoices } from '../ivr.ts';
import { exchangeSounds } from './sound.ts';

/** The id of a recording, as it stands in a plan's text. */
export const recordingName = /^rec_[\w-]{1,60}$/;

/**
 * What callers hear: a sound that the exchange brings, a recording that was brought to it, or a text, which is read into
 * such a recording before an exchange has it.
 */
export const stepSound = z.union([
  z.strictObject({ file: z.enum(Object.keys(exchangeSounds) as [string, ...string[]]) }),
  z.strictObject({ recording: z.string().regex(recordingName) }),
  z.strictObject({ speech: z.string().min(1).max(1_000), voice: z.enum(promptVoices) }),
]);
export type StepSound = z.output<typeof stepSound>;
