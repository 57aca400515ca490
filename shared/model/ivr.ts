import * as z from 'zod';
import { phoneInput } from './lead.ts';
import { idOf, refersTo } from './reference.ts';

/** Bounds of IVR menus; retries and time-out are those of document 001, section 5. */
export const ivrLimits = {
  menus: 200,
  name: 80,
  description: 500,
  /** What callers hear: a minute and a half of speech. */
  prompt: 1_000,
  label: 80,
  maxRetries: { min: 1, max: 5, default: 3 },
  /** Seconds that a caller has to press a key. */
  timeout: { min: 1, max: 30, default: 5 },
} as const;

/** The keys of a phone, as they lie on it. */
export const phoneKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
export type PhoneKey = (typeof phoneKeys)[number];

/** Voices that prompts are read in: those of document 001, section 5, and one each for Spanish and French. */
export const promptVoices = ['Joanna', 'Matthew', 'Amy', 'Brian', 'Lupe', 'Gabrielle'] as const;

/** A voice as people choose it, with the language of one that does not read English. */
export const voiceLabel = (voice: string): string =>
  ({ Lupe: 'Lupe (Spanish)', Gabrielle: 'Gabrielle (French)' })[voice] ?? voice;

/** What callers of a menu hear. */
export const promptKinds = { tts: 'Text read aloud', recording: 'Recording' } as const;

/** What a key of a menu does, unless the plan that plays the menu leads its callers elsewhere. */
export const ivrActions = {
  queue: 'Wait in a queue',
  extension: 'Ring an extension',
  number: 'Call a number',
  repeat: 'Hear the menu again',
  hangup: 'End the call',
} as const;
export type IvrAction = keyof typeof ivrActions;

const keysOf = <T extends object>(labels: T) =>
  z.enum(Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]);
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`);
const key = { digit: z.enum(phoneKeys, 'Please choose a key.'), label: text(ivrLimits.label) };

const ivrOption = z.discriminatedUnion('action', [
  z.strictObject({
    ...key,
    action: z.literal('queue'),
    target: refersTo('queue', idOf('que', 'Please choose a queue.')),
  }),
  z.strictObject({
    ...key,
    action: z.literal('extension'),
    target: refersTo('extension', idOf('ext', 'Please choose an extension.')),
  }),
  z.strictObject({ ...key, action: z.literal('number'), target: phoneInput }),
  z.strictObject({ ...key, action: z.literal('repeat'), target: z.null() }),
  z.strictObject({ ...key, action: z.literal('hangup'), target: z.null() }),
]);
export type IvrOption = z.output<typeof ivrOption>;

const whole = ({ min, max }: { min: number; max: number }) =>
  z.number('Please enter a number.').int().min(min, `At least ${min}.`).max(max, `At most ${max}.`);

/** The fields of a menu, for the form, the calls and the store. */
export const ivrFields = {
  name: text(ivrLimits.name).min(1, 'Please enter a name.'),
  description: text(ivrLimits.description),
  promptType: keysOf(promptKinds),
  prompt: text(ivrLimits.prompt).describe(
    'what is read aloud; of a recording, what it says, for those who read',
  ),
  recordingId: refersTo('recording', idOf('rec', 'Please choose a recording.'))
    .nullable()
    .describe('what is played where promptType is recording'),
  voice: z.enum(promptVoices),
  maxRetries: whole(ivrLimits.maxRetries).describe('how often the menu is played at most'),
  timeout: whole(ivrLimits.timeout).describe('seconds that a caller has to press a key'),
  options: z.array(ivrOption).max(phoneKeys.length, 'A phone has twelve keys.'),
  invalidPrompt: text(ivrLimits.prompt).describe('is read aloud after a key that does nothing'),
  invalidRecordingId: refersTo('recording', idOf('rec', 'Please choose a recording.'))
    .nullable()
    .describe('the same where promptType is recording'),
};

/** What keeps a menu from being saved that each of its fields alone does not; undefined where nothing does. */
export function promptProblem({
  promptType,
  prompt,
  recordingId,
}: Pick<IvrMenu, 'promptType' | 'prompt' | 'recordingId'>): string | undefined {
  if (promptType === 'tts') return prompt === '' ? 'Please write what callers hear.' : undefined;
  return recordingId === null ? 'Please choose a recording.' : undefined;
}

/** A menu that is added: what may be left out has a default. */
export const newIvrMenu = z.strictObject({
  ...ivrFields,
  description: ivrFields.description.default(''),
  promptType: ivrFields.promptType.default('tts'),
  prompt: ivrFields.prompt.default(''),
  recordingId: ivrFields.recordingId.default(null),
  voice: ivrFields.voice.default('Joanna'),
  maxRetries: ivrFields.maxRetries.default(ivrLimits.maxRetries.default),
  timeout: ivrFields.timeout.default(ivrLimits.timeout.default),
  options: ivrFields.options.default([]),
  invalidPrompt: ivrFields.invalidPrompt.default(''),
  invalidRecordingId: ivrFields.invalidRecordingId.default(null),
});

export const ivrMenu = z.object({
  id: z.string(),
  ...ivrFields,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type IvrMenu = z.output<typeof ivrMenu>;

/** A dial plan that plays a menu. */
const planUsing = z.object({ id: z.string(), name: z.string() });
export type PlanUsing = z.output<typeof planUsing>;

/** A menu with the plans that play it. */
export const shownIvrMenu = ivrMenu.extend({ usedBy: z.array(planUsing) });
export type ShownIvrMenu = z.output<typeof shownIvrMenu>;

/** The key that two options share; undefined where each has its own. */
export const keyTwice = (options: readonly Pick<IvrOption, 'digit'>[]): PhoneKey | undefined =>
  options.find(({ digit }, at) => options.findIndex((one) => one.digit === digit) < at)?.digit;
