import * as z from 'zod';
import { callLimits } from './call.ts';

/** Bounds of the codes by which agents say how calls ended. */
export const dispositionLimits = { codes: 60, code: 30, label: callLimits.disposition } as const;

/** Named by whoever adds it, and never changed: calls and reports keep it. */
export const dispositionCode = z
  .string()
  .trim()
  .min(1, { error: 'Please enter a code.', abort: true })
  .max(dispositionLimits.code, `A code has at most ${dispositionLimits.code} characters.`)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'A code is of small letters, digits and dashes, as no-answer.');

/** What can be changed of a disposition, for the form, the calls and the store. */
export const dispositionFields = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, 'Please enter a label.')
    .max(dispositionLimits.label, `At most ${dispositionLimits.label} characters.`),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour is # and 6 hex digits.'),
  isContact: z.boolean().default(false).describe('the person themselves was spoken to'),
  isSale: z.boolean().default(false).describe('the person has bought'),
  scheduleCallback: z.boolean().default(false).describe('asks when to call again'),
  isActive: z.boolean().default(true).describe('agents can choose it; calls keep one that they cannot'),
});

export const disposition = z.object({ code: z.string(), ...dispositionFields.shape });
export type Disposition = z.output<typeof disposition>;

const ended = (
  code: string,
  label: string,
  color: string,
  is: Partial<Pick<Disposition, 'isContact' | 'isSale' | 'scheduleCallback'>> = {},
): Disposition => ({
  code,
  label,
  color,
  isContact: false,
  isSale: false,
  scheduleCallback: false,
  isActive: true,
  ...is,
});

/** How calls of a sales team end, in the order in which agents are offered them. */
export const standardDispositions: readonly Disposition[] = [
  ended('sale', 'Sale', '#40c057', { isContact: true, isSale: true }),
  ended('interested', 'Interested', '#228be6', { isContact: true }),
  ended('callback', 'Call back', '#7950f2', { isContact: true, scheduleCallback: true }),
  ended('not-interested', 'Not interested', '#868e96', { isContact: true }),
  ended('not-qualified', 'Not qualified', '#868e96', { isContact: true }),
  ended('do-not-call', 'Do not call', '#e03131', { isContact: true }),
  ended('voicemail', 'Voicemail', '#f59f00'),
  ended('no-answer', 'No answer', '#f59f00'),
  ended('busy', 'Busy', '#f59f00'),
  ended('wrong-number', 'Wrong number', '#e8590c'),
  ended('disconnected', 'Number not in service', '#e8590c'),
];
